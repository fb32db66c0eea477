"""Games that were played on paper: what a sheet says, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from games.domain.entry import Entry
from games.domain.game_record import Outcome
from referee.game import Variant
from referee.kinds import Phase
from referee.stints import Stint
from referee.wording import Text


@dataclass(frozen=True, slots=True)
class PaperTotal:
    """How a game ended for a player; the Phases `completed`, and `won`, are None if unknown."""

    player: UUID
    total: int
    completed: int | None = None
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class PaperGame:
    """A game as written on paper: round by round, or only its `totals`.

    `players` are in the order of the seats; the first one deals unless `first_dealer` is set.
    Those who were not there throughout have `stints`.
    If `phases` is empty, the game has those of the edition. `status` is None if the sheet does not
    say how the game stands; a game that is being played or was abandoned needs no rounds.
    `overrule` is the reason to accept tallies that the check refuses; rounds in `overrules`, by
    their numbers, have a reason of their own. `source` says where the game comes from.
    """

    started_at: datetime
    edition: str
    players: tuple[UUID, ...]
    variant: Variant = Variant.STANDARD
    phases: tuple[Phase, ...] = ()
    stints: Mapping[UUID, tuple[Stint, ...]] = field(default_factory=dict)
    first_dealer: UUID | None = None
    rounds: tuple[tuple[Entry, ...], ...] = ()
    totals: tuple[PaperTotal, ...] | None = None
    ended_early: bool = False
    status: Outcome | None = None
    overrule: str = ""
    overrules: Mapping[int, str] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True, slots=True)
class PaperProblem:
    """Why a game cannot have been played as its sheet says, and where on the sheet.

    If it is `overrulable`, the players may insist on it, with a reason.
    """

    code: str
    text: Text
    round: int | None = None
    player: UUID | None = None
    overrulable: bool = False
