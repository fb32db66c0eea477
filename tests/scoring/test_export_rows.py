"""Exports as rows: CSV and XLSX, read back."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from games.models import Game
from scoring.exchange.export.sheet_rows import ROUND_COLUMNS
from scoring.exchange.export.sheet_writer import write_csv, write_xlsx
from scoring.exchange.formula_escaping import escape_formula, unescape_formula
from scoring.exchange.selectors.group_export import read_archived_games, read_game_records
from scoring.jobs.models import Job
from scoring.jobs.worker import work_on
from tests.cast import Cast
from tests.games.scoresheet import phone, sit_down
from tests.games.test_attendance import join
from tests.scoring.everything import NAMES, exported, record_everything

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def rows_of(job: Job) -> list[dict[str, str]]:
    assert job.file is not None
    text = bytes(job.file).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def sheets_of(job: Job) -> dict[str, list[dict[str, Any]]]:
    assert job.file is not None
    book = openpyxl.load_workbook(io.BytesIO(bytes(job.file)))
    sheets = {}
    for sheet in book.worksheets:
        head, *rows = sheet.iter_rows(values_only=True)
        sheets[sheet.title] = [dict(zip(head, row, strict=True)) for row in rows]
        assert sheet.freeze_panes == "A2"
    return sheets


@pytest.fixture
def games(cast: Cast) -> dict[str, Game]:
    return record_everything(cast)


def test_the_columns_are_those_that_the_import_knows(cast: Cast) -> None:
    known = (
        "game,date,edition,variant,phases,ended_early,round,player,points,laid_down,went_out,"
        "dealer,total,completed,won"
    )
    data = bytes(exported(cast, "csv").file or b"")
    assert data.startswith(b"\xef\xbb\xbf" + known.encode() + b",")
    assert data.endswith(b"\r\n")
    assert data.count(b"\n") == 1


def test_each_game_is_there_as_it_stands(cast: Cast, games: dict[str, Game]) -> None:
    rows = rows_of(exported(cast, "csv"))
    found = {name: [r for r in rows if r["game"] == str(game.pk)] for name, game in games.items()}
    assert [name for name, of in found.items() if not of] == ["deleted"]
    # A game without a round has a row for each player, and says who deals first.
    begun = [(r["player"], r["dealer"], r["status"], r["points"]) for r in found["begun"]]
    assert begun == [(NAMES["South"], "no", "playing", ""), ("West", "yes", "playing", "")]
    assert {r["status"] for r in found["abandoned"]} == {"abandoned"}
    assert {r["winner"] for r in found["early"] if r["player"] == "'" + NAMES["North"]} == {"yes"}
    # Whoever recorded it has no account any more.
    assert {r["recorded_by"] for r in found["plays"] if r["round"] == "2"} == {""}
    # The twin's rows are those of whom the twin turned out to be.
    cards = [(r["player"], r["cards"]) for r in found["corrected"] if r["cards"]]
    assert cards == [("West", "R9 B10 W")]
    shown = [
        tuple(r[name] for name in ("round", "points", "total", "completed", "won", "place"))
        for r in found["totals"]
    ]
    assert shown == [
        ("", "", "325", "10", "yes", "1"),
        ("", "", "150", "8", "no", "2"),
        ("", "", "0", "", "no", "3"),
    ]
    # A game with somebody who came or went has one, too, in the order of the seats.
    late = [(r["player"], r["stints"]) for r in found["late"] if not r["round"]]
    assert late == [
        ("'" + NAMES["North"], "from 1"),
        ("West", "from 2 (lowest Phase, 80)"),
        (NAMES["East"], "from 1"),
        (NAMES["South"], "from 1 to 2"),
    ]
    assert {r["stints"] for r in rows if r["round"] or r["game"] != str(games["late"].pk)} == {""}
    # What belongs to a round stands only there, and what belongs to the end only here.
    for row in rows:
        of_a_round = [row[name] != "" for name in ("points", "laid_down", "went_out", "dealer")]
        is_seat = row["round"] == "" and row["game"] != str(games["totals"].pk)
        assert of_a_round == ([False] * 3 + [True] if is_seat else [row["round"] != ""] * 4)
        is_total = row["round"] == "" and not is_seat
        assert (row["total"] != "", row["won"] != "") == (is_total,) * 2
    assert {r["phases"] for r in found["tie-break"]} == {"1 6"}
    assert {r["phases"] for r in found["fixed"]} == {"pair_run 6; run 7"}
    assert {r["ended_early"] for r in found["early"]} == {"yes"}
    assert found["totals"][0]["date"] == "1999-12-31T20:00:00Z"


def test_the_workbook_says_the_same_with_types(cast: Cast, games: dict[str, Game]) -> None:
    texts, sheets = rows_of(exported(cast, "csv")), sheets_of(exported(cast, "xlsx"))
    assert list(sheets) == ["Rounds", "Games", "Players"]
    assert len(sheets["Rounds"]) == len(texts)
    for typed, text in zip(sheets["Rounds"], texts, strict=True):
        assert tuple(typed) == ROUND_COLUMNS
        for name, value in typed.items():
            if isinstance(value, datetime):
                moment = datetime.fromisoformat(text[name]).replace(tzinfo=None)
                assert abs((value - moment).total_seconds()) < 0.001  # as fine as a sheet is
            elif isinstance(value, bool):
                assert text[name] == ("yes" if value else "no")
            else:
                assert unescape_formula(text[name]) == ("" if value is None else str(value))
    kinds = {name: type(value) for name, value in sheets["Rounds"][-1].items()}
    kinds["points"] = type(next(row["points"] for row in sheets["Rounds"] if row["round"]))
    assert (kinds["date"], kinds["points"], kinds["winner"]) == (datetime, int, bool)
    by_id = {row["game"]: row for row in sheets["Games"]}
    assert len(by_id) == len(games) - 1
    tie = by_id[str(games["tie-break"].pk)]
    assert (tie["rounds"], tie["players"], tie["winners"]) == (4, 4, "West")
    assert tie["standings"] == (
        f"1. West (5); 2. {NAMES['East']} (5); 3. {NAMES['South']} (110); 4. {NAMES['North']} (160)"
    )
    assert by_id[str(games["early"].pk)]["ended_early"] is True
    assert by_id[str(games["corrected"].pk)]["archived"] is True
    assert by_id[str(games["totals"].pk)]["totals_only"] is True
    assert by_id[str(games["begun"].pk)]["status"] == "playing"
    players = {row["player"]: row for row in sheets["Players"]}
    # Over are the tie-break, the one ended early, the fixed rounds and the one of totals.
    assert (players[NAMES["North"]]["games"], players[NAMES["North"]]["wins"]) == (4, 3)
    assert (players["West"]["games"], players["West"]["wins"]) == (1, 1)
    assert players["Twin"]["merged_into"] == "West"
    assert players["Never played"]["has_left"] is True


FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''+1", "＝1", "\n=1"]
FORMULAS += [";=1", ",=1", '"=1', '";=1', "|@A1", " =1", "Ann;=1", "Ann; -1", "a\t=1", "a;'=1"]


@pytest.mark.parametrize("text", [*FORMULAS, "Ann", "'s-Gravenhage", "", "a=1", "🎴", "שרה, “x”"])
def test_no_text_is_a_formula_and_none_is_lost(text: str) -> None:
    data = write_csv(["name"], [[text]]).decode("utf-8-sig")
    [_head, [cell]] = csv.reader(io.StringIO(data, newline=""))
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert (cell != text) == (text in FORMULAS)
    assert unescape_formula(cell) == text
    book = openpyxl.load_workbook(io.BytesIO(write_xlsx([("A", ["name"], [[text]])])))
    found = book["A"]["A2"]
    if text:
        assert found.data_type in ("s", "inlineStr")
        assert (found.value or "").replace("_x000D_", "\r") == text
    else:
        assert found.value is None


@given(st.text("=+-@;,|\"' \t\r\nA＝", max_size=12))
def test_escaping_can_be_undone(text: str) -> None:
    assert unescape_formula(escape_formula(text)) == text


def test_a_date_that_no_sheet_knows_is_text() -> None:
    old = datetime(1890, 5, 1, tzinfo=UTC)
    book = openpyxl.load_workbook(io.BytesIO(write_xlsx([("A", ["date"], [[old]])])))
    assert book["A"]["A2"].value == "1890-05-01T00:00:00Z"


def test_a_sheet_that_is_full_is_no_sheet_with_rows_missing(
    monkeypatch: pytest.MonkeyPatch, cast: Cast
) -> None:
    sit_down(cast, "NE").play("N=out E=50-", "N=out E=50-")
    monkeypatch.setattr("scoring.exchange.export.sheet_writer.MAX_SHEET_ROWS", 4)
    job = Job.objects.create(group=cast.group, kind="export", options={"format": "xlsx"})
    work_on(job.pk)
    job.refresh_from_db()
    assert job.state == "failed"
    assert job.problem is not None
    assert job.problem["code"] == "too_many_rows"
    assert len(rows_of(exported(cast, "csv"))) == 4


# --- Over HTTP ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "media_type"),
    [("csv", "text/csv; charset=utf-8"), ("xlsx", XLSX), ("json", "application/json")],
)
def test_a_viewer_takes_a_file_along(
    cast: Cast, django_capture_on_commit_callbacks: Any, format: str, media_type: str
) -> None:
    sit_down(cast, "NE").play("N=out E=50-")
    cast.group.name = "Küche / “1” 🎴"
    # In one of these it is always another day than in UTC.
    cast.group.time_zone = "Pacific/Kiritimati" if format == "csv" else "Etc/GMT+12"
    cast.group.save()
    client = phone(cast.users["viewer"])
    with django_capture_on_commit_callbacks(execute=True):
        asked = client.post(f"{cast.url}/jobs/", {"kind": "export", "format": format})
    assert asked.status_code == 202, asked.content
    job = client.get(asked["Location"]).json()
    assert (job["state"], job["result"]) == (
        "done",
        {"kind": "export", "format": format, "games": 1, "rounds": 1},
    )
    today = datetime.now(cast.group.zone).date().isoformat()
    assert job["file"]["name"] == f"tableside-kuche-1-{today}.{format}"
    file = cast.viewer.get(job["file"]["href"])
    assert file["Content-Type"] == media_type
    assert len(file.content) == job["file"]["size"] > 0
    assert cast.outsider.get(job["file"]["href"]).status_code == 404


def test_whoever_came_for_a_round_that_was_not_played_has_no_game(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=50-")
    join(table, "S", cast, total=0)
    table.decide("end")
    rows = sheets_of(exported(cast, "xlsx"))["Players"]
    assert {row["player"]: row["games"] for row in rows} == {
        "North": 1, "East": 1, "South": 0, "West": 0,
    }  # fmt: skip


def test_more_rounds_take_no_more_queries(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = sit_down(cast, "NE").play("N=out E=50-")
    for _more in range(2):
        # group, members, players, lists of Phases, keys, reasons, games, seats, lines
        with django_assert_num_queries(9):
            read_game_records(cast.group.pk)
        with django_assert_num_queries(10):  # and changes; there are no plays
            read_archived_games(cast.group.pk)
        table.play(*["N=out E=50-"] * 4)
        sit_down(cast, "ESW").play("E=out S=50- W=55-")
