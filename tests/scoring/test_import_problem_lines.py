"""The games of a file are judged, and each flaw is placed where it stands."""

from __future__ import annotations

from collections.abc import ItemsView
from dataclasses import replace
from typing import Any
from uuid import UUID

from scoring.exchange.paper.csv_reader import read_csv
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.importable_games import check_games
from scoring.exchange.paper.sheet_reader import read_sheet
from scoring.jobs.progress import no_progress

HEADINGS = "game,date,round,player,points,laid_down,went_out"
ROUNDS = 50


class Counted(dict[tuple[int, UUID], int]):
    """Where lines are; counts how often all of them are gone through."""

    gone_through = 0

    def items(self) -> ItemsView[tuple[int, UUID], int]:  # type: ignore[override]
        self.gone_through += 1
        return super().items()


def read(*lines: str) -> FileContents:
    found = read_sheet(read_csv("\n".join((HEADINGS, *lines)).encode()))
    assert not found.problems.count
    return found


def judged(found: FileContents) -> list[tuple[Any, ...]]:
    check_games(found, progress=no_progress)
    return [(flaw.line, flaw.column, flaw.code) for flaw in found.problems.listed()]


def test_a_doubt_on_every_line_goes_through_them_once() -> None:
    """What takes ever longer by the square of the lines would keep a worker for itself."""
    lines = [
        f"1,2024-01-01,{number},{who},7,no,no"
        for number in range(1, ROUNDS + 1)
        for who in ("Ann", "Ben")
    ]
    found = read(*lines)
    where = Counted(found.games[0].lines)
    found.games = [replace(found.games[0], lines=where)]
    placed = judged(found)
    assert found.problems.count >= len(lines)
    assert where.gone_through == 1
    doubts = [line for line, _column, code in placed if code == "points_not_multiple_of_5"]
    assert doubts == sorted(doubts)
    assert doubts[:4] == [2, 3, 4, 5]


def test_what_nobody_has_a_line_for_stands_where_its_round_begins() -> None:
    found = read(
        "1,2024-01-01,1,Ann,0,yes,yes",
        "1,2024-01-01,1,Ben,50,no,no",
        "1,2024-01-01,2,Ben,0,yes,yes",
    )
    assert judged(found) == [(4, "player", "missing_player")]


def test_what_is_of_no_round_stands_where_its_game_begins() -> None:
    found = read(
        "1,2024-01-01,1,Ann,0,yes,yes",
        "1,2024-01-01,1,Ben,50,no,no",
        "2,2024-01-02,1,Ann,0,yes,yes",
    )
    assert judged(found) == [(4, "player", "wrong_player_count")]
