"""What the plays of a round tell about its count (rulebook, sections 5 and 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.editions import Edition
from referee.plays import Discard, Draw, Hit, LayDown, TablePlay
from referee.table import Seating, Table, apply_play, new_table


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as far as its plays were recorded; `table` is how it was left.

    `put_down` are the cards that each seat has laid down and hit with. `last_turns` has the
    side that was in play during the last turn of each seat, as far as turns were recorded.
    `going_out` is the play that ended the round, None if it was not recorded. `one_draw_each`
    is false if draws are logged and the table overruled that each turn has one: nobody knows then
    whether a card was drawn or only its play is missing.
    """

    table: Table
    put_down: Mapping[int, int]
    last_turns: Mapping[int, str]
    going_out: LayDown | Hit | Discard | None
    one_draw_each: bool = True

    @property
    def edition(self) -> Edition:
        return self.table.edition

    @property
    def is_complete(self) -> bool:
        """Whether every play was recorded: all turns up to the one that ended the round."""
        return self.table.seating.turns_logged and self.going_out is not None and self.one_draw_each

    @property
    def shows_side(self) -> bool:
        """Whether the plays tell which side is in play; notes alone do not."""
        table = self.table
        return (
            table.seating.turns_logged
            or bool(table.groups)
            or any(table.pile)
            or table.side != self.edition.sides[0].name
        )


def read_plays(seating: Seating, plays: Sequence[TablePlay]) -> PlayedRound:
    """Return what these plays of a round tell about it.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> express = EDITIONS["express"]
    >>> seating = Seating(express, (0, 1), dict.fromkeys((0, 1), express.phases[0]), {}, 0)
    >>> read_plays(seating, [Discard(0, parse_card("W"), goes_out=True)]).going_out.seat
    0
    """
    table = new_table(seating)
    put_down: Counter[int] = Counter()
    last_turns: dict[int, str] = {}
    going_out = None
    one_draw_each = True
    for play in plays:
        ends_turn = False
        match play:
            case LayDown():
                put_down[play.seat] += sum(len(group.cards) for group in play.groups)
            case Hit():
                put_down[play.seat] += len(play.cards)
            case Discard(seat=int() as seat):
                last_turns[seat], ends_turn = table.side, True
        if isinstance(play, LayDown | Hit | Discard) and play.goes_out:
            going_out, ends_turn = play, play.seat is not None
        if seating.draws_logged and ends_turn:
            draws = [type(done) for done in table.this_turn if done.seat == play.seat]
            one_draw_each &= draws.count(Draw) == 1
        table = apply_play(table, play)
    return PlayedRound(table, put_down, last_turns, going_out, one_draw_each)
