"""What somebody said about a file, so that it can be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scoring.exchange.similar_names import fold

PLAYER = "player:"  # before the name of a player whose scores a column has
IGNORE = "ignore"  # for a column that is not to be read
BRACKETS = ("phase", "completed")


@dataclass(frozen=True, slots=True)
class SameAs:
    """Spellings of names, and whether they are the same person."""

    names: tuple[str, ...]
    same: bool


@dataclass(frozen=True)
class ReadingOptions:
    """How a file is read.

    `dates` is `dmy` or `mdy`. `columns` says what headings mean: the name of a column, `player:`
    and a name, or `ignore`. `skip` are the lines to leave out. `editions` are those of unknown
    games. `brackets` says what a number beside the points is: the Phase that a player tried in
    the round, or how many Phases they had completed after it.
    """

    dates: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    same_as: Sequence[SameAs] = ()
    skip: frozenset[int] = frozenset()
    editions: Mapping[str, str] = field(default_factory=dict)
    brackets: str = ""

    def meaning_of(self, heading: str) -> str | None:
        """Return what a heading was said to mean; None if nothing was said."""
        return self._meanings.get(fold(heading))

    def edition_of(self, game: str) -> str | None:
        """Return the edition that an unknown game was said to be."""
        return self._editions.get(fold(game))

    # Made once, as every cell of a large file may be looked up.
    @cached_property
    def _meanings(self) -> dict[str, str]:
        return {fold(heading): meaning for heading, meaning in self.columns.items()}

    @cached_property
    def _editions(self) -> dict[str, str]:
        return {fold(game): edition for game, edition in self.editions.items()}


def read_options(stored: Mapping[str, Any]) -> ReadingOptions:
    """Return options from JSON, as they are stored with a job."""
    return ReadingOptions(
        dates=stored.get("dates", ""),
        columns=stored.get("columns", {}),
        same_as=tuple(
            SameAs(tuple(each["names"]), each["same"]) for each in stored.get("same_as", ())
        ),
        skip=frozenset(stored.get("skip", ())),
        editions=stored.get("editions", {}),
        brackets=stored.get("brackets", ""),
    )
