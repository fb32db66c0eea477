"""Laying down a Phase (rulebook, section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from referee.card_groups import GroupStanding, Reading, is_group, read_group
from referee.cards import Card
from referee.editions import Edition
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import Phase, Requirement, phase_size
from referee.rulings import checks
from referee.rulings.phase_diagnosis import find_faults
from referee.rulings.phase_suggestions import RefusedPhase, proposals_for_phase
from referee.rulings.problems import RuleCode, RuleProblem, most_telling_first
from referee.rulings.suggestions import Check, Groups, Suggestion, after, first_legal, with_hint
from referee.wording import Text, gettext_noop, name_phase, ngettext_noop


@dataclass(frozen=True, slots=True)
class PhaseVerdict:
    """What the referee says about laying down a Phase.

    `readings` tells, in the order of the Phase's requirements, what each group could be;
    it is empty if the play is illegal. `extra_cards` counts the cards beyond those that
    the Phase asks for. The `suggestion` is a change that makes an illegal play legal, None if
    none so small was found; the first problem's text ends with it.
    """

    problems: tuple[RuleProblem, ...] = ()
    readings: tuple[Reading, ...] = ()
    extra_cards: int = 0
    suggestion: Suggestion | None = None

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
    side: str | None = None,
) -> PhaseVerdict:
    """Rule on laying down `groups` as `phase` (section 3).

    The cards are of the edition's deck. The hand has none of the cards that lie `elsewhere`
    on the table; if the `side` in play is known, it shows that side, and so do the cards that
    are suggested. An illegal play is a verdict, not an exception.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> classic = EDITIONS["classic"]
    >>> groups = [[parse_card(c) for c in ("R3", "R4", "B5", "G6", "Y7", "W", "R9")]]
    >>> verdict = check_phase(classic, classic.phases[3], groups)
    >>> verdict.is_legal, str(verdict.groups[0].cards[5])
    (True, 'W=8')
    """
    problems = list(_play_problems(edition, phase, groups, rules, elsewhere, side))
    order = None if problems else _order(phase, groups, rules)
    if order is not None:
        readings = tuple(read_group(r.kind, groups[i]) for r, i in zip(phase, order, strict=True))
        extra_cards = sum(map(len, groups)) - phase_size(phase)
        return PhaseVerdict(readings=readings, extra_cards=extra_cards)
    faults = [
        [find_faults(requirement, group, oversize=rules.oversize_groups) for group in groups]
        for requirement in phase
    ]
    meant = _meant(phase, groups, faults)

    def in_order(meant: Mapping[int, int]) -> tuple[RuleProblem, ...]:
        return most_telling_first([*problems, *_group_problems(groups, meant, faults)])

    def may_be_played(changed: Groups) -> bool:
        cards = (card for group in changed for card in group)
        in_play = side is None or all(edition.side_of(card) == side for card in cards)
        problems = _play_problems(edition, phase, changed, rules, elsewhere)
        return in_play and next(problems, None) is None

    def fits(changed: Groups) -> bool:
        return _order(phase, changed, rules) is not None

    @cache
    def available() -> Sequence[Card]:
        cards = [card for group in groups for card in group]
        shown = side or checks.side_of_most(edition, cards)
        return [card for card, _ in edition.unused([*elsewhere, *cards], shown)]

    told = in_order(meant)
    refused = RefusedPhase(
        phase,
        groups,
        {group: phase[requirement] for group, requirement in meant.items()},
        lambda requirement, group: _fits(requirement, group, rules),
        told,
        available,
    )
    check = Check(may_be_played, fits, available)
    found = first_legal(groups, proposals_for_phase(refused), check)
    if found is None:
        return PhaseVerdict(problems=told)
    corrected = after(found.change, groups, next(iter(found.change.cards), None))
    if len(corrected) == len(groups):
        # What is wrong is what the change corrects.
        order = _order(phase, corrected, rules) or ()
        told = in_order({group: requirement for requirement, group in enumerate(order)})
    return PhaseVerdict(problems=with_hint(told, found, check), suggestion=found.change)


def is_phase(
    edition: Edition, phase: Phase, groups: Groups, rules: HouseRules = STANDARD_RULES
) -> bool:
    """Tell whether `check_phase` finds nothing wrong, without saying what it would be.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> classic = EDITIONS["classic"]
    >>> sets = [[parse_card(card) for card in group.split()] for group in ("R3 G3 W", "R9 B9 Y9")]
    >>> [is_phase(classic, phase, sets) for phase in classic.phases[:2]]
    [True, False]
    """
    wrong = next(_play_problems(edition, phase, groups, rules, ()), None)
    return wrong is None and _order(phase, groups, rules) is not None


def _play_problems(
    edition: Edition,
    phase: Phase,
    groups: Groups,
    rules: HouseRules,
    elsewhere: Sequence[Card],
    side: str | None = None,
) -> Iterator[RuleProblem]:
    """Yield what is wrong with the play, no matter which group is meant for which requirement."""
    cards = [card for group in groups for card in group]
    for index, group in enumerate(groups):
        yield from checks.declarations(group, index)
    yield from checks.one_side(edition, cards, side)
    yield from _group_count(phase, groups)
    yield from _number_cards(groups, rules)
    yield from checks.copies(edition, [*checks.alike(cards, elsewhere), *cards], "3.7")
    yield from checks.hand_limit(edition, cards)


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
        text = gettext_noop("A Phase needs at least one card with a printed number.")
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


def _order(
    phase: Phase, groups: Groups, rules: HouseRules, taken: tuple[int, ...] = ()
) -> tuple[int, ...] | None:
    """Return the index of the group for each requirement, None if no order fits (section 3.1).

    Of several, it is the one that takes the earliest group for the earliest requirement; `taken`
    are the groups of the first ones.
    """
    if len(taken) == len(phase):
        return taken
    for index, group in enumerate(groups):
        if index not in taken and _fits(phase[len(taken)], group, rules):
            order = _order(phase, groups, rules, (*taken, index))
            if order is not None:
                return order
    return None


Faults = Sequence[Sequence[Sequence[RuleProblem]]]  # of each requirement, with each group


def _meant(phase: Phase, groups: Groups, faults: Faults) -> dict[int, int]:
    """Return which requirement of the Phase each group comes closest to, by their indexes."""

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
    return {group: place for place, group in enumerate(taken) if group is not None}


def _group_problems(
    groups: Groups, meant: Mapping[int, int], faults: Faults
) -> Iterator[RuleProblem]:
    """Say what is wrong with each group, taken as the requirement that is meant."""
    for index, cards in enumerate(groups):
        if index in meant:
            for fault in faults[meant[index]][index]:
                yield RuleProblem(fault.code, fault.text, fault.rule, index, fault.cards)
        else:
            yield from checks.skips(cards, "3.5", index)


def _cost(faults: Sequence[RuleProblem], lacking: int) -> int:
    """Return how far a group is from the requirement: by missing cards and other faults alike."""
    others = [fault for fault in faults if fault.code is not RuleCode.TOO_FEW_CARDS]
    return 10 * max(lacking, 0) + sum(10 + len(fault.cards) for fault in others)
