"""Changes that may make a lay-down legal: cards to move, leave out, add or replace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from referee.card_groups import first_color, numbers_agree
from referee.cards import Card
from referee.kinds import Phase, Requirement
from referee.rulings.card_changes import (
    RefusedCards,
    Suspect,
    added,
    left_out,
    replaced,
    with_number,
    without,
    written_differently,
)
from referee.rulings.card_references import card_in
from referee.rulings.problems import RuleCode, RuleProblem
from referee.rulings.run_places import any_card
from referee.rulings.suggestions import Groups, Proposal, Suggestion
from referee.wording import gettext_noop


@dataclass(frozen=True, slots=True)
class RefusedPhase:
    """A lay-down that is not legal: what was asked, what was laid down, and what is wrong.

    `meant` has, for the index of each group, the requirement that it comes closest to; `fits`
    tells whether given cards are what a requirement asks for.
    """

    phase: Phase
    groups: Groups
    meant: Mapping[int, Requirement]
    fits: Callable[[Requirement, Sequence[Card]], bool]
    problems: Sequence[RuleProblem]
    available: Callable[[], Sequence[Card]]


def proposals_for_phase(refused: RefusedPhase) -> Iterator[Proposal]:
    """Yield changes that may make the lay-down legal, the smallest first.

    First a single card, and every one is tried: written differently, left out, moved, added.
    Then two: cards in each other's place, another card in place of one. If there is a group too
    many, the smallest goes first.
    """
    if len(refused.groups) == len(refused.phase) + 1:
        yield from _one_group_less(refused)
    if len(refused.groups) != len(refused.phase):
        return
    suspects = list(_suspects(refused))
    open_to = [_open_to(refused, index) for index in range(len(refused.groups))]
    cards = RefusedCards(
        groups=refused.groups,
        suspects=[(index, card) for index, card in suspects if open_to[index]],
        kind_of=lambda index: min(open_to[index], key=lambda r: r != refused.meant[index]).kind,
        may_do=lambda index, cards: any(refused.fits(r, cards) for r in open_to[index]),
        candidates=lambda index, cards: _candidates(refused, open_to[index], cards),
        colors_matter=any(requirement.kind.one_color for requirement in refused.phase),
    )
    yield from written_differently(cards)
    yield from left_out(cards)
    yield from _moved_cards(refused)
    faulty = [problem.group for problem in refused.problems if problem.group is not None]
    for index in dict.fromkeys([*faulty, *range(len(refused.groups))]):
        is_clear = index in faulty or len(refused.groups) == 1
        text = (
            gettext_noop("%(cards)s would do.")
            if is_clear
            else gettext_noop("%(cards)s in group %(number)s would do.")
        )
        yield from added(cards, index, text)
    yield from _swapped_cards(refused, [s for s in suspects if s[0] in faulty])
    yield from replaced(cards)


def _open_to(refused: RefusedPhase, index: int) -> list[Requirement]:
    """Return what the group with this index could become, if the others stay as they are."""
    others = [group for other, group in enumerate(refused.groups) if other != index]
    open_to = []
    for place, requirement in enumerate(refused.phase):
        rest = [*refused.phase[:place], *refused.phase[place + 1 :]]
        if requirement not in open_to and any(
            all(map(refused.fits, order, others)) for order in permutations(rest)
        ):
            open_to.append(requirement)
    return open_to


# --- Suspects ---------------------------------------------------------------------------


def _suspects(refused: RefusedPhase) -> Iterator[Suspect]:
    """Yield the cards of all groups, those first that are most likely to be wrong.

    The last of several that are alike is taken: the others were there before.
    """
    found = dict.fromkeys(_named_by_problems(refused))
    for index, requirement in refused.meant.items():
        if requirement.kind.is_run and any(p.group == index for p in refused.problems):
            found |= dict.fromkeys((index, card) for card in _outermost(refused.groups[index]))
    for index, group in enumerate(refused.groups):
        found |= dict.fromkeys((index, card) for card in reversed(group))
    yield from found


def _named_by_problems(refused: RefusedPhase) -> Iterator[Suspect]:
    for problem in refused.problems:
        if problem.code is RuleCode.NO_NUMBER_CARD:
            for index, group in enumerate(refused.groups):
                if problem.group in (None, index):
                    yield from ((index, card) for card in group[-1:])
        elif len(problem.cards) <= 2 or problem.code is RuleCode.TOO_MANY_COPIES:
            printed = {card.printed for card in problem.cards}
            for index, group in enumerate(refused.groups):
                if problem.group in (None, index):
                    yield from ((index, c) for c in reversed(group) if c.printed in printed)


def _outermost(group: Sequence[Card]) -> list[Card]:
    """Return the highest and the lowest card of a run."""
    fixed = [card for card in group if card.as_number is not None]
    if not fixed:
        return []
    return [
        max(reversed(fixed), key=lambda card: card.as_number or 0),
        min(fixed, key=lambda card: card.as_number or 0),
    ]


# --- A group too many -------------------------------------------------------------------


def _one_group_less(refused: RefusedPhase) -> Iterator[Proposal]:
    """Leave out a group or put it together with another one, the smallest first."""
    groups = refused.groups
    by_size: dict[int, list[int]] = {}
    for index in sorted(range(len(groups)), key=lambda i: (len(groups[i]), -i)):
        by_size.setdefault(len(groups[index]), []).append(index)
    for size, indexes in by_size.items():
        for index in indexes:
            text, named = gettext_noop("Without group %(number)s, the rest would do."), None
            if size == 1:
                text = gettext_noop("Without %(card)s, the rest would do.")
                named = card_in(groups, index, groups[index][0])
            params = {"number": index + 1, "card": named}
            yield Proposal(_regrouped(refused, {index: ()}), text, params)
        for index in indexes:
            for other in range(len(groups)):
                if other != index:
                    changed = {index: (), other: [*groups[other], *groups[index]]}
                    low, high = sorted((index, other))
                    text = gettext_noop("Together, groups %(low)s and %(high)s would do.")
                    params = {"low": low + 1, "high": high + 1}
                    yield Proposal(_regrouped(refused, changed), text, params)


# --- Cards in the wrong group -----------------------------------------------------------


def _moved_cards(refused: RefusedPhase) -> Iterator[Proposal]:
    """A card belongs in another group."""
    for (home, group), (other, theirs) in permutations(enumerate(refused.groups), 2):
        for card in dict.fromkeys(group):
            moved = {home: without(group, card), other: [*theirs, card]}
            if not all(
                any(refused.fits(r, cards) for r in refused.phase) for cards in moved.values()
            ):
                continue
            text = (
                gettext_noop("If you move %(card)s to the other group, both are right.")
                if len(refused.groups) == 2
                else gettext_noop("If you move %(card)s to group %(number)s, the groups are right.")
            )
            params = {"card": card_in(refused.groups, home, card), "number": other + 1}
            yield Proposal(_regrouped(refused, moved), text, params)


def _swapped_cards(refused: RefusedPhase, suspects: Sequence[Suspect]) -> Iterator[Proposal]:
    """Two cards belong in each other's place."""
    for home, card in suspects:
        left = without(refused.groups[home], card)
        for other, group in enumerate(refused.groups):
            for back in dict.fromkeys(group if other != home else ()):
                swapped = {home: [*left, back], other: [*without(group, back), card]}
                if back != card and all(
                    refused.fits(refused.meant[i], cards) for i, cards in swapped.items()
                ):
                    text = gettext_noop("If you swap %(card)s and %(other)s, the groups are right.")
                    params = {
                        "card": card_in(refused.groups, home, card),
                        "other": card_in(refused.groups, other, back),
                    }
                    yield Proposal(_regrouped(refused, swapped), text, params)


def _regrouped(refused: RefusedPhase, changed: Mapping[int, Sequence[Card]]) -> Suggestion:
    """Return all groups with those changed; an empty one is gone."""
    groups = (tuple(changed.get(index, group)) for index, group in enumerate(refused.groups))
    return Suggestion(groups=tuple(filter(None, groups)))


# --- Another card -----------------------------------------------------------------------


def _candidates(
    refused: RefusedPhase, open_to: Sequence[Requirement], cards: Sequence[Card]
) -> tuple[Card, ...]:
    """Return the available cards of which one more may make `cards` one of the groups."""
    wanted: list[list[Card]] = []
    for requirement in open_to:
        kind = requirement.kind
        # If a card of any number does not help, no number has to be tried.
        if refused.fits(requirement, [*cards, any_card(None)]):
            present = [card.as_number for card in cards]
            color = first_color(cards) if kind.one_color else None
            numbers = {n for n in kind.numbers if numbers_agree(kind, [*present, n])}
            wanted.append(with_number(refused.available(), numbers, color))
    if len(wanted) < 2:
        return tuple(*wanted)
    found = set().union(*wanted)
    return tuple(card for card in refused.available() if card in found)
