"""The referee over HTTP (rulebook, section 8): thin views over `referee.wire`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from referee.answering import AnswerFunction, Reply, reply
from referee.api.examples import examples_of
from referee.api.verdict_metric import VERDICTS
from referee.editions import EDITIONS
from referee.languages import translator_for
from referee.wire.editions import EditionDetail, answer_edition, answer_editions
from referee.wire.hand import HandAnswer, HandRequest, answer_hand
from referee.wire.hit import HitAnswer, HitRequest, answer_hit
from referee.wire.phase import PhaseAnswer, PhaseRequest, answer_phase
from referee.wire.presets import MAX_SEED, EditionWithPresets, answer_edition_with_presets
from referee.wire.score import ScoreAnswer, ScoreRequest, answer_score
from referee.wire.tally import TallyAnswer, TallyRequest, answer_tally
from referee.wording import Translator
from rest.caching import conditional_response
from rest.problem_schema import BODY, problem_responses
from rest.query import include, read_include, read_query, whole_number
from rest.views import StrictView

TAG = "referee"

MAX_REMEMBERED = 200  # characters of a parameter
KINDS: dict[AnswerFunction, str] = {
    answer_phase: "phase",
    answer_hit: "hit",
    answer_tally: "tally",
}
SEED = OpenApiParameter(
    "seed",
    {"type": "integer", "minimum": 0, "maximum": MAX_SEED},
    description="For the same random Phases as before; new ones by default.",
)
LASTING_AGE = 3600  # seconds; editions and rules change with a release only


class RefereeView(StrictView):
    """Open to anyone, stateless, throttled by address."""

    permission_classes = [AllowAny]
    throttle_scope = "referee"


def respond(request: Request, answer: AnswerFunction) -> HttpResponseBase:
    """Respond to a request with a function of `referee.wire`, or with what is wrong with it."""

    def counted(decoded: object, translator: Translator) -> object:
        verdict = answer(decoded, translator)
        if isinstance(verdict, dict) and "problems" in verdict:
            problems = verdict["problems"]
            VERDICTS.inc(KINDS[answer], problems[0]["code"] if problems else "none")
        return verdict

    return response_of(reply(counted, request.data, translator_for(get_language())))


def response_of(answered: Reply) -> HttpResponse:
    return HttpResponse(answered.body, status=answered.status, content_type=answered.media_type)


class PhaseView(RefereeView):
    @extend_schema(
        operation_id="checkPhase",
        summary="May these groups be laid down as this Phase?",
        request=PhaseRequest,
        responses={200: PhaseAnswer, **problem_responses(*BODY)},
        examples=examples_of("phase/"),
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Check whether the Phase may be laid down.

        Says why not, and what each wild card stands for.
        """
        return respond(request, answer_phase)


class HitView(RefereeView):
    @extend_schema(
        operation_id="checkHit",
        summary="May these cards be added to this group?",
        request=HitRequest,
        responses={200: HitAnswer, **problem_responses(*BODY)},
        examples=examples_of("hit/"),
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Check whether the cards may be added.

        Says why not, and how the group lies afterwards.
        """
        return respond(request, answer_hit)


class HandView(RefereeView):
    @extend_schema(
        operation_id="analyseHand",
        summary="What can this hand do?",
        request=HandRequest,
        responses={200: HandAnswer, **problem_responses(*BODY)},
        examples=examples_of("hand/"),
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Find out if the hand can lay down or go out, how to do it best, and what it needs."""
        return respond(request, answer_hand)


class ScoreView(RefereeView):
    @extend_schema(
        operation_id="scoreCards",
        summary="How many points do these cards cost in hand?",
        request=ScoreRequest,
        responses={200: ScoreAnswer, **problem_responses(*BODY)},
        examples=examples_of("score/"),
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Count the points of the cards left in a hand, in total and card by card."""
        return respond(request, answer_score)


class TallyView(RefereeView):
    @extend_schema(
        operation_id="checkTally",
        summary="Is this tally possible, and who laid down?",
        request=TallyRequest,
        responses={200: TallyAnswer, **problem_responses(*BODY)},
        examples=examples_of("tally/"),
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Check whether the tally is possible, and fill in who laid down if the points prove it."""
        return respond(request, answer_tally)


class EditionListView(RefereeView):
    @extend_schema(
        operation_id="listEditions",
        summary="The editions that the referee knows",
        responses={200: list[EditionDetail], **problem_responses()},
        examples=examples_of("editions/"),
    )
    def get(self, request: Request) -> HttpResponseBase:
        """All editions with their decks, Phases, points and house rules. May be cached."""
        return lasting_answer(request, answer_editions, {})


class EditionView(RefereeView):
    @extend_schema(
        operation_id="getEdition",
        summary="One edition",
        parameters=[
            OpenApiParameter("edition", str, OpenApiParameter.PATH, enum=sorted(EDITIONS)),
            include("presets"),
            SEED,
        ],
        responses={200: EditionWithPresets, **problem_responses(400, 404)},
        examples=examples_of("editions/{edition}/"),
    )
    def get(self, request: Request, edition: str) -> HttpResponseBase:
        """One edition with its deck, Phases, points and house rules. May be cached.

        `presets` are lists of Phases to start a game with: the official ones, the even ones, and
        random ones that are as hard as the official.
        """
        seed = read_query(request, {"seed": whole_number(0, MAX_SEED)})
        if not read_include(request, "presets"):
            return lasting_answer(request, answer_edition, {"edition": edition})
        return drawn_answer(answer_edition_with_presets, {"edition": edition, **seed})


def drawn_answer(answer: AnswerFunction, query: Mapping[str, object]) -> HttpResponse:
    """Respond with random Phases, which nobody may keep if there is no seed to draw them again."""
    response = response_of(reply(answer, query, translator_for(get_language())))
    if "seed" not in query:
        response["Cache-Control"] = "no-store"
    return response


def lasting_answer(
    request: Request, answer: AnswerFunction, query: Mapping[str, str]
) -> HttpResponseBase:
    """Respond in the caller's language with what any cache may keep, or with what is wrong."""
    is_short = all(len(value) <= MAX_REMEMBERED for value in query.values())
    remembered = _remembered if is_short else _remembered.__wrapped__
    answered = remembered(answer, get_language(), *sorted(query.items()))
    if answered.status >= 400:
        return response_of(answered)
    return conditional_response(
        request, answered.body, content_type=answered.media_type, max_age=LASTING_AGE
    )


@lru_cache(maxsize=256)
def _remembered(answer: AnswerFunction, language: str | None, *query: tuple[str, str]) -> Reply:
    return reply(answer, dict(query), translator_for(language))
