"""Previews, imports and exports as typed JSON answers: the `result` of their jobs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NotRequired, TypedDict
from uuid import UUID

from games.domain.game_record import GameRecord
from rest.problems import FieldError
from scoring.exchange.paper.file_problems import FileProblem, shorten

NEW_PLAYER = "new"  # instead of the id of a player
MAX_SAMPLE = 3  # games that a preview shows
MAX_MESSAGE = 500


class NamedPlayer(TypedDict):
    """A player of the group."""

    id: str
    name: str


class PreviewName(TypedDict):
    """A name in a file, and the players of the group that it may mean.

    `suggestion` is a player's id, `new`, or null if somebody must choose.
    """

    name: str
    lines: int
    match: str | None
    candidates: list[NamedPlayer]
    suggestion: str | None


class PreviewProblem(TypedDict):
    """A mistake in a file; archives have a `path`, other files lines and columns."""

    path: NotRequired[str]
    line: int | None
    column: str | None
    code: str
    message: str
    overrulable: bool


class PreviewStanding(TypedDict):
    """How a player of a game in a file stands; `completed` is null if nobody noted the Phases."""

    name: str
    completed: int | None
    total: int
    rank: int
    won: bool


class PreviewGame(TypedDict):
    """A game in a file, as it would be recorded."""

    line: int | None
    started_at: str
    edition: str
    variant: str
    status: str
    rounds: int
    players: list[PreviewStanding]


class ImportPreview(TypedDict):
    """What a file contains, and what importing it would do. `docs/import.md` describes it."""

    format: str
    encoding: str
    games: int
    rounds: int
    new: int
    known: int
    first_date: str | None
    last_date: str | None
    players: list[PreviewName]
    problems: list[PreviewProblem]
    problem_count: int
    blocking_count: int
    warnings: list[str]
    sample: list[PreviewGame]


class ImportResult(TypedDict):
    """What an import has recorded."""

    imported: int
    known: int
    rounds: int
    new_players: list[NamedPlayer]


class ExportResult(TypedDict):
    """What an exported file contains."""

    format: str
    games: int
    rounds: int


def preview_answer(
    *,
    format: str,
    encoding: str,
    dates: Iterable[datetime],
    rounds: int,
    known: int,
    names: list[PreviewName],
    problems: list[PreviewProblem],
    problem_count: int,
    blocking_count: int,
    warnings: list[str],
    sample: list[PreviewGame],
) -> ImportPreview:
    """Return the answer of a preview; `dates` has the beginning of each game."""
    days = sorted(date.date().isoformat() for date in dates)
    return {
        "format": format,
        "encoding": encoding,
        "games": len(days),
        "rounds": rounds,
        "new": len(days) - known,
        "known": known,
        "first_date": days[0] if days else None,
        "last_date": days[-1] if days else None,
        "players": names,
        "problems": problems,
        "problem_count": problem_count,
        "blocking_count": blocking_count,
        "warnings": warnings,
        "sample": sample,
    }


def name_answer(
    name: str, *, lines: int, match: UUID | None, candidates: Sequence[NamedPlayer]
) -> PreviewName:
    """Return a name and a suggestion: the match, or `new` if there are no candidates."""
    suggestion = str(match) if match else None if candidates else NEW_PLAYER
    return {
        "name": name,
        "lines": lines,
        "match": str(match) if match else None,
        "candidates": list(candidates),
        "suggestion": suggestion,
    }


def player_answer(pk: UUID, name: str) -> NamedPlayer:
    return {"id": str(pk), "name": name}


def file_problem_answer(problem: FileProblem) -> PreviewProblem:
    return {
        "line": problem.line,
        "column": problem.column,
        "code": problem.code,
        "message": shorten(problem.message, MAX_MESSAGE),
        "overrulable": problem.overrulable,
    }


def archive_problem_answer(error: FieldError) -> PreviewProblem:
    shortened = error.as_dict()
    return {
        "path": shortened["field"],
        "line": None,
        "column": None,
        "code": shortened["code"],
        "message": shortened["message"],
        "overrulable": False,
    }


def sample_game_answer(record: GameRecord, line: int | None = None) -> PreviewGame:
    """Return a game that need not be stored; `line` is where it begins, if its file has lines."""
    game = record.game
    return {
        "line": line,
        "started_at": game.started_at.isoformat(),
        "edition": game.edition,
        "variant": game.variant,
        "status": record.outcome.value,
        "rounds": len(record.rounds),
        "players": [
            {
                "name": record.seats[seat.seat].name,
                "completed": seat.completed if _phases_known(record, seat.seat) else None,
                "total": seat.total,
                "rank": seat.rank,
                "won": seat.seat in record.winners,
            }
            for seat in record.state.seats
        ],
    }


def _phases_known(record: GameRecord, seat: int) -> bool:
    """Return whether the completed Phases are known: of totals alone, they may not be."""
    totals = record.game.totals
    return totals is None or totals[seat]["completed"] is not None


def import_answer(
    *, imported: int, known: int, rounds: int, new_players: list[NamedPlayer]
) -> ImportResult:
    return {"imported": imported, "known": known, "rounds": rounds, "new_players": new_players}


def export_answer(*, format: str, records: Sequence[GameRecord]) -> ExportResult:
    rounds = sum(len(record.rounds) for record in records)
    return {"format": format, "games": len(records), "rounds": rounds}
