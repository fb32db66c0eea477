"""Lists of Phases over HTTP: presets, and how hard a list is."""

from __future__ import annotations

from typing import ClassVar

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from referee.api.examples import examples_of
from referee.api.views import SEED, RefereeView, drawn_answer, respond
from referee.editions import EDITIONS
from referee.wire.presets import (
    MAX_SEED,
    DifficultyAnswer,
    DifficultyRequest,
    PresetsAnswer,
    answer_difficulty,
    answer_presets,
)
from rest.problem_schema import BODY, problem_responses
from rest.query import read_query, whole_number

TAG = "referee"


class DifficultyView(RefereeView):
    throttle_scope = "difficulty"

    @extend_schema(
        operation_id="rateDifficulty",
        summary="How hard is this list of Phases?",
        request=DifficultyRequest,
        responses={200: DifficultyAnswer, **problem_responses(*BODY)},
        examples=examples_of("difficulty/"),
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Say how many rounds bots need for each Phase, and compare it with the official list.

        The figures come from simulated rounds in which four bots all play the same Phase. Phases
        that nobody has asked about yet are simulated for a tenth of a second, so that their figure
        can be off by a tenth.
        """
        return respond(request, answer_difficulty)


class PresetListView(RefereeView):
    deprecated: ClassVar = {"GET": "`GET referee/editions/{edition}/` with `include=presets`"}

    @extend_schema(
        operation_id="listPresets",
        summary="Lists of Phases to start a game with",
        parameters=[
            OpenApiParameter("edition", str, OpenApiParameter.PATH, enum=sorted(EDITIONS)),
            SEED,
        ],
        responses={200: PresetsAnswer, **problem_responses(400, 404)},
        examples=examples_of("presets/{edition}/"),
    )
    def get(self, request: Request, edition: str) -> HttpResponseBase:
        """The official Phases, the even ones, and random ones that are as hard as the official."""
        query = read_query(request, {"seed": whole_number(0, MAX_SEED)})
        return drawn_answer(answer_presets, {"edition": edition, **query})
