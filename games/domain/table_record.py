"""The live table of a round as plain values: the plays that were recorded, and where they lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import takewhile
from typing import Any
from uuid import UUID, uuid4

from games.domain.game_record import GameRecord
from games.domain.play_codec import PlayKind, content_of, read_play
from referee.game import GameState
from referee.played_round import PlayedRound, read_plays
from referee.plays import TablePlay
from referee.table import Seating, Table, apply_play, new_table


@dataclass(frozen=True)
class PlayRecord:
    """A play on the table of a round: `seat` is a place at the table, `data` as it is stored.

    `imported` is as in `RoundRecord`.
    """

    round: int
    number: int
    kind: str
    seat: int | None
    data: dict[str, Any]
    recorded_at: datetime
    recorded_by: str | None = None
    overrule: str = ""
    taken_back_at: datetime | None = None
    phone_time: datetime | None = None
    id: UUID = field(default_factory=uuid4)
    imported: bool = False

    @cached_property
    def play(self) -> TablePlay:
        return read_play(self.kind, self.seat, self.data)


def without_orphans(plays: Iterable[PlayRecord]) -> Iterator[PlayRecord]:
    """Leave out the hits on groups that are gone, which cannot be laid.

    Earlier versions of the server left some: the seat of who had laid them down was deleted.
    """
    groups: set[str] = set()
    for play in plays:
        if play.taken_back_at is None:
            if play.kind == PlayKind.LAY_DOWN:
                groups.update(group["id"] for group in play.data["groups"])
            elif play.kind == PlayKind.HIT and play.data["group"] not in groups:
                continue
        yield play


@dataclass(frozen=True)
class TableRecord:
    """The table of one round: the plays that count, in their order.

    `number` is the round. `last` is the number of the latest play, including plays that were
    taken back. `known` are the tables that its first plays are known to lead through, so that they
    need not be laid again.
    """

    record: GameRecord
    number: int
    plays: tuple[PlayRecord, ...]
    last: int
    known: tuple[Table, ...] = ()

    @property
    def state(self) -> GameState:
        """The game before the round."""
        return self.record.states[self.number - 1]

    @cached_property
    def seating(self) -> Seating:
        """Who plays the round, and the Phase that each of them is on."""
        record, state = self.record, self.state
        numbers = [record.plan.phase_played(seat) for seat in state.seats]
        assert state.starter is not None
        return Seating(
            edition=record.edition,
            seats=state.playing,
            phases={seat: record.phases[numbers[seat] - 1] for seat in state.playing},
            names={seat: record.seats[seat].name for seat in state.playing},
            starter=state.starter,
            rules=record.house_rules,
            turns_logged=self.turns_logged,
            draws_logged=self.draws_logged,
            game_phases=record.phases,
            numbers={seat: numbers[seat] for seat in state.playing},
        )

    @cached_property
    def turns_logged(self) -> bool:
        """Whether every turn of this round is logged.

        The game's setting alone does not say so: it may have changed since the round began.
        """
        return self.record.game.turns_logged and all(
            row.data.get("turns", True) for row in self.plays
        )

    @cached_property
    def draws_logged(self) -> bool:
        """Whether draws are logged with the turns: in all rounds, but for those begun before.

        Until then cards from the draw pile could not be recorded, and plays do not say `draws`.
        """
        return self.turns_logged and all(row.data.get("draws", False) for row in self.plays)

    @property
    def has_plays_of_others(self) -> bool:
        """Whether some play involves a player who is not in the round as the game stands now."""
        playing = {None, *self.state.playing}
        return any({row.seat, content_of(row.play).skips} - playing for row in self.plays)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The table before each of its plays, and after the last one."""
        tables = [*self.known] or [new_table(self.seating)]
        for row in self.plays[len(tables) - 1 :]:
            tables.append(apply_play(tables[-1], row.play))
        return tuple(tables)

    @property
    def table(self) -> Table:
        """The table after all its plays."""
        return self.tables[-1]

    @property
    def played(self) -> PlayedRound | None:
        """What the plays tell about the count of the round; None if there are none."""
        return read_plays(self.seating, [row.play for row in self.plays]) if self.plays else None

    def with_plays(self, plays: Sequence[PlayRecord]) -> TableRecord:
        """The same table with these plays. Tables before the first changed play are kept."""
        last = max([self.last, *(row.number for row in plays)])
        new = replace(self, plays=tuple(plays), last=last, known=())
        logged = (self.turns_logged, self.draws_logged)
        if (new.turns_logged, new.draws_logged) != logged:  # so even the empty table is another one
            return new
        return replace(new, known=self.tables[: self.plays_shared(new) + 1])

    def plays_shared(self, other: TableRecord) -> int:
        """How many plays the two tables begin with, each the very same value."""
        pairs = zip(self.plays, other.plays, strict=False)
        return sum(1 for _pair in takewhile(lambda pair: pair[0] is pair[1], pairs))

    def with_columns(self, **columns: Any) -> TableRecord:
        """The same table of a game with other values in columns that the table does not show."""
        return replace(self, record=self.record.with_columns(**columns), known=self.tables)
