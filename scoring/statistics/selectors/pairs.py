"""How players fare against each other at one table."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q, Sum
from django.utils.functional import partition

from games.models import Player
from scoring.statistics.figures import mean
from scoring.statistics.filters import Filters
from scoring.statistics.models import PairSum, Result
from scoring.statistics.selectors.adding import added
from scoring.statistics.selectors.standings import player_answer

LATEST = 10
OFTEN = 3  # games together, before anybody is called a nemesis
NUMBERS = ("games", "ahead", "level", "wins")


def matrix(group: UUID, filters: Filters) -> list[dict[str, Any]]:
    """A line for each player and opponent, in the order of their names; two queries."""
    rows = added(filters.sums(PairSum.objects.filter(group=group)), ["player", "other"], NUMBERS)
    players = Player.objects.in_bulk({row["player"] for row in rows})
    lines = [
        {
            "player": player_answer(players[row["player"]]),
            "opponent": player_answer(players[row["other"]]),
            **_against(row),
        }
        for row in rows
    ]
    return sorted(lines, key=lambda line: [*_names(line["player"]), *_names(line["opponent"])])


def head_to_head(one: Player, other: Player, filters: Filters) -> dict[str, Any]:
    """Two players, over the games in which both sat; four queries."""
    pair = Q(player=one, other=other) | Q(player=other, other=one)
    rows = {
        row["player"]: row
        for row in added(
            filters.sums(PairSum.objects.filter(pair, group_id=one.group_id)), ["player"], NUMBERS
        )
    }
    nothing = dict.fromkeys(NUMBERS, 0)
    together = filters.results(Result.objects.filter(player=one, game__results__player=other))
    games = list(together.order_by("-played_at", "-game").values_list("game", flat=True)[:LATEST])
    return {
        "games": rows.get(one.pk, nothing)["games"],
        "players": [
            {
                "player": player_answer(player),
                **_against(rows.get(player.pk, nothing)),
                "points_a_round": _points(player, against, filters),
            }
            for player, against in ((one, other), (other, one))
        ],
        "latest": _latest(games, one, other),
    }


def opponents(player: Player, filters: Filters) -> dict[str, Any]:
    """Whom a player fares worst against, and best; null before `OFTEN` games with anybody.

    The nemesis is ahead of them in most of their games, the favourite opponent behind. Among
    equals the one of more games, then by name. Nobody is both.
    """
    rows = added(
        filters.sums(PairSum.objects.filter(group_id=player.group_id, player=player)),
        ["other"],
        NUMBERS,
    )
    rows = [row for row in rows if row["games"] >= OFTEN]
    players = Player.objects.in_bulk({row["other"] for row in rows})

    def share(row: dict[str, Any], ahead: int) -> tuple[Any, ...]:
        return (-ahead / row["games"], -row["games"], players[row["other"]].name, row["other"])

    def answer(row: dict[str, Any] | None) -> dict[str, Any] | None:
        return row and {"opponent": player_answer(players[row["other"]]), **_against(row)}

    def behind(row: dict[str, Any]) -> int:
        return int(row["games"] - row["ahead"] - row["level"])

    losing, winning = partition(lambda row: row["ahead"] > behind(row), rows)
    losing = [row for row in losing if row["ahead"] < behind(row)]
    return {
        "nemesis": answer(min(losing, key=lambda row: share(row, behind(row)), default=None)),
        "favourite_opponent": answer(
            min(winning, key=lambda row: share(row, row["ahead"]), default=None)
        ),
    }


def _against(row: dict[str, Any]) -> dict[str, Any]:
    """Their games, and in how many of them one was ahead of the other."""
    games = row["games"]
    return {
        "games": games,
        "ahead": row["ahead"],
        "level": row["level"],
        "behind": games - row["ahead"] - row["level"],
        "wins": row["wins"],
        "ahead_rate": mean(row["ahead"], games),
    }


def _points(player: Player, against: Player, filters: Filters) -> dict[str, Any]:
    """The mean points a round of a player in the games that the other sat in, too."""
    together = Result.objects.filter(player=player, game__results__player=against, rounds__gt=0)
    added = filters.results(together).aggregate(points=Sum("total"), rounds=Sum("rounds"))
    return mean(added["points"] or 0, added["rounds"] or 0)


def _latest(games: list[UUID], one: Player, other: Player) -> list[dict[str, Any]]:
    rows = Result.objects.filter(game__in=games, player__in=[one, other])
    found = {(row.game_id, row.player_id): row for row in rows.defer("points", "attempts", "marks")}
    return [
        {
            "game": str(game),
            "played_at": found[game, one.pk].played_at,
            "places": [found[game, player.pk].place for player in (one, other)],
            "points": [found[game, player.pk].total for player in (one, other)],
        }
        for game in games
    ]


def _names(player: dict[str, Any]) -> tuple[str, str]:
    return player["name"], player["id"]
