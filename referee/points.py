"""What cards cost, and what a hand's count can be (rulebook, section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import sub

from referee.cards import Card
from referee.editions import Edition

# How many cards of each price a hand holds, in the order of `Edition.prices`.
Purse = tuple[int, ...]


def score(edition: Edition, cards: Iterable[Card]) -> int:
    """The points of the cards left in a hand.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> score(EDITIONS["classic"], map(parse_card, ["R9", "B10", "S", "W"]))
    55
    """
    return sum(edition.points(card) for card in cards)


def possible_points(edition: Edition, sizes: range) -> list[int]:
    """Every count that a hand of so many cards can have, ascending.

    >>> from referee.editions import EDITIONS
    >>> possible_points(EDITIONS["classic"], range(1, 2))
    [5, 10, 15, 25]
    """
    return sorted({points for size in sizes for points in _purses(edition, size)})


def purses_of(edition: Edition, points: int, sizes: range) -> list[Purse]:
    """Every way for a hand of so many cards to count `points`; none where it cannot."""
    return [purse for size in sizes for purse in _purses(edition, size).get(points, ())]


def purse_of(edition: Edition, cards: Iterable[Card]) -> Purse:
    """How many cards of each price these are."""
    counts = Counter(edition.points(card) for card in cards)
    return tuple(counts[price] for price in edition.prices)


def can_share_a_deck(edition: Edition, hands: Sequence[Sequence[Purse]]) -> bool:
    """Whether one deck suffices for all hands, each of which is one of its purses."""
    supply = tuple(edition.prices.values())
    return _share_as_they_come(supply, hands) or _share_somehow(supply, hands)


def _share_as_they_come(supply: Purse, hands: Sequence[Sequence[Purse]]) -> bool:
    """Whether each hand in turn finds a purse in what the ones before leave.

    Nearly always it does. If not, another choice may still do.
    """
    left = supply
    for purses in hands:
        rests = (tuple(map(sub, left, purse)) for purse in purses)
        found = next((rest for rest in rests if min(rest) >= 0), None)
        if found is None:
            return False
        left = found
    return True


def _share_somehow(supply: Purse, hands: Sequence[Sequence[Purse]]) -> bool:
    """Whether any choice of purses does.

    All limits are upper ones, so among choices that differ in the cheapest cards
    alone only the one with the fewest of them is followed up.
    """
    reached = {(0,) * (len(supply) - 1): 0}
    for purses in hands:
        following: dict[Purse, int] = {}
        for dear, cheap in reached.items():
            for first, *rest in purses:
                key = tuple(a + b for a, b in zip(dear, rest, strict=True))
                total = cheap + first
                if total > supply[0] or any(a > b for a, b in zip(key, supply[1:], strict=True)):
                    continue
                following[key] = min(total, following.get(key, total))
        reached = following
    return bool(reached)


@cache
def _purses(edition: Edition, size: int) -> dict[int, list[Purse]]:
    """All purses of so many cards, by what they count."""
    supply = tuple(edition.prices.values())

    def fill(index: int, room: int) -> Iterator[Purse]:
        if index == len(supply) - 1:
            if room <= supply[index]:
                yield (room,)
            return
        for count in range(min(room, supply[index]) + 1):
            for rest in fill(index + 1, room - count):
                yield (count, *rest)

    by_points: dict[int, list[Purse]] = {}
    for purse in fill(0, size):
        points = sum(price * count for price, count in zip(edition.prices, purse, strict=True))
        by_points.setdefault(points, []).append(purse)
    return by_points
