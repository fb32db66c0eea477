"""Why cards are not the group that a Phase asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.card_groups import is_group, numbers_agree
from referee.cards import Card
from referee.kinds import Kind, KindName, Requirement
from referee.rulings.card_references import Case, one_card, these_cards
from referee.rulings.checks import named, playable, skips
from referee.rulings.problems import RuleCode, RuleProblem
from referee.wording import (
    AND,
    NOR,
    Text,
    gettext_noop,
    listed,
    name_requirement,
    ngettext_noop,
    the_number,
)


def find_faults(
    requirement: Requirement, cards: Sequence[Card], *, oversize: bool
) -> list[RuleProblem]:
    """Return every reason why `cards` are not the required group (sections 2, 3.1, 3.2, 3.5).

    >>> from referee.cards import parse_card
    >>> from referee.kinds import parse_phase
    >>> cards = [parse_card(card) for card in ("R5", "B5", "G6")]
    >>> [str(fault.code) for fault in find_faults(*parse_phase("set 4"), cards, oversize=True)]
    ['not_one_number', 'too_few_cards']
    """
    usable = playable(cards)
    faults = list(skips(cards, "3.5"))
    faults += [fault for check in _CHECKS for fault in check(requirement.kind, usable)]
    lacking = requirement.size - len(cards)
    if lacking > 0:
        faults.append(_too_few(requirement, cards, lacking))
    elif lacking < 0 and not oversize:
        faults.append(_oversized(requirement, cards))
    return faults


def _all_alike(kind: Kind, cards: Sequence[Card]) -> Iterator[RuleProblem]:
    """One number, or one color: that of most cards, or else of the first."""
    values: list[object]
    if kind.one_number:
        code, named_as, values = RuleCode.NOT_ONE_NUMBER, "number", [c.as_number for c in cards]
        text = ngettext_noop(
            "All cards in a set have the same number, here %(number)s: %(cards)s does not fit.",
            "All cards in a set have the same number, here %(number)s: %(cards)s do not fit.",
        )
    elif kind.one_color:
        code, named_as, values = RuleCode.NOT_ONE_COLOR, "color", [c.as_color for c in cards]
        text = ngettext_noop(
            "All cards must have the same color, here %(color)s: %(cards)s does not fit.",
            "All cards must have the same color, here %(color)s: %(cards)s do not fit.",
        )
    else:
        return
    known = [value for value in values if value is not None]
    common = max(known, key=known.count, default=None)
    others = tuple(c for c, value in zip(cards, values, strict=True) if value not in (None, common))
    if others:
        params = {**named(others, cards), named_as: common}
        yield RuleProblem(code, Text(text, params), "2", None, others)


def wrong_parity(kind: Kind, cards: Sequence[Card], rule: str = "2") -> Iterator[RuleProblem]:
    """Yield which of the cards are not odd or not even, as the group needs them to be."""
    wrong = tuple(c for c in cards if c.as_number is not None and c.as_number not in kind.numbers)
    if wrong:
        code, text = RuleCode.NOT_EVEN, gettext_noop("Only even numbers fit, not %(cards)s.")
        if kind.numbers[0] % 2:
            code, text = RuleCode.NOT_ODD, gettext_noop("Only odd numbers fit, not %(cards)s.")
        params = {"cards": these_cards(wrong, cards, NOR)}
        yield RuleProblem(code, Text(text, params), rule, None, wrong)


def _consecutive(kind: Kind, cards: Sequence[Card]) -> Iterator[RuleProblem]:
    if not kind.is_run:
        return
    counts = Counter(c.as_number for c in cards if c.as_number in kind.numbers)
    doubled = sorted(number for number, n in counts.items() if n > kind.per_number)
    code = RuleCode.NOT_CONSECUTIVE if kind.per_number == 1 else RuleCode.NOT_PAIRS
    for number in doubled:
        alike = tuple(card for card in cards if card.as_number == number)
        yield RuleProblem(code, only_once(kind, alike), "2", None, alike)
    if kind.max_size is not None and len(cards) > kind.max_size:
        too_long = gettext_noop(
            "A run goes from %(first)s to %(last)s at most: %(count)s cards are too many."
        )
        params = {"first": kind.numbers[0], "last": kind.numbers[-1], "count": len(cards)}
        yield RuleProblem(code, Text(too_long, params), "2", None, tuple(cards))
    if not counts:
        if len(cards) % kind.per_number:
            yield _without_partner((), ())
        return
    yield from _gaps(kind, cards, counts)


def only_once(kind: Kind, alike: Sequence[Card]) -> Text:
    """Explain that a run does not take all these cards of one number."""
    different = {card.said for card in alike}
    shown = these_cards(alike, alike, AND, Case.OBJECT)
    if kind.per_number > 1:
        text = gettext_noop("A run of pairs takes two cards of each number, not %(cards)s.")
    elif len(different) == 1:
        text = gettext_noop("A run takes only one card of each number, so only %(cards)s.")
        shown = one_card(alike[0])
    elif len(alike) == 2:
        text = gettext_noop("A run takes only one card of each number, not both %(cards)s.")
    else:
        text = gettext_noop("A run takes only one card of each number, not %(cards)s.")
    return Text(text, {"cards": shown})


def _gaps(kind: Kind, cards: Sequence[Card], counts: Counter[int]) -> Iterator[RuleProblem]:
    numbers = sorted(counts)
    wild = sum(card.is_wild and card.as_number is None for card in cards)
    span = [n for n in kind.numbers if numbers[0] <= n <= numbers[-1]]
    missing = [n for n in span if n not in counts]
    incomplete = [n for n in numbers if counts[n] < kind.per_number]
    short = kind.per_number * len(missing) + len(incomplete) - wild
    if short <= 0 and len(cards) % kind.per_number == 0:
        return
    if missing and short > 0:
        text = _past_the_end(kind, cards, missing) or _why_gaps(numbers, missing, wild)
        yield RuleProblem(
            RuleCode.NOT_CONSECUTIVE, text, "2", None, _far_from_the_rest(kind, cards)
        )
    elif kind.per_number > 1:
        yield _without_partner(cards, incomplete)


def _far_from_the_rest(kind: Kind, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the one card without which there would be no gap, all cards if none or several do."""
    numbers = [card.as_number for card in cards]
    alone = tuple(
        card
        for place, card in enumerate(cards)
        if card.as_number is not None
        and numbers_agree(kind, [*numbers[:place], *numbers[place + 1 :]])
    )
    return alone if len(alone) == 1 and len(cards) > 2 else tuple(cards)


def _past_the_end(kind: Kind, cards: Sequence[Card], missing: Sequence[int]) -> Text | None:
    """Say that a run does not go on with 1 after 12, None if the cards do not look like that."""
    first, last = kind.numbers[0], kind.numbers[-1]
    listed_so = any(
        (before.as_number, after.as_number) == (last, first) for before, after in pairwise(cards)
    )
    inner = kind.numbers[1:-1]
    place = inner.index(missing[0])
    in_one_piece = tuple(missing) == inner[place : place + len(missing)]
    numbers = {card.as_number for card in cards}
    if not {first, last} <= numbers or not in_one_piece or not (listed_so or len(missing) > 3):
        return None
    text = _WRAPPED.get(
        kind.name, gettext_noop("A run ends at %(last)s: it does not go on with %(first)s.")
    )
    return Text(text, {"first": first, "last": last})


_WRAPPED = {
    KindName.ODD_RUN: gettext_noop(
        "An odd run ends at %(last)s: it does not go on with %(first)s."
    ),
    KindName.EVEN_RUN: gettext_noop(
        "An even run ends at %(last)s: it does not go on with %(first)s."
    ),
}


def _why_gaps(numbers: Sequence[int], missing: Sequence[int], wild: int) -> Text:
    """Say what a run lacks between its numbers."""
    params: dict[str, object] = {"low": numbers[0], "high": numbers[-1]}
    if len(missing) > 3:
        params["numbers"] = listed(numbers, AND)
        text = (
            gettext_noop(
                "%(numbers)s are not consecutive, "
                "and there are not enough wild cards to fill every gap."
            )
            if wild
            else gettext_noop("%(numbers)s are not consecutive.")
        )
        return Text(text, params)
    params["missing"] = listed(missing, NOR)
    if wild:
        text = gettext_noop(
            "Between %(low)s and %(high)s there is no %(missing)s, "
            "and there are not enough wild cards to fill every gap."
        )
    else:
        text = gettext_noop("Between %(low)s and %(high)s there is no %(missing)s.")
    return Text(text, params)


def _without_partner(cards: Sequence[Card], numbers: Sequence[int]) -> RuleProblem:
    alone = tuple(card for card in cards if card.as_number in numbers)
    if not numbers:
        text = gettext_noop("A run of pairs is made of whole pairs: one card has no partner.")
        return RuleProblem(RuleCode.NOT_PAIRS, Text(text), "2", None, alone)
    pairs = ngettext_noop(
        "A run of pairs is made of whole pairs: %(numbers)s has no partner.",
        "A run of pairs is made of whole pairs: %(numbers)s have no partner.",
    )
    params = {"numbers": listed(map(the_number, numbers), AND), "count": len(numbers)}
    return RuleProblem(RuleCode.NOT_PAIRS, Text(pairs, params), "2", None, alone)


_CHECKS = (_all_alike, wrong_parity, _consecutive)


def _too_few(requirement: Requirement, cards: Sequence[Card], lacking: int) -> RuleProblem:
    text = ngettext_noop(
        "%(group)s: %(count)s card is missing.", "%(group)s: %(count)s cards are missing."
    )
    params = {"group": name_requirement(requirement), "count": lacking}
    return RuleProblem(RuleCode.TOO_FEW_CARDS, Text(text, params), "3.1", None, tuple(cards))


def _oversized(requirement: Requirement, cards: Sequence[Card]) -> RuleProblem:
    text = gettext_noop(
        "Under your house rule, a group has no more cards than the Phase asks for (%(group)s)."
    )
    hint = None
    if is_group(requirement.kind, cards):
        hint = Text(gettext_noop("Lay down the Phase first, then hit with the rest."))
    params = {"group": name_requirement(requirement)}
    return RuleProblem(
        RuleCode.OVERSIZED_GROUP, Text(text, params, hint), "3.2", None, tuple(cards)
    )
