"""Plays as they are stored, and the table of a round as it is on record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.domain.record import GameRecord
from games.models import Play
from games.models.table import PlayKind
from referee import table as referee
from referee.cards import parse_card
from referee.game import GameState
from referee.kinds import KindName
from referee.table import LaidGroup, Seating, Table, new_table


def write_play(play: referee.TablePlay) -> tuple[PlayKind, dict[str, Any]]:
    """A play as it is stored: its kind and its `data`; the seat is a column of its own."""
    match play:
        case referee.LayDown():
            groups = [
                {"id": group.id, "kind": group.kind.value, "cards": [str(c) for c in group.cards]}
                for group in play.groups
            ]
            return PlayKind.LAY_DOWN, {"groups": groups, "goes_out": play.goes_out}
        case referee.Hit():
            cards = [str(card) for card in play.cards]
            data = {"group": play.group, "cards": cards, "goes_out": play.goes_out}
            return PlayKind.HIT, data
        case referee.Discard():
            return PlayKind.DISCARD, {
                "card": None if play.card is None else str(play.card),
                "skips": play.skips,
                "goes_out": play.goes_out,
            }
        case referee.Draw():
            return PlayKind.DRAW, {}
        case referee.Flip():
            return PlayKind.FLIP, {}
        case referee.Note():
            return PlayKind.NOTE, {"text": play.text}


def read_play(kind: str, seat: int | None, data: dict[str, Any]) -> referee.TablePlay:
    """The play of a row; `write_play` and this one undo each other."""
    match kind:
        case PlayKind.LAY_DOWN:
            groups = tuple(
                LaidGroup(
                    group["id"], KindName(group["kind"]), tuple(map(parse_card, group["cards"]))
                )
                for group in data["groups"]
            )
            return referee.LayDown(_somebody(seat), groups, data["goes_out"])
        case PlayKind.HIT:
            cards = tuple(map(parse_card, data["cards"]))
            return referee.Hit(_somebody(seat), data["group"], cards, data["goes_out"])
        case PlayKind.DISCARD:
            card = None if data["card"] is None else parse_card(data["card"])
            return referee.Discard(seat, card, data["skips"], data["goes_out"])
        case PlayKind.DRAW:
            return referee.Draw(_somebody(seat))
        case PlayKind.FLIP:
            return referee.Flip(seat)
        case PlayKind.NOTE:
            return referee.Note(data["text"], seat)
    raise ValueError(kind)


def _somebody(seat: int | None) -> int:
    assert seat is not None
    return seat


@dataclass(frozen=True)
class TableRecord:
    """The table of one round: the plays that count, in their order.

    `number` is the round; `state` is the game before it. `last` is the number of the
    latest play, one that was taken back included.
    """

    record: GameRecord
    number: int
    plays: Sequence[Play]
    last: int

    @property
    def state(self) -> GameState:
        return self.record.states[self.number - 1]

    @cached_property
    def seating(self) -> Seating:
        """Who plays the round, and what each of them makes."""
        record, state = self.record, self.state
        numbers = [record.plan.phase_played(seat) for seat in state.seats]
        assert state.starter is not None
        return Seating(
            edition=record.edition,
            seats=state.playing,
            phases={seat: record.phases[numbers[seat] - 1] for seat in state.playing},
            names={seat: record.player(seat).name for seat in state.playing},
            starter=state.starter,
            rules=record.house_rules,
            turns_logged=self.turns_logged,
        )

    @property
    def turns_logged(self) -> bool:
        """Whether every turn of this round is logged, which the game's setting alone does not say:
        an earlier round may have been played under another one.
        """
        return self.record.game.turns_logged and all(
            row.data.get("turns", True) for row in self.plays
        )

    @property
    def is_of_others(self) -> bool:
        """Whether somebody played here who does not play the round as the game stands now."""
        playing = {None, *self.state.playing}
        return any({self.place(row), row.data.get("skips")} - playing for row in self.plays)

    @cached_property
    def table(self) -> Table:
        """What lies there after all its plays."""
        table = new_table(self.seating)
        for play in self.plays:
            table = referee.apply_play(table, self.played(play))
        return table

    def played(self, row: Play) -> referee.TablePlay:
        """The play of a row, with the seat that its foreign key names."""
        return read_play(row.kind, self.place(row), row.data)

    def place(self, row: Play) -> int | None:
        """The seat that made a play, None for what nobody made."""
        if row.seat_id is None:
            return None
        return next(seat.place for seat in self.record.seats if seat.pk == row.seat_id)

    def after(self, plays: Sequence[Play]) -> TableRecord:
        """The same table, had it these plays."""
        last = max([self.last, *(play.number for play in plays)])
        return TableRecord(self.record, self.number, tuple(plays), last)
