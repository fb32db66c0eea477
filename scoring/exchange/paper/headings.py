"""Headings of a sheet as people write them in their own language."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.exchange.paper.cells import fold
from scoring.exchange.paper.similar_names import plain

# By column, in German, French and Spanish; marks, blanks and capitals do not count.
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


def column_called(heading: str) -> str:
    """The name of the column with this heading, or the heading itself as one.

    >>> column_called("Went Out"), column_called("ist-raus"), column_called("PHASES  RÉUSSIES")
    ('went_out', 'went_out', 'completed')
    """
    name = fold(heading).replace(" ", "_").replace("-", "_")
    return _COLUMNS.get(plain(name), name)


_COLUMNS = {
    plain(alias).replace(" ", "_"): column
    for column, aliases in ALIASES.items()
    for alias in aliases.split(", ")
}
