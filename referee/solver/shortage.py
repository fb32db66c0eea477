"""How many cards a hand is short of a Phase, and which single cards would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from referee.cards import Card, Color
from referee.editions import Edition
from referee.house_rules import HouseRules
from referee.kinds import Kind, Phase, phase_size
from referee.solver.holding import Holding, Mask, bits, hold
from referee.solver.matching import fill, without_number
from referee.solver.options import Option, lay_down_options, weights_of
from referee.solver.search import Budget


class OutOfWork(Exception):
    """The work limit was reached before the answer was certain."""


def fewest_missing(
    holding: Holding, phase: Phase, rules: HouseRules, budget: Budget, *, below: int | None = None
) -> int:
    """The fewest further cards that make the Phase possible (section 8).

    Each is freely chosen, whether or not the deck still has it. With `below` only whether it
    is fewer than that: if not, `below` comes back. Raises `OutOfWork`.
    """
    best = phase_size(phase) if below is None else below
    useful = _useful(holding)

    def look(chosen: Sequence[Option]) -> int:
        nonlocal best
        slots = [slot for option in chosen for slot in option.slots]
        sizes = [len(option.slots) for option in chosen]
        best = min(best, _gaps(slots, sizes, best))
        return best

    def _gaps(slots: list[Mask], sizes: Sequence[int], enough: int) -> int:
        if not budget.spend():
            raise OutOfWork
        owners = fill(slots, useful)
        gaps = owners.count(0)
        if gaps >= enough:
            return enough
        lacking = without_number(
            owners, sizes, holding.numbered, per_group=rules.number_card_per_group
        )
        for index in lacking or ():
            rest = [*slots]
            rest[index] &= holding.numbered
            enough = min(enough, _gaps(rest, sizes, enough))
        return enough if lacking else gaps

    _each_choice(holding, phase, rules, budget, best, look)
    return best


def _useful(holding: Holding) -> list[Mask]:
    return [*bits(holding.numbered), *bits(holding.wild)]


def _each_choice(
    holding: Holding,
    phase: Phase,
    rules: HouseRules,
    budget: Budget,
    below: int,
    look: Callable[[Sequence[Option]], int],
) -> None:
    """Look at every choice of groups that may be short of fewer than `below` cards.

    What `look` returns is the new bound. Raises `OutOfWork`.
    """
    wild = holding.wild.bit_count()
    groups = _minimal_options(holding, phase, wild + below - 1, rules)
    if not all(groups):
        return
    rest = [0]
    for options in reversed(groups):
        rest.append(rest[-1] + options[0].need)
    rest.reverse()
    chosen: list[Option] = []
    bound = below

    def dive(depth: int, first: int, need: int, claimed: Mask, lost: int) -> None:
        nonlocal bound
        if depth == len(groups):
            bound = look(chosen)
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
                raise OutOfWork
            chosen.append(option)
            again = index if following is options else 0
            dive(depth + 1, again, needed, claimed | option.claims, losing)
            chosen.pop()

    dive(0, 0, 0, 0, 0)


def _minimal_options(
    holding: Holding, phase: Phase, most_need: int, rules: HouseRules
) -> list[list[Option]]:
    nothing = weights_of((0,) * len(holding.cards))
    groups: list[list[Option]] = []
    for index, asked in enumerate(phase):
        if index and asked == phase[index - 1]:
            groups.append(groups[-1])
        else:
            groups.append(
                lay_down_options(
                    holding, asked, nothing, most_need=most_need, minimal=True, rules=rules
                )
            )
    return groups


def outs(
    edition: Edition,
    holding: Holding,
    phase: Phase,
    candidates: Iterable[Card],
    rules: HouseRules,
    budget: Budget,
) -> list[Card]:
    """Those of the candidates whose arrival makes the Phase possible, where one is missing.

    In the order of the candidates, which are of the side that the hand shows. Raises
    `OutOfWork`.
    """
    candidates = [card for card in candidates if not card.is_skip]
    if rules.number_card_per_group:
        # Where the one card goes may decide which group gets its number: simply try.
        return [
            card
            for card in candidates
            if not fewest_missing(
                hold(edition, [*holding.cards, card]), phase, rules, budget, below=1
            )
        ]
    return _by_gaps(holding, phase, candidates, rules, budget)


def _by_gaps(
    holding: Holding,
    phase: Phase,
    candidates: Sequence[Card],
    rules: HouseRules,
    budget: Budget,
) -> list[Card]:
    """Gather what fits the one gap of every choice of groups that has just one.

    The gap may move: where a card could fill it and free its own place, that place is
    open too.
    """
    useful = _useful(holding)
    numbered = sum(1 << i for i, card in enumerate(candidates) if card.is_numbered)
    wanted = (1 << len(candidates)) - 1
    found = 0
    arrivals = _Arrivals(candidates)

    def look(chosen: Sequence[Option]) -> int:
        nonlocal found
        fits = [
            arrivals.at(asked.kind, option, place)
            for asked, option in zip(phase, chosen, strict=True)
            for place in range(len(option.slots))
        ]
        if not any(mask & ~found for mask in fits):
            return 2
        if not budget.spend():
            raise OutOfWork
        slots = [slot for option in chosen for slot in option.slots]
        owners = fill(slots, useful)
        gaps = owners.count(0)
        has_number = any(owner & holding.numbered for owner in owners)
        if gaps == 1:
            for place in _open(slots, owners):
                # The first numbered card of the Phase can be no wild one.
                found |= fits[place] if has_number else fits[place] & numbered
        elif not gaps and not has_number:
            for mask in fits:
                found |= mask & numbered
        return 0 if found == wanted else 2

    _each_choice(holding, phase, rules, budget, 2, look)
    return [card for i, card in enumerate(candidates) if found >> i & 1]


class _Arrivals:
    """Which candidates a place accepts, one bit each; remembered, for places recur."""

    def __init__(self, candidates: Sequence[Card]) -> None:
        self._candidates = candidates
        self._known: dict[tuple[Color | None, tuple[int | None, ...]], Mask] = {}

    def at(self, kind: Kind, option: Option, place: int) -> Mask:
        """The candidates that fit the place at this index of the option's places."""
        numbers: tuple[int | None, ...] = kind.numbers
        if kind.one_number:
            numbers = (option.number,)
        elif kind.is_run:
            numbers = (option.numbers[place // kind.per_number],)
        key = (option.color, numbers)
        if key not in self._known:
            self._known[key] = sum(
                1 << i
                for i, card in enumerate(self._candidates)
                if (option.color is None or card.color in (None, option.color))
                and (card.number is None or card.number in numbers)
            )
        return self._known[key]


def _open(slots: Sequence[Mask], owners: Sequence[Mask]) -> list[int]:
    """The places that can be made free: the gap, and those whose cards can move on to one."""
    places = [owners.index(0)]
    for place in places:  # grows on the way
        places += [i for i, owner in enumerate(owners) if owner & slots[place] and i not in places]
    return places
