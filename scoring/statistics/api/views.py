"""The statistics of a group."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, TypeVar, cast, get_origin
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from accounts.api.base import AccountView
from games.models import Player
from referee.stints import Handicap
from referee.wire.tally import MIN_PLAYERS
from rest.annotations import Discriminated
from rest.caching import conditional_response
from rest.pagination import (
    PAGE_PARAMETERS,
    CursorPagination,
    paginate,
    paginate_days,
    read_page,
)
from rest.problem_schema import problem_responses
from rest.query import include, read_include
from rest.refusals import NotFound
from scoring.statistics.api.base import StatisticsView
from scoring.statistics.api.query import (
    HANDICAP_PARAMETERS,
    KIND_PARAMETERS,
    PAIR,
    PARAMETERS,
    PERIOD_PARAMETER,
    PLAYERS,
    SEASON_PARAMETER,
    read_filters,
    read_handicaps,
    read_kind_filters,
    read_night,
    read_pair,
    read_players,
    read_year_or_night,
)
from scoring.statistics.ratings import NEWCOMER
from scoring.statistics.selectors.badges import group_badges
from scoring.statistics.selectors.feats import feats
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.head_to_head import head_to_head, matrix
from scoring.statistics.selectors.leaderboard import leaderboard
from scoring.statistics.selectors.nights import night_lines, nights_asked
from scoring.statistics.selectors.odds import odds
from scoring.statistics.selectors.phases import phases
from scoring.statistics.selectors.players import (
    circumstances,
    player_in,
    player_statistics,
    players_in,
)
from scoring.statistics.selectors.ratings import rated_games, ratings_after
from scoring.statistics.selectors.seasons import season
from scoring.statistics.selectors.summary import summary
from scoring.statistics.selectors.years import year_in_review
from scoring.statistics.wire.badges import GroupBadges
from scoring.statistics.wire.circumstances import PlayerCircumstances
from scoring.statistics.wire.counted import COUNTED_PROPERTIES, with_counted
from scoring.statistics.wire.feats import GroupFeats
from scoring.statistics.wire.figures import Figures, figures_answer
from scoring.statistics.wire.group import GroupStatistics
from scoring.statistics.wire.head_to_head import HeadToHead, HeadToHeadMatrix, Rivalry
from scoring.statistics.wire.leaderboard import Leaderboard
from scoring.statistics.wire.nights import NightLine
from scoring.statistics.wire.odds import Odds
from scoring.statistics.wire.phases import GroupPhases
from scoring.statistics.wire.players import (
    PlayerStatistics,
    RatingAfterGame,
    RatingPage,
    rating_after_game,
)
from scoring.statistics.wire.seasons import Season
from scoring.statistics.wire.summary import Summary
from scoring.statistics.wire.years import YearInReview

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def statistics_schema(
    operation_id: str,
    summary: str,
    response: Any,
    parameters: Sequence[OpenApiParameter] = PARAMETERS,
    files: Mapping[tuple[int, str], Any] = MappingProxyType({}),
) -> Callable[[View], View]:
    """The schema of a view of statistics; pages have the fields of `Counted` by their class."""
    if get_origin(response) is not list:
        response = with_counted(response)
    return extend_schema(
        operation_id=operation_id,
        summary=summary,
        tags=["statistics"],
        parameters=parameters,
        responses={200: response, **files, 304: None, **problem_responses(400, 401, 404)},
    )


class LeaderboardView(StatisticsView):
    @statistics_schema("getLeaderboard", "The leaderboard", Leaderboard)
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """All players with games that match the filters, the highest rated first.

        The rating is as of the end of the period, over games of this edition and variant. Games
        before the period count towards it.
        """
        filters = read_filters(request)
        return self.answer(group, filters, lambda filters: leaderboard(group, filters))


class PlayerStatisticsView(StatisticsView):
    @statistics_schema(
        "getPlayerStatistics",
        "The statistics of a player",
        PlayerStatistics,
        [*PARAMETERS, include("circumstances", "ratings"), *PAGE_PARAMETERS],
    )
    def get(self, request: Request, group: UUID, player: UUID) -> HttpResponseBase:
        """A player month by month and Phase by Phase, with highlights.

        The rating is as of the end of the period, even if the player has no games in it.
        `nemesis` is the opponent who is ahead of the player more often than luck explains;
        `favourite_opponent` is the opposite. Either is null if there is none: luck explains what
        there is.

        Of `circumstances`, only games in which the player was there from the first round to the
        last count. What has fewer games than `min_games` is left out, and `stands_out` is null
        wherever luck explains it. With an edition or a variant, only games of that kind count for
        `ratings`.
        """
        filters = read_filters(request)
        parts = read_include(request, "circumstances", "ratings")

        def read(filters: Filters) -> PlayerStatistics:
            found = player_in(group, player)
            answer = cast(PlayerStatistics, player_statistics(found, filters))
            if "circumstances" in parts:
                answer["circumstances"] = circumstances(found, filters)
            if "ratings" in parts:
                answer["ratings"] = _ratings(request, found, filters)
            else:  # a wrong page is refused all the same
                read_page(request, rated_games(found, filters))
            return answer

        return self.answer(group, filters, read)


def _ratings(request: Request, player: Player, filters: Filters) -> RatingPage:
    """The page of a player's ratings that a request asks for; four queries."""
    page = paginate(request, rated_games(player, filters))
    moments = [(row.played_at, row.game_id) for row in page.rows]
    ratings = ratings_after(player, moments, filters)
    results = [
        rating_after_game(game, played_at, ratings.get(game, NEWCOMER))
        for played_at, game in moments
    ]
    return cast(RatingPage, page.answer(results))


class CircumstancesView(StatisticsView):
    deprecated: ClassVar = {
        "GET": "`GET groups/{group}/statistics/players/{player}/` with `include=circumstances`"
    }

    @statistics_schema(
        "getCircumstances", "A player's results by circumstance", PlayerCircumstances
    )
    def get(self, request: Request, group: UUID, player: UUID) -> HttpResponseBase:
        """How a player does by table size, seat, first dealer and weekday, with counts.

        Only games in which the player was there from the first round to the last. What has fewer
        games than `min_games` is left out, and `stands_out` is null wherever luck explains it.
        """
        filters = read_filters(request)
        return self.answer(
            group, filters, lambda filters: circumstances(player_in(group, player), filters)
        )


class StatisticsPagination(CursorPagination):
    """Pages of statistics, with the fields of `Counted`."""

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        page = super().get_paginated_response_schema(schema)
        return {
            **page,
            "required": [*page["required"], *COUNTED_PROPERTIES],
            "properties": {**page["properties"], **COUNTED_PROPERTIES},
        }


class RatingHistoryView(StatisticsView):
    pagination_class = StatisticsPagination
    deprecated: ClassVar = {
        "GET": "`GET groups/{group}/statistics/players/{player}/` with `include=ratings`"
    }

    @statistics_schema(
        "listRatings",
        "A player's ratings, game by game",
        list[RatingAfterGame],
        [*PARAMETERS, *PAGE_PARAMETERS],
    )
    def get(self, request: Request, group: UUID, player: UUID) -> HttpResponseBase:
        """The latest first. With an edition or a variant, only games of that kind count."""
        filters = read_filters(request)
        return self.answer(
            group, filters, lambda filters: _ratings(request, player_in(group, player), filters)
        )


class HeadToHeadMatrixView(StatisticsView):
    deprecated: ClassVar = {"GET": "`GET groups/{group}/statistics/` with `include=head_to_head`"}

    @statistics_schema("listHeadToHead", "Everyone against everyone", HeadToHeadMatrix)
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """Each player and each opponent who played at the same table.

        Of a group with more than 60 players, those with the most games.
        """
        filters = read_filters(request)
        return self.answer(
            group, filters, lambda filters: {"pairs": matrix(group, filters)["pairs"]}
        )


def _two(group: UUID, pair: Sequence[UUID]) -> tuple[Player, Player]:
    """Two different players of the group; raise NotFound if they are not."""
    found = players_in(group, pair)
    if len(found) < len(pair):  # one was merged into the other
        raise NotFound
    first, second = found
    return first, second


class HeadToHeadView(StatisticsView):
    deprecated: ClassVar = {
        "GET": "`GET groups/{group}/statistics/` with `include=head_to_head` and `players`"
    }

    @statistics_schema("getHeadToHead", "Two players, head to head", HeadToHead)
    def get(self, request: Request, group: UUID, player: UUID, other: UUID) -> HttpResponseBase:
        """How often each was ahead in the games in which both played, and the latest of them."""
        filters = read_filters(request)

        def read(filters: Filters) -> Rivalry:
            return head_to_head(*_two(group, [player, other]), filters)

        return self.answer(group, filters, read)


class OddsView(StatisticsView):
    @statistics_schema(
        "getOdds",
        "The odds before a game",
        Odds,
        [PLAYERS, *KIND_PARAMETERS, *HANDICAP_PARAMETERS],
    )
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """Each player's chance to win against the others, by the ratings as they are now.

        With an edition or a variant, by the ratings over games of that kind. There are no odds if
        anybody has fewer than `min_games` rated games; `too_few_games` names them. If all are
        equally strong, the chances are those that `expected_wins` adds up: 1 / players, or, with
        `handicaps`, what these make of it. With an edition, `suggested_handicap` says what would
        make the game more even.
        """
        filters = read_kind_filters(request)
        players = read_players(request, filters.edition)
        handicaps, phases = read_handicaps(request, filters.edition, len(players))

        def read(filters: Filters) -> Odds:
            found = players_in(group, players)
            if len(found) < MIN_PLAYERS:  # the others were merged into them
                raise NotFound
            if len(found) < len(players) and any(one != Handicap() for one in handicaps):
                raise NotFound  # nobody knows which of their handicaps is meant
            return odds(found, filters, handicaps[: len(found)], phases)

        return self.answer(group, filters, read)


PARTS = ("records", "badges", "phases", "head_to_head")


class GroupStatisticsView(StatisticsView):
    @statistics_schema(
        "getGroupStatistics",
        "Records, badges, Phases, and everyone against everyone",
        GroupStatistics,
        [include(*PARTS, required=True), PAIR, *PARAMETERS],
    )
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """The parts that `include` names, each of the games that match the filters.

        `records`: each with the first game that holds it, and how many games do. The fewest points
        and the fewest and most rounds (`lowest_win`, `fastest_win`, `longest_game`) are listed for
        each number of Phases; rounds not for `fixed_rounds`, where they are fixed, and points for
        each variant. The fewest points and rounds only count games that were played to their end,
        points only with the edition's own Phases.

        `badges`: all there are, and those that each player has earned, with the games that earned
        them.

        `phases`: how often each Phase succeeds, and what is expected of the same players.

        `head_to_head`: each player and each opponent who played at the same table; of a group with
        more than 60 players, those with the most games. With two `players`, only these: how often
        each was ahead in the games in which both played, and the latest of them.
        """
        filters = read_filters(request)
        parts = read_include(request, *PARTS, min_length=1)
        pair = read_pair(request)

        def read(filters: Filters) -> GroupStatistics:
            answer: GroupStatistics = {}
            if "records" in parts:
                answer["records"] = feats(group, filters)["records"]
            if "badges" in parts:
                answer["badges"] = group_badges(group, filters)
            if "phases" in parts:
                answer["phases"] = phases(group, filters)
            if "head_to_head" in parts:
                two = _two(group, pair) if pair else None
                answer["head_to_head"] = matrix(group, filters, two)
            return answer

        return self.answer(group, filters, read)


class FeatsView(StatisticsView):
    deprecated: ClassVar = {"GET": "`GET groups/{group}/statistics/` with `include=records`"}

    @statistics_schema("listRecords", "The records of a group", GroupFeats)
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """Each with the first game that holds it, and how many games do."""
        filters = read_filters(request)
        return self.answer(group, filters, lambda filters: feats(group, filters))


class PhasesView(StatisticsView):
    deprecated: ClassVar = {"GET": "`GET groups/{group}/statistics/` with `include=phases`"}

    @statistics_schema("listPhases", "How often Phases succeed", GroupPhases)
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """How often each Phase succeeds, and what is expected of the same players."""
        filters = read_filters(request)
        return self.answer(group, filters, lambda filters: {"phases": phases(group, filters)})


class BadgesView(StatisticsView):
    deprecated: ClassVar = {"GET": "`GET groups/{group}/statistics/` with `include=badges`"}

    @statistics_schema("listBadges", "The badges of a group", GroupBadges)
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """All badges, and those that each player has earned, with the games that earned them."""
        filters = read_filters(request)
        return self.answer(group, filters, lambda filters: group_badges(group, filters))


Period = Annotated[YearInReview | Season, Discriminated("Period", by="kind", exclusive=True)]


class PeriodView(StatisticsView):
    @statistics_schema(
        "getPeriod", "A year or a season", Period, [PERIOD_PARAMETER, *KIND_PARAMETERS]
    )
    def get(self, request: Request, group: UUID, period: str) -> HttpResponseBase:
        """A year in review, or who has won how much in a season.

        What was played in a year, who did best and who improved most; records and badges of the
        year. A season lasts until the next one begins; a night on which none begins is 404. Ratings
        go on from season to season: they are on the leaderboard.
        """
        filters = read_kind_filters(request)
        asked = read_year_or_night(period)

        def read(filters: Filters) -> YearInReview | Season:
            if isinstance(asked, int):
                return _year(group, asked, filters)
            return season(group, asked, filters)

        return self.answer(group, filters, read)


def _year(group: UUID, year: int, filters: Filters) -> YearInReview:
    """A year in review; raise NotFound for one that no game can be in."""
    if not 1 < year <= 9999:
        raise NotFound
    return year_in_review(group, replace(filters, period=f"{year:04}"))


class YearInReviewView(StatisticsView):
    deprecated: ClassVar = {"GET": "`GET groups/{group}/statistics/periods/{period}/`"}

    @statistics_schema("getYearInReview", "A year in review", YearInReview, KIND_PARAMETERS)
    def get(self, request: Request, group: UUID, year: int) -> HttpResponseBase:
        """What was played, who did best and who improved most; records and badges of the year."""
        filters = read_kind_filters(request)
        return self.answer(group, filters, lambda filters: _year(group, year, filters))


class SeasonView(StatisticsView):
    deprecated: ClassVar = {"GET": "`GET groups/{group}/statistics/periods/{period}/`"}

    @statistics_schema("getSeason", "A season", Season, [SEASON_PARAMETER, *KIND_PARAMETERS])
    def get(self, request: Request, group: UUID, date: str) -> HttpResponseBase:
        """Who has won how much since a season of the group began, until the next one.

        The group's `seasons` say on which nights they begin; any other is 404. Ratings go on from
        season to season: they are on the leaderboard.
        """
        filters = read_kind_filters(request)
        return self.answer(group, filters, lambda filters: season(group, read_night(date), filters))


class NightsView(StatisticsView):
    pagination_class = StatisticsPagination

    @statistics_schema(
        "listNights", "The nights with games, the latest first", list[NightLine], PAGE_PARAMETERS
    )
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """Each night in which a game began that counts: that is over, and not abandoned."""

        def read(filters: Filters) -> Any:
            page = paginate_days(
                request,
                "nights",
                partial(nights_asked, group, filters.zone),
                lambda night: night.date,
            )
            return page.answer(night_lines(page.rows))

        return self.answer(group, Filters(), read)


class FiguresView(AccountView):
    @extend_schema(
        operation_id="listFigures",
        summary="What the figures mean",
        tags=["statistics"],
        responses={200: Figures, 304: None, **problem_responses(401)},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Each figure of the statistics with its meaning and formula, in your language."""
        content = JSONRenderer().render(figures_answer())
        return conditional_response(request, content, content_type="application/json")


class SummaryView(StatisticsView):
    @statistics_schema("getGroupSummary", "A group at a glance", Summary, ())
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """Who leads, the last night and the games in progress: all that a dashboard shows."""
        return self.answer(group, Filters(), lambda filters: summary(group, filters))
