"""Sheets as people keep them: each is read as the games that it means, or told why not."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from scoring.exchange.paper.cells import BadCell
from scoring.exchange.paper.csv_reader import read_csv
from scoring.exchange.paper.dates import read_date
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.file_problems import UnreadableFile
from scoring.exchange.paper.importable_games import check_games
from scoring.exchange.paper.reading_options import read_options
from scoring.exchange.paper.sheet_reader import read_sheet
from scoring.jobs.progress import no_progress
from tests.sampling import sampled
from tests.scoring.import_files import flaws
from tests.scoring.paper_sheets import SHEETS, Sheet


def read(sheet: str, **options: Any) -> tuple[FileContents, list[Any]]:
    """The contents of a sheet, and its games: date, edition, how the players stand."""
    said = read_options(options)
    contents = read_sheet(read_csv(sheet.encode(), said.skip), said)
    games = [
        (
            game.record.game.started_at.date().isoformat(),
            game.record.game.edition,
            [standing(game.record, seat) for seat in range(len(game.record.seats))],
        )
        for game in check_games(contents, progress=no_progress)
    ]
    return contents, games


def standing(record: Any, seat: int) -> str:
    end = record.state.seats[seat]
    totals = record.game.totals
    completed = end.completed if totals is None else totals[seat]["completed"]
    won = "*" if seat in record.winners else ""
    return f"{record.seats[seat].name} {completed} {end.total} {end.rank}{won}"


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_a_sheet_is_read_as_the_games_that_it_means(sheet: Sheet) -> None:
    contents, games = read(sheet.text)
    assert flaws(contents) == []
    assert games == sheet.games


def test_the_name_of_the_winner_on_every_line() -> None:
    head = "date,player,total,winner\n2024-03-01,Anna,300,Ben\n,Ben,320,ben\n"
    contents, games = read(head)
    assert flaws(contents) == []
    assert games == [("2024-03-01", "classic", ["Anna None 300 2", "Ben None 320 1*"])]
    contents, _ = read(head.replace("Ben\n", "Cleo\n", 1))  # who did not play
    assert flaws(contents) == [(2, "won", "bad_flag")]


def test_points_without_rounds_are_those_of_games() -> None:
    contents, games = read("Datum;Spieler;Punkte;Sieger\n1.3.2024;Anna;300;ja\n;Ben;320;\n")
    assert flaws(contents) == []
    assert games == [("2024-03-01", "classic", ["Anna None 300 1*", "Ben None 320 2"])]


EVENING = "Date;Round;Anna;Ben\n1.3.2024;1;0;55\n;2;15;0\n;1;65;0\n;2;0;30\nTotal;;"


@pytest.mark.parametrize(
    ("totals", "problems"),
    [
        ("65;30", []),  # of the last game
        ("80;85", []),  # of the evening
        ("80;86", [(6, "Ben", "total_differs")]),
    ],
)
def test_totals_below_a_column_of_dates(totals: str, problems: list[Any]) -> None:
    found = read_sheet(read_csv((EVENING + totals).encode()))
    assert (len(found.games), flaws(found)) == (2, problems)


def test_headings_are_found_when_the_round_below_them_is_left_out() -> None:
    sheet = "1.3.2024;;\n;Anna;Ben\n1;0;?\n2;0;110\n;Anna;Ben\n1;0;110\n2;0;115\n"
    contents, _games = read(sheet, skip=[3])
    assert contents.layout == "rounds"
    assert flaws(contents) == [(4, "round", "missing_round")]
    contents, _games = read(sheet, skip=[3, 4])
    assert (len(contents.games), flaws(contents)) == (1, [])


def test_a_meaning_of_a_heading_that_is_not_there() -> None:
    sheet = "date,player,Pkt.,won\n2024-03-01,Anna,300,yes\n,Ben,320,\n"
    contents, _ = read(sheet, columns={"pkt.": "total", "Pnkt": "ignore"})
    assert contents.warnings == ["No column has the heading “Pnkt”, which is in “columns”."]


# --- What is refused, and where -----------------------------------------------------------------

ROUNDS = "2024-03-01,,,\nphases,1 2 3,,\nRound,Anna,Ben,Cleo\n"
GAMES = "Date,Anna,Ben,Winner\n"
HEAD = "date,player,total,won\n"


@pytest.mark.parametrize(
    ("text", "problem", "hint"),
    [
        (ROUNDS + "1,0,45,60\nTotal,0,46,60\n", (5, "Ben", "total_differs"), "up to 45, not 46"),
        (ROUNDS + "1,0,60,60\n2,0,a lot,60\n", (5, "Ben", "bad_score"), "such as 45 or 45 (3)"),
        (ROUNDS + "1,0,1.185,60\n", (4, "Ben", "bad_score"), "thousands separator"),
        (ROUNDS + "1,0,999999,60\n", (4, "Ben", "number_out_of_range"), "from 0 to 100000"),
        (ROUNDS + "1,0,60,60\n1b,0,60,60\n", (5, "round", "bad_round"), "Write 1, 2, 3"),
        (ROUNDS + "1,0,60,60\n3,0,60,60\n", (4, "round", "missing_round"), "Round 2"),
        (ROUNDS + "1,0,60,60\n2,0,60,60\n2,0,60,60\n", (6, "round", "duplicate_line"), "line 5"),
        (ROUNDS + "1,0,110,110\n2,0,110,\n", (5, "player", "missing_player"), "Cleo has no line"),
        (ROUNDS + "1,0,50,60\n", (4, "Ben", "laid_down_unknown"), "Ben"),
        (
            "Round,Anna,Ben\n1,0,60\n2,0,60\n",
            (2, "date", "required"),
            "Write it above the headings",
        ),
        ("Spieler;R1;R2\nAnna;0;15\n", (1, None, "rounds_as_columns"), "a column of each player"),
        ("Points,Anna,Ben\n,Score,Score\n1,0,45\n", (2, None, "two_heading_lines"), "on one"),
        (
            "Round,Anna,,Ben,\n,Points,Phase,Points,Phase\n1,0,1,45,1\n",
            (2, None, "two_heading_lines"),
            "“Anna Phase”",
        ),
        ("Round,Anna,Ben,Anna\n1,0,15,30\n", (1, "Anna", "duplicate_column"), "another name"),
        ("Date,Anna,Ben,Anna,Winner\n2024-03-01,0,15,30,Ben\n", (1, "Anna", "duplicate_column"),
         "another name"),
        ("player,total,won\nAnna,0,yes\n", (1, "date", "missing_column"), "above the headings"),
        (GAMES + "2023-12-26,340,415,\n", (2, "won", "nobody_won"), "who won"),
        (GAMES + "2023-12-26,340,415,Dora\n", (2, "won", "unknown_winner"), "“Dora”"),
        (GAMES + "2023-12-26,340,415,Anna\nTotal,340,500\n", (3, "Ben", "total_differs"), "415"),
        (GAMES + "24.12.19,340,415,Anna\n", (2, "date", "bad_date"), "four digits"),
        (HEAD + "2023-12-26,A,5,x\n,B,10,\nTotal,,25,\n", (4, "total", "total_differs"), "to 15"),
        (HEAD + "Total,,0,\n", (1, None, "empty_file"), "Nothing is filled in"),
    ],
)  # fmt: skip
def test_what_is_not_clear_is_refused_by_line_and_column(
    text: str, problem: tuple[int, str | None, str], hint: str
) -> None:
    contents, _games = read(text)
    found = contents.problems.listed()
    assert problem in flaws(contents)
    assert any(hint in each.message for each in found if each.code == problem[2])


def test_a_date_that_cannot_be_read_is_not_missing_as_well() -> None:
    contents, _games = read(GAMES + "24.12.19,340,415,Anna\n")
    assert flaws(contents) == [(2, "date", "bad_date")]


def test_headings_that_are_none_are_shown_as_they_were_read() -> None:
    contents, _games = read("Night,Names\n,Anna,Ben\n,Score,Score\n1,0,45\n")
    assert "missing_column" in {problem.code for problem in contents.problems.listed()}
    assert contents.warnings[-1].endswith(
        "1: “Night” | “Names” / 2: “” | “Anna” | “Ben” / 3: “” | “Score” | “Score”"
    )


def test_a_file_without_a_game_that_can_be_read_is_shown_as_it_was_read() -> None:
    wrong, right = "24.12.19,340,415,Anna\n", "2023-12-27,340,415,Anna\n"
    shown = "1: “Date” | “Anna” | “Ben” | “Winner” / 2: “24.12.19” | “340” | “415” | “Anna”"
    contents, _games = read(GAMES + wrong)
    assert contents.warnings[-1].endswith(shown)
    contents, _games = read(GAMES + wrong + right)
    assert not any(shown in warning for warning in contents.warnings)


# --- Rounds as columns --------------------------------------------------------------------------

TURNED = """Game night on 1 March 2024
phases,1 2 3
Player,R1,R2,R3,Total
Anna,0,15,0,15
Ben,45,0,70,115
Cleo,110,110,110,330
"""


def test_a_line_of_each_player_is_read_like_a_column_of_each() -> None:
    contents, games = read(TURNED)
    assert flaws(contents) == []
    upright = (
        "2024-03-01\nphases,1 2 3,,\nRound,Anna,Ben,Cleo\n1,0,45,110\n2,15,0,110\n3,0,70,110\n"
    )
    assert games == read(upright)[1]
    second = TURNED.replace("1 March", "2 March").replace("phases,1 2 3\n", "")
    contents, games = read(TURNED + "\n" + second)
    assert flaws(contents) == []
    assert len(games) == 2


def test_a_problem_of_a_turned_table_is_on_the_line_of_its_player() -> None:
    contents, _games = read(TURNED.replace("Ben,45,0,70", "Ben,45,a lot,70"))
    [problem] = contents.problems.listed()
    assert (problem.line, problem.column, problem.code) == (5, "Ben", "bad_score")
    assert problem.skip == (4, 5, 6)
    contents, _games = read(TURNED.replace("70,115", "70,116"))
    assert flaws(contents) == [(5, "Ben", "total_differs")]


def test_players_whose_points_look_like_rounds_are_not_turned() -> None:
    contents, _games = read("Round,Anna,Ben\n1,0,45\n,1,2\n")
    assert contents.layout == "rounds"


@pytest.mark.parametrize(
    "written",
    ["1 March 2024", "Fri, March 1st, 2024", "1. März 2024", "1 de marzo de 2024", "1er mars 2024"],
)
def test_a_date_in_words_is_read_in_a_cell(written: str) -> None:
    text = 'date,player,total,won\n"{}",Anna,0,yes\n,Ben,50,no\n'
    contents, games = read(text.format(written))
    assert flaws(contents) == []
    assert games == read(text.format("2024-03-01"))[1]


def test_numbers_that_mean_two_things_are_asked_about() -> None:
    """After the first round, had Cleo completed Phase 1 or only tried it? 55 points can be both."""
    head = "2024-03-01,,\nphases,1 2 3,\nRound,Anna,Ben,Cleo\n"
    text = head + "1,0 (1),55 (1),55 (1)\n2,55 (2),0 (2),55 (1)\n"
    contents, games = read(text)
    assert (flaws(contents), games) == ([(4, None, "ambiguous_brackets")], [])
    contents, games = read(text, brackets="completed")
    assert flaws(contents) == []
    assert games[0][2] == ["Anna 2 55 1", "Ben 2 55 1", "Cleo 1 110 3"]
    contents, _games = read(text, brackets="phase")  # which leaves the last round open
    assert flaws(contents) == [
        (5, "Anna", "laid_down_unknown"),
        (5, "Cleo", "laid_down_unknown"),
    ]
    # Another game of the same file settles it.
    clear = "2024-03-02,,\nRound,Anna,Ben\n1,0 (1),110 (1)\n2,0 (2),110 (1)\n"
    assert (4, None, "ambiguous_brackets") not in flaws(read(text + clear)[0])


def test_columns_of_remarks_are_not_players() -> None:
    text = "Date,Anna,Ben,Weather,Winner\n2023-12-26,340,415,rain,Anna\n"
    contents, games = read(text)
    assert games[0][2] == ["Anna None 340 1*", "Ben None 415 2"]
    assert "“Weather”" in contents.warnings[0]
    assert [column.name for column in contents.columns] == ["date", "points", "points", "", "won"]
    assert list(contents.names.labels.values()) == ["Anna", "Ben"]


@pytest.mark.parametrize(
    "line",
    [
        "1," + "0," * 39 + "1" + " " * 500 + "x\n",  # blanks in a cell that is not a score
        ("," + "0," * 39 + "7\n") * 999,  # lines without a number, which could be sums
    ],
)
def test_no_cell_of_a_small_file_takes_long(line: str) -> None:
    begun = time.process_time()
    read("Round," + ",".join(f"P{number}x" for number in range(40)) + "\n" + line)
    assert time.process_time() - begun < 4


@pytest.mark.parametrize("text", ["a" * 2_000, "March 1, 2024 " + "a" * 1_980])
def test_no_date_takes_long(text: str) -> None:
    begun = time.process_time()
    for _again in range(50):
        with pytest.raises(BadCell):
            read_date(text)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("digit", ["²", "①", "٣"])
def test_a_digit_that_is_no_number_is_no_score(digit: str) -> None:
    contents, games = read(f"date,2024-03-01\nround,Anna,Ben\n1,0,5\n2,{digit},0\n")
    assert [code for _line, _column, code in flaws(contents)] == ["bad_score"]
    assert games == []


def test_a_table_has_no_more_rounds_than_a_game() -> None:
    head = "date,2024-03-01\nround,Anna,laid down,Ben,laid down\n"
    rounds = "".join(f"{number},0,no,50,no\n" for number in range(1, 1_003))
    contents, _games = read(head + rounds)
    assert flaws(contents)[-2:] == [
        (1003, "round", "number_out_of_range"),
        (1004, "round", "number_out_of_range"),
    ]


def test_totals_of_a_player_whose_first_round_is_missing() -> None:
    text = "date,round,player,points\n2024-03-01,2,Anna,0\n,2,Ben,110\n,Total,Ben,115\n"
    assert (4, "points", "total_differs") in flaws(read(text)[0])


ODD = [*";,\n()*✓0123456789-x", "Total", "Runde", "Phase", "Anna", "1.3.2024", "out", '"', "# "]
SAID: list[dict[str, Any]] = [
    {},
    {"brackets": "phase"},
    {"columns": {"Anna": "ignore"}},
    {"skip": [3]},
    {"same_as": [{"names": ["Anna", "Ben"], "same": True}]},
]


@pytest.mark.parametrize("seed", range(sampled(400)))
def test_no_sheet_is_too_odd_to_be_answered(seed: int) -> None:
    chance = Random(seed)
    text = chance.choice(list(SHEETS.values())).text
    for _change in range(chance.randint(1, 6)):
        at = chance.randrange(len(text))
        lines = text.split("\n")
        text = chance.choice(
            [
                text[:at] + chance.choice(ODD) + text[at:],
                text[:at] + text[at + chance.randint(1, 8) :],
                "\n".join(chance.sample(lines, len(lines))),
                "\n".join([*lines, chance.choice(lines)]),
            ]
        )
    try:
        contents, games = read(text, **chance.choice(SAID))
    except UnreadableFile as unreadable:
        assert unreadable.problem.message  # noqa: PT017  (either will do)
    else:
        assert games or contents.problems.count
