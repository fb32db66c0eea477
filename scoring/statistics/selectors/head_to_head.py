"""How players do against each other at the same table."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q

from games.models import Player
from scoring.statistics.columns import PAIR_TOTALS
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.models import PairTotals, PlayerResult
from scoring.statistics.selectors.facts import short_facts
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.totals import add_up
from scoring.statistics.wire.head_to_head import (
    HeadToHead,
    HeadToHeadMatrix,
    Opponent,
    head_to_head_game,
    head_to_head_player,
    matrix_pair,
    opponent_answer,
    timeline,
)

LATEST = 10  # games shown one by one
TIMELINE = 100  # games in which the lead is followed
MIN_GAMES = 3  # together, before an opponent is called a nemesis


def matrix(group: UUID, filters: Filters) -> HeadToHeadMatrix:
    """Each player and opponent, in the order of their names; two queries."""
    totals = filters.totals(PairTotals.objects.filter(group=group))
    rows = add_up(totals, "player", "opponent")
    players = Player.objects.in_bulk({row["player"] for row in rows})

    def order(row: dict[str, Any]) -> list[tuple[str, str]]:
        pair = (players[row["player"]], players[row["opponent"]])
        return [(player.name, str(player.pk)) for player in pair]

    return {
        "pairs": [
            matrix_pair(players[row["player"]], players[row["opponent"]], row)
            for row in sorted(rows, key=order)
        ]
    }


def head_to_head(player: Player, opponent: Player, filters: Filters) -> HeadToHead:
    """Two players, over the games in which both played; at most four queries."""
    pair = Q(player=player, opponent=opponent) | Q(player=opponent, opponent=player)
    totals = filters.totals(PairTotals.objects.filter(pair, group_id=player.group_id))
    by_player = {row["player"]: row for row in add_up(totals, "player")}
    nothing = dict.fromkeys(PAIR_TOTALS.names, 0)
    both = [by_player.get(one.pk, nothing) for one in (player, opponent)]
    games = _latest(player, opponent, filters)
    return {
        "games": both[0]["games"],
        "players": [
            head_to_head_player(one, totals)
            for one, totals in zip((player, opponent), both, strict=True)
        ],
        "latest": [head_to_head_game(game) for game in games[:LATEST]],
        "timeline": timeline(games, both[0]["ahead"] - both[1]["ahead"]),
    }


def nemesis_and_favourite(
    player: Player, filters: Filters
) -> tuple[Opponent | None, Opponent | None]:
    """The opponents against whom a player does worst and best; two queries.

    Only opponents of at least `MIN_GAMES` games count. The nemesis is ahead of the player more
    often than behind, the favourite opponent behind more often than ahead. If several are
    equal, the one with more games counts, then the first by name.
    """
    totals = PairTotals.objects.filter(group_id=player.group_id, player=player)
    rows = [row for row in add_up(filters.totals(totals), "opponent") if row["games"] >= MIN_GAMES]
    opponents = Player.objects.in_bulk({row["opponent"] for row in rows})
    answers = [opponent_answer(opponents[row["opponent"]], row) for row in rows]

    def order(share: float, answer: Opponent) -> tuple[Any, ...]:
        opponent = answer["opponent"]
        return -share, -answer["games"], opponent["name"], opponent["id"]

    nemesis = min(
        (answer for answer in answers if answer["behind"] > answer["ahead"]),
        key=lambda answer: order(answer["behind"] / answer["games"], answer),
        default=None,
    )
    favourite = min(
        (answer for answer in answers if answer["ahead"] > answer["behind"]),
        key=lambda answer: order(answer["ahead"] / answer["games"], answer),
        default=None,
    )
    return nemesis, favourite


def _latest(player: Player, opponent: Player, filters: Filters) -> list[list[PlayerFacts]]:
    """What their last games say about the one and the other, the latest first; three queries."""
    months = _last_months(player, opponent, filters)
    if not months:
        return []
    together = PlayerResult.objects.filter(
        # Not through all games of one who hardly ever plays with the other.
        reduce(or_, (replace(filters, period=month).during for month in months)),
        player=player,
        throughout=True,
        game__results__player=opponent,
        game__results__throughout=True,
    )
    games = filters.results(together).order_by("-played_at", "-game").values_list("game", flat=True)
    rows = PlayerResult.objects.filter(
        game__in=list(games[:TIMELINE]), player__in=[player, opponent]
    )
    by_game: dict[UUID, dict[UUID, PlayerFacts]] = {}
    for facts in short_facts(rows.order_by("-played_at", "-game")):
        by_game.setdefault(facts.game_id, {})[facts.player_id] = facts
    return [[facts[player.pk], facts[opponent.pk]] for facts in by_game.values()]


def _last_months(player: Player, opponent: Player, filters: Filters) -> list[str]:
    """The months in which their last games were."""
    totals = PairTotals.objects.filter(group=player.group_id, player=player, opponent=opponent)
    last = filters.months(totals).order_by("-period").values_list("period", "games")
    months: dict[str, None] = {}
    games = 0
    for month, count in last[:TIMELINE]:  # each has a game
        if games >= TIMELINE:
            break
        months[month] = None
        games += count
    return list(months)
