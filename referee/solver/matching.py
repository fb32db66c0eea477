"""Which cards can fill which places: bipartite matching on masks.

The sets of cards that can be placed side by side are a matroid, so cards that are
offered places in the order of their weight fill them with the most weight there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.solver.holding import Mask


def fill_plainly(slots: Sequence[Mask]) -> list[Mask]:
    """Give each place the first card that it accepts and that is left, 0 where none is.

    Quick, and mostly right: a hand has its numbered cards before the wild ones.

    >>> fill_plainly([0b011, 0b001])
    [1, 0]
    """
    owners, used = [], 0
    for accepts in slots:
        left = accepts & ~used
        owner = left & -left
        used |= owner
        owners.append(owner)
    return owners


def fill(slots: Sequence[Mask], offered: Iterable[Mask]) -> list[Mask]:
    """Give each place one of the cards that it accepts, 0 where none is left for it.

    `offered` are single cards, the most important first: a card once placed may move but
    never leaves the row. As many places as possible are filled.

    >>> fill([0b011, 0b001], [0b001, 0b010])
    [2, 1]
    """
    owners = [0] * len(slots)
    free = len(slots)
    for card in offered:
        for i, accepts in enumerate(slots):
            if accepts & card and not owners[i]:
                owners[i] = card
                free -= 1
                break
        else:
            if _displace(card, slots, owners, set()):
                free -= 1
        if not free:
            break
    return owners


def _displace(card: Mask, slots: Sequence[Mask], owners: list[Mask], tried: set[int]) -> bool:
    """Place a card where another one can move on, and tell whether that worked."""
    for i, accepts in enumerate(slots):
        if accepts & card and i not in tried:
            tried.add(i)
            if not owners[i] or _displace(owners[i], slots, owners, tried):
                owners[i] = card
                return True
    return False


def without_number(
    owners: Sequence[Mask], sizes: Sequence[int], numbered: Mask, *, per_group: bool
) -> range | None:
    """The places of which one should have a numbered card but none has (section 3.3).

    `sizes` are those of the player's own groups, which come first among `owners`. One
    numbered card is asked for in all, with `per_group` one in each group. A place that is
    still free could have one.

    >>> without_number([1, 2, 4], [1, 2], 0b001, per_group=True)
    range(1, 3)
    """
    start, found = 0, not sizes
    for size in sizes:
        end = start + size
        row = owners[start:end]
        has_number = 0 in row or bool(sum(row) & numbered)
        if per_group and not has_number:
            return range(start, end)
        found = found or has_number
        start = end
    return None if found else range(start)
