"""One change that makes an illegal play legal.

The diagnosis of a play proposes changes; the same check that refused the play decides which
of them are shown. A hit is checked as a single group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.cards import Card
from referee.kinds import Kind
from referee.rulings.card_names import any_of
from referee.rulings.problems import RuleProblem
from referee.wording import Plural, Text

Groups = Sequence[Sequence[Card]]


@dataclass(frozen=True, slots=True)
class Check:
    """The check of a play in two parts, for changed groups; both must hold.

    `may_be_played` says whether the cards may be played at all. Of the cards that the player
    could still get (`available`), it treats all with a number alike, and all others.
    `fits` says whether they are the groups that they should be.
    """

    may_be_played: Callable[[Groups], bool]
    fits: Callable[[Groups], bool]
    available: Callable[[], Sequence[Card]]

    def is_legal(self, groups: Groups) -> bool:
        return self.may_be_played(groups) and self.fits(groups)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A change that makes the play legal, checked as a play is.

    In the group with this index, the card `without` is left out, and any one of `cards` is
    added; either can be missing. If cards only change places, or there is a group less,
    `groups` are all groups after it.
    """

    group: int | None = None
    without: Card | None = None
    cards: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that may make the play legal, and how to say so.

    `hint` gets `params` and the names of the cards that have been found to do, as cards of a
    group of `kind`; it is None if the problem says it already. If `colors_matter` is false,
    cards of one number are ruled alike.
    """

    change: Suggestion
    hint: str | Plural | None
    params: Mapping[str, object]
    kind: Kind | None = None
    colors_matter: bool = True


def first_legal(groups: Groups, proposals: Iterable[Proposal], check: Check) -> Proposal | None:
    """Return the first of the proposals that is legal, with the cards that make it so."""
    for proposal in proposals:
        found = _verified(proposal, groups, check)
        if found is not None:
            return replace(proposal, change=found)
    return None


def _verified(proposal: Proposal, groups: Groups, check: Check) -> Suggestion | None:
    """Return the change with those of its cards that make the play legal, None if none does."""
    change = proposal.change
    if not change.cards:
        return change if check.is_legal(after(change, groups, None)) else None
    may_be_played: dict[bool, bool] = {}
    fits: dict[object, bool] = {}

    def would_do(card: Card) -> bool:
        numbered = card.is_numbered
        alike = card.printed if proposal.colors_matter else card.number
        if may_be_played.get(numbered) is False or fits.get(alike) is False:
            return False
        if alike not in fits:
            changed = after(change, groups, card)
            if numbered not in may_be_played:
                may_be_played[numbered] = check.may_be_played(changed)
            fits[alike] = check.fits(changed)
        return may_be_played[numbered] and fits[alike]

    cards = tuple(filter(would_do, change.cards))
    return replace(change, cards=cards) if cards else None


def with_hint(
    problems: Sequence[RuleProblem], proposal: Proposal | None, check: Check
) -> tuple[RuleProblem, ...]:
    """Return the problems, the first of them with a hint at a legal proposal if there is one."""
    first, *others = problems
    if proposal is None or proposal.hint is None or first.text.hint is not None:
        return tuple(problems)
    params, found = dict(proposal.params), proposal.change
    if proposal.kind is not None:
        among = check.available()
        params["cards"] = any_of(found.cards, among, proposal.kind, refused=found.without)
    return (replace(first, text=replace(first.text, hint=Text(proposal.hint, params))), *others)


def after(change: Suggestion, groups: Groups, card: Card | None) -> list[Sequence[Card]]:
    """Return the groups after the change, with `card` as the one that is added.

    >>> from referee.cards import parse_card
    >>> r3, r4, b9 = map(parse_card, ("R3", "R4", "B9"))
    >>> after(Suggestion(0, without=b9, cards=(r4,)), [[r3, b9]], r4) == [[r3, r4]]
    True
    """
    if change.groups:
        return list(change.groups)
    changed, index = list(groups), change.group or 0
    changed[index] = group = list(groups[index])
    place = len(group)
    if change.without is not None:
        place = group.index(change.without)
        del group[place]
    if card is not None:
        group.insert(place, card)
    return changed
