"""What a group sees of its games, added up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from uuid import UUID

from django.http import Http404, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from games.models import Role
from games.selectors.access import member_as
from referee.api.answers import Shape
from rest.pagination import PAGE_PARAMETERS, CursorPagination, read_page
from rest.problem_schema import problem_responses
from scoring.jobs.api.examples import examples_of as job_examples
from scoring.jobs.api.serializers import JobSerializer
from scoring.jobs.api.views import STARTED, accepted
from scoring.jobs.queue import start_job
from scoring.statistics.api import history_serializers as story
from scoring.statistics.api import serializers as shapes
from scoring.statistics.api.base import StatisticsView
from scoring.statistics.api.examples import examples_of
from scoring.statistics.api.filters import FILTERS, KIND_FILTERS, read_filters, read_kind
from scoring.statistics.figures import rating
from scoring.statistics.filters import Filters
from scoring.statistics.models import Rating
from scoring.statistics.rating_model import Value
from scoring.statistics.selectors.badges import badges
from scoring.statistics.selectors.pairs import head_to_head, matrix
from scoring.statistics.selectors.phases import phases
from scoring.statistics.selectors.players import player_in, player_page, rating_history
from scoring.statistics.selectors.records import records
from scoring.statistics.selectors.standings import leaderboard
from scoring.statistics.selectors.years import year_in_review

REFUSED = problem_responses(400, 401, 404)

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def statistics(
    operation_id: str, summary: str, shape: type[Shape], filters: Sequence[Any] = FILTERS
) -> Callable[[View], View]:
    """How a view of figures stands in the schema."""
    return extend_schema(
        operation_id=operation_id,
        summary=summary,
        tags=["statistics"],
        parameters=filters,
        responses={200: shape, 304: None, **REFUSED},
        examples=examples_of(operation_id),
    )


class LeaderboardView(StatisticsView):
    @statistics("getLeaderboard", "The leaderboard", shapes.LeaderboardSerializer)
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """A line for everybody who has played such games, the highest rated first.

        The rating is the one at the end of the period, among games of this edition and
        variant; what was played before the period counts in it.
        """
        filters = read_filters(request)
        return self.answer(group, lambda: {"players": leaderboard(group, filters)})


class PlayerStatisticsView(StatisticsView):
    @statistics("getPlayerStatistics", "A player's page", shapes.PlayerStatisticsSerializer)
    def get(self, request: Request, group: UUID, player: UUID) -> HttpResponseBase:
        """How it went over time, Phase by Phase, and what stands out.

        `nemesis` is an opponent who is ahead of them in more games than behind, and of those the
        one most often; `favourite_opponent` the other way round. Null where there is none.
        """
        filters = read_filters(request)
        return self.answer(group, lambda: player_page(player_in(group, player), filters))


class RatingHistoryView(StatisticsView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listRatings",
        summary="A player's ratings, game by game",
        tags=["statistics"],
        parameters=[*FILTERS, *PAGE_PARAMETERS],
        responses={200: shapes.RatingAfterSerializer(many=True), 304: None, **REFUSED},
        examples=examples_of("listRatings"),
    )
    def get(self, request: Request, group: UUID, player: UUID) -> HttpResponseBase:
        """The latest first. With an edition or a variant, only such games count in them."""
        filters = read_filters(request, also=("cursor", "limit"))

        def read() -> Any:
            page = read_page(request, rating_history(player_in(group, player), filters))
            return page.response([_after(row) for row in page.rows]).data

        return self.answer(group, read)


class HeadToHeadMatrixView(StatisticsView):
    @statistics("listHeadToHead", "Everybody against everybody", shapes.MatrixSerializer)
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """A line for each player and each opponent with whom they sat at one table."""
        filters = read_filters(request)
        return self.answer(group, lambda: {"pairs": matrix(group, filters)})


class HeadToHeadView(StatisticsView):
    @statistics("getHeadToHead", "Two players, head to head", shapes.HeadToHeadSerializer)
    def get(self, request: Request, group: UUID, player: UUID, other: UUID) -> HttpResponseBase:
        """The games in which both sat: who was ahead how often, and the last of them."""
        filters = read_filters(request)

        def read() -> Any:
            one, another = player_in(group, player), player_in(group, other)
            if one == another:
                raise Http404
            return head_to_head(one, another, filters)

        return self.answer(group, read)


class RecordsView(StatisticsView):
    @statistics("listRecords", "The records of a group", story.RecordsSerializer)
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """Each with the game it comes from. Who had one first keeps it among equals.

        For the fewest points and the fewest rounds only games of all Phases count that were
        played to their end: others would hold them for ever.
        """
        filters = read_filters(request)
        return self.answer(group, lambda: {"records": records(group, filters)})


class PhasesView(StatisticsView):
    @statistics("listPhases", "How Phases go", shapes.PhasesSerializer)
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """How often each succeeds, and how many attempts it takes, beside bots at one table."""
        filters = read_filters(request)
        return self.answer(group, lambda: {"phases": phases(group, filters)})


class BadgesView(StatisticsView):
    @statistics("listBadges", "The badges of a group", story.BadgesSerializer)
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """All there are, and who has earned which, with the game it came with."""
        filters = read_filters(request)
        return self.answer(group, lambda: badges(group, filters))


class YearView(StatisticsView):
    @statistics("getYearInReview", "A year in review", story.YearSerializer, KIND_FILTERS)
    def get(self, request: Request, group: UUID, year: int) -> HttpResponseBase:
        """What was played, who did best and who improved, records and badges of the year."""
        if not 1 < year <= 9999:
            raise Http404
        filters = Filters(**read_kind(request), span=f"{year:04}")
        return self.answer(group, lambda: year_in_review(group, filters))


def _after(row: Rating) -> dict[str, Any]:
    return {
        "game": str(row.game_id),
        "played_at": row.played_at,
        "rating": rating(Value(row.mu, row.sigma)),
    }


class RecomputeView(AccountView):
    @extend_schema(
        operation_id="recomputeGroup",
        summary="Count a group anew",
        tags=["jobs"],
        request=None,
        responses={202: JobSerializer, **STARTED},
        examples=job_examples("recomputeGroup"),
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """Owners only. All figures are made anew from the games, as a job.

        They are kept up by themselves: this is for who doubts them. With three jobs that are
        not done yet, the group gets no further one: 409 `too_many_jobs`.
        """
        member_as(self.actor, group, Role.OWNER)
        return accepted(start_job(actor=self.actor, group=group, kind="recompute", asked={}))
