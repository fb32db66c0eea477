"""The table of a round: what lies on it, and what each play does to it (sections 3 to 5).

A table is a value; `apply_play` returns the table after a play. Nothing is ruled on here:
see `referee.rulings.table_plays`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.card_groups import GroupStanding, NotAGroup, read_target
from referee.cards import Card, Face
from referee.editions import Edition
from referee.game import left_of
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import KINDS, KindName, Phase
from referee.plays import Discard, Draw, Flip, Hit, LayDown, Note, Pile, TablePlay


@dataclass(frozen=True, slots=True)
class Seating:
    """What is known before the first play of a round.

    `seats` are those that play it, in the order of play; `phases` and `names` have the Phase
    and the name of each. `game_phases` are the Phases of the game, and `numbers` says which of
    them each seat is on, from 1; left out, verdicts do not name it. The referee knows whose turn
    it is only with `turns_logged`, that is if every turn is recorded, and whether a card was drawn
    only with `draws_logged`, that is if cards from the draw pile are recorded, too.
    """

    edition: Edition
    seats: tuple[int, ...]
    phases: Mapping[int, Phase]
    names: Mapping[int, str]
    starter: int
    rules: HouseRules = STANDARD_RULES
    turns_logged: bool = False
    draws_logged: bool = False
    game_phases: tuple[Phase, ...] = ()
    numbers: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableGroup:
    """A group on the table, and the seat that laid it down.

    If the players overruled the referee, the cards may not be a group of the kind at all:
    then `is_irregular` is true and the standing has only the cards.
    """

    id: str
    seat: int
    standing: GroupStanding
    is_irregular: bool = False


@dataclass(frozen=True, slots=True)
class LyingSkip:
    """A Skip that is going to cost a turn: the seat that put it there, and where it lies."""

    by: int
    in_front: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """A table after some plays.

    `down` are the seats that have laid down, and `skips` has the Skip of each seat that will
    lose a turn. `pile` are the discards as far as they are known, the top last, and `backs`
    the other sides of the same cards. `turn` is None if turns are not logged, and after a seat
    went `out`; otherwise `this_turn` are the draws, lay-downs and hits since the turn passed.
    """

    seating: Seating
    side: str
    turn: int | None
    groups: tuple[TableGroup, ...] = ()
    down: frozenset[int] = frozenset()
    skips: Mapping[int, LyingSkip] = field(default_factory=dict)
    pile: tuple[Card | None, ...] = ()
    backs: tuple[Card | None, ...] = ()
    this_turn: tuple[TablePlay, ...] = ()
    out: int | None = None

    @property
    def edition(self) -> Edition:
        return self.seating.edition

    @property
    def draw_due(self) -> bool:
        """Whether the seat whose turn it is has yet to draw, and has not overruled that.

        False if nobody knows.
        """
        return (
            self.seating.draws_logged
            and self.turn is not None
            and all(play.seat != self.turn for play in self.this_turn)
        )

    def group(self, id: str) -> TableGroup | None:
        """Return the group with this id, None if there is none."""
        return next((group for group in self.groups if group.id == id), None)

    def cards(self, *, excluding: TableGroup | None = None) -> list[Card]:
        """Return the cards of all groups, or of all groups `excluding` one."""
        return [
            card
            for group in self.groups
            if excluding is None or group.id != excluding.id
            for card in group.standing.cards
        ]


def new_table(seating: Seating) -> Table:
    """Return the table before the first play: each round starts on the first side (section 5)."""
    turn = seating.starter if seating.turns_logged else None
    return Table(seating, side=seating.edition.sides[0].name, turn=turn)


def apply_play(table: Table, play: TablePlay) -> Table:
    """Return the table after one more play, legal or not.

    Raises KeyError for a hit on a group that is not there.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> express = EDITIONS["express"]
    >>> seating = Seating(
    ...     express, (0, 1, 2), dict.fromkeys((0, 1, 2), express.phases[0]), {}, 0,
    ...     turns_logged=True,
    ... )
    >>> apply_play(new_table(seating), Discard(0, parse_card("S"), skips=1)).turn
    2
    """
    if isinstance(play, Note):
        return table
    if play.seat is not None:
        table = when_playing(table, play.seat)
    table = _put(play, table)
    if table.turn is not None and isinstance(play, Draw | LayDown | Hit):
        table = replace(table, this_turn=(*table.this_turn, play))
    return table


def when_playing(table: Table, seat: int) -> Table:
    """Return the table as `seat` finds it for a play: Skips that have cost their turn are spent.

    If turns are logged, a Skip goes with the turn that it costs. If not, that turn is over
    once the skipped player plays, or a player whose turn comes later.
    """
    if table.seating.turns_logged:
        return table
    for skipped, skip in table.skips.items():
        if _steps(table, skip.by, seat) >= _steps(table, skip.by, skipped):
            table = _spent(table, skipped)
    return table


def stand_on_table(
    kind: KindName, cards: Sequence[Card], rules: HouseRules
) -> tuple[GroupStanding, bool]:
    """Return how cards in table order stand as a group, and whether they are irregular."""
    try:
        standing = read_target(KINDS[kind], cards, rules).standing
    except NotAGroup:
        standing = None
    return standing or GroupStanding(kind, tuple(cards)), standing is None


def _put(play: LayDown | Hit | Discard | Draw | Flip, table: Table) -> Table:
    match play:
        case LayDown():
            table = _laid(play, table)
        case Hit():
            table = _hit(play, table)
        case Discard():
            return _discarded(play, table)
        case Draw():
            if play.pile is Pile.DRAW:
                return table
            return replace(table, pile=table.pile[:-1], backs=table.backs[:-1])
        case Flip():
            # A card that nobody recorded did it. It may be the discard of which only that was.
            if not table.pile or table.pile[-1] or table.backs[-1]:
                table = _put_on_pile(table, None)
            return _turned_over(table)
    return _gone_out(table, play.seat) if play.goes_out else table


def _laid(play: LayDown, table: Table) -> Table:
    laid = []
    for group in play.groups:
        standing, irregular = stand_on_table(group.kind, group.cards, table.seating.rules)
        laid.append(TableGroup(group.id, play.seat, standing, irregular))
    return replace(table, groups=(*table.groups, *laid), down=table.down | {play.seat})


def _hit(play: Hit, table: Table) -> Table:
    if table.group(play.group) is None:
        raise KeyError(play.group)
    groups = tuple(
        _joined(group, play.cards, table.seating.rules) if group.id == play.group else group
        for group in table.groups
    )
    return replace(table, groups=groups)


def _discarded(play: Discard, table: Table) -> Table:
    if play.skips is not None:
        by = _right_of(table, play.skips) if play.seat is None else play.seat
        skip = LyingSkip(by, in_front=play.lies_in_front)
        table = replace(table, skips={**table.skips, play.skips: skip})
    if not play.lies_in_front:
        table = _put_on_pile(table, play.card)
    if play.seat is None:
        # Turned up to start the pile: a Flip symbol does nothing, a Skip costs a turn.
        return _pass_to(table, table.turn) if table.turn is not None else table
    turns_over = play.card is not None and play.card.flip
    if turns_over and (not play.goes_out or table.seating.rules.flip_on_going_out):
        table = _turned_over(table)
    if play.goes_out:
        return _gone_out(table, play.seat)
    if table.turn is None:
        return table
    return _pass_to(table, left_of(play.seat, table.seating.seats))


def _put_on_pile(table: Table, card: Card | None) -> Table:
    return replace(table, pile=(*table.pile, card), backs=(*table.backs, None))


def _joined(group: TableGroup, cards: tuple[Card, ...], rules: HouseRules) -> TableGroup:
    row = [*group.standing.cards, *cards]
    if KINDS[group.standing.kind].is_run:
        # Stable: of the cards of one number, those that already lay there stay first.
        row.sort(key=lambda card: card.as_number or 0)
    standing, irregular = stand_on_table(group.standing.kind, row, rules)
    return replace(group, standing=standing, is_irregular=irregular)


def _turned_over(table: Table) -> Table:
    sides = [side.name for side in table.edition.sides]
    side = sides[(sides.index(table.side) + 1) % len(sides)]
    # The pile turns over as a whole. The other side of a card is known once it has been seen.
    return replace(table, side=side, pile=table.backs[::-1], backs=table.pile[::-1])


def _gone_out(table: Table, seat: int) -> Table:
    return replace(table, out=seat, turn=None)


def _pass_to(table: Table, seat: int) -> Table:
    """Give the turn to `seat`, or to the first seat after it without a Skip."""
    while seat in table.skips:
        table = _spent(table, seat)
        seat = left_of(seat, table.seating.seats)
    return replace(table, turn=seat, this_turn=())


def _spent(table: Table, seat: int) -> Table:
    """Let `seat` lose its turn: all it does is put its Skip on the pile (section 5)."""
    skips = dict(table.skips)
    skip = skips.pop(seat)
    table = replace(table, skips=skips)
    return _put_on_pile(table, Card(Face.SKIP)) if skip.in_front else table


def _right_of(table: Table, seat: int) -> int:
    seats = table.seating.seats
    return seats[seats.index(seat) - 1]


def _steps(table: Table, first: int, second: int) -> int:
    """Return how many turns after `first` comes `second`: 1 for the next seat."""
    seats = table.seating.seats
    return (seats.index(second) - seats.index(first)) % len(seats) or len(seats)
