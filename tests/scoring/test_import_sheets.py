"""Sheets as people, and others, send them: read as they are meant, or told what is wrong."""

from __future__ import annotations

from collections.abc import ItemsView
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from games.models import Game
from scoring.exchange.export.sheet_rows import RoundRow
from scoring.exchange.paper.csv_reader import MAX_LINE, read_csv
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.file_problems import MAX_LISTED, UnreadableFile, quoted
from scoring.exchange.paper.grid import MAX_CELL, MAX_LINES
from scoring.exchange.paper.importable_games import check_games
from scoring.exchange.paper.reading_options import ReadingOptions
from scoring.exchange.paper.sheet_lines import COLUMNS
from scoring.exchange.paper.sheet_reader import read_sheet
from scoring.exchange.paper.words import (
    COLUMN_OF_HEADING,
    OWN_COLUMNS,
    UNREAD,
    WORDS,
    column_name,
    split_words,
)
from scoring.exchange.stint_texts import write_stints
from scoring.jobs.progress import no_progress
from tests.cast import Cast
from tests.scoring.import_files import bring, codes, flaws, looked_at, send

HEAD = "date,player,total,won\n"
GAME = HEAD + "2024-03-02,Zoë,50,yes\n2024-03-02,Jürgen,55,\n"


def read(data: bytes | str, dates: str = "") -> FileContents:
    return read_sheet(
        read_csv(data.encode() if isinstance(data, str) else data), ReadingOptions(dates=dates)
    )


def refused(data: bytes | str) -> tuple[int | None, str]:
    """Where a file is not read on, and why."""
    with pytest.raises(UnreadableFile) as caught:
        read(data)
    return caught.value.problem.line, caught.value.problem.code


def names(found: FileContents) -> list[str]:
    return list(found.names.labels.values())


# --- How text is made up --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16-le"),
        ("latin-1", "windows-1252"),
        ("cp1252", "windows-1252"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_text_of_every_common_kind(encoding: str, said: str, newline: str, delimiter: str) -> None:
    text = GAME.replace(",", delimiter).replace("\n", newline)
    found = read(text.encode(encoding))
    assert (found.encoding, names(found), flaws(found)) == (said, ["Zoë", "Jürgen"], [])
    assert len(found.games) == 1
    # What was guessed is said.
    assert bool(found.warnings) == (said == "windows-1252")


@pytest.mark.parametrize(
    "data",
    [
        GAME.encode("utf-16-le"),  # without saying so
        b"\xff\xfe" + b"a\x00b",  # half a character
        b"\xef\xbb\xbf\xff",
        b"\xff\xfe" + "\ud800".encode("utf-16-le", "surrogatepass"),
        b"date,player\x81\n",
        b"\x00" * 1000,
    ],
)
def test_what_is_no_text(data: bytes) -> None:
    assert refused(data)[1] == "not_text"


@pytest.mark.parametrize(
    ("language", "text"), [("en", "“7x”"), ("de", "„7x“"), ("es", "«7x»"), ("fr", "«\xa07x\xa0»")]
)
def test_text_is_quoted_as_the_reader_does(language: str, text: str) -> None:
    with translation.override(language):
        assert quoted("7x") == text


def test_a_guess_is_told_of_in_the_preview(cast: Cast) -> None:
    _job, found = looked_at(cast, GAME.encode("latin-1"))
    assert found["encoding"] == "windows-1252"
    assert "Check that all names are right" in found["warnings"][0]
    assert [one["name"] for one in found["players"]] == ["Jürgen", "Zoë"]


def test_quotes_and_what_is_in_them() -> None:
    text = 'date,"player",total,won\n2024-03-02,"Zoë, ""Z""",50,yes\n2024-03-02,Ann "A",55,\n'
    assert names(read(text)) == ['Zoë, "Z"', 'Ann "A"']


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (HEAD + '2024-03-02,"Zoë,50,yes\n', (2, "bad_quotes")),
        (HEAD + '2024-03-02,Ann,5,\n2024-03-02,"Zoë"x,50,yes\n', (3, "bad_quotes")),
        (HEAD + '"' + "\n" * 110_000, (MAX_LINES + 2, "too_many_lines")),  # one cell over all lines
    ],
    ids=["open", "in the middle", "endless"],
)
def test_quotes_that_do_not_fit(text: str, where: tuple[int, str]) -> None:
    assert refused(text) == where


def test_line_numbers_are_those_of_the_file() -> None:
    text = (
        '\n\ndate,player,total,won,game\n\n2024-03-02,Zoë,50,yes,"a\nb"\n,,,,\n2024-03-02,X,5O,,\n'
    )
    assert flaws(read(text)) == [(5, "game", "control_character"), (8, "total", "bad_number")]


# --- Limits ---------------------------------------------------------------------------------


@pytest.mark.full
def test_as_many_lines_as_there_may_be() -> None:
    lines = [f"2024-03-02,{game},Ann,5,yes" for game in range(MAX_LINES)]
    text = "\n".join(["date,game,player,total,won", *lines])
    assert len(read_csv(text.encode()).rows) == MAX_LINES + 1
    assert refused(f"{text}\n{lines[0]}")[0] == MAX_LINES + 2


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (HEAD + "2024-03-02," + "x" * (MAX_CELL + 1) + ",5,\n", (2, "cell_too_long")),
        (HEAD + "x" + "," * 50 + "x\n", (2, "too_many_columns")),
        (HEAD + "x" * (MAX_LINE + 1) + "\n", (2, "line_too_long")),
        (HEAD + "," * 9_000_000 + "\n", (2, "line_too_long")),
        ("x," * 51, (1, "too_many_columns")),
        ("x" * 10_400_000, (1, "line_too_long")),
    ],
)
def test_what_no_sheet_of_games_has(text: str, where: tuple[int, str]) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read(text)
    problem = caught.value.problem
    assert (problem.line, problem.code) == where
    assert any(map(str.isdigit, problem.message))  # it names the limit


def test_ten_thousand_problems(cast: Cast) -> None:
    text = HEAD + "2024-13-45,\u200b,-5,perhaps\n" * 2_500
    _job, found = looked_at(cast, text)
    assert (found["problem_count"], found["blocking_count"]) == (10_000, 10_000)
    assert len(found["problems"]) == MAX_LISTED
    assert [one["line"] for one in found["problems"][:5]] == [2, 2, 2, 2, 3]
    assert found["players"] == []


# --- Headings and lines ---------------------------------------------------------------------


def test_an_empty_file(cast: Cast) -> None:
    for body in (b"", b"  \r\n\t \n"):
        response = send(cast, body)
        assert (response.status_code, response.json()["code"]) == (400, "empty_file")
    for body in (b"\xef\xbb\xbf", b",,,\n,,\n"):
        assert codes(looked_at(cast, body)[1]) == [(None, None, "empty_file")]


@pytest.mark.parametrize(
    ("heading", "problem"),
    [
        ("date,total,won", [(1, "player", "missing_column")]),
        ("player,total", [(1, "date", "missing_column")]),
        ("date,player,round", [(1, "points", "missing_column")]),
        ("date,player,won", [(1, "round", "missing_column"), (1, "points", "missing_column")]),
        ("date,player,total,Player ", [(1, "player", "duplicate_column")]),
        (
            "2024-03-02,North,50,yes",
            [(1, name, "missing_column") for name in ("date", "player", "round", "points")],
        ),
    ],
)
def test_headings_that_are_none(heading: str, problem: list[Any]) -> None:
    assert flaws(read(heading + "\n1,2,3\n")) == problem


def test_ragged_lines() -> None:
    text = (
        HEAD + "2024-03-02,A,50,yes,,,\n2024-03-02,B,55\n2024-03-03,A,50,yes,and more\n2024-03-03\n"
    )
    assert flaws(read(text)) == [
        (4, None, "too_many_cells"),
        (5, "player", "required"),
        (5, "total", "required"),
    ]


def test_nul_and_other_control_characters(cast: Cast) -> None:
    text = "date,game,player,total,won\n2024-03-02,a\x00b,No\x00rth,5\x00,ye\x00s\n".ljust(1100)
    assert refused(text) == (None, "not_text")
    text = "date,game,player,total,won\n" + "2024-03-02,g,North,5,yes\n" * 60
    text += "2024-03-02,a\x00b,No\x00rth,5\x00,ye\x00s\n"
    _job, found = looked_at(cast, text)  # which is stored, and shown
    assert codes(found)[-4:] == [
        (62, "game", "control_character"),
        (62, "player", "control_character"),
        (62, "total", "bad_number"),
        (62, "won", "bad_flag"),
    ]
    assert "\x00" not in str(found)


@pytest.mark.parametrize(
    "text",
    [
        "１２",
        "-5",
        "1e9",
        "12,5",
        "12.5",
        "1 000",
        "0x10",
        "5O",
        "٣",
        "²",
        "+5",
        "NaN",
        "½",
        "9" * 200,
    ],
)
def test_numbers_that_are_none(text: str) -> None:
    sheet = f"date;player;total;won\n2024-03-02;A;{text};yes\n2024-03-02;B;5;\n"
    assert [(line, column) for line, column, _code in flaws(read(sheet))] == [(2, "total")]


def test_no_heading_means_two_columns() -> None:
    for words in WORDS.values():
        assert set(words.headings) == {*COLUMNS, *UNREAD, "score", "phase"} - {*OWN_COLUMNS}
        for column, headings in words.headings.items():
            assert {column_name(heading) for heading in split_words(headings)} == {column}
    assert set(COLUMN_OF_HEADING.values()) == {*WORDS["en"].headings, *OWN_COLUMNS}
    own = {name: column_name(name) for name in RoundRow._fields}
    assert own == {name: name for name in RoundRow._fields} | {"winner": "won"}
    assert flaws(read("date;Datum;player;total\n"))[0] == (1, "date", "duplicate_column")


@pytest.mark.parametrize("word", ["yes", "Y", "TRUE", "1", "x", "✓", "ja", "Oui", "sí", "ＹＥＳ"])
def test_yes(word: str) -> None:
    found = read(HEAD + f"2024-03-02,A,5,{word}\n2024-03-02,B,5,nein\n")
    assert [total.won for total in found.games[0].paper.totals or ()] == [True, False]


# --- Which lines are one game ---------------------------------------------------------------


def shapes(found: FileContents) -> list[tuple[str, int, int]]:
    """Of each game: its date, how many players, how many rounds."""
    return [
        (game.paper.started_at.date().isoformat(), len(game.paper.players), len(game.paper.rounds))
        for game in found.games
    ]


def test_games_by_their_name_wherever_their_lines_stand() -> None:
    lines = [
        "a,2024-03-01,1,A,5",
        "b,2024-03-01,1,C,5",
        "a,2024-03-01,1,B,0",
        "b,2024-03-01,1,D,0",
        "a,2024-03-02,1,A,0",
        "a,,1,B,5",
    ]
    found = read("\n".join(["game,date,round,player,points", *lines]))
    assert shapes(found) == [("2024-03-01", 2, 1), ("2024-03-01", 2, 1), ("2024-03-02", 2, 1)]


def test_games_without_a_name() -> None:
    lines = [
        "2024-03-01,1,A,5",
        ",1,B,0",
        ",2,A,5",
        ",2,B,0",
        ",1,A,5",
        ",1,C,0",
        "2024-03-02,1,A,0",
        ",1,B,5",
    ]
    found = read("\n".join(["date,round,player,points", *lines]))
    assert shapes(found) == [("2024-03-01", 2, 2), ("2024-03-01", 2, 1), ("2024-03-02", 2, 1)]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["g,2024-03-01,1,A,5", "g,2024-03-01,1,A,0"], (3, "player", "duplicate_line")),
        (
            ["g,2024-03-01,1,A,5", "g,2024-03-01,1,B,0", "g,2024-03-01,3,A,0"],
            (2, "round", "missing_round"),
        ),
        ([",,1,A,5", ",,1,B,0"], (2, "date", "required")),
        (["g,2024-03-01,,A,5"], (2, "points", "not_in_a_total")),
        (["g,2024-03-01,1,A,"], (2, "points", "required")),
        (["g,2024-03-01,0,A,5"], (2, "round", "number_out_of_range")),
        (["g,2024-03-01,x,A,5"], (2, "round", "bad_number")),
        (["g,2024-03-01,1,,5"], (2, "player", "required")),
    ],
)
def test_lines_that_are_no_game(lines: list[str], problem: tuple[int, str, str]) -> None:
    assert flaws(read("\n".join(["game,date,round,player,points", *lines])))[0] == problem


@pytest.mark.parametrize(
    ("column", "values", "problem"),
    [
        ("edition", ["flip", "classic"], (3, "edition", "differs")),
        ("edition", ["Phase 10: Flip", ""], None),
        ("edition", ["Uno", ""], (2, "edition", "unknown_edition")),
        ("variant", ["Fixed rounds", "fixed_rounds"], None),
        ("variant", ["short", ""], (2, "variant", "unknown_variant")),
        ("phases", ["1 2 3", "1, 2, 3"], None),
        ("phases", ["1 2 3", "1 3 2"], (3, "phases", "differs")),
        ("phases", ["1 2 11", ""], (2, "phases", "bad_phases")),
        ("phases", ["one", ""], (2, "phases", "bad_phases")),
        ("ended_early", ["yes", "no"], (3, "ended_early", "differs")),
        ("dealer", ["x", "x"], (3, "dealer", "several_dealers")),
        ("total", ["5", ""], (2, "total", "not_in_a_round")),
    ],
)
def test_what_holds_for_a_whole_game(
    column: str, values: list[str], problem: tuple[int, str, str] | None
) -> None:
    lines = [f"2024-03-01;1;A;0;{values[0]}", f"2024-03-01;1;B;5;{values[1]}"]
    found = read("\n".join([f"date;round;player;points;{column}", *lines]))
    assert flaws(found) == ([problem] if problem else [])


class Counted(dict[Any, int]):
    """Where lines are; counts how often all of them are gone through."""

    gone_through = 0

    def items(self) -> ItemsView[Any, int]:  # type: ignore[override]
        self.gone_through += 1
        return super().items()


def test_a_doubt_on_every_line_goes_through_them_once() -> None:
    """What takes ever longer by the square of the lines would keep a worker for itself."""
    lines = [f"2024-01-01,{n},{who},7,no,no" for n in range(1, 51) for who in ("Ann", "Ben")]
    found = read("\n".join(["date,round,player,points,laid_down,went_out", *lines]))
    where = Counted(found.games[0].lines)
    found.games = [replace(found.games[0], lines=where)]
    check_games(found, progress=no_progress)
    assert where.gone_through == 1
    doubts = [line for line, _column, code in flaws(found) if code == "points_not_multiple_of_5"]
    assert doubts[:4] == [2, 3, 4, 5]


CAME_AND_WENT = """date;round;player;points;went_out;dealer;stints
2024-03-01;;A;;;;from 1
;;B;;;x;from 1 to 1
;;C;;;;from 2 (lowest Phase, 30)
;1;A;0;x;;
;1;B;110;;x;
;2;A;0;x;;
;2;C;110;;;
"""


def test_who_came_late_and_who_left() -> None:
    found = read(CAME_AND_WENT)
    assert flaws(found) == []
    [game] = check_games(found, progress=no_progress)
    record = game.record
    assert [seat.name for seat in record.seats] == ["A", "B", "C"]
    assert [write_stints(seat.stints) for seat in record.seats] == [
        "from 1",
        "from 1 to 1",
        "from 2 (lowest Phase, 30)",
    ]
    assert [(seat.completed, seat.total) for seat in record.state.seats] == [
        (2, 0),
        (0, 110),
        (1, 140),
    ]
    assert record.game.first_dealer == 1


def test_stints_are_those_of_rounds() -> None:
    lines = ["2024-03-01;g;A;;;from 1", ";g;A;50;x;", ";g;B;55;;"]
    found = read("\n".join(["date;game;player;total;won;stints", *lines]))
    assert flaws(found) == [(3, "round", "rounds_and_totals")]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("from 1 to 1", "1-1", (3, "stints", "bad_stints")),
        ("from 1 to 1", "from 2 to 1", (3, "stints", "bad_stints")),
        ("from 1 to 1", "from 0 to 1", (3, "stints", "bad_stints")),
        ("from 1 to 1", "from 1 to 3, from 4", (3, "stints", "bad_stints")),
        ("Phase, 30", "Phase, 100001", (4, "stints", "bad_stints")),
        ("110;;x;", "110;;x;from 1", (6, "stints", "not_in_a_round")),
        ("from 1 to 1", "from 1 to 2", (7, "player", "missing_player")),
        ("from 2 (", "from 3 (", (8, "player", "not_playing")),
        ("from 1 to 1", "from 2", (2, "player", "wrong_player_count")),
        (";;A;;;;", ";;A;;;x;", (3, "dealer", "several_dealers")),
    ],
)
def test_stints_that_are_wrong(old: str, new: str, problem: tuple[int, str, str]) -> None:
    found = read(CAME_AND_WENT.replace(old, new, 1))
    check_games(found, progress=no_progress)
    assert problem in flaws(found)


# --- Dates in three orders ------------------------------------------------------------------


def dated(*dates: str) -> str:
    lines = [f"{date};{n};A;5;x\n{date};{n};B;10;" for n, date in enumerate(dates)]
    return "\n".join(["date;game;player;total;won", *lines])


def days(found: FileContents) -> list[str]:
    return [game.paper.started_at.date().isoformat() for game in found.games]


@pytest.mark.parametrize(
    ("dates", "asked", "expected"),
    [
        (["2024-03-01", "2024-12-31"], "", ["2024-03-01", "2024-12-31"]),
        (["2024/3/1"], "", ["2024-03-01"]),
        (["01.03.2024", "31.03.2024"], "", ["2024-03-01", "2024-03-31"]),
        (["01/03/2024", "31/03/2024"], "", ["2024-03-01", "2024-03-31"]),
        (["03/01/2024", "03/31/2024"], "", ["2024-03-01", "2024-03-31"]),
        (["01/03/2024"], "dmy", ["2024-03-01"]),
        (["01/03/2024"], "mdy", ["2024-01-03"]),
        (["01.05.2012"], "", ["2012-05-01"]),  # with dots, the day is first
        (["01.05.2012", "05/13/2012"], "mdy", ["2012-05-01", "2012-05-13"]),
        (["01.03.2024", "2024-03-02"], "dmy", ["2024-03-01", "2024-03-02"]),
        (["29.02.2024", "1.3.2024"], "", ["2024-02-29", "2024-03-01"]),
        (["05/05/2024"], "", ["2024-05-05"]),  # the same day either way
    ],
)
def test_dates_that_can_be_read(dates: list[str], asked: str, expected: list[str]) -> None:
    found = read(dated(*dates), asked)
    assert (flaws(found), days(found)) == ([], expected)


@pytest.mark.parametrize(
    ("dates", "asked", "expected"),
    [
        (["01/03/2024"], "", [(2, "ambiguous_date")]),
        # 31 tells how 31/03 is meant; but 12/31 is there, too, so nothing tells about 01/03.
        (["31/03/2024", "12/31/2024", "01/03/2024"], "", [(6, "ambiguous_date")]),
        (["31/03/2024", "01/03/2024"], "mdy", [(2, "bad_date")]),
        (["2024-02-30"], "", [(2, "bad_date")]),
        (["32.13.2024"], "", [(2, "bad_date")]),
        (["２０２４-03-01"], "", [(2, "bad_date")]),
        (["2024-03-01 25:00"], "", [(2, "bad_date")]),
        (["1970-01-01"], "", [(2, "date_out_of_range")]),
        (["2099-01-01"], "", [(2, "date_out_of_range")]),
        (["0000-01-01"], "", [(2, "bad_date")]),
    ],
)
def test_dates_that_cannot(dates: list[str], asked: str, expected: list[tuple[int, str]]) -> None:
    found = read(dated(*dates), asked)
    first: dict[int, tuple[int | None, str]] = {}
    for line, _column, code in flaws(found):
        first.setdefault((line or 0) // 2, (line, code))
    assert list(first.values()) == expected


@pytest.mark.parametrize(
    ("date", "hint"),
    [
        ("24.12.19", "four digits"),
        ("12/24/19 19:30", "four digits"),
        ("12.31.2024", "With dots, the day comes first"),
        ("31.02.2024", "no such day"),
        ("March", "2024-03-31"),
    ],
)
def test_a_date_is_told_how_to_be_written(date: str, hint: str) -> None:
    problem = read(dated(date)).problems.listed()[0]
    assert problem.code == "bad_date"
    assert hint in problem.message


@pytest.mark.parametrize(
    ("date", "moment"),
    [
        ("2024-03-01", "2024-03-01T12:00:00+00:00"),
        ("2024-03-01 19:30", "2024-03-01T19:30:00+00:00"),
        ("2024-03-01T9:05:07Z", "2024-03-01T09:05:07+00:00"),
        ("2024-03-01T19:30:00+01:00", "2024-03-01T18:30:00+00:00"),
        ("31.03.2024 23:59", "2024-03-31T23:59:00+00:00"),
    ],
)
def test_the_time_of_day(date: str, moment: str) -> None:
    assert read(dated(date)).games[0].paper.started_at.isoformat() == moment


def test_the_request_says_how_dates_are_meant(cast: Cast) -> None:
    job_and_result = looked_at(cast, dated("01/03/2024"), query="?dates=dmy")
    assert job_and_result[1]["first_date"] == "2024-03-01"
    new = {"A": "new", "B": "new"}
    assert bring(cast, dated("01/03/2024"), query="?dates=dmy", players=new)["imported"] == 1
    assert Game.objects.get().started_at.isoformat() == "2024-03-01T12:00:00+00:00"
