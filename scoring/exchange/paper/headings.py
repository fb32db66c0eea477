"""The headings of a sheet in several languages."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.exchange.similar_names import fold, simplify

# In German, French and Spanish; accents, blanks and capitals are ignored.
ALIASES: Mapping[str, str] = {
    "game": "Spiel, Partie, Jeu, Partida, Juego",
    "date": "Datum, Fecha",
    "edition": "Ausgabe, Édition, Edición",
    "variant": "Variante",
    "phases": "Phasen, Fases",
    "ended_early": "vorzeitig beendet, abgebrochen, terminée avant la fin, interrompue, "
    "terminada antes, interrumpida",
    "round": "Runde, Manche, Tour, Ronda",
    "player": "Spieler, Spielerin, Spieler/in, Joueur, Joueuse, Jugador, Jugadora",
    "points": "Punkte, Puntos",
    "laid_down": "ausgelegt, Phase ausgelegt, posée, phase posée, bajada, fase bajada",
    "went_out": "ging raus, ist raus, raus, ausgemacht, sorti, sortie, est sorti, est sortie, "
    "salió, cerró",
    "dealer": "Geber, Geberin, Donneur, Donneuse, Repartidor, Repartidora, reparte",
    "total": "Gesamt, Summe, Gesamtpunkte, Endstand, total des points, total de puntos",
    "completed": "geschafft, geschaffte Phasen, réussies, phases réussies, completadas, "
    "fases completadas",
    "won": "gewonnen, Sieg, Sieger, Siegerin, gagné, vainqueur, gagnant, gagnante, ganó, ganador, "
    "ganadora",
    "overrule": "Begründung, motif, motivo",
}


def column_name(heading: str) -> str:
    """Return the name of the column with this heading, or the heading written like a name.

    >>> column_name("Went Out"), column_name("ist-raus"), column_name("PHASES  RÉUSSIES")
    ('went_out', 'went_out', 'completed')
    """
    name = fold(heading).replace(" ", "_").replace("-", "_")
    return _COLUMNS.get(simplify(name), name)


_COLUMNS = {
    simplify(alias).replace(" ", "_"): column
    for column, aliases in ALIASES.items()
    for alias in aliases.split(", ")
}
