"""The referee on the wire (rulebook, section 8): thin views over the engine."""

from __future__ import annotations

from functools import cache

from django.http import Http404, HttpResponseBase
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referee.api import answers, requests
from referee.api.editions import EditionSerializer, edition_answer
from referee.api.examples import examples_of
from referee.editions import EDITIONS
from referee.points import score
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.solver.analysis import analyse
from referee.tally import check_tally
from rest.caching import cacheable
from rest.problem_schema import BODY, problem_responses

EDITION_AGE = 3600  # seconds; a new edition comes with a new release


class RefereeView(APIView):
    """Open to anyone, stateless, throttled by address."""

    permission_classes = [AllowAny]
    throttle_scope = "referee"


class PhaseView(RefereeView):
    @extend_schema(
        operation_id="checkPhase",
        summary="May these groups be laid down as this Phase?",
        tags=["referee"],
        request=requests.PhaseRequestSerializer,
        responses={200: answers.PhaseVerdictSerializer, **problem_responses(*BODY)},
        examples=examples_of("phase/"),
    )
    def post(self, request: Request) -> Response:
        """Rule on laying down a Phase: legal or not, why, and what each wild card stands for."""
        asked = requests.PhaseRequestSerializer.parse(request.data)
        verdict = check_phase(
            asked["edition"], asked["phase"], asked["groups"], asked["house_rules"]
        )
        return Response(answers.phase_answer(verdict))


class HitView(RefereeView):
    @extend_schema(
        operation_id="checkHit",
        summary="May these cards be added to this group?",
        tags=["referee"],
        request=requests.HitRequestSerializer,
        responses={200: answers.HitVerdictSerializer, **problem_responses(*BODY)},
        examples=examples_of("hit/"),
    )
    def post(self, request: Request) -> Response:
        """Rule on a hit: legal or not, why, and how the group stands after it."""
        asked = requests.HitRequestSerializer.parse(request.data)
        verdict = check_hit(
            asked["edition"],
            asked["target"]["kind"],
            asked["target"]["cards"],
            asked["cards"],
            phase_laid=asked["phase_laid"],
            rules=asked["house_rules"],
        )
        return Response(answers.hit_answer(verdict))


class HandView(RefereeView):
    @extend_schema(
        operation_id="analyseHand",
        summary="What can this hand do?",
        tags=["referee"],
        request=requests.HandRequestSerializer,
        responses={200: answers.HandAnalysisSerializer, **problem_responses(*BODY)},
        examples=examples_of("hand/"),
    )
    def post(self, request: Request) -> Response:
        """Whether it can lay down or go out, the best way to, and what it waits for; exact."""
        asked = requests.HandRequestSerializer.parse(request.data)
        found = analyse(
            asked["edition"],
            asked["phase"],
            asked["hand"],
            table=asked["table"],
            phase_laid=asked["phase_laid"],
            seen=asked["seen"],
            rules=asked["house_rules"],
        )
        return Response(answers.hand_answer(found))


class ScoreView(RefereeView):
    @extend_schema(
        operation_id="scoreCards",
        summary="What do these cards cost in hand?",
        tags=["referee"],
        request=requests.ScoreRequestSerializer,
        responses={200: answers.ScoreSerializer, **problem_responses(*BODY)},
        examples=examples_of("score/"),
    )
    def post(self, request: Request) -> Response:
        """Count the cards left in a hand."""
        asked = requests.ScoreRequestSerializer.parse(request.data)
        edition, cards = asked["edition"], asked["cards"]
        priced = [{"card": str(card), "points": edition.points(card)} for card in cards]
        return Response({"points": score(edition, cards), "cards": priced})


class TallyView(RefereeView):
    @extend_schema(
        operation_id="checkTally",
        summary="Can this round's count be, and who laid down?",
        tags=["referee"],
        request=requests.TallyRequestSerializer,
        responses={200: answers.TallySerializer, **problem_responses(*BODY)},
        examples=examples_of("tally/"),
    )
    def post(self, request: Request) -> Response:
        """Check a round's count, and fill in who laid down as far as the points prove it."""
        asked = requests.TallyRequestSerializer.parse(request.data)
        verdict = check_tally(asked["edition"], asked["phases"], asked["results"])
        return Response(answers.tally_answer(verdict))


class EditionListView(RefereeView):
    @extend_schema(
        operation_id="listEditions",
        summary="The editions that the referee knows",
        tags=["referee"],
        responses={200: EditionSerializer(many=True), **problem_responses()},
        examples=examples_of("editions/"),
    )
    def get(self, request: Request) -> HttpResponseBase:
        """All editions with decks, phases, points and house rules; may be cached."""
        return _edition_answer(request, tuple(EDITIONS))


class EditionView(RefereeView):
    @extend_schema(
        operation_id="getEdition",
        summary="One edition",
        tags=["referee"],
        parameters=[OpenApiParameter("edition", str, OpenApiParameter.PATH, enum=sorted(EDITIONS))],
        responses={200: EditionSerializer, **problem_responses(404)},
        examples=examples_of("editions/{edition}/"),
    )
    def get(self, request: Request, edition: str) -> HttpResponseBase:
        """One edition with its deck, phases, points and house rules; may be cached."""
        if edition not in EDITIONS:
            raise Http404
        return _edition_answer(request, edition)


def _edition_answer(request: Request, which: str | tuple[str, ...]) -> HttpResponseBase:
    content = _rendered_editions(which, get_language())
    return cacheable(request, content, content_type="application/json", max_age=EDITION_AGE)


@cache
def _rendered_editions(which: str | tuple[str, ...], language: str | None) -> bytes:
    """The JSON of one edition or of several, made once in each process and language."""
    if isinstance(which, str):
        return JSONRenderer().render(edition_answer(EDITIONS[which]))
    return JSONRenderer().render([edition_answer(EDITIONS[slug]) for slug in which])
