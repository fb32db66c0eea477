"""How many cards a hand lacks for a Phase, and which single cards would complete it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from referee.cards import Card, Color
from referee.editions import Edition
from referee.house_rules import HouseRules
from referee.kinds import Kind, Phase, phase_size
from referee.solver.holding import Holding, Mask, read_hand
from referee.solver.matching import fill, slots_lacking_number
from referee.solver.options import Option, lay_down_options, weights_of
from referee.solver.search import Budget


class WorkLimitReached(Exception):
    """The search ran out of its budget before the answer was certain."""


def fewest_missing(
    holding: Holding, phase: Phase, rules: HouseRules, budget: Budget, *, below: int | None = None
) -> int:
    """Return the fewest further cards that make the Phase possible (section 8).

    Each is freely chosen, whether or not the deck still has it. With `below`, only find out
    whether fewer than that suffice, and return `below` if not. Raises `WorkLimitReached`.
    """
    best = phase_size(phase) if below is None else below
    useful = holding.useful()

    def evaluate(chosen: Sequence[Option]) -> int:
        nonlocal best
        slots = [slot for option in chosen for slot in option.slots]
        sizes = [len(option.slots) for option in chosen]
        best = min(best, count_gaps(slots, sizes, best))
        return best

    def count_gaps(slots: list[Mask], sizes: Sequence[int], enough: int) -> int:
        if not budget.spend():
            raise WorkLimitReached
        owners = fill(slots, useful)
        gaps = owners.count(0)
        if gaps >= enough:
            return enough
        lacking = slots_lacking_number(
            owners, sizes, holding.numbered, per_group=rules.number_card_per_group
        )
        for index in lacking or ():
            rest = [*slots]
            rest[index] &= holding.numbered
            enough = min(enough, count_gaps(rest, sizes, enough))
        return enough if lacking else gaps

    _try_choices(holding, phase, rules, budget, best, evaluate)
    return best


def _try_choices(
    holding: Holding,
    phase: Phase,
    rules: HouseRules,
    budget: Budget,
    below: int,
    evaluate: Callable[[Sequence[Option]], int],
) -> None:
    """Call `evaluate` with every choice of groups that may lack fewer than `below` cards.

    It returns the new bound. Raises `WorkLimitReached`.
    """
    wild = holding.wild.bit_count()
    nothing = weights_of((0,) * len(holding.cards))
    groups = lay_down_options(
        holding, phase, nothing, max_need=wild + below - 1, minimal=True, rules=rules
    )
    if not all(groups):
        return
    rest = [0]
    for options in reversed(groups):
        rest.append(rest[-1] + options[0].need)
    rest.reverse()
    chosen: list[Option] = []
    bound = below

    def branch(depth: int, first: int, need: int, claimed: Mask, lost: int) -> None:
        nonlocal bound
        if depth == len(groups):
            bound = evaluate(chosen)
            return
        options = groups[depth]
        following = groups[depth + 1] if depth + 1 < len(groups) else None
        for index in range(first, len(options)):
            option = options[index]
            if need + option.need + rest[depth + 1] - wild >= bound or not bound:
                return
            # A card claimed by two groups is lost to one of them, which may be able to spare it.
            losing = lost - max(option.spare, 0) + (claimed & option.claims).bit_count()
            needed = need + option.need
            if needed + max(losing, 0) - wild >= bound:
                continue
            if not budget.spend():
                raise WorkLimitReached
            chosen.append(option)
            again = index if following is options else 0
            branch(depth + 1, again, needed, claimed | option.claims, losing)
            chosen.pop()

    branch(0, 0, 0, 0, 0)


def completing_cards(
    edition: Edition,
    holding: Holding,
    phase: Phase,
    candidates: Iterable[Card],
    rules: HouseRules,
    budget: Budget,
) -> list[Card]:
    """Return the candidates that would complete the Phase of a hand that lacks one card.

    They keep the order of `candidates`, which are of the side that the hand shows. Raises
    `WorkLimitReached`.
    """
    candidates = [card for card in candidates if not card.is_skip]
    if rules.number_card_per_group:
        # The slot of the new card may decide which group gets its number: simply try.
        return [
            card
            for card in candidates
            if not fewest_missing(
                read_hand(edition, [*holding.cards, card]), phase, rules, budget, below=1
            )
        ]
    return _outs_by_gap(holding, phase, candidates, rules, budget)


def _outs_by_gap(
    holding: Holding,
    phase: Phase,
    candidates: Sequence[Card],
    rules: HouseRules,
    budget: Budget,
) -> list[Card]:
    """Collect the candidates that fit the gap of every choice of groups with a single gap.

    The gap may move: if a card can fill it and so free its own slot, that slot is open
    too.
    """
    useful = holding.useful()
    numbered = sum(1 << i for i, card in enumerate(candidates) if card.is_numbered)
    wanted = (1 << len(candidates)) - 1
    completing: Mask = 0
    fits_of = _fitting(candidates)

    def evaluate(chosen: Sequence[Option]) -> int:
        nonlocal completing
        fits = [
            mask
            for requirement, option in zip(phase, chosen, strict=True)
            for mask in fits_of(requirement.kind, option)
        ]
        if not any(mask & ~completing for mask in fits):
            return 2
        if not budget.spend():
            raise WorkLimitReached
        slots = [slot for option in chosen for slot in option.slots]
        owners = fill(slots, useful)
        gaps = owners.count(0)
        has_number = any(owner & holding.numbered for owner in owners)
        if gaps == 1:
            for index in _open_slots(slots, owners):
                # Without a number yet, the Phase needs a numbered card.
                completing |= fits[index] if has_number else fits[index] & numbered
        elif not gaps and not has_number:
            for mask in fits:
                completing |= mask & numbered
        return 0 if completing == wanted else 2

    _try_choices(holding, phase, rules, budget, 2, evaluate)
    return [card for i, card in enumerate(candidates) if completing >> i & 1]


def _fitting(candidates: Sequence[Card]) -> Callable[[Kind, Option], list[Mask]]:
    """Return what tells which candidates, one bit each, fit each of the slots of an option."""

    @cache  # as the same slots recur
    def fitting(color: Color | None, numbers: tuple[int | None, ...]) -> Mask:
        return sum(
            1 << i
            for i, card in enumerate(candidates)
            if (color is None or card.color in (None, color))
            and (card.number is None or card.number in numbers)
        )

    def fits_of(kind: Kind, option: Option) -> list[Mask]:
        if kind.is_run:
            row = [fitting(option.color, (number,)) for number in option.numbers]
            return [mask for mask in row for _ in range(kind.per_number)]
        numbers = (option.number,) if kind.one_number else kind.numbers
        return [fitting(option.color, numbers)] * len(option.slots)

    return fits_of


def _open_slots(slots: Sequence[Mask], owners: Sequence[Mask]) -> list[int]:
    """Return the slots that can be empty: the gap, and those whose card can move to such a slot."""
    indexes = [owners.index(0)]
    for index in indexes:  # grows on the way
        indexes += [
            i for i, owner in enumerate(owners) if owner & slots[index] and i not in indexes
        ]
    return indexes
