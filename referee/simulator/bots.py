"""Players of three strengths: what each does with what it sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from referee.cards import Card
from referee.kinds import KINDS
from referee.simulator.exact import best_hit, best_lay_down, least_useful
from referee.simulator.sketch import as_groups
from referee.simulator.view import (
    Bot,
    View,
    WantedDiscard,
    WantedHit,
    declared_on,
    open_places,
)


class Weak:
    """Keeps an eye on one thing, and not always; hits when it happens to see it."""

    name = "weak"
    width = 1
    attention = 0.7  # how often it looks before it acts

    def takes_top(self, view: View, chance: Random) -> bool:
        return view.top is not None and view.top.is_wild

    def lay_down(self, view: View, chance: Random) -> Sequence[Sequence[Card]] | None:
        if chance.random() > self.attention:
            return None
        return _plain_lay_down(view)

    def hit(self, view: View, chance: Random) -> WantedHit | None:
        if chance.random() > self.attention:
            return None
        return _first_hit(view, [card for card in view.hand if not card.is_wild])

    def discard(self, view: View, chance: Random) -> WantedDiscard:
        cards = _spare(view) if chance.random() < self.attention else ()
        dear = _dearest_first(view, cards or _without_wild(view))[:3]
        return _discard(view, chance.choice(dear), chance.choice)


class Middle:
    """Keeps what helps, takes what helps, hits what fits, and throws away what costs most."""

    name = "middle"
    width = 3

    def takes_top(self, view: View, chance: Random) -> bool:
        if view.top is None:
            return False
        if view.sketch is None:
            return view.taker(view.top) is not None
        return view.sketch.missing > 0 and view.sketch.wants(view.top)

    def lay_down(self, view: View, chance: Random) -> Sequence[Sequence[Card]] | None:
        return _plain_lay_down(view)

    def hit(self, view: View, chance: Random) -> WantedHit | None:
        return _first_hit(view, view.hand)

    def discard(self, view: View, chance: Random) -> WantedDiscard:
        cards = _spare(view) or _without_wild(view)
        return _discard(view, _dearest_first(view, cards)[0], _left_neighbor)


class Strong:
    """Keeps what helps most of its chances, lays down and hits as the exact analysis says.

    It feeds nobody, and turns the cards over only where that costs it nothing.
    """

    name = "strong"
    width = 4

    def takes_top(self, view: View, chance: Random) -> bool:
        return MIDDLE.takes_top(view, chance)

    def lay_down(self, view: View, chance: Random) -> Sequence[Sequence[Card]] | None:
        return best_lay_down(view)

    def hit(self, view: View, chance: Random) -> WantedHit | None:
        return best_hit(view)

    def discard(self, view: View, chance: Random) -> WantedDiscard:
        if view.sketch is None:
            card = _dearest_first(view, _spare(view) or view.hand)[0]
        else:
            card = view.hand[least_useful(view, view.sketch)]
        return _discard(view, card, _closest_to_going_out(view))


WEAK, MIDDLE, STRONG = Weak(), Middle(), Strong()
BOTS: dict[str, Bot] = {bot.name: bot for bot in (WEAK, MIDDLE, STRONG)}

Choose = Callable[[list[int]], int]


def _plain_lay_down(view: View) -> Sequence[Sequence[Card]] | None:
    """What the sketch has complete, with just the cards that are asked for."""
    if view.sketch is None or view.sketch.missing:
        return None
    groups = as_groups(view.sketch)
    # The last card leaves by a hit or the discard, so one must be left (section 5).
    return groups if sum(map(len, groups)) < len(view.hand) else None


def _first_hit(view: View, cards: Sequence[Card]) -> WantedHit | None:
    for card in cards:
        group = view.taker(card)
        if group is not None:
            return WantedHit(group.id, (declared_on(group, card),))
    return _pair_hit(view, cards)


def _pair_hit(view: View, cards: Sequence[Card]) -> WantedHit | None:
    """A whole pair for a pair run, which takes no single card (4.3)."""
    for group in view.table.groups:
        per = KINDS[group.standing.kind].per_number
        if per == 1:
            continue
        for place in open_places(group):
            mates = [card for card in cards if card.number == place or card.is_wild][:per]
            if len(mates) == per:
                return WantedHit(group.id, tuple(card.declared_as(place, None) for card in mates))
    return None


def _waits_for_a_mate(view: View, card: Card) -> bool:
    """Whether the card would be half of a pair for a pair run."""
    return any(
        card.is_wild or card.number in open_places(group)
        for group in view.table.groups
        if KINDS[group.standing.kind].per_number > 1
    )


def _spare(view: View) -> Sequence[Card]:
    """What the player has no use for; none where all is of some use."""
    if view.sketch is None:
        return [card for card in view.hand if not _waits_for_a_mate(view, card)]
    kept = view.sketch.kept
    return [card for i, card in enumerate(view.hand) if not kept >> i & 1 and not card.is_wild]


def _without_wild(view: View) -> Sequence[Card]:
    return [card for card in view.hand if not card.is_wild] or view.hand


def _dearest_first(view: View, cards: Sequence[Card]) -> list[Card]:
    """Skips that can skip nobody come last: they do no good yet."""
    useless = not view.can_be_skipped()
    return sorted(cards, key=lambda card: (useless and card.is_skip, -view.points(card)))


def _discard(view: View, card: Card, choose: Choose) -> WantedDiscard:
    others = view.can_be_skipped()
    if not card.is_skip or not others or len(view.hand) == 1:
        return WantedDiscard(card)
    return WantedDiscard(card, choose(others))


def _left_neighbor(seats: list[int]) -> int:
    return seats[0]


def _closest_to_going_out(view: View) -> Choose:
    return lambda seats: min(seats, key=view.held.__getitem__)
