"""Shapes of answers that are not typed yet."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from referee.api.choices import CODE_CHOICES, COLOR_CHOICES
from referee.api.fields import KindField


class Shape(serializers.Serializer[Any]):  # for the schema alone; what it says is printed there
    pass


def card_list(help_text: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), help_text=help_text)


class StandingSerializer(Shape):
    """A group as it stands on the table. What does not apply, or is still open, is null."""

    kind = KindField()
    size = serializers.IntegerField(help_text="How many cards lie in it.")
    cards = card_list("In table order, every wild card declared as far as it is fixed.")
    number = serializers.IntegerField(allow_null=True, help_text="The number of a set.")
    color = serializers.ChoiceField(
        choices=COLOR_CHOICES,
        allow_null=True,
        help_text="The color of a color group or color run.",
    )
    low = serializers.IntegerField(allow_null=True, help_text="The lowest number of a run.")
    high = serializers.IntegerField(allow_null=True, help_text="The highest number of a run.")


class RulingProblemSerializer(Shape):
    """One thing that is wrong with a play."""

    code = serializers.ChoiceField(choices=CODE_CHOICES)
    message = serializers.CharField(help_text="What is wrong and what would be right, for people.")
    group = serializers.IntegerField(
        allow_null=True, help_text="The index of the group in the request, where it is about one."
    )
    cards = card_list("The cards concerned.")
    rule = serializers.CharField(help_text="The section of the rulebook that it rests on.")
