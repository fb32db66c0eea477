"""How a file is read: its columns, unknown games, and what somebody said about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scoring.exchange.paper.columns import Column
from scoring.exchange.paper.file_problems import shorten
from scoring.exchange.paper.headings import UNREAD
from scoring.exchange.paper.reading_options import IGNORE, PLAYER, ReadingOptions
from scoring.exchange.similar_names import fold
from scoring.jobs.results import (
    PreviewColumn,
    PreviewOptions,
    PreviewUnknownGame,
)

MAX_HEADING = 250
MAX_UNKNOWN_GAMES = 50


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
