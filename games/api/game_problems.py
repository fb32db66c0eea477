"""Problems of games in the published schema: with what a phone needs to go on."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api import game_serializers as shapes
from games.api.table_serializers import PlaySerializer, RulingSerializer
from referee.api.answers import Shape
from rest.problem_schema import ProblemSerializer, problem_responses


class RefusedLineSerializer(Shape):
    """A line of a round as the tally check left it."""

    player = serializers.UUIDField()
    phase = serializers.IntegerField()
    points = serializers.IntegerField(allow_null=True)
    laid_down = serializers.BooleanField(allow_null=True)
    went_out = serializers.BooleanField()


class GameProblemSerializer(ProblemSerializer):
    """A problem, and what belongs to its `code`."""

    game = shapes.GameSerializer(
        required=False, help_text="The game as it stands, where the request met another state."
    )
    consequences = shapes.ConsequenceSerializer(
        many=True, required=False, help_text="Of `confirmation_needed`: what would become."
    )
    would_be = shapes.GameSerializer(
        required=False, help_text="Of `confirmation_needed`: the game after it."
    )
    results = RefusedLineSerializer(
        many=True, required=False, help_text="Of `tally_refused`: the lines as far as settled."
    )
    ruling = RulingSerializer(
        required=False, help_text="Of `illegal_play` and `ambiguous_play`: what the referee says."
    )
    plays = PlaySerializer(
        many=True, required=False, help_text="Of `later_plays_fall`: the plays in the way."
    )


def game_problems(*statuses: int) -> dict[tuple[int, str], Any]:
    """As `problem_responses`, for what a game can be refused with."""
    return problem_responses(*statuses, problem=GameProblemSerializer)
