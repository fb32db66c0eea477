"""Previews, imports and exports as typed JSON answers: the `result` of their jobs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import combinations, islice
from uuid import UUID

from django.utils import timezone

from games.domain.game_record import GameRecord
from rest.problems import FieldError
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.file_problems import FileProblem, shorten
from scoring.exchange.paper.headings import UNREAD
from scoring.exchange.paper.player_names import PlayerNames
from scoring.exchange.paper.reading_options import IGNORE, PLAYER, ReadingOptions
from scoring.exchange.paper.tables import Column
from scoring.exchange.similar_names import fold, similar_pairs
from scoring.jobs.results import (
    ExportResult,
    ImportPreview,
    ImportResult,
    NamedPlayer,
    PreviewColumn,
    PreviewGame,
    PreviewName,
    PreviewOptions,
    PreviewProblem,
    PreviewSimilarNames,
    PreviewUnknownGame,
)

NEW_PLAYER = "new"  # instead of the id of a player
MAX_SAMPLE = 3  # games that a preview shows
MAX_MESSAGE = 500
MAX_HEADING = 250
MAX_PAIRS = 10  # of similar names
MAX_UNKNOWN_GAMES = 50


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
    contents: FileContents | None = None,
    similar_names: list[PreviewSimilarNames] | None = None,
    options: ReadingOptions | None = None,
) -> ImportPreview:
    """Return the answer of a preview; `dates` has the beginning of each game.

    Days are those of the current time zone.
    """
    days = sorted(timezone.localtime(date).date().isoformat() for date in dates)
    return {
        "kind": "preview",
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
        "skipped": [file_problem_answer(each) for each in contents.skipped.listed()]
        if contents
        else [],
        "skipped_count": contents.skipped.count if contents else 0,
        "layout": contents.layout if contents else "",
        "columns": column_answers(contents.columns) if contents else [],
        "similar_names": similar_names or [],
        "unknown_games": unknown_game_answers(contents.unknown_games) if contents else [],
        "options": options_answer(options or ReadingOptions()),
        "warnings": warnings,
        "sample": sample,
    }


def column_answers(columns: Sequence[Column]) -> list[PreviewColumn]:
    """Return the columns that have a heading or are read."""
    return [
        {
            "column": column_letter(column.index),
            "heading": shorten(column.heading, MAX_HEADING),
            "reads_as": reads_as(column),
        }
        for column in columns
        if column.heading or column.name
    ]


def column_letter(index: int) -> str:
    """Return the letter of a column, as spreadsheet programs show it.

    >>> column_letter(0), column_letter(25), column_letter(26)
    ('A', 'Z', 'AA')
    """
    before, last = divmod(index, 26)
    return (column_letter(before - 1) if before else "") + chr(ord("A") + last)


def reads_as(column: Column) -> str | None:
    """Return how a column is read: None if it is not."""
    if column.name in (*UNREAD, IGNORE, ""):
        return None
    if column.name == "points" and column.player:
        return f"{PLAYER}{column.player}"
    return column.name


def unknown_game_answers(games: Counter[str]) -> list[PreviewUnknownGame]:
    """Return the names of unknown games, those like ours first, then the most frequent."""
    ranked = sorted(games.items(), key=lambda item: ("phase" not in fold(item[0]), -item[1]))
    return [
        {"name": shorten(name, MAX_HEADING), "lines": lines}
        for name, lines in ranked[:MAX_UNKNOWN_GAMES]
    ]


def similar_name_answers(names: PlayerNames) -> list[PreviewSimilarNames]:
    """Return pairs of similar names: those that are still open, then those that were decided.

    One more than `MAX_PAIRS` open pairs shows that there are more.
    """
    pairs = similar_pairs(list(names.labels.values()))
    decided = {
        frozenset(map(fold, pair)) for each in names.same_as for pair in combinations(each.names, 2)
    }
    is_open = (pair for pair in pairs if frozenset(map(fold, pair)) not in decided)
    found: list[PreviewSimilarNames] = [
        {"names": list(pair), "same": None} for pair in islice(is_open, MAX_PAIRS + 1)
    ]
    return found + [{"names": list(each.names), "same": each.same} for each in names.same_as]


def options_answer(options: ReadingOptions) -> PreviewOptions:
    return {
        "dates": options.dates,
        "columns": dict(options.columns),
        "same_as": [{"names": list(each.names), "same": each.same} for each in options.same_as],
        "skip": sorted(options.skip),
        "editions": dict(options.editions),
        "brackets": options.brackets,
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
        "skip": list(problem.skip),
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
        "skip": [],
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
    *,
    imported: int,
    known: int,
    rounds: int,
    new_players: list[NamedPlayer],
    skipped: int = 0,
) -> ImportResult:
    return {
        "kind": "import",
        "imported": imported,
        "known": known,
        "rounds": rounds,
        "skipped": skipped,
        "new_players": new_players,
    }


def export_answer(*, format: str, records: Sequence[GameRecord]) -> ExportResult:
    rounds = sum(len(record.rounds) for record in records)
    return {"kind": "export", "format": format, "games": len(records), "rounds": rounds}
