"""Why some cards are not the group that was asked for, and what would mend it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from referee.cards import Card, Color, Face
from referee.groups import colors_agree, first_color, is_group, numbers_agree
from referee.kinds import Kind, KindName, Requirement
from referee.rulings.checks import SKIP_IS_NO_PART, playable
from referee.rulings.problems import RuleCode, RuleProblem
from referee.wording import (
    AND,
    OR,
    Text,
    gettext_noop,
    listed,
    name_a_kind,
    name_requirement,
)

Trait = TypeVar("Trait")


class Fault(NamedTuple):
    """One thing that is wrong with a group; `text` has no full stop yet."""

    code: RuleCode
    text: Text
    cards: tuple[Card, ...]
    rule: str


Finding = Iterator[Fault]

# Gives the cards that could still be added. Not all words name any, and counting costs.
Unused = Callable[[], Counter[Card]]


def find_faults(requirement: Requirement, cards: Sequence[Card], *, oversize: bool) -> list[Fault]:
    """Every reason why `cards` are not what `requirement` asks for (sections 2, 3.1, 3.2, 3.5)."""
    usable = playable(cards)
    faults = list(_skips(cards))
    faults += [fault for check in _CHECKS for fault in check(requirement.kind, usable)]
    lacking = requirement.size - len(cards)
    if lacking > 0:
        faults.append(_too_few(requirement, cards, lacking))
    elif lacking < 0 and not oversize:
        faults.append(_oversized(requirement, cards))
    return faults


def explain(
    requirement: Requirement,
    cards: Sequence[Card],
    index: int,
    faults: Sequence[Fault],
    unused: Unused,
) -> list[RuleProblem]:
    """Make problems of the faults found in `cards`, the first of them with a hint.

    `index` is the group's place in the request; `unused` gives the cards that
    could still be added, of which the hint names those that would do.
    """
    hint = _remedy(requirement, cards, faults[0], unused) if faults else None
    problems = []
    for code, text, at_fault, rule in faults:
        said = Text("%(what)s.", {"what": text})
        if hint is not None and code is not RuleCode.OVERSIZED_GROUP:
            said = Text("%(what)s: %(hint)s.", {"what": text, "hint": hint})
            hint = None  # once is enough
        problems.append(RuleProblem(code, said, rule, index, at_fault))
    return problems


def _remedy(
    requirement: Requirement,
    cards: Sequence[Card],
    fault: Fault,
    unused: Unused,
) -> Text | None:
    """How one card more, one less or one other would make the group, None where none would."""
    code, at_fault = fault.code, fault.cards
    usable = playable(cards)
    if code in _MENDED_BY_ADDING and len(usable) == len(cards):
        names = _would_do(requirement, usable, unused)
        if names is not None:
            return Text(gettext_noop("%(cards)s would do"), {"cards": names})
    of_one_number = len({card.as_number for card in at_fault}) == 1
    if not at_fault or len(at_fault) > 2 or (len(at_fault) == 2 and not of_one_number):
        return None
    rest = [*usable]
    if at_fault[-1] in rest:
        rest.remove(at_fault[-1])
    if len(rest) != len(cards) - 1:
        return None
    one_of_two = len(at_fault) == 2
    numbered = any(card.is_numbered for card in rest)
    if len(rest) >= requirement.size and numbered and is_group(requirement.kind, rest):
        return Text(
            gettext_noop("without one of them the rest would do")
            if one_of_two
            else gettext_noop("without it the rest would do")
        )
    names = _would_do(requirement, rest, unused)
    if names is None:
        return None
    text = (
        gettext_noop("%(cards)s in the place of one of them would do")
        if one_of_two
        else gettext_noop("%(cards)s in its place would do")
    )
    return Text(text, {"cards": names})


_MENDED_BY_ADDING = {RuleCode.TOO_FEW_CARDS, RuleCode.NOT_CONSECUTIVE, RuleCode.NOT_PAIRS}


def _skips(cards: Sequence[Card]) -> Finding:
    found = tuple(card for card in cards if card.is_skip)
    if found:
        yield Fault(RuleCode.SKIP_IN_GROUP, Text(SKIP_IS_NO_PART), found, "3.5")


def _one_number(kind: Kind, cards: Sequence[Card]) -> Finding:
    if not kind.one_number:
        return
    common, others = _split(cards, lambda card: card.as_number)
    if others:
        text = (
            gettext_noop("A set is all one number, and %(others)s is no %(number)s")
            if len(others) == 1
            else gettext_noop("A set is all one number, and %(others)s are no %(number)ss")
        )
        params = {"number": common, "others": listed(others, AND)}
        yield Fault(RuleCode.NOT_ONE_NUMBER, Text(text, params), others, "2")


def _one_color(kind: Kind, cards: Sequence[Card]) -> Finding:
    if not kind.one_color:
        return
    common, others = _split(cards, lambda card: card.as_color)
    if others:
        text = (
            gettext_noop("All one color is asked for, and %(others)s is not %(color)s")
            if len(others) == 1
            else gettext_noop("All one color is asked for, and %(others)s are not %(color)s")
        )
        params = {"color": common, "others": listed(others, AND)}
        yield Fault(RuleCode.NOT_ONE_COLOR, Text(text, params), others, "2")


def _right_numbers(kind: Kind, cards: Sequence[Card]) -> Finding:
    others = tuple(c for c in cards if c.as_number is not None and c.as_number not in kind.numbers)
    if not others:
        return
    if kind.numbers[0] % 2:
        code, text = RuleCode.NOT_ODD, gettext_noop("Odd numbers are asked for, not %(others)s")
    else:
        code, text = RuleCode.NOT_EVEN, gettext_noop("Even numbers are asked for, not %(others)s")
    yield Fault(code, Text(text, {"others": listed(others, AND)}), others, "2")


def _consecutive(kind: Kind, cards: Sequence[Card]) -> Finding:
    if not kind.is_run:
        return
    name = name_a_kind(kind.name)
    counts = Counter(c.as_number for c in cards if c.as_number in kind.numbers)
    doubled = sorted(number for number, n in counts.items() if n > kind.per_number)
    code = RuleCode.NOT_CONSECUTIVE if kind.per_number == 1 else RuleCode.NOT_PAIRS
    for number in doubled:
        alike = tuple(card for card in cards if card.as_number == number)
        text = (
            gettext_noop("%(kind)s takes each number once, and here are %(cards)s")
            if kind.per_number == 1
            else gettext_noop("%(kind)s takes two of each number, and here are %(cards)s")
        )
        yield Fault(code, Text(text, {"kind": name, "cards": listed(alike, AND)}), alike, "2")
    if kind.max_size is not None and len(cards) > kind.max_size:
        text = gettext_noop("%(kind)s of %(size)s cards is too long: it ends at %(end)s")
        params = {"kind": name, "size": len(cards), "end": kind.numbers[-1]}
        yield Fault(code, Text(text, params), tuple(cards), "2")
    if not counts:
        if len(cards) % kind.per_number:
            yield _loose(name, (), ())
        return
    yield from _gaps(kind, cards, counts)


def _gaps(kind: Kind, cards: Sequence[Card], counts: Counter[int]) -> Finding:
    name = name_a_kind(kind.name)
    numbers = sorted(counts)
    wild = sum(card.is_wild and card.as_number is None for card in cards)
    span = [n for n in kind.numbers if numbers[0] <= n <= numbers[-1]]
    missing = [n for n in span if n not in counts]
    loose = [n for n in numbers if counts[n] < kind.per_number]
    short = kind.per_number * len(missing) + len(loose) - wild
    if short <= 0 and len(cards) % kind.per_number == 0:
        return
    if missing and short > 0:
        if len(missing) > 3:
            text = gettext_noop("%(kind)s climbs without gaps, and %(low)s to %(high)s is too far")
        elif wild:
            text = gettext_noop(
                "Between %(low)s and %(high)s there is no %(missing)s, "
                "and the wild cards are too few to fill every gap"
            )
        else:
            text = gettext_noop("Between %(low)s and %(high)s there is no %(missing)s")
        ends = {"low": numbers[0], "high": numbers[-1]}
        params = {"kind": name, "missing": listed(missing, OR), **ends}
        yield Fault(RuleCode.NOT_CONSECUTIVE, Text(text, params), tuple(cards), "2")
    elif kind.per_number > 1:
        alone = tuple(card for card in cards if card.as_number in loose)
        yield _loose(name, loose, alone)


def _loose(name: Text, numbers: Sequence[int], alone: tuple[Card, ...]) -> Fault:
    if numbers:
        text = gettext_noop("%(kind)s is made of whole pairs: %(numbers)s has no partner")
    else:
        text = gettext_noop("%(kind)s is made of whole pairs: one card has no partner")
    params = {"kind": name, "numbers": listed(numbers, AND) if numbers else ""}
    return Fault(RuleCode.NOT_PAIRS, Text(text, params), alone, "2")


_CHECKS = (_one_number, _one_color, _right_numbers, _consecutive)


def _too_few(requirement: Requirement, cards: Sequence[Card], lacking: int) -> Fault:
    text = (
        gettext_noop("One card short of the %(group)s")
        if lacking == 1
        else gettext_noop("%(lacking)s cards short of the %(group)s")
    )
    params = {"group": name_requirement(requirement), "lacking": lacking}
    return Fault(RuleCode.TOO_FEW_CARDS, Text(text, params), tuple(cards), "3.1")


def _oversized(requirement: Requirement, cards: Sequence[Card]) -> Fault:
    text = gettext_noop(
        "Your house rule takes no more cards than asked (%(group)s), and here are %(size)s: "
        "lay down the Phase first, then hit with the rest"
    )
    params = {"group": name_requirement(requirement), "size": len(cards)}
    return Fault(RuleCode.OVERSIZED_GROUP, Text(text, params), tuple(cards), "3.2")


def _split(
    cards: Sequence[Card], trait: Callable[[Card], Trait | None]
) -> tuple[Trait | None, tuple[Card, ...]]:
    """The commonest trait of the cards (the first one of equals), and the cards that differ."""
    traits = [found for card in cards if (found := trait(card)) is not None]
    if not traits:
        return None, ()
    common = max(traits, key=traits.count)
    return common, tuple(card for card in cards if trait(card) not in (None, common))


def _would_do(requirement: Requirement, cards: Sequence[Card], unused: Unused) -> Text | None:
    """Name the cards of which one more would make the group, None where none would."""
    kind = requirement.kind
    if len(cards) + 1 < requirement.size:
        return None
    present = [card.as_number for card in cards]
    # Where a card of whatever number does not help, no number has to be tried.
    if not colors_agree(kind, cards) or not numbers_agree(kind, [*present, None]):
        return None
    shade = first_color(cards) if kind.one_color else None
    numbers = [n for n in kind.numbers if numbers_agree(kind, [*present, n])]
    matching = [card for card in unused() if shade is None or card.color in (None, shade)]
    held = {card.number for card in matching}
    names = list(_names(kind, [n for n in numbers if n in held], shade))
    if any(card.is_numbered for card in cards):  # else a wild card would not do (3.3)
        names += wild_names(matching, shade)
    return listed(names, OR) if names else None


def wild_names(cards: Sequence[Card], color: Color | None) -> list[Text]:
    """ "a Wild", "a Star", "a green Star", as far as there are any"""
    wild = next((card for card in cards if card.is_wild), None)
    if wild is None:
        return []
    if wild.face is Face.WILD:
        return [Text(gettext_noop("a Wild"))]
    if wild.color is not None and color is not None:
        return [Text(gettext_noop("a %(color)s Star"), {"color": color})]
    return [Text(gettext_noop("a Star"))]


def _names(kind: Kind, numbers: Sequence[int], color: Color | None) -> Iterator[object]:
    if not numbers:
        return
    if kind.name is KindName.ODD:
        yield Text(gettext_noop("any odd card"))
    elif kind.name is KindName.EVEN:
        yield Text(gettext_noop("any even card"))
    elif kind.name is KindName.COLOR or len(numbers) == len(kind.numbers):
        if color is None:
            yield Text(gettext_noop("any number card"))
        else:
            yield Text(gettext_noop("any %(color)s card"), {"color": color})
    else:
        yield a_number(numbers[0], color)
        yield from numbers[1:]


def a_number(number: int, color: Color | None = None) -> Text:
    """ "a 7", "an 8", "a green 5" """
    if color is not None:
        return Text(gettext_noop("a %(color)s %(number)s"), {"color": color, "number": number})
    # In English the vowel decides; a translation makes both the same.
    text = gettext_noop("an %(number)s") if number in (8, 11) else gettext_noop("a %(number)s")
    return Text(text, {"number": number})
