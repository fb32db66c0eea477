"""Cards and groups of cards in a request."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated

from referee.cards import MAX_CARD_LENGTH, Card, UnreadableCard, parse_card
from referee.editions import EDITIONS, Edition
from referee.wire.annotations import Doc, Keywords
from referee.wire.reading import Errors, invalid, read_items
from referee.wording import gettext_noop

MAX_CARDS = max(edition.deck_size for edition in EDITIONS.values())
MAX_GROUPS = 12  # more than any hand could make

_NUMBER = "(1[0-2]|[1-9])"
_COLOR = "[RYGBrygb]"

CardText = Annotated[
    str,
    Keywords(
        description="A card: R7, R5!, R*, W7, W*, W or S, and what it stands for after =.",
        example="R7",
        maxLength=MAX_CARD_LENGTH,
        pattern=rf"^\s*({_COLOR}({_NUMBER}!?|\*)|[Ww]({_NUMBER}!?|\*!?)?|[Ss])"
        rf"(=({_COLOR}{_NUMBER}?|{_NUMBER}))?\s*$",
    ),
]
OneOrMoreCards = Annotated[list[CardText], Keywords(minItems=1, maxItems=MAX_CARDS)]
Colorless = Annotated[
    list[CardText],
    Doc(
        "Those of the cards whose color nobody has told: they have one that cannot matter, "
        "and messages do not name it."
    ),
    Keywords(maxItems=MAX_CARDS),
]
AnyCards = Annotated[list[CardText], Keywords(minItems=0, maxItems=MAX_CARDS)]
CardGroups = Annotated[list[OneOrMoreCards], Keywords(minItems=1, maxItems=MAX_GROUPS)]


def read_card(value: object) -> Card:
    try:
        return parse_card(value)  # type: ignore[arg-type]
    except (UnreadableCard, TypeError):
        text = gettext_noop(
            "%(card)s is not a card. Write a number card as R7, a Wild as W, a Skip as S."
        )
        shown = json.dumps(value, ensure_ascii=False)[:MAX_CARD_LENGTH]
        raise invalid("unknown_card", text, card=shown) from None


def read_cards(value: object) -> tuple[Card, ...]:
    """Read a list of one or more cards.

    >>> [str(card) for card in read_cards(["r7", "W=8"])]
    ['R7', 'W=8']
    """
    cards = read_any_cards(value)
    if not cards:
        raise invalid("empty", gettext_noop("Give at least one card."))
    return cards


def read_any_cards(value: object) -> tuple[Card, ...]:
    """Read a list of cards that may be empty."""
    if not isinstance(value, list):
        raise invalid("not_a_list", gettext_noop('Give a list of cards, such as ["R7", "W"].'))
    if len(value) > MAX_CARDS:
        text = gettext_noop("No deck has that many cards: give at most %(limit)s.")
        raise invalid("too_many", text, limit=MAX_CARDS)
    return tuple(read_items(value, read_card))


def read_groups(value: object) -> tuple[tuple[Card, ...], ...]:
    """Read a list of groups, each a list of cards."""
    if not isinstance(value, list):
        raise invalid("not_a_list", gettext_noop("Give a list of groups, each a list of cards."))
    if not value:
        raise invalid("empty", gettext_noop("Give at least one group."))
    if len(value) > MAX_GROUPS:
        text = gettext_noop("No Phase has that many groups: give at most %(limit)s.")
        raise invalid("too_many", text, limit=MAX_GROUPS)
    return tuple(read_items(value, read_cards))


def without_color(cards: Iterable[Card], colorless: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards, those that are `colorless` marked as such.

    >>> cards = [parse_card(card) for card in ("R7", "B7", "W")]
    >>> [card.said for card in without_color(cards, cards[1:])]
    ['R7', '7', 'W']
    """
    untold = {card.printed for card in colorless if card.color}
    return tuple(
        replace(card, colorless=True) if card.printed in untold else card for card in cards
    )


def check_in_deck(edition: Edition, cards: Sequence[Card]) -> None:
    """Raise `InvalidRequest` for the cards that are not in the edition's deck."""
    if all(map(edition.holds, cards)):
        return
    text = gettext_noop("The %(edition)s deck has no %(card)s.")
    with Errors() as errors:
        for index, card in enumerate(cards):
            if not edition.holds(card):
                error = invalid("unknown_card", text, edition=edition.slug, card=str(card))
                errors.add(error, index)
