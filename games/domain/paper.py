"""Games that were played on paper, as values: what a sheet says of them, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from games.domain.entry import Entry
from referee.game import Variant
from referee.kinds import Phase


@dataclass(frozen=True, slots=True)
class PaperTotal:
    """A player's end: `completed` Phases and `won` are None where nobody wrote them down."""

    player: UUID
    total: int
    completed: int | None = None
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class PaperGame:
    """A game as a sheet of paper has it: round by round, or its end alone (`totals`).

    `players` are in the order of the seats; the first one deals unless `first_dealer` is
    said. `phases` are the edition's where they are empty. `overrule` is why counts that
    cannot be are to go on record all the same, but for those rounds that have a reason of
    their own in `overrules`, by their numbers; `source` is where the game comes from.
    """

    started_at: datetime
    edition: str
    players: tuple[UUID, ...]
    variant: Variant = Variant.STANDARD
    phases: tuple[Phase, ...] = ()
    house_rules: Mapping[str, bool] = field(default_factory=dict)
    first_dealer: UUID | None = None
    rounds: tuple[tuple[Entry, ...], ...] = ()
    totals: tuple[PaperTotal, ...] | None = None
    ended_early: bool = False
    overrule: str = ""
    overrules: Mapping[int, str] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True, slots=True)
class PaperFlaw:
    """Why a game cannot have been played as its sheet says, and where on it.

    What is `overrulable` is a count that the table may insist on, with a reason.
    """

    code: str
    message: str
    round: int | None = None
    player: UUID | None = None
    overrulable: bool = False
