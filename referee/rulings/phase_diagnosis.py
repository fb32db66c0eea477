"""Why cards are not the group that a Phase asks for, and what would correct that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from referee.card_groups import colors_agree, first_color, is_group, numbers_agree
from referee.cards import Card, Color, Face
from referee.kinds import Kind, KindName, Requirement
from referee.rulings.checks import SKIP_IN_GROUP, playable
from referee.rulings.problems import RuleCode, RuleProblem
from referee.wording import (
    AND,
    OR,
    Text,
    gettext_noop,
    listed,
    name_requirement,
    ngettext_noop,
)

Trait = TypeVar("Trait")


class Fault(NamedTuple):
    """One thing that is wrong with a group, and the section of the rulebook."""

    code: RuleCode
    text: Text
    cards: tuple[Card, ...]
    rule: str


# Returns the cards that could still be added. A function, because few texts need this costly count.
Unused = Callable[[], Counter[Card]]


def find_faults(requirement: Requirement, cards: Sequence[Card], *, oversize: bool) -> list[Fault]:
    """Return every reason why `cards` are not the required group (sections 2, 3.1, 3.2, 3.5)."""
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
    """Turn the faults of `cards` into problems, the first of them with a hint.

    `index` is the group's index in the request. The hint names those of the `unused` cards
    that would do.
    """
    hint = _hint(requirement, cards, faults[0], unused) if faults else None
    problems = []
    for code, text, at_fault, rule in faults:
        if hint is not None and code is not RuleCode.OVERSIZED_GROUP:
            text, hint = replace(text, hint=hint), None
        problems.append(RuleProblem(code, text, rule, index, at_fault))
    return problems


def _hint(
    requirement: Requirement,
    cards: Sequence[Card],
    fault: Fault,
    unused: Unused,
) -> Text | None:
    """Say how one card more, one less or another one would make the group, None if none would."""
    code, at_fault = fault.code, fault.cards
    usable = playable(cards)
    if code in _CORRECTED_BY_ADDING and len(usable) == len(cards):
        names = _would_do(requirement, usable, unused)
        if names is not None:
            return Text(gettext_noop("%(cards)s would do."), {"cards": names})
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
            gettext_noop("Without one of them, the rest would do.")
            if one_of_two
            else gettext_noop("Without it, the rest would do.")
        )
    names = _would_do(requirement, rest, unused)
    if names is None:
        return None
    text = (
        gettext_noop("%(cards)s in place of one of them would do.")
        if one_of_two
        else gettext_noop("%(cards)s in its place would do.")
    )
    return Text(text, {"cards": names})


_CORRECTED_BY_ADDING = {RuleCode.TOO_FEW_CARDS, RuleCode.NOT_CONSECUTIVE, RuleCode.NOT_PAIRS}


def _skips(cards: Sequence[Card]) -> Iterator[Fault]:
    skips = tuple(card for card in cards if card.is_skip)
    if skips:
        yield Fault(RuleCode.SKIP_IN_GROUP, SKIP_IN_GROUP, skips, "3.5")


def _one_number(kind: Kind, cards: Sequence[Card]) -> Iterator[Fault]:
    if not kind.one_number:
        return
    common, others = _split(cards, lambda card: card.as_number)
    if others:
        text = ngettext_noop(
            "All cards in a set have the same number, here %(number)s: %(cards)s does not fit.",
            "All cards in a set have the same number, here %(number)s: %(cards)s do not fit.",
        )
        params = {"number": common, "cards": listed(others, AND), "count": len(others)}
        yield Fault(RuleCode.NOT_ONE_NUMBER, Text(text, params), others, "2")


def _one_color(kind: Kind, cards: Sequence[Card]) -> Iterator[Fault]:
    if not kind.one_color:
        return
    common, others = _split(cards, lambda card: card.as_color)
    if others:
        text = ngettext_noop(
            "All cards must have the same color, here %(color)s: %(cards)s does not fit.",
            "All cards must have the same color, here %(color)s: %(cards)s do not fit.",
        )
        params = {"color": common, "cards": listed(others, AND), "count": len(others)}
        yield Fault(RuleCode.NOT_ONE_COLOR, Text(text, params), others, "2")


def _right_numbers(kind: Kind, cards: Sequence[Card]) -> Iterator[Fault]:
    others = tuple(c for c in cards if c.as_number is not None and c.as_number not in kind.numbers)
    if not others:
        return
    code, text = wrong_parity(kind, others)
    yield Fault(code, text, others, "2")


def wrong_parity(kind: Kind, cards: Sequence[Card]) -> tuple[RuleCode, Text]:
    """Explain that cards are not odd or not even, as the group needs them to be."""
    params = {"cards": listed(cards, AND)}
    if kind.numbers[0] % 2:
        return RuleCode.NOT_ODD, Text(gettext_noop("Only odd numbers fit, not %(cards)s."), params)
    return RuleCode.NOT_EVEN, Text(gettext_noop("Only even numbers fit, not %(cards)s."), params)


def _consecutive(kind: Kind, cards: Sequence[Card]) -> Iterator[Fault]:
    if not kind.is_run:
        return
    counts = Counter(c.as_number for c in cards if c.as_number in kind.numbers)
    doubled = sorted(number for number, n in counts.items() if n > kind.per_number)
    code = RuleCode.NOT_CONSECUTIVE if kind.per_number == 1 else RuleCode.NOT_PAIRS
    for number in doubled:
        alike = tuple(card for card in cards if card.as_number == number)
        text = (
            gettext_noop("A run takes only one card of each number, not %(cards)s.")
            if kind.per_number == 1
            else gettext_noop("A run of pairs takes two cards of each number, not %(cards)s.")
        )
        yield Fault(code, Text(text, {"cards": listed(alike, AND)}), alike, "2")
    if kind.max_size is not None and len(cards) > kind.max_size:
        too_long = ngettext_noop(
            "A run of %(count)s card is too long: the last number is %(last)s.",
            "A run of %(count)s cards is too long: the last number is %(last)s.",
        )
        params = {"count": len(cards), "last": kind.numbers[-1]}
        yield Fault(code, Text(too_long, params), tuple(cards), "2")
    if not counts:
        if len(cards) % kind.per_number:
            yield _without_partner((), ())
        return
    yield from _gaps(kind, cards, counts)


def _gaps(kind: Kind, cards: Sequence[Card], counts: Counter[int]) -> Iterator[Fault]:
    numbers = sorted(counts)
    wild = sum(card.is_wild and card.as_number is None for card in cards)
    span = [n for n in kind.numbers if numbers[0] <= n <= numbers[-1]]
    missing = [n for n in span if n not in counts]
    incomplete = [n for n in numbers if counts[n] < kind.per_number]
    short = kind.per_number * len(missing) + len(incomplete) - wild
    if short <= 0 and len(cards) % kind.per_number == 0:
        return
    if missing and short > 0:
        if len(missing) > 3:
            text = gettext_noop("There are too many gaps between %(low)s and %(high)s.")
        elif wild:
            text = gettext_noop(
                "Between %(low)s and %(high)s there is no %(missing)s, "
                "and there are not enough wild cards to fill every gap."
            )
        else:
            text = gettext_noop("Between %(low)s and %(high)s there is no %(missing)s.")
        params = {"low": numbers[0], "high": numbers[-1], "missing": listed(missing, OR)}
        yield Fault(RuleCode.NOT_CONSECUTIVE, Text(text, params), tuple(cards), "2")
    elif kind.per_number > 1:
        yield _without_partner(cards, incomplete)


def _without_partner(cards: Sequence[Card], numbers: Sequence[int]) -> Fault:
    alone = tuple(card for card in cards if card.as_number in numbers)
    if not numbers:
        text = gettext_noop("A run of pairs is made of whole pairs: one card has no partner.")
        return Fault(RuleCode.NOT_PAIRS, Text(text), alone, "2")
    pairs = ngettext_noop(
        "A run of pairs is made of whole pairs: %(numbers)s has no partner.",
        "A run of pairs is made of whole pairs: %(numbers)s have no partner.",
    )
    params = {"numbers": listed(numbers, AND), "count": len(numbers)}
    return Fault(RuleCode.NOT_PAIRS, Text(pairs, params), alone, "2")


_CHECKS = (_one_number, _one_color, _right_numbers, _consecutive)


def _too_few(requirement: Requirement, cards: Sequence[Card], lacking: int) -> Fault:
    text = ngettext_noop(
        "%(group)s: %(count)s card is missing.", "%(group)s: %(count)s cards are missing."
    )
    params = {"group": name_requirement(requirement), "count": lacking}
    return Fault(RuleCode.TOO_FEW_CARDS, Text(text, params), tuple(cards), "3.1")


def _oversized(requirement: Requirement, cards: Sequence[Card]) -> Fault:
    text = gettext_noop(
        "Under your house rule, a group has no more cards than the Phase asks for (%(group)s). "
        "Lay down the Phase first, then hit with the rest."
    )
    params = {"group": name_requirement(requirement)}
    return Fault(RuleCode.OVERSIZED_GROUP, Text(text, params), tuple(cards), "3.2")


def _split(
    cards: Sequence[Card], trait: Callable[[Card], Trait | None]
) -> tuple[Trait | None, tuple[Card, ...]]:
    """Return the most common trait of the cards (ties: the first), and the cards that differ."""
    traits = [value for card in cards if (value := trait(card)) is not None]
    if not traits:
        return None, ()
    common = max(traits, key=traits.count)
    return common, tuple(card for card in cards if trait(card) not in (None, common))


def _would_do(requirement: Requirement, cards: Sequence[Card], unused: Unused) -> Text | None:
    """Name the cards of which one more would make the group, None if none would."""
    kind = requirement.kind
    if len(cards) + 1 < requirement.size:
        return None
    present = [card.as_number for card in cards]
    # If a card of any number does not help, no number has to be tried.
    if not colors_agree(kind, cards) or not numbers_agree(kind, [*present, None]):
        return None
    color = first_color(cards) if kind.one_color else None
    numbers = [n for n in kind.numbers if numbers_agree(kind, [*present, n])]
    matching = [card for card in unused() if color is None or card.color in (None, color)]
    held = {card.number for card in matching}
    names = list(_names(kind, [n for n in numbers if n in held], color))
    if any(card.is_numbered for card in cards):  # else a wild card would not do (3.3)
        names += wild_names(matching, color)
    return listed(names, OR) if names else None


def wild_names(cards: Sequence[Card], color: Color | None) -> list[Text]:
    """Name the wild cards among `cards`: "a Wild", "a Star" or "a green Star"."""
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
        for number in numbers:
            yield a_number(number, color)


def a_number(number: int, color: Color | None = None) -> Text:
    """Name a card of this number: "a 7", "an 8", "a green 5"."""
    if color is not None:
        return Text(gettext_noop("a %(color)s %(number)s"), {"color": color, "number": number})
    # English needs two templates; most translations are the same for both.
    text = gettext_noop("an %(number)s") if number in (8, 11) else gettext_noop("a %(number)s")
    return Text(text, {"number": number})
