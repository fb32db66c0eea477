"""The editions as clients read them: everything needed to draw a deck and a Phase card."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from referee.api.answers import Shape
from referee.api.choices import COLOR_CHOICES
from referee.api.fields import EditionField, RequirementSerializer
from referee.cards import Card, Color
from referee.editions import Edition, Side
from referee.house_rules import STANDARD_RULES
from referee.kinds import Phase
from referee.wording import COLOR_NAMES, COLOR_SHAPES, name_phase


def edition_answer(edition: Edition) -> dict[str, Any]:
    """The answer of `editions/{edition}/`, in the language of the request."""
    return {
        "edition": edition.slug,
        "name": edition.name,
        "min_players": edition.min_players,
        "max_players": edition.max_players,
        "dealt": edition.dealt,
        "colors": [
            {"letter": color, "name": gettext(COLOR_NAMES[color]), "shape": COLOR_SHAPES[color]}
            for color in Color
        ],
        "deck": {
            "size": edition.deck_size,
            "sides": [_side(edition, side) for side in edition.sides],
        },
        "phases": [_phase(number, phase) for number, phase in enumerate(edition.phases, 1)],
        "points": [
            {"points": points, "cards": cards} for points, cards in _price_list(edition).items()
        ],
        "house_rules": {rule: getattr(STANDARD_RULES, rule) for rule in edition.house_rules},
    }


def _side(edition: Edition, side: Side) -> dict[str, Any]:
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


def _phase(number: int, phase: Phase) -> dict[str, Any]:
    return {
        "phase": number,
        "name": name_phase(phase).render(gettext),
        "groups": [{"kind": group.kind.name, "size": group.size} for group in phase],
    }


def _price_list(edition: Edition) -> dict[int, list[str]]:
    """What a card costs: numbers once each, whatever their colour."""
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


class ColorSerializer(Shape):
    """A color never stands alone: it has a letter and a shape."""

    letter = serializers.ChoiceField(choices=COLOR_CHOICES)
    name = serializers.CharField()
    shape = serializers.CharField()


class DeckCardSerializer(Shape):
    card = serializers.CharField()
    copies = serializers.IntegerField()
    flip_symbols = serializers.IntegerField(help_text="How many of them bear the Flip symbol.")
    points = serializers.IntegerField()


class DeckSideSerializer(Shape):
    name = serializers.CharField()
    cards = DeckCardSerializer(many=True)


class DeckSerializer(Shape):
    size = serializers.IntegerField(help_text="How many cards; a two-sided one counts once.")
    sides = DeckSideSerializer(many=True)


class EditionPhaseSerializer(Shape):
    phase = serializers.IntegerField()
    name = serializers.CharField()
    groups = RequirementSerializer(many=True)


class PriceSerializer(Shape):
    points = serializers.IntegerField()
    cards = serializers.ListField(
        child=serializers.CharField(),
        help_text="Numbers of whatever color, `W` Wild, `S` Skip, `*` Star, `W*` wild-side Star.",
    )


class EditionSerializer(Shape):
    """One edition: its deck, phases, points, and house rules with their defaults."""

    edition = EditionField()
    name = serializers.CharField()
    min_players = serializers.IntegerField()
    max_players = serializers.IntegerField()
    dealt = serializers.IntegerField(help_text="How many cards each player is dealt.")
    colors = ColorSerializer(many=True)
    deck = DeckSerializer()
    phases = EditionPhaseSerializer(many=True)
    points = PriceSerializer(many=True)
    house_rules = serializers.DictField(
        child=serializers.BooleanField(), help_text="Those that matter here, with their defaults."
    )
