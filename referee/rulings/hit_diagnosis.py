"""Why cards do not fit a group on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.card_groups import GroupStanding, Reading, first_color
from referee.cards import Card, Face
from referee.kinds import Kind
from referee.rulings.card_references import the_card
from referee.rulings.checks import named
from referee.rulings.phase_diagnosis import wrong_parity
from referee.rulings.problems import RuleCode, RuleProblem
from referee.rulings.run_places import Fits, no_place
from referee.wording import Text, ngettext_noop


def diagnose_hit(
    kind: Kind, reading: Reading, cards: Sequence[Card], *, fits: Fits
) -> list[RuleProblem]:
    """Return every reason why `cards`, without Skips, cannot be added to the group (section 4).

    `fits` tells whether given cards could be added.
    """
    target = reading.standings[0]
    problems = [
        *_wrong_number(kind, reading, cards),
        *wrong_parity(kind, cards, "4.2"),
        *_wrong_color(kind, target, cards),
    ]
    at_fault = {id(card) for problem in problems for card in problem.cards}
    others = [card for card in cards if id(card) not in at_fault]
    if kind.is_run and others and not fits(others):
        problems += no_place(kind, reading, others, fits)
    return problems


def _wrong_number(kind: Kind, reading: Reading, cards: Sequence[Card]) -> Iterator[RuleProblem]:
    """Section 4.2: the set's number."""
    if not kind.one_number:
        return
    giver = next((card for card in cards if card.as_number is not None), None)
    number = reading.standing.number if reading.standing else giver and giver.as_number
    wrong = tuple(card for card in cards if card.as_number not in (None, number))
    if not wrong:
        return
    if reading.standing:
        text = ngettext_noop(
            "%(cards)s does not fit: the number of this set is %(number)s.",
            "%(cards)s do not fit: the number of this set is %(number)s.",
        )
    else:
        text = ngettext_noop(
            "%(cards)s does not fit: %(giver)s makes this a set of %(number)ss.",
            "%(cards)s do not fit: %(giver)s makes this a set of %(number)ss.",
        )
    params = {**named(wrong, cards), "number": number, "giver": giver and the_card(giver)}
    yield RuleProblem(RuleCode.WRONG_NUMBER, Text(text, params), "4.2", None, wrong)


def _wrong_color(kind: Kind, target: GroupStanding, cards: Sequence[Card]) -> Iterator[RuleProblem]:
    """Sections 4.2 and 4.4: the group's color, or the color of the first card that has one."""
    if not kind.one_color:
        return
    color = target.color or first_color(cards)
    wrong = tuple(card for card in cards if card.as_color not in (None, color))
    if not wrong:
        return
    mixed = any(card.face in (Face.WILD_NUMBER, Face.WILD_STAR) for card in target.cards)
    source = cards if target.color is None else target.cards
    giver = _color_giver(source)
    if target.color is None or mixed:
        text = ngettext_noop(
            "%(cards)s does not fit: %(giver)s makes this group %(color)s.",
            "%(cards)s do not fit: %(giver)s makes this group %(color)s.",
        )
    else:
        text = ngettext_noop(
            "%(cards)s does not fit: all cards in this group are %(color)s.",
            "%(cards)s do not fit: all cards in this group are %(color)s.",
        )
    params = {
        **named(wrong, cards), "color": color, "giver": giver and the_card(giver),
    }  # fmt: skip
    rule = "4.4" if mixed or target.color is None else "4.2"
    yield RuleProblem(RuleCode.WRONG_COLOR, Text(text, params), rule, None, wrong)


def _color_giver(cards: Sequence[Card]) -> Card | None:
    """Section 4.4: a color-side card; a wild-side card only by its declaration.

    On a run that has a color, the wild-side cards stand for it, but they did not give it.
    """
    colored = [card for card in cards if card.as_color is not None]
    return next((card for card in colored if card.color is not None), next(iter(colored), None))
