"""Why cards of a hit find no place in a run on the table (sections 4.2, 4.3 and 4.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from referee.card_groups import GroupStanding, Reading
from referee.cards import Card, Color, Face
from referee.kinds import Kind, KindName
from referee.rulings.card_phrases import a_number
from referee.rulings.card_references import Case, the_card
from referee.rulings.checks import named
from referee.rulings.phase_diagnosis import only_once
from referee.rulings.problems import RuleCode, RuleProblem
from referee.wording import Plural, Text, gettext_noop, ngettext_noop

# Tells whether a group takes given cards.
Fits = Callable[[Sequence[Card]], bool]


@cache
def any_card(number: int | None, color: Color | None = None) -> Card:
    """Return a card that goes wherever some card of this number and color does."""
    return Card(Face.WILD, declared_number=number, declared_color=color)


def no_place(
    kind: Kind, reading: Reading, cards: Sequence[Card], fits: Fits
) -> Iterator[RuleProblem]:
    """Yield each reason why some of the cards find no place in a run; their color is right."""
    target = reading.standings[0]
    if _is_full(kind, target, fits):
        text = gettext_noop("The run already goes from %(low)s to %(high)s: nothing more fits.")
        params = {"low": target.low, "high": target.high}
        yield RuleProblem(RuleCode.RUN_IS_FULL, Text(text, params), "4.5", None, tuple(cards))
        return
    left = _without_a_place(kind, cards, fits)

    def told(problems: Iterable[RuleProblem]) -> Iterator[RuleProblem]:
        for problem in problems:
            yield problem
            left[:] = [card for card in left if card not in problem.cards]

    if not reading.is_ambiguous:
        yield from told(_wild_cards_stay(kind, target, cards, left))
        yield from told(_already_there(kind, target, cards, left))
        yield from told(_past_the_end(kind, target, cards, left))
    yield from told(_only_once(kind, cards, left))
    yield from told(_without_partner(kind, cards, left, fits))
    yield from told(_no_end_left(kind, cards, left))
    yield from _far_away(kind, reading, cards, left)


def _is_full(kind: Kind, target: GroupStanding, fits: Fits) -> bool:
    """Section 4.5, unless single cards may join a pair run (4.3)."""
    ends = (target.low, target.high)
    return ends == (kind.numbers[0], kind.numbers[-1]) and not fits([any_card(target.low)])


def _without_a_place(kind: Kind, cards: Sequence[Card], fits: Fits) -> list[Card]:
    """Return the cards that are left after adding cards, or pairs, for as long as some fit."""
    placed: list[Card] = []
    left = list(cards)
    while True:
        sizes = range(1, kind.per_number + 1)
        next_cards = (some for size in sizes for some in combinations(left, size))
        fitting = next((some for some in next_cards if fits([*placed, *some])), None)
        if fitting is None:
            return left
        placed += fitting
        for card in fitting:
            left.remove(card)


def _problem(
    kind: Kind,
    among: Sequence[Card],
    cards: Sequence[Card],
    template: str | Plural,
    code: RuleCode = RuleCode.NOT_AT_AN_END,
    rule: str = "",
    **params: object,
) -> RuleProblem:
    text = Text(template, {**named(cards, among), **params})
    section = rule or ("4.2" if kind.per_number == 1 else "4.3")
    return RuleProblem(code, text, section, None, tuple(cards))


# Each of these yields problems for those of the cards that are `left` to which it applies; the
# `cards` are all of the hit.


def _wild_cards_stay(
    kind: Kind, target: GroupStanding, cards: Sequence[Card], left: Sequence[Card]
) -> Iterator[RuleProblem]:
    """Section 3: once it stands, a wild card never changes, moves or returns to a hand."""
    wild = {card.as_number: card for card in target.cards if card.is_wild}
    for card in {(card.said, card.as_number): card for card in left}.values():
        if card.as_number is not None and card.as_number in wild:
            text = ngettext_noop(
                "%(cards)s cannot take the place of %(wild)s, "
                "which stands for %(number)s and stays.",
                "%(cards)s cannot take the place of %(wild)s, "
                "which stands for %(number)s and stays.",
            )
            staying = the_card(wild[card.as_number].undeclared(), Case.OF)
            alike = [
                other
                for other in left
                if (other.said, other.as_number) == (card.said, card.as_number)
            ]
            yield _problem(kind, cards, alike, text, rule="3", wild=staying, number=card.as_number)


def _already_there(
    kind: Kind, target: GroupStanding, cards: Sequence[Card], left: Sequence[Card]
) -> Iterator[RuleProblem]:
    """Section 4.2: a run grows at its ends only."""
    there = {card.as_number for card in target.cards}
    for number in sorted(n for n in {card.as_number for card in left} & there if n):
        again = [card for card in left if card.as_number == number]
        text = (
            ngettext_noop(
                "%(cards)s does not fit: the run already has %(a_number)s.",
                "%(cards)s do not fit: the run already has %(a_number)s.",
            )
            if kind.per_number == 1
            else ngettext_noop(
                "%(cards)s does not fit: the run already has its pair of %(number)ss.",
                "%(cards)s do not fit: the run already has its pair of %(number)ss.",
            )
        )
        yield _problem(kind, cards, again, text, number=number, a_number=a_number(number))


_RUN_ENDS = gettext_noop("A run ends at %(number)s: nothing follows the %(number)s.")
_ENDS = {
    KindName.ODD_RUN: gettext_noop(
        "An odd run ends at %(number)s: nothing follows the %(number)s."
    ),
    KindName.EVEN_RUN: gettext_noop(
        "An even run ends at %(number)s: nothing follows the %(number)s."
    ),
}
_RUN_BEGINS = gettext_noop("A run begins at %(number)s: nothing comes before the %(number)s.")
_BEGINS = {
    KindName.ODD_RUN: gettext_noop(
        "An odd run begins at %(number)s: nothing comes before the %(number)s."
    ),
    KindName.EVEN_RUN: gettext_noop(
        "An even run begins at %(number)s: nothing comes before the %(number)s."
    ),
}


def _past_the_end(
    kind: Kind, target: GroupStanding, cards: Sequence[Card], left: Sequence[Card]
) -> Iterator[RuleProblem]:
    """Section 2: numbers go from 1 to 12 and never wrap around."""
    first, last = kind.numbers[0], kind.numbers[-1]
    numbers = {card.as_number for card in cards}
    if target.high == last and target.low not in kind.numbers[:3]:
        text = _ENDS.get(kind.name, _RUN_ENDS)
        wrapped = _as_far_as_given(kind.numbers, numbers)
        end = last
    elif target.low == first and target.high not in kind.numbers[-3:]:
        text = _BEGINS.get(kind.name, _RUN_BEGINS)
        wrapped = _as_far_as_given(kind.numbers[::-1], numbers)
        end = first
    else:
        return
    beyond = [card for card in left if card.as_number in wrapped]
    if beyond:
        yield _problem(kind, cards, beyond, text, rule="2", number=end)


def _as_far_as_given(row: Sequence[int], numbers: set[int | None]) -> set[int]:
    """Return the numbers from the beginning of the row up to the first that is not given."""
    given = set()
    for number in row:
        if number not in numbers:
            break
        given.add(number)
    return given


def _only_once(kind: Kind, cards: Sequence[Card], left: Sequence[Card]) -> Iterator[RuleProblem]:
    """Section 2: one card of each number, in a pair run two."""
    for number in sorted(n for n in {card.as_number for card in left} if n):
        alike = [card for card in cards if card.as_number == number]
        if len(alike) > kind.per_number:
            rule = "4.2" if kind.per_number == 1 else "4.3"
            once = only_once(kind, alike)
            yield RuleProblem(RuleCode.NOT_AT_AN_END, once, rule, None, tuple(alike))


def _without_partner(
    kind: Kind, cards: Sequence[Card], left: Sequence[Card], fits: Fits
) -> Iterator[RuleProblem]:
    """Section 4.3: whole pairs."""
    if kind.per_number == 1:
        return
    alone = [card for card in left if card.is_wild or fits([*cards, any_card(card.as_number)])]
    if alone:
        text = ngettext_noop(
            "%(cards)s has no partner: a run of pairs grows only by whole pairs.",
            "%(cards)s have no partner: a run of pairs grows only by whole pairs.",
        )
        yield _problem(kind, cards, alone, text, RuleCode.NOT_PAIRS)


def _no_end_left(kind: Kind, cards: Sequence[Card], left: Sequence[Card]) -> Iterator[RuleProblem]:
    """Section 4.5: with the other cards of the hit, the run is full."""
    wild = [card for card in left if card.as_number is None]
    if wild:
        text = ngettext_noop(
            "%(cards)s does not fit: with the other cards, the run goes from %(low)s to %(high)s.",
            "%(cards)s do not fit: with the other cards, the run goes from %(low)s to %(high)s.",
        )
        yield _problem(kind, cards, wild, text, low=kind.numbers[0], high=kind.numbers[-1])


def _far_away(
    kind: Kind, reading: Reading, cards: Sequence[Card], left: Sequence[Card]
) -> Iterator[RuleProblem]:
    """Section 4.2: the next number at either end."""
    if not left:
        return
    target = reading.standings[0]
    if reading.standing is None or reading.is_ambiguous:
        text = ngettext_noop(
            "%(cards)s finds no place in this run.", "%(cards)s find no place in this run."
        )
    elif kind.per_number == 1:
        text = ngettext_noop(
            "%(cards)s does not fit: the run goes from %(low)s to %(high)s.",
            "%(cards)s do not fit: the run goes from %(low)s to %(high)s.",
        )
    elif target.low == target.high:
        text = ngettext_noop(
            "%(cards)s does not fit: the run has its first pair, the %(low)ss, "
            "and grows only by whole pairs.",
            "%(cards)s do not fit: the run has its first pair, the %(low)ss, "
            "and grows only by whole pairs.",
        )
    else:
        text = ngettext_noop(
            "%(cards)s does not fit: the run goes from %(low)s to %(high)s "
            "and grows only by whole pairs.",
            "%(cards)s do not fit: the run goes from %(low)s to %(high)s "
            "and grows only by whole pairs.",
        )
    yield _problem(kind, cards, left, text, low=target.low, high=target.high)
