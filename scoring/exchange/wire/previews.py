"""What is in a file, before it is imported: the `result` of a preview."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.game_record import GameRecord
from rest.problem_document import shorten
from rest.refusals import FieldError
from scoring.exchange.paper.columns import Column
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.file_problems import FileProblem
from scoring.exchange.paper.player_names import MAX_NAMES
from scoring.exchange.paper.reading_options import IGNORE, PLAYER, ReadingOptions
from scoring.exchange.paper.words import UNREAD
from scoring.exchange.similar_names import fold
from scoring.jobs.results import (
    ImportPreview,
    PreviewColumn,
    PreviewGame,
    PreviewName,
    PreviewOptions,
    PreviewProblem,
    PreviewSimilarNames,
    PreviewUnknownGame,
)

MAX_HEADING = 250
MAX_UNKNOWN_GAMES = 50
MAX_SAMPLE = 3  # games that a preview shows
MAX_MESSAGE = 500
MAX_WARNINGS = 100


def preview_answer(
    *,
    format: str,
    contents: FileContents,
    dates: Iterable[datetime],
    rounds: int,
    known: int,
    names: list[PreviewName],
    problems: list[PreviewProblem],
    problem_count: int,
    blocking_count: int,
    warnings: list[str],
    sample: list[PreviewGame],
    similar_names: list[PreviewSimilarNames],
    options: ReadingOptions,
) -> ImportPreview:
    """Return the answer of a preview; `dates` has the beginning of each game.

    Days are those of the current time zone.
    """
    days = sorted(timezone.localtime(date).date().isoformat() for date in dates)
    return {
        "kind": "preview",
        "format": format,
        "encoding": contents.encoding,
        "games": len(days),
        "rounds": rounds,
        "new": len(days) - known,
        "known": known,
        "first_date": days[0] if days else None,
        "last_date": days[-1] if days else None,
        "players": names[:MAX_NAMES],
        "problems": problems,
        "problem_count": problem_count,
        "blocking_count": blocking_count,
        "skipped": [file_problem_answer(each) for each in contents.skipped.listed()],
        "skipped_count": contents.skipped.count,
        "layout": contents.layout,
        "columns": column_answers(contents.columns),
        "similar_names": similar_names,
        "unknown_games": unknown_game_answers(contents.unknown_games),
        "options": options_answer(options),
        "warnings": [*_first(warnings), *_warn_of_many(len(names))],
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


def options_answer(options: ReadingOptions) -> PreviewOptions:
    return {
        "dates": options.dates,
        "columns": dict(options.columns),
        "same_as": [{"names": list(each.names), "same": each.same} for each in options.same_as],
        "skip": sorted(options.skip),
        "editions": dict(options.editions),
        "brackets": options.brackets,
    }


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


def _first(warnings: list[str]) -> Iterator[str]:
    """Yield as many warnings as anybody reads: a file can have one for each of its games."""
    yield from warnings[:MAX_WARNINGS]
    if more := len(warnings[MAX_WARNINGS:]):
        text = ngettext("%(count)s more warning.", "%(count)s more warnings.", more)
        yield text % {"count": more}


def _warn_of_many(names: int) -> Iterator[str]:
    if names > MAX_NAMES:
        text = _(
            "The file has %(count)s players: the first %(limit)s are listed here, the others are "
            "matched by their names."
        )
        yield text % {"count": names, "limit": MAX_NAMES}
