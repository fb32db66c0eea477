"""A round that is being entered, line by line. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from games.domain.entry import Entry
from games.domain.game_record import GameRecord
from games.domain.tally import Examined, examine
from referee.editions import Edition
from referee.played_round import PlayedRound
from referee.points import score


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A line as somebody has entered it; `version` is that of the draft it came with.

    `entered_by` is their name and `enterer` their id, None for somebody whose account is gone.
    """

    entry: Entry
    version: int
    entered_by: str | None
    entered_at: datetime
    enterer: UUID | None = None


@dataclass(frozen=True)
class RoundDraft:
    """The lines that were entered for the next round of a game, in the order of the seats.

    `played` is what the live table tells. Lines of players who are not in the round as the game
    stands now are left out.
    """

    record: GameRecord
    number: int
    version: int
    started_by: str | None
    started_at: datetime
    lines: tuple[DraftLine, ...] = ()
    played: PlayedRound | None = None

    def line_of(self, player: UUID) -> DraftLine | None:
        """The line of a player, if somebody has entered it."""
        return next((line for line in self.lines if line.entry.player == player), None)

    @property
    def entries(self) -> list[Entry]:
        """An entry for each player of the round, empty ones for those without a line."""
        ids = [self.record.seats[seat].player_id for seat in self.record.state.playing]
        lines = [self.line_of(id) for id in ids]
        return [line.entry if line else Entry(id) for id, line in zip(ids, lines, strict=True)]

    @cached_property
    def examined(self) -> Examined:
        """What the referee says about the lines so far."""
        return examine(self.record, self.record.state, self.entries, self.played)

    @property
    def can_be_recorded(self) -> bool:
        """Whether all lines are there, and nothing is wrong with them."""
        return self.examined.verdict.is_complete and not self.examined.problems


def contradicts(edition: Edition, typed: Entry, recorded: Entry) -> bool:
    """Whether a line is to be recorded that is not the one that somebody has typed.

    >>> from uuid import UUID
    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> typed, edition = Entry(UUID(int=1), points=15), EDITIONS["classic"]
    >>> contradicts(edition, typed, Entry(UUID(int=1), points=15, laid_down=True))
    False
    >>> contradicts(edition, typed, Entry(UUID(int=1), cards=(parse_card("W"),)))
    True
    """
    points = _points(edition, typed)
    return (
        (points is not None and points != _points(edition, recorded))
        or _differ(_names(typed), _names(recorded))
        or _differ(typed.laid_down, recorded.laid_down)
    )


def _differ(typed: object, recorded: object) -> bool:
    return None not in (typed, recorded) and typed != recorded


def _names(entry: Entry) -> list[str] | None:
    return None if entry.cards is None else sorted(map(str, entry.cards))


def _points(edition: Edition, entry: Entry) -> int | None:
    if entry.cards is not None:
        return score(edition, entry.cards)
    return 0 if entry.points is None and entry.went_out else entry.points
