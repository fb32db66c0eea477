"""Sheets to fill in, in the words of a language; an import reads them once they are filled in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from scoring.exchange.paper.words import WORDS, Words, split_words

LAYOUTS = ("rounds", "games", "lines")
MAX_ROUNDS = 15  # that have a line
MAX_PLAYERS = 20  # of a group that have a column
PLACES = 6  # for players whose names are open
LINE_COLUMNS = (
    "date",
    "game",
    "edition",
    "round",
    "player",
    "points",
    "laid_down",
    "went_out",
    "dealer",
    "total",
    "completed",
    "won",
)

Cells = Sequence[str | int]

# What is written above the headings, as remarks that an import does not read.
HINTS = {
    "rounds": _(
        "# Write the names of the players above their columns, and the points of each round; 0 "
        "for the player who went out.\n"
        "# The Phase can be in brackets. Example: 45 (3)"
    ),
    "games": _(
        "# Write the total of each player, and who won.\n"
        "# The completed Phases can be in brackets. Example: 340 (10)"
    ),
    "lines": _(
        "# Write a line for each player of each round; or, without a round, a line with the "
        "total of each player.\n"
        "# Example: 2024-03-31 | 1 | classic | 1 | Anna | 45 | yes"
    ),
}


def template_rows(layout: str, language: str, players: Sequence[str] = ()) -> Iterator[Cells]:
    """Yield the lines of a sheet to fill in; without `players`, their names are left open.

    >>> list(template_rows("rounds", "de", ["Anna", "Ben"]))[4]
    ['Runde', 'Anna', 'Ben']
    """
    words = WORDS[language]
    with translation.override(language):
        hints = str(HINTS[layout])
    for hint in hints.splitlines():
        yield [hint]
    yield from _TABLES[layout](words, list(players[:MAX_PLAYERS]))


def heading(words: Words, column: str) -> str:
    """Return the heading of a column, with a capital."""
    return _capitalized(split_words(words.headings[column])[0])


def _capitalized(text: str) -> str:
    return text[0].upper() + text[1:]


def _round_table(words: Words, players: list[str]) -> Iterator[Cells]:
    names = players or [f"{words.player} {number}" for number in range(1, PLACES + 1)]
    yield [heading(words, "date"), ""]
    yield [heading(words, "edition"), "classic"]
    yield [heading(words, "round"), *names]
    for number in range(1, MAX_ROUNDS + 1):
        yield [number, *[""] * len(names)]
    yield [_capitalized(split_words(words.totals)[0]), *[""] * len(names)]


def _game_table(words: Words, players: list[str]) -> Iterator[Cells]:
    numbered = [
        f"{name} {number}"
        for number in range(1, PLACES + 1)
        for name in (words.player, heading(words, "score"))
    ]
    names = players or numbered
    yield [heading(words, name) for name in ("date", "edition")] + names + [heading(words, "won")]


def _line_table(words: Words, _players: list[str]) -> Iterator[Cells]:
    yield [heading(words, name) for name in LINE_COLUMNS]


_TABLES = {"rounds": _round_table, "games": _game_table, "lines": _line_table}
