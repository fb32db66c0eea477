"""Why cards do not fit a group on the table, and what would."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from referee.card_groups import GroupStanding, Reading, first_color
from referee.cards import Card, Color, Face
from referee.house_rules import HouseRules
from referee.kinds import Kind
from referee.rulings.phase_diagnosis import Unused, a_number, wild_names, wrong_parity
from referee.rulings.problems import RuleCode, RuleProblem
from referee.wording import AND, OR, Text, gettext_noop, listed, ngettext_noop

Fits = Callable[[Sequence[Card]], bool]


def diagnose_hit(
    kind: Kind,
    reading: Reading,
    cards: Sequence[Card],
    *,
    fits: Fits,
    unused: Unused,
    rules: HouseRules,
) -> list[RuleProblem]:
    """Return every reason why `cards`, without Skips, cannot be added to the group (section 4).

    `fits` tells whether given cards could be added; `unused` returns the cards that are
    neither in the group nor in the hit; the texts name those among them that would help.
    """
    target = reading.standings[0]
    problems = [
        *_wrong_number(kind, reading, cards),
        *_wrong_parity(kind, cards),
        *_wrong_color(kind, target, cards),
    ]
    at_fault = {id(card) for problem in problems for card in problem.cards}
    others = [card for card in cards if id(card) not in at_fault]
    if kind.is_run and others and not fits(others):
        problems += _no_place(kind, target, others, fits=fits, unused=unused, rules=rules)
    return problems


def _wrong_number(kind: Kind, reading: Reading, cards: Sequence[Card]) -> Iterator[RuleProblem]:
    """Section 4.2: the set's number."""
    if not kind.one_number:
        return
    fixed = [card.as_number for card in cards if card.as_number is not None]
    number = reading.standing.number if reading.standing else fixed[0]
    wrong = tuple(card for card in cards if card.as_number not in (None, number))
    if wrong:
        text = ngettext_noop(
            "%(cards)s does not fit: the number of this set is %(number)s.",
            "%(cards)s do not fit: the number of this set is %(number)s.",
        )
        params = {"cards": listed(wrong, AND), "count": len(wrong), "number": number}
        yield RuleProblem(RuleCode.WRONG_NUMBER, Text(text, params), "4.2", None, wrong)


def _wrong_parity(kind: Kind, cards: Sequence[Card]) -> Iterator[RuleProblem]:
    """Section 4.2: odd to odd, even to even."""
    wrong = tuple(c for c in cards if c.as_number is not None and c.as_number not in kind.numbers)
    if not wrong:
        return
    code, text = wrong_parity(kind, wrong)
    yield RuleProblem(code, text, "4.2", None, wrong)


def _wrong_color(kind: Kind, target: GroupStanding, cards: Sequence[Card]) -> Iterator[RuleProblem]:
    """Sections 4.2 and 4.4: the group's color, or the color of the first card that has one."""
    if not kind.one_color:
        return
    color = target.color or first_color(cards)
    wrong = tuple(card for card in cards if card.as_color not in (None, color))
    if not wrong:
        return
    giver = next((card for card in target.cards if card.color is not None), None)
    mixed = any(card.face in (Face.WILD_NUMBER, Face.WILD_STAR) for card in target.cards)
    if target.color is None:
        text = ngettext_noop(
            "%(cards)s does not fit: another card in this hit makes the run %(color)s.",
            "%(cards)s do not fit: another card in this hit makes the run %(color)s.",
        )
    elif giver is not None and mixed:
        text = ngettext_noop(
            "%(cards)s does not fit: %(giver)s makes the run %(color)s.",
            "%(cards)s do not fit: %(giver)s makes the run %(color)s.",
        )
    else:
        text = ngettext_noop(
            "%(cards)s does not fit: all cards in this group are %(color)s.",
            "%(cards)s do not fit: all cards in this group are %(color)s.",
        )
    params = {
        "cards": listed(wrong, AND), "count": len(wrong), "color": color, "giver": giver,
    }  # fmt: skip
    rule = "4.4" if mixed or target.color is None else "4.2"
    yield RuleProblem(RuleCode.WRONG_COLOR, Text(text, params), rule, None, wrong)


def _no_place(
    kind: Kind,
    target: GroupStanding,
    cards: Sequence[Card],
    *,
    fits: Fits,
    unused: Unused,
    rules: HouseRules,
) -> Iterator[RuleProblem]:
    """Sections 4.2, 4.3 and 4.5: the next number at either end, pairs to pairs."""
    low, high = target.low, target.high
    full = (low, high) == (kind.numbers[0], kind.numbers[-1])
    if full and not (rules.pair_run_singles and kind.per_number > 1):
        text = gettext_noop("The run already goes from %(low)s to %(high)s: nothing more fits.")
        params = {"low": low, "high": high}
        yield RuleProblem(RuleCode.RUN_IS_FULL, Text(text, params), "4.5", None, tuple(cards))
        return
    wrong = _without_a_place(cards, fits)
    color = None
    if kind.one_color:
        color = target.color or first_color(cards)
    matching = [card for card in unused() if color is None or card.color in (None, color)]
    held = {card.number for card in matching}
    helpers = [n for n in kind.numbers if n in held and fits([*cards, _any(n, color)])]
    code, rule = RuleCode.NOT_AT_AN_END, "4.2"
    if kind.per_number > 1:
        rule = "4.3"
        if helpers:
            code = RuleCode.NOT_PAIRS
    yield RuleProblem(
        code,
        _why_no_place(kind, target, wrong, helpers, color, wild_names(matching, color)),
        rule,
        None,
        wrong,
    )


def _without_a_place(cards: Sequence[Card], fits: Fits) -> tuple[Card, ...]:
    """Return the cards that are left after adding cards one by one for as long as one fits."""
    placed: list[Card] = []
    left = list(cards)
    while True:
        fitting = next((card for card in left if fits([*placed, card])), None)
        if fitting is None:
            return tuple(left)
        placed.append(fitting)
        left.remove(fitting)


def _why_no_place(
    kind: Kind,
    target: GroupStanding,
    wrong: Sequence[Card],
    helpers: Sequence[int],
    color: Color | None,
    wild: Sequence[Text],
) -> Text:
    params: dict[str, object] = {
        "cards": listed(wrong, AND),
        "count": len(wrong),
        "low": target.low,
        "high": target.high,
    }
    if helpers:
        names = [*(a_number(number, color) for number in helpers), *wild]
        text = ngettext_noop(
            "%(cards)s does not fit yet: "
            "the run goes from %(low)s to %(high)s, and %(helpers)s is missing.",
            "%(cards)s do not fit yet: "
            "the run goes from %(low)s to %(high)s, and %(helpers)s is missing.",
        )
        return Text(text, {**params, "helpers": listed(names, OR)})
    ends = _next_numbers(kind, target)
    if kind.per_number > 1:
        text = ngettext_noop(
            "%(cards)s does not fit: "
            "the run goes from %(low)s to %(high)s and takes only pairs, next of %(next)s.",
            "%(cards)s do not fit: "
            "the run goes from %(low)s to %(high)s and takes only pairs, next of %(next)s.",
        )
    else:
        text = ngettext_noop(
            "%(cards)s does not fit: "
            "the run goes from %(low)s to %(high)s, so %(next)s comes next.",
            "%(cards)s do not fit: the run goes from %(low)s to %(high)s, so %(next)s comes next.",
        )
    return Text(text, {**params, "next": listed(ends, OR)})


def _next_numbers(kind: Kind, target: GroupStanding) -> list[object]:
    assert target.low is not None
    assert target.high is not None
    low, high = kind.numbers.index(target.low), kind.numbers.index(target.high)
    ends = [kind.numbers[low - 1]] if low else []
    if high + 1 < len(kind.numbers):
        ends.append(kind.numbers[high + 1])
    if kind.per_number > 1:
        return [*ends]
    return [a_number(number) for number in ends]


def _any(number: int, color: Color | None) -> Card:
    return Card(Face.WILD, declared_number=number, declared_color=color)
