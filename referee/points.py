"""What cards count at the end of a round, and which sums are possible (section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import mul, sub

from referee.cards import Card
from referee.editions import Edition

# How many cards of each point value a hand has, in the order of `Edition.copies_by_points`.
PointCounts = tuple[int, ...]


def score(edition: Edition, cards: Iterable[Card]) -> int:
    """Return the points of the cards left in a hand.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> score(EDITIONS["classic"], map(parse_card, ["R9", "B10", "S", "W"]))
    55
    """
    return sum(edition.points(card) for card in cards)


def possible_points(edition: Edition, sizes: range) -> list[int]:
    """Return every score that a hand of one of these sizes can have, ascending.

    >>> from referee.editions import EDITIONS
    >>> possible_points(EDITIONS["classic"], range(1, 2))
    [5, 10, 15, 25]
    """
    return sorted({points for size in sizes for points in _hands_by_points(edition, size)})


def hands_worth(edition: Edition, points: int, sizes: range) -> list[PointCounts]:
    """Return every way for a hand of one of these sizes to count `points`.

    >>> from referee.editions import EDITIONS
    >>> hands_worth(EDITIONS["classic"], 15, range(1, 3))  # fives, tens, Skips, Wilds
    [(0, 0, 1, 0), (1, 1, 0, 0)]
    """
    return [hand for size in sizes for hand in _hands_by_points(edition, size).get(points, ())]


def point_counts(edition: Edition, cards: Iterable[Card]) -> PointCounts:
    """Return how many cards of each point value these are.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> point_counts(EDITIONS["classic"], map(parse_card, ["R9", "B10", "Y10", "W"]))
    (1, 2, 0, 1)
    """
    counts = Counter(edition.points(card) for card in cards)
    return tuple(counts[points] for points in edition.copies_by_points)


def can_share_a_deck(
    edition: Edition, hands: Sequence[Sequence[PointCounts]], taken: PointCounts | None = None
) -> bool:
    """Tell whether one deck suffices for all hands; each lists its possible point counts.

    `taken` are cards that are in no hand.

    >>> from referee.editions import EDITIONS
    >>> can_share_a_deck(EDITIONS["express"], [[(0, 0, 0, 2)], [(0, 0, 0, 2), (0, 0, 2, 1)]])
    True
    """
    supply = tuple(edition.copies_by_points.values())
    if taken is not None:
        supply = tuple(max(0, count - gone) for count, gone in zip(supply, taken, strict=True))
    return _share_greedily(supply, hands) or _share_exhaustively(supply, hands)


def _share_greedily(supply: PointCounts, hands: Sequence[Sequence[PointCounts]]) -> bool:
    """Tell whether each hand in turn can be made of what the hands before it leave.

    That nearly always works. If it does not, other choices may.
    """
    left = supply
    for choices in hands:
        rests = (tuple(map(sub, left, hand)) for hand in choices)
        rest = next((rest for rest in rests if min(rest) >= 0), None)
        if rest is None:
            return False
        left = rest
    return True


def _share_exhaustively(supply: PointCounts, hands: Sequence[Sequence[PointCounts]]) -> bool:
    """Tell whether any choice of hands works.

    Of choices that differ only in the number of the lowest cards, it is enough to follow
    the one with the fewest, because all limits are upper ones.
    """
    reached = {(0,) * (len(supply) - 1): 0}
    for choices in hands:
        following: dict[PointCounts, int] = {}
        for higher, lowest in reached.items():
            for first, *rest in choices:
                key = tuple(a + b for a, b in zip(higher, rest, strict=True))
                total = lowest + first
                if total > supply[0] or any(a > b for a, b in zip(key, supply[1:], strict=True)):
                    continue
                following[key] = min(total, following.get(key, total))
        reached = following
    return bool(reached)


@cache
def _hands_by_points(edition: Edition, size: int) -> dict[int, list[PointCounts]]:
    """Return all hands of this many cards by their points."""
    supply = tuple(edition.copies_by_points.values())

    def fill(index: int, room: int) -> Iterator[PointCounts]:
        if index == len(supply) - 1:
            if room <= supply[index]:
                yield (room,)
            return
        for count in range(min(room, supply[index]) + 1):
            for rest in fill(index + 1, room - count):
                yield (count, *rest)

    by_points: dict[int, list[PointCounts]] = {}
    for hand in fill(0, size):
        points = sum(map(mul, edition.copies_by_points, hand))
        by_points.setdefault(points, []).append(hand)
    return by_points
