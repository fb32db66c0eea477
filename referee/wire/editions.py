"""`editions/`: everything needed to draw a deck and a Phase card."""

from __future__ import annotations

from typing import Annotated, TypedDict

from referee.cards import Card, Color
from referee.editions import EDITIONS, Edition, Side
from referee.house_rules import STANDARD_RULES
from referee.wire.annotations import Doc, OneOf, strict
from referee.wire.phases import NumberedPhase, numbered_phase_answer
from referee.wire.reading import Fields, not_found, read_choice
from referee.wire.verdicts import ColorLetter
from referee.wording import COLOR_NAMES, COLOR_SHAPES, Translator

EDITION_NAMES = list(EDITIONS)

EditionName = Annotated[str, OneOf(EDITION_NAMES)]


class CardColor(TypedDict):
    """A color, with the letter and the shape that always go with it."""

    letter: ColorLetter
    name: str
    shape: str


class DeckCard(TypedDict):
    """A card of a deck."""

    card: str
    copies: int
    flip_symbols: Annotated[int, Doc("How many of the copies have the Flip symbol.")]
    points: int


class DeckSide(TypedDict):
    """One side of a deck."""

    name: str
    cards: list[DeckCard]


class Deck(TypedDict):
    """The cards of an edition."""

    size: Annotated[int, Doc("How many cards; a two-sided card counts once.")]
    sides: list[DeckSide]


class CardPrice(TypedDict):
    """The cards that cost this many points in hand."""

    points: int
    cards: Annotated[
        list[str],
        Doc("Numbers of any color, `W` Wild, `S` Skip, `*` Star, `W*` wild-side Star."),
    ]


class EditionDetail(TypedDict):
    """One edition: its deck, Phases, points, and house rules with their defaults."""

    edition: EditionName
    name: str
    min_players: int
    max_players: int
    dealt: Annotated[int, Doc("How many cards each player is dealt.")]
    colors: list[CardColor]
    deck: Deck
    phases: list[NumberedPhase]
    points: list[CardPrice]
    house_rules: Annotated[
        dict[str, bool], Doc("The house rules that matter in this edition, with their defaults.")
    ]


def read_edition(value: object) -> Edition:
    return read_choice(value, EDITIONS)


@strict
class EditionsRequest(TypedDict):
    """All editions."""


@strict
class EditionRequest(TypedDict):
    """One edition."""

    edition: EditionName


def answer_editions(request: object, translator: Translator) -> list[EditionDetail]:
    """Answer with all editions."""
    with Fields(request, EditionsRequest):
        pass
    return [edition_answer(edition, translator) for edition in EDITIONS.values()]


def answer_edition(request: object, translator: Translator) -> EditionDetail:
    with Fields(request, EditionRequest) as fields:
        edition = fields.required("edition", read_known_edition)
    return edition_answer(edition, translator)


def read_known_edition(value: object) -> Edition:
    if not isinstance(value, str) or value not in EDITIONS:
        raise not_found()
    return EDITIONS[value]


def edition_answer(edition: Edition, translator: Translator) -> EditionDetail:
    return {
        "edition": edition.slug,
        "name": edition.name,
        "min_players": edition.min_players,
        "max_players": edition.max_players,
        "dealt": edition.dealt,
        "colors": [
            {
                "letter": color,
                "name": translator.gettext(COLOR_NAMES[color]),
                "shape": COLOR_SHAPES[color],
            }
            for color in Color
        ],
        "deck": {
            "size": edition.deck_size,
            "sides": [_side_answer(edition, side) for side in edition.sides],
        },
        "phases": [
            numbered_phase_answer(number, phase, translator)
            for number, phase in enumerate(edition.phases, 1)
        ],
        "points": [
            {"points": points, "cards": cards} for points, cards in _price_list(edition).items()
        ],
        "house_rules": {rule: getattr(STANDARD_RULES, rule) for rule in edition.house_rules},
    }


def _side_answer(edition: Edition, side: Side) -> DeckSide:
    return {
        "name": side.name,
        "cards": [
            {
                "card": card.printed,
                "copies": copies,
                "flip_symbols": int(card.printed in side.flip_symbols),
                "points": edition.points(card),
            }
            for card, copies in side.copies.items()
        ],
    }


def _price_list(edition: Edition) -> dict[int, list[str]]:
    """What cards cost in hand: a number is named once, whatever its color."""
    prices: dict[int, list[str]] = {}
    for side in edition.sides:
        for card in side.copies:
            name = _without_color(card)
            names = prices.setdefault(edition.points(card), [])
            if name not in names:
                names.append(name)
    return dict(sorted(prices.items()))


def _without_color(card: Card) -> str:
    return str(card.number) if card.number is not None else card.printed.lstrip("RYGB")
