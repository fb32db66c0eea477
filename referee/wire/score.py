"""`score/`: how many points do these cards cost in hand?"""

from __future__ import annotations

from typing import TypedDict

from referee.cards import Card
from referee.editions import Edition
from referee.points import score
from referee.rulings.checks import copies
from referee.rulings.problems import RuleCode, RuleProblem
from referee.wire.annotations import strict
from referee.wire.cards import OneOrMoreCards, check_in_deck, read_cards
from referee.wire.editions import EditionName, read_edition
from referee.wire.reading import (
    Errors,
    Fields,
    InvalidRequest,
    below,
    invalid,
)
from referee.wire.verdicts import invalid_field
from referee.wording import Text, Translator, gettext_noop


@strict
class ScoreRequest(TypedDict):
    """How many points do these cards cost in hand?"""

    edition: EditionName
    cards: OneOrMoreCards


class CardPoints(TypedDict):
    """A card and its points."""

    card: str
    points: int


class ScoreAnswer(TypedDict):
    """The points of the cards left in a hand, in total and card by card."""

    points: int
    cards: list[CardPoints]


def answer_score(request: object, translator: Translator) -> ScoreAnswer:
    """Answer how many points the cards left in a hand cost (rulebook, section 6)."""
    with Fields(request, ScoreRequest) as fields:
        edition = fields.required("edition", read_edition)
        cards = fields.required("cards", read_cards)
    with below("cards"):
        _check_hand(edition, cards)
    return score_answer(edition, cards)


def score_answer(edition: Edition, cards: tuple[Card, ...]) -> ScoreAnswer:
    return {
        "points": score(edition, cards),
        "cards": [{"card": str(card), "points": edition.points(card)} for card in cards],
    }


def _check_hand(edition: Edition, cards: tuple[Card, ...]) -> None:
    """Raise `InvalidRequest` if no hand of this edition could be these cards."""
    check_in_deck(edition, cards)
    with Errors() as errors:
        for index, card in enumerate(cards):
            if card.is_declared:
                text = gettext_noop(
                    "A card in hand does not stand for anything yet: leave out the declaration."
                )
                errors.add(invalid("declared_in_hand", text), index)
    if len({edition.side_of(card) for card in cards}) > 1:
        text = gettext_noop("All cards in a hand must show the side in play.")
        problem = RuleProblem(RuleCode.MIXED_SIDES, Text(text), "6")
        raise InvalidRequest([invalid_field(problem)])
    problems = list(copies(edition, cards, "6"))
    if problems:
        raise InvalidRequest(map(invalid_field, problems))
