"""Sheets as people keep them, and the games that they mean."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sheet:
    """A sheet, and for each game its date, edition and how its players stand."""

    text: str
    games: list[tuple[str, str, list[str]]]


# In every sheet that goes round by round, this game of Phases 1 to 3 is played:
#          Anna       Ben       Cleo
#   1      0 out      45 down   60 not     Phases 1 1 1
#   2      15 down    0 out     50 not            2 2 1
#   3      0 out      70 not    20 down           3 3 1
STANDS = ["Anna 3 15 1*", "Ben 2 115 2", "Cleo 1 130 3"]
THREE = ("2024-03-01", "classic", STANDS)

SHEETS = {
    "German, Phases in brackets, a title with a date, totals": Sheet(
        """Spieleabend bei Oma, 01.03.2024;;;
Phasen;1 2 3;;
Runde;Anna;Ben;Cleo
1;0 (1);45 (1);60 (1)
2;15 (2);0 (2);50 (1)
3;0 (3);70 (3);20 (1)
Summe;15;115;130
""",
        [THREE],
    ),
    "English, a second column for the Phase": Sheet(
        """date,2024-03-01
phases,1 2 3
Round,Anna,Phase,Ben,Phase,Cleo,Phase
R1,0,1,45,1,60,1
R2,15,2,0,2,50,1
R3,0,3,70,3,20,1
Total,15,3,115,2,130,1
""",
        [THREE],
    ),
    "French, Phases completed, no label for the totals": Sheet(
        """date;2024-03-01;;
phases;1 2 3;;
Manche;Anna;Ben;Cleo
Manche 1;0 (1);45 (1);60 (0)
Manche 2;15 (2);0 (2);50 (0)
Manche 3;0 (3);70 (2);20 (1)
;15;115;130
""",
        [THREE],
    ),
    "Spanish, marks, a dealer, out in words": Sheet(
        """Fecha;Ronda;Reparte;Anna;Ben;Cleo
01.03.2024;1;Cleo;salió ✓;45 ✓;60
;2;Anna;15 ✓;salió ✓;50
;3;Ben;salió ✓;70;20 ✓
;Suma;;15;115;130
""",
        [("2024-03-01", "classic", ["Anna 3 15 1", "Ben 2 115 2", "Cleo 1 130 3"])],
    ),
    "German, blank lines, semicolons, a byte order mark, Phase 10 Flip": Sheet(
        "\ufeff"
        """Phase 10 Flip!;;;;;;

;;;;;;
Datum;01.03.2024;;;;;
Phasen;1 2 3;;;;;

Runde;Anna;Ben;Cleo;;;

Runde 1;raus*;45*;60;;;
Runde 2;15*;raus*;50;;;

Runde 3;raus*;70;20*;;;
Gesamt;15;115;130;;;
Platz;1;2;3;;;
""",
        [("2024-03-01", "flip", STANDS)],
    ),
    "names in a merged line above": Sheet(
        """Kitchen table, 2024-03-01;;;;;;
phases;1 2 3;;;;;
;Anna;;Ben;;Cleo;
Round;Points;Phase;Points;Phase;Points;Phase
1;0;1;45;1;60;1
2;15;2;0;2;50;1
3;0;3;70;3;20;1
Total;15;3;115;2;130;1
""",
        [THREE],
    ),
    "headings with the name and what it is": Sheet(
        """date;2024-03-01;;;;;
phases;1 2 3;;;;;
Runde;Anna Punkte;Anna Phase;Oma Käthe Punkte;Oma Käthe Phase;Notizen
1;0;1;45;1;viel Wein
2;15;2;0;2;
3;0;3;70;3;
Endstand;15;3;115;2;
""",
        [("2024-03-01", "classic", ["Anna 3 15 1*", "Oma Käthe 2 115 2"])],
    ),
    "two games below each other, one without Cleo": Sheet(
        """01.03.2024;;;
Phasen;1 2 3;;
Runde;Anna;Ben;Cleo
1;0 (1);45 (1);60 (1)
2;15 (2);0 (2);50 (1)
3;0 (3);70 (3);20 (1)
Summe;15;115;130

02.03.2024;;;
Runde;Anna;Ben;Cleo
1;60 (1);0 (1);
2;70 (1);0 (2);
3;80 (1);0 (3);
Summe;210 (0);0 (3);
""",
        [THREE, ("2024-03-02", "classic", ["Anna 0 210 2", "Ben 3 0 1*"])],
    ),
    "several games with their dates in a column": Sheet(
        """Date,Round,Anna,Ben
2024-03-01,1,0,50 ✗
,2,15 ✓,0
2024-03-02,1,0,50 ✗
""",
        [
            ("2024-03-01", "classic", ["Anna 2 15 1", "Ben 1 50 2"]),
            ("2024-03-02", "classic", ["Anna 1 0 1", "Ben 0 50 2"]),
        ],
    ),
    "running totals": Sheet(
        """Fecha;2024-03-01;;
fases;1 2 3;;
Ronda;Anna;Ben;Cleo
1;0 (1);45 (1);60 (1)
2;15 (2);45 (2);110 (1)
3;15 (3);115 (3);130 (1)
Total;15 (3);115 (2);130 (1)
""",
        [THREE],
    ),
    "one game per line, the winner named": Sheet(
        """Our Phase 10 games,,,,
Date,Anna,Ben,Grandma Kate,Winner
2023-12-24,340,415,280,Grandma Kate
2023-12-25,500,,320,Grandma Kate
2023-12-26,200,210,220,Anna
Total,1040,625,820,
""",
        [
            (
                "2023-12-24",
                "classic",
                ["Anna None 340 2", "Ben None 415 3", "Grandma Kate None 280 1*"],
            ),
            ("2023-12-25", "classic", ["Anna None 500 2", "Grandma Kate None 320 1*"]),
            (
                "2023-12-26",
                "classic",
                ["Anna None 200 1*", "Ben None 210 2", "Grandma Kate None 220 3"],
            ),
        ],
    ),
    "German, one game per line, Phases in brackets": Sheet(
        """Datum;Ausgabe;Anna;Ben
26.12.2023;Phase 10 Flip!;340 (10);415 (9)
27.12.2023;;200 (8);180 (10)
""",
        [
            ("2023-12-26", "flip", ["Anna 10 340 1*", "Ben 9 415 2"]),
            ("2023-12-27", "classic", ["Anna 8 200 2", "Ben 10 180 1*"]),
        ],
    ),
    "French, numbered players and scores": Sheet(
        """Date;Joueur 1;Score 1;Joueur 2;Score 2;Vainqueur
2023-12-26;Anna;340;Ben;415;Anna
2023-12-27;Ben;200;Cleo;180;Cleo
""",
        [
            ("2023-12-26", "classic", ["Anna None 340 1*", "Ben None 415 2"]),
            ("2023-12-27", "classic", ["Ben None 200 2", "Cleo None 180 1*"]),
        ],
    ),
    "Spanish, one game per line, the winner marked": Sheet(
        """Fecha;Anna;Ben
26.12.2023;340*;415
27.12.2023;200;180*
""",
        [
            ("2023-12-26", "classic", ["Anna None 340 1*", "Ben None 415 2"]),
            ("2023-12-27", "classic", ["Anna None 200 2", "Ben None 180 1*"]),
        ],
    ),
    "English, a line per player, with winner and score": Sheet(
        """Phase 10 at the cottage,,,
Date,Player,Score,Winner
2023-12-26,Anna,340,Anna
,Ben,415,
Total,,755,
""",
        [("2023-12-26", "classic", ["Anna None 340 1*", "Ben None 415 2"])],
    ),
    "no heading in the corner, a date in words, out with an exclamation mark": Sheet(
        """Soirée du 1er mars 2024 chez Ben
Phases;1 2 3
;Anna;Ben;Cleo
1;Sortie!;45 ✓;60 ✗
2;15 ✓;Sorti!;50 ✗
3;0;70 ✗;20 ✓
""",
        [THREE],
    ),
    "a title in the corner, a column of sums": Sheet(
        """Phase 10 - 1 de marzo de 2024;Anna;Ben;Total
1;0 (1);110 (1);110
2;0 (2);120 (1);120
Suma;0;230
""",
        [("2024-03-01", "classic", ["Anna 2 0 1", "Ben 0 230 2"])],
    ),
    "rounds without numbers": Sheet(
        """2024-03-01,,
phases,1 2 3,
Round,Anna,Ben
,0 (1),60 (1)
,65 (2),0 (1)
,0 (2),90 (2)
,65,150
""",
        [("2024-03-01", "classic", ["Anna 2 65 1", "Ben 1 150 2"])],
    ),
}
