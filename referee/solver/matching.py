"""Which cards can fill which slots: bipartite matching on masks.

The sets of cards that fit into the slots together form a matroid, so offering cards in the
order of their weight fills the slots with the most weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.solver.holding import Mask


def fill_greedily(slots: Sequence[Mask]) -> list[Mask]:
    """Give each slot the first remaining card that it accepts, 0 if there is none.

    Quick, and mostly right: a hand has its numbered cards before the wild ones.

    >>> fill_greedily([0b011, 0b001])
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
    """Fill as many slots as possible, each with a card that it accepts, 0 if it stays empty.

    `offered` are single cards, the most important first: once placed, a card may move to
    another slot but is never dropped.

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
    """Place a card by moving others, and tell whether that worked."""
    for i, accepts in enumerate(slots):
        if accepts & card and i not in tried:
            tried.add(i)
            if not owners[i] or _displace(owners[i], slots, owners, tried):
                owners[i] = card
                return True
    return False


def slots_lacking_number(
    owners: Sequence[Mask], sizes: Sequence[int], numbered: Mask, *, per_group: bool
) -> range | None:
    """Return the slots among which one must hold a numbered card but none does (section 3.3).

    `sizes` are those of the player's own groups, which come first among `owners`. One
    numbered card is required in all, with `per_group` one in each group. An empty slot
    could still get one.

    >>> slots_lacking_number([1, 2, 4], [1, 2], 0b001, per_group=True)
    range(1, 3)
    """
    start, is_met = 0, not sizes
    for size in sizes:
        end = start + size
        row = owners[start:end]
        has_number = 0 in row or bool(sum(row) & numbered)
        if per_group and not has_number:
            return range(start, end)
        is_met = is_met or has_number
        start = end
    return None if is_met else range(start)
