"""Players of three strengths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from referee.cards import Card
from referee.kinds import KINDS
from referee.simulator.estimate import complete_groups
from referee.simulator.player_view import (
    Bot,
    PlayerView,
    WantedDiscard,
    WantedHit,
    declared_on,
    open_places,
)
from referee.simulator.strong_play import best_hit, best_lay_down, least_useful


class Weak:
    """Considers one aim, and overlooks lay-downs and hits now and then."""

    name = "weak"
    width = 1
    attention = 0.7  # how often it looks before it acts

    def takes_top(self, view: PlayerView, rng: Random) -> bool:
        return view.top is not None and view.top.is_wild

    def lay_down(self, view: PlayerView, rng: Random) -> Sequence[Sequence[Card]] | None:
        if rng.random() > self.attention:
            return None
        return _plain_lay_down(view)

    def hit(self, view: PlayerView, rng: Random) -> WantedHit | None:
        if rng.random() > self.attention:
            return None
        return _first_hit(view, [card for card in view.hand if not card.is_wild])

    def discard(self, view: PlayerView, rng: Random) -> WantedDiscard:
        cards = _spare(view) if rng.random() < self.attention else ()
        candidates = _most_points_first(view, cards or _without_wild(view))[:3]
        return _discard(view, rng.choice(candidates), rng.choice)


class Middle:
    """Takes and keeps what helps, hits what fits, and discards the card with the most points."""

    name = "middle"
    width = 3

    def takes_top(self, view: PlayerView, rng: Random) -> bool:
        if view.top is None:
            return False
        if view.estimate is None:
            return view.taker(view.top) is not None
        return view.estimate.missing > 0 and view.estimate.wants(view.top)

    def lay_down(self, view: PlayerView, rng: Random) -> Sequence[Sequence[Card]] | None:
        return _plain_lay_down(view)

    def hit(self, view: PlayerView, rng: Random) -> WantedHit | None:
        return _first_hit(view, view.hand)

    def discard(self, view: PlayerView, rng: Random) -> WantedDiscard:
        cards = _spare(view) or _without_wild(view)
        return _discard(view, _most_points_first(view, cards)[0], lambda seats: seats[0])


class Strong:
    """Keeps what helps most of its aims, and lays down and hits as the exact analysis says.

    It avoids discards that help others, and turns the cards over only if that costs nothing.
    """

    name = "strong"
    width = 4

    def takes_top(self, view: PlayerView, rng: Random) -> bool:
        return MIDDLE.takes_top(view, rng)

    def lay_down(self, view: PlayerView, rng: Random) -> Sequence[Sequence[Card]] | None:
        return best_lay_down(view)

    def hit(self, view: PlayerView, rng: Random) -> WantedHit | None:
        return best_hit(view)

    def discard(self, view: PlayerView, rng: Random) -> WantedDiscard:
        if view.estimate is None:
            card = _most_points_first(view, _spare(view) or view.hand)[0]
        else:
            card = view.hand[least_useful(view, view.estimate)]
        closest_to_going_out = view.held.__getitem__
        return _discard(view, card, lambda seats: min(seats, key=closest_to_going_out))


WEAK, MIDDLE, STRONG = Weak(), Middle(), Strong()
BOTS: dict[str, Bot] = {bot.name: bot for bot in (WEAK, MIDDLE, STRONG)}


def _plain_lay_down(view: PlayerView) -> Sequence[Sequence[Card]] | None:
    """Return the groups of the estimate if they are complete, without further cards."""
    if view.estimate is None or view.estimate.missing:
        return None
    groups = complete_groups(view.estimate)
    # The last card leaves by a hit or the discard, so one must be left (section 5).
    return groups if sum(map(len, groups)) < len(view.hand) else None


def _first_hit(view: PlayerView, cards: Sequence[Card]) -> WantedHit | None:
    for card in cards:
        group = view.taker(card)
        if group is not None:
            return WantedHit(group.id, (declared_on(group, card),))
    return _pair_hit(view, cards)


def _pair_hit(view: PlayerView, cards: Sequence[Card]) -> WantedHit | None:
    """Return a pair for a pair run, which takes no single card (4.3)."""
    for group in view.table.groups:
        per = KINDS[group.standing.kind].per_number
        if per == 1:
            continue
        for place in open_places(group):
            mates = [card for card in cards if card.number == place or card.is_wild][:per]
            if len(mates) == per:
                return WantedHit(group.id, tuple(card.declared_as(place, None) for card in mates))
    return None


def _waits_for_a_mate(view: PlayerView, card: Card) -> bool:
    """Tell whether the card would be half of a pair for a pair run."""
    return any(
        card.is_wild or card.number in open_places(group)
        for group in view.table.groups
        if KINDS[group.standing.kind].per_number > 1
    )


def _spare(view: PlayerView) -> Sequence[Card]:
    """Return the cards that the player has no use for."""
    if view.estimate is None:
        return [card for card in view.hand if not _waits_for_a_mate(view, card)]
    kept = view.estimate.kept
    return [card for i, card in enumerate(view.hand) if not kept >> i & 1 and not card.is_wild]


def _without_wild(view: PlayerView) -> Sequence[Card]:
    return [card for card in view.hand if not card.is_wild] or view.hand


def _most_points_first(view: PlayerView, cards: Sequence[Card]) -> list[Card]:
    """Sort cards by points, the most first; Skips that can skip nobody come last."""
    useless = not view.can_be_skipped()
    return sorted(cards, key=lambda card: (useless and card.is_skip, -view.edition.points(card)))


def _discard(view: PlayerView, card: Card, choose: Callable[[list[int]], int]) -> WantedDiscard:
    others = view.can_be_skipped()
    if not card.is_skip or not others or len(view.hand) == 1:
        return WantedDiscard(card)
    return WantedDiscard(card, choose(others))
