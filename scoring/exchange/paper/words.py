"""The words of sheets in several languages: headings, and what is written in their lines.

Accents, capitals and blanks are ignored. The first heading of each column is the one that a sheet
to fill in has (`template.py`). To add a language, add an entry to `WORDS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.exchange.similar_names import simplify


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language, separated by commas.

    `headings` are those of the columns. `round` precedes the number of a round, `totals` begin a
    line of totals, `out` is written for going out, `player` is a player whose name is left open,
    `months` are January to December, `classic` is the first edition.
    """

    headings: Mapping[str, str]
    round: str
    totals: str
    out: str
    player: str
    months: str
    yes: str
    no: str
    classic: str


WORDS: Mapping[str, Words] = {
    "en": Words(
        headings={
            "date": "date, day, played on",
            "game": "game, game no, match",
            "edition": "edition, version",
            "variant": "variant",
            "phases": "phases, phases played",
            "ended_early": "ended early, stopped early",
            "status": "status",
            "round": "round, rd, rounds, hand",
            "player": "player, name, player name",
            "points": "points, pts, round points, points this round",
            "phase": "phase, ph, current phase, phase tried",
            "laid_down": "laid down, phase made, phase laid down",
            "went_out": "went out, out",
            "dealer": "dealer, deal",
            "total": "total, total points, final score, total score, end score, sum",
            "score": "score, scores, result, results",
            "completed": "completed, phases completed, phase reached, last phase",
            "won": "won, winner, winners, winning player",
            "overrule": "overrule",
            "place": "place, rank, position",
            "notes": "notes, note, remark, remarks, comment, comments, location",
        },
        round="round, rd, r, hand",
        totals="total, totals, sum, final score, total points, grand total, score",
        out="out, went out",
        player="Player",
        months="January, February, March, April, May, June, July, August, "
        "September, October, November, December",
        yes="yes, y, true, t, 1, x, ✓, ✔, won",
        no="no, n, false, f, 0, -, –, ✗, ✘",
        classic="classic, original",
    ),
    "de": Words(
        headings={
            "date": "Datum, Tag, gespielt am, Spieltag",
            "game": "Spiel, Partie, Spiel-Nr, Nr",
            "edition": "Ausgabe, Version",
            "variant": "Variante",
            "phases": "Phasen, gespielte Phasen",
            "ended_early": "vorzeitig beendet, abgebrochen",
            "status": "Spielstatus",
            "round": "Runde, Rd, Runden, Durchgang",
            "player": "Spieler, Spielerin, Spieler/in, Spielername",
            "points": "Punkte, Pkt, Rundenpunkte, Minuspunkte",
            "phase": "Phase, aktuelle Phase",
            "laid_down": "ausgelegt, Phase ausgelegt, Phase geschafft",
            "went_out": "ging raus, ist raus, raus, ausgemacht",
            "dealer": "Geber, Geberin, gibt, Kartengeber",
            "total": "Punkte gesamt, Gesamt, Summe, Gesamtpunkte, Endstand, Gesamtpunktzahl, "
            "Endpunkte, Punktestand",
            "score": "Ergebnis, Ergebnisse, Punktzahl",
            "completed": "geschafft, geschaffte Phasen, erreichte Phase, letzte Phase",
            "won": "Sieger, gewonnen, Sieg, Siegerin, Gewinner, Gewinnerin",
            "overrule": "Begründung",
            "place": "Platz, Rang, Platzierung",
            "notes": "Notiz, Notizen, Bemerkung, Bemerkungen, Kommentar, Ort",
        },
        round="Runde, Rd, R, Durchgang, Spielrunde",
        totals="Gesamt, Summe, Endstand, Punkte gesamt, Gesamtpunkte, Gesamtsumme, Ergebnis",
        out="raus, aus, fertig",
        player="Spieler",
        months="Januar, Februar, März, April, Mai, Juni, Juli, August, "
        "September, Oktober, November, Dezember",
        yes="ja, j, wahr",
        no="nein, falsch",
        classic="klassisch, Klassik, Original",
    ),
    "fr": Words(
        headings={
            "date": "Date, jour, joué le",
            "game": "Partie, Jeu, partie n°",
            "edition": "Édition",
            "variant": "Variante",
            "phases": "Phases, phases jouées",
            "ended_early": "terminée avant la fin, interrompue",
            "status": "statut, état",
            "round": "Manche, Tour, Manches",
            "player": "Joueur, Joueuse, nom, prénom",
            "points": "Points, points de la manche",
            "phase": "Phase, phase en cours",
            "laid_down": "posée, phase posée, phase réussie",
            "went_out": "est sorti, sorti, sortie, est sortie",
            "dealer": "Donneur, Donneuse, donne",
            "total": "Total, total des points, score final, points au total, somme",
            "score": "Score, scores, résultat, résultats",
            "completed": "réussies, phases réussies, phase atteinte, dernière phase",
            "won": "Vainqueur, gagné, gagnant, gagnante, gagnants",
            "overrule": "motif",
            "place": "place, rang, classement",
            "notes": "remarque, remarques, notes, commentaire, lieu",
        },
        round="Manche, Tour, M, T",
        totals="Total, Totaux, Somme, Total général, Total des points, Score final",
        out="sorti, sortie, fini",
        player="Joueur",
        months="janvier, février, mars, avril, mai, juin, juillet, août, "
        "septembre, octobre, novembre, décembre",
        yes="oui, vrai",
        no="non, faux",
        classic="classique, original",
    ),
    "es": Words(
        headings={
            "date": "Fecha, día, jugado el",
            "game": "Partida, Juego, partida n°",
            "edition": "Edición",
            "variant": "Variante",
            "phases": "Fases, fases jugadas",
            "ended_early": "terminada antes, interrumpida",
            "status": "estado",
            "round": "Ronda, Rondas, mano, vuelta",
            "player": "Jugador, Jugadora, nombre",
            "points": "Puntos, puntos de la ronda",
            "phase": "Fase, fase actual",
            "laid_down": "bajada, fase bajada, fase hecha",
            "went_out": "salió, cerró",
            "dealer": "Repartidor, Repartidora, reparte",
            "total": "Puntos totales, total, total de puntos, puntuación final, suma",
            "score": "Puntuación, resultado, resultados",
            "completed": "completadas, fases completadas, fase alcanzada, última fase",
            "won": "Ganador, ganó, ganadora, ganadores",
            "overrule": "motivo",
            "place": "puesto, posición, lugar",
            "notes": "notas, nota, comentario, comentarios, sitio",
        },
        round="Ronda, R, mano, vuelta",
        totals="Total, Totales, Suma, Puntos totales, Puntuación final, Total general",
        out="salió, cerró, fuera",
        player="Jugador",
        months="enero, febrero, marzo, abril, mayo, junio, julio, agosto, "
        "septiembre, octubre, noviembre, diciembre",
        yes="sí, si",
        no="no",
        classic="clásico, clásica, original",
    ),
}

# Columns that people keep and an import does not need.
UNREAD = ("place", "notes")


def split_words(text: str) -> list[str]:
    """Return words that are separated by commas.

    >>> split_words("Summe, Punkte gesamt")
    ['Summe', 'Punkte gesamt']
    """
    return text.split(", ")


def simplify_word(text: str) -> str:
    """Return a word for comparisons, without blanks, hyphens, full stops and colons.

    >>> simplify_word("Went-out:"), simplify_word("PHASES  RÉUSSIES")
    ('went_out', 'phases_reussies')
    """
    simple = simplify(text.strip(" .:")).replace("-", " ").replace("_", " ")
    return "_".join(simple.split())


def words_of(kind: str) -> frozenset[str]:
    """Return the words of one kind in all languages, simplified.

    >>> "gesamt" in words_of("totals")
    True
    """
    return frozenset(
        simplify_word(word)
        for words in WORDS.values()
        for word in split_words(getattr(words, kind))
    )


def column_name(heading: str) -> str:
    """Return the name of the column with this heading, or the heading written like a name.

    >>> column_name("Went Out"), column_name("ist-raus"), column_name("PHASES  RÉUSSIES")
    ('went_out', 'went_out', 'completed')
    """
    name = simplify_word(heading)
    return COLUMN_OF_HEADING.get(name, name)


OWN_COLUMNS = ("player_id", "stints")  # that only our exports have
COLUMN_OF_HEADING = {
    simplify_word(heading): column
    for words in WORDS.values()
    for column, headings in words.headings.items()
    for heading in split_words(headings)
} | {column: column for column in (*WORDS["en"].headings, *OWN_COLUMNS)}
