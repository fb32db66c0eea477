"""Laying down a Phase (rulebook, section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from referee.card_groups import GroupStanding, Reading, is_group, read_group
from referee.cards import Card
from referee.editions import Edition
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import Phase, Requirement, phase_size
from referee.rulings import checks
from referee.rulings.phase_diagnosis import Fault, explain, find_faults
from referee.rulings.problems import RuleCode, RuleProblem, most_telling_first
from referee.wording import AND, Text, gettext_noop, listed, name_phase, ngettext_noop

Groups = Sequence[Sequence[Card]]


@dataclass(frozen=True, slots=True)
class PhaseVerdict:
    """What the referee says about laying down a Phase.

    `readings` tells, in the order of the Phase's requirements, what each group could be;
    it is empty if the play is illegal. `extra_cards` counts the cards beyond those that
    the Phase asks for.
    """

    problems: tuple[RuleProblem, ...] = ()
    readings: tuple[Reading, ...] = ()
    extra_cards: int = 0

    @property
    def is_legal(self) -> bool:
        return not self.problems

    @property
    def is_ambiguous(self) -> bool:
        return any(reading.is_ambiguous for reading in self.readings)

    @property
    def groups(self) -> tuple[GroupStanding | None, ...]:
        """The standing of each group, None for one that its player has yet to declare."""
        return tuple(reading.standing for reading in self.readings)


def check_phase(
    edition: Edition,
    phase: Phase,
    groups: Groups,
    rules: HouseRules = STANDARD_RULES,
    *,
    elsewhere: Sequence[Card] = (),
) -> PhaseVerdict:
    """Rule on laying down `groups` as `phase` (section 3).

    The cards are of the edition's deck. The hand has none of the cards that lie `elsewhere`
    on the table. An illegal play is a verdict, not an exception.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> classic = EDITIONS["classic"]
    >>> groups = [[parse_card(c) for c in ("R3", "R4", "B5", "G6", "Y7", "W", "R9")]]
    >>> verdict = check_phase(classic, classic.phases[3], groups)
    >>> verdict.is_legal, str(verdict.groups[0].cards[5])
    (True, 'W=8')
    """
    problems = list(_play_problems(edition, phase, groups, rules, elsewhere))
    readings = None if problems else _arranged(phase, groups, rules)
    if readings is None:
        problems += _group_problems(edition, phase, groups, rules, elsewhere)
        return PhaseVerdict(problems=most_telling_first(problems))
    return PhaseVerdict(
        readings=tuple(readings),
        extra_cards=sum(map(len, groups)) - phase_size(phase),
    )


def _play_problems(
    edition: Edition,
    phase: Phase,
    groups: Groups,
    rules: HouseRules,
    elsewhere: Sequence[Card],
) -> Iterator[RuleProblem]:
    """Yield what is wrong with the play, no matter which group is meant for which requirement."""
    cards = [card for group in groups for card in group]
    for index, group in enumerate(groups):
        yield from checks.declarations(group, index)
    yield from _sides(edition, cards)
    yield from _group_count(phase, groups)
    yield from _number_cards(groups, rules)
    printed = {card.printed for card in cards}
    alike = [card for card in elsewhere if card.printed in printed]
    yield from checks.copies(edition, [*alike, *cards], "3.7")
    hint = Text(gettext_noop("Lay down the Phase first, then hit with the rest."))
    yield from checks.hand_limit(edition, cards, hint)


def _sides(edition: Edition, cards: Sequence[Card]) -> Iterator[RuleProblem]:
    """Section 3.6: all cards show the side in play."""
    by_side: dict[str, list[Card]] = {}
    for card in cards:
        by_side.setdefault(edition.side_of(card), []).append(card)
    if len(by_side) > 1:
        fewest = min(by_side.values(), key=len)
        text = ngettext_noop(
            "All cards must show the same side: %(cards)s shows the other one.",
            "All cards must show the same side: %(cards)s show the other one.",
        )
        params = {"cards": listed(fewest, AND), "count": len(fewest)}
        yield RuleProblem(RuleCode.MIXED_SIDES, Text(text, params), "3.6", None, tuple(fewest))


def _group_count(phase: Phase, groups: Groups) -> Iterator[RuleProblem]:
    """Section 3.1: as many groups as the Phase asks for."""
    if len(groups) != len(phase):
        text = ngettext_noop(
            "This Phase has %(count)s group (%(phase)s), not %(given)s.",
            "This Phase has %(count)s groups (%(phase)s), not %(given)s.",
        )
        params = {"count": len(phase), "phase": name_phase(phase), "given": len(groups)}
        yield RuleProblem(RuleCode.WRONG_GROUP_COUNT, Text(text, params), "3.1")


def _number_cards(groups: Groups, rules: HouseRules) -> Iterator[RuleProblem]:
    """Section 3.3: at least one numbered card, by house rule one in every group."""
    bare = [i for i, group in enumerate(groups) if not any(card.is_numbered for card in group)]
    if len(bare) == len(groups):
        text = gettext_noop(
            "A Phase needs at least one card with a printed number: replace a wild card with one."
        )
        yield RuleProblem(RuleCode.NO_NUMBER_CARD, Text(text), "3.3")
    elif rules.number_card_per_group:
        text = gettext_noop(
            "Under your house rule, every group needs a card with a printed number, "
            "and this one has none."
        )
        for index in bare:
            cards = tuple(groups[index])
            yield RuleProblem(RuleCode.NO_NUMBER_CARD, Text(text), "3.3", index, cards)


def _fits(requirement: Requirement, group: Sequence[Card], rules: HouseRules) -> bool:
    extra = len(group) - requirement.size
    enough = extra >= 0 if rules.oversize_groups else extra == 0
    return enough and is_group(requirement.kind, group)


def _arranged(phase: Phase, groups: Groups, rules: HouseRules) -> list[Reading] | None:
    """Read the groups in the order of the Phase, None if no order fits (section 3.1).

    The order in which they were listed is tried first, then the one that takes the earliest
    group for the earliest requirement.
    """
    if all(_fits(r, group, rules) for r, group in zip(phase, groups, strict=True)):
        return [read_group(r.kind, group) for r, group in zip(phase, groups, strict=True)]
    order = _first_order(
        [[i for i, group in enumerate(groups) if _fits(r, group, rules)] for r in phase]
    )
    if order is None:
        return None
    return [read_group(r.kind, groups[i]) for r, i in zip(phase, order, strict=True)]


def _first_order(options: Sequence[Sequence[int]], taken: Sequence[int] = ()) -> list[int] | None:
    """Choose one option for each requirement, all different; None if that is not possible.

    >>> _first_order([[0, 1], [0]])
    [1, 0]
    """
    if not options:
        return []
    for option in options[0]:
        if option not in taken:
            rest = _first_order(options[1:], [*taken, option])
            if rest is not None:
                return [option, *rest]
    return None


def _group_problems(
    edition: Edition,
    phase: Phase,
    groups: Groups,
    rules: HouseRules,
    elsewhere: Sequence[Card],
) -> list[RuleProblem]:
    """Say what is wrong with each group, taken as the requirement that it comes closest to."""
    faults = [
        [find_faults(requirement, group, oversize=rules.oversize_groups) for group in groups]
        for requirement in phase
    ]

    @cache
    def closest(requirement: int, free: frozenset[int]) -> tuple[int, tuple[int | None, ...]]:
        """Return the lowest cost of the requirements from here on, and the group of each."""
        if requirement == len(phase):
            return 0, ()
        options: list[tuple[int, tuple[int | None, ...]]] = []
        for group in sorted(free):
            cost, rest = closest(requirement + 1, free - {group})
            lacking = phase[requirement].size - len(groups[group])
            cost += _cost(faults[requirement][group], lacking)
            options.append((cost, (group, *rest)))
        if len(free) < len(phase) - requirement:
            cost, rest = closest(requirement + 1, free)
            options.append((cost, (None, *rest)))
        return min(options, key=lambda option: option[0])

    _, taken = closest(0, frozenset(range(len(groups))))
    unused = cache(lambda: _unused(edition, groups, elsewhere))
    problems = [
        problem
        for requirement, group in enumerate(taken)
        if group is not None
        for problem in explain(
            phase[requirement], groups[group], group, faults[requirement][group], unused
        )
    ]
    for index, group in enumerate(groups):
        if index not in taken:
            problems += checks.skips(group, "3.5", index)
    return problems


def _cost(faults: Sequence[Fault], lacking: int) -> int:
    """Return how far a group is from the requirement: missing cards weigh most, then faults."""
    return 10 * max(lacking, 0) + sum(10 + len(fault.cards) for fault in faults)


def _unused(edition: Edition, groups: Groups, elsewhere: Sequence[Card]) -> Counter[Card]:
    """Return the cards that could still be added: none if the hand is full."""
    cards = [card for group in groups for card in group]
    if len(cards) >= edition.max_held:
        return Counter()
    return edition.unused([*elsewhere, *cards])
