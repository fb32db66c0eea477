"""A year in review."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from scoring.statistics.digests import PLAYED
from scoring.statistics.played import NOTHING, Played
from scoring.statistics.ratings import NEWCOMER, Strength, told_apart
from scoring.statistics.selectors.badges import badges_of_period
from scoring.statistics.selectors.digests import digest_of_group
from scoring.statistics.selectors.feats import feats
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.leaderboard import leaderboard
from scoring.statistics.selectors.phases import MIN_ATTEMPTS, phases
from scoring.statistics.selectors.ratings import rated_players
from scoring.statistics.wire.leaderboard import LeaderboardLine
from scoring.statistics.wire.phases import PhaseStatistics
from scoring.statistics.wire.values import average
from scoring.statistics.wire.years import (
    Champion,
    GamesPlayed,
    MonthlyGames,
    MostImproved,
    YearInReview,
    game_date,
)


def year_in_review(group: UUID, filters: Filters) -> YearInReview:
    """The year that is the period of the filters; a fixed number of queries."""
    lines = leaderboard(group, filters)["players"]
    tried = phases(group, filters)
    return {
        "kind": "year",
        "year": int(filters.period),
        **_games_played(group, filters, players=len(lines)),
        "leaderboard": lines,
        "champions": _champions(lines),
        "most_improved": _most_improved(lines, filters),
        "hardest_phase": _hardest(tried),
        "phases_compared": sum(phase["attempts"] >= MIN_ATTEMPTS for phase in tried),
        "records": feats(group, filters)["records"],
        "badges": badges_of_period(group, filters),
    }


def _games_played(group: UUID, filters: Filters, players: int) -> GamesPlayed:
    kept = digest_of_group(group, filters).get(PLAYED)
    played = NOTHING if kept is None else Played(*kept)
    months: list[MonthlyGames] = [
        {"month": f"{filters.period}-{number:02}", "games": games}
        for number, games in enumerate(played.months, 1)
        if games
    ]
    return {
        "games": played.games,
        "rounds": played.rounds,
        "rounds_a_game": average(played.rounds, played.with_rounds),
        "nights": played.nights,
        "points": played.points,
        "players": players,
        "first_game": game_date(played.first_game) if played.first_game else None,
        "last_game": game_date(played.last_game) if played.last_game else None,
        "months": months,
        "busiest_month": max(months, key=lambda month: month["games"], default=None),
    }


def _champions(lines: Sequence[LeaderboardLine]) -> list[Champion]:
    """The players with the most wins."""
    max_wins = max((line["wins"] for line in lines), default=0)
    return [
        {"player": line["player"], "wins": line["wins"]}
        for line in lines
        if line["wins"] and line["wins"] == max_wins
    ]


def _most_improved(lines: Sequence[LeaderboardLine], filters: Filters) -> MostImproved | None:
    """The player whose rating has risen most since the end of the year before, in its points.

    It must have risen by more than luck explains; whoever was not rated then has not improved.
    """
    year_before = replace(filters, period=f"{int(filters.period) - 1:04}")
    rated = rated_players([UUID(line["player"]["id"]) for line in lines], year_before)
    before = {str(player.pk): strength for player, strength in rated if strength != NEWCOMER}
    rises = [
        (line["rating"]["points"] - start.points, line)
        for line in lines
        if (start := before.get(line["player"]["id"]))
        and told_apart(start, Strength(line["rating"]["mu"], line["rating"]["sigma"]))
    ]
    rise, line = max(rises, key=lambda candidate: candidate[0], default=(0, None))
    if line is None or rise <= 0:
        return None
    return {"player": line["player"], "rise": rise, "rating": line["rating"]}


def _hardest(statistics: Sequence[PhaseStatistics]) -> PhaseStatistics | None:
    """The Phase that falls furthest short of what is expected, if any does by more than luck."""
    return max(
        (phase for phase in statistics if phase["stands_out"] == "harder"),
        key=lambda phase: (phase["expected_rate"] or 0) - (phase["success_rate"]["value"] or 0),
        default=None,
    )
