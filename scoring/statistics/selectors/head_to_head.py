"""How players do against each other at the same table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q, Sum

from games.models import Player
from scoring.statistics.evidence import LUCK, beyond_luck, luck_of_lead
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.models import PairTotals, PlayerResult, PlayerTotals
from scoring.statistics.selectors.facts import short_facts
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.totals import add_up
from scoring.statistics.totals_columns import PAIR_TOTALS
from scoring.statistics.wire.head_to_head import (
    Comparisons,
    Opponent,
    Rivalry,
    head_to_head_game,
    head_to_head_player,
    matrix_pair,
    opponent_answer,
    timeline,
)

LATEST = 10  # games shown one by one
TIMELINE = 100  # games in which the lead is followed
MOST = 60  # players of a group that are compared: a million pairs would tell nobody anything

SIDES = ("player", "opponent")
Row = dict[str, Any]  # of one player against one opponent, by the columns of `PAIR_TOTALS`
Side = tuple[UUID, UUID]  # a player and an opponent


def matrix(group: UUID, filters: Filters, two: tuple[Player, Player] | None = None) -> Comparisons:
    """Each player and opponent, in the order of their names; two queries.

    Of more than `MOST` players, those with the most games. Of two players, only these, and their
    rivalry; at most six queries.
    """
    ids = [player.pk for player in two or ()]
    rows = _pairs(group, filters, *ids)
    found = beyond_luck_in(rows)
    players = Player.objects.in_bulk({row["player"] for row in rows})

    def order(row: Row) -> list[tuple[str, str]]:
        pair = (players[row["player"]], players[row["opponent"]])
        return [(player.name, str(player.pk)) for player in pair]

    return {
        "pairs": [
            matrix_pair(
                players[row["player"]],
                players[row["opponent"]],
                row,
                found.get((row["player"], row["opponent"])),
            )
            for row in sorted(rows, key=order)
            if not two or {row["player"], row["opponent"]} == set(ids)
        ],
        "rivalry": head_to_head(*two, filters) if two else None,
    }


def head_to_head(player: Player, opponent: Player, filters: Filters) -> Rivalry:
    """Two players, over the games in which both played; at most four queries."""
    rows = _pairs(player.group_id, filters, player.pk, opponent.pk)
    found, sides = beyond_luck_in(rows), _sides(rows)
    pairs = [(player, opponent), (opponent, player)]
    nothing = dict.fromkeys(PAIR_TOTALS.names, 0)
    both = [sides.get((one.pk, other.pk), nothing) for one, other in pairs]
    games = _latest(player, opponent, filters)
    return {
        "games": both[0]["games"],
        "players": [
            head_to_head_player(one, totals, found.get((one.pk, other.pk)))
            for (one, other), totals in zip(pairs, both, strict=True)
        ],
        "latest": [head_to_head_game(game) for game in games[:LATEST]],
        "timeline": timeline(games, both[0]["ahead"] - both[1]["ahead"]),
    }


def nemesis_and_favourite(
    player: Player, filters: Filters
) -> tuple[Opponent | None, Opponent | None]:
    """The opponents who are ahead of a player and behind beyond luck; two queries.

    If there are several, the one whom luck explains least, then the first by name.
    """
    rows = _pairs(player.group_id, filters, player.pk)
    found, sides = beyond_luck_in(rows), _sides(rows)
    of_player = [row for row in rows if row["player"] == player.pk]
    opponents = Player.objects.in_bulk({row["opponent"] for row in of_player})
    own = [row for row in of_player if (player.pk, row["opponent"]) in found]
    own.sort(key=lambda row: (_luck(row, sides), opponents[row["opponent"]].name, row["opponent"]))
    answers = [
        opponent_answer(opponents[row["opponent"]], row, found[player.pk, row["opponent"]])
        for row in own
    ]

    def first(stands_out: str) -> Opponent | None:
        return next((one for one in answers if one["stands_out"] == stands_out), None)

    return first("behind"), first("ahead")


def beyond_luck_in(rows: Iterable[Row]) -> dict[Side, str]:
    """Of the pairs of a group, those of whom one is ahead more often than luck explains.

    For each side of them, `ahead` or `behind`: of how often it is with their handicaps. Compared
    are those who have played so often that it could be told at all.
    """
    sides = _sides(rows)
    chances = {
        frozenset(side): _luck(row, sides)
        for side, row in sides.items()
        if _least_luck(row, sides) <= LUCK
    }
    found = beyond_luck(chances)
    return {
        side: "ahead" if row["ahead"] > _decided(row) * _chance(row, sides) else "behind"
        for side, row in sides.items()
        if frozenset(side) in found
    }


def _pairs(group: UUID, filters: Filters, *also: UUID) -> list[Row]:
    """Each player against each opponent, of those with the most games and `also`; one query."""
    games = filters.totals(PlayerTotals.objects.filter(group=group)).values("player")
    most = games.annotate(sum=Sum("games")).order_by("-sum", "player").values("player")[:MOST]
    pairs = filters.totals(PairTotals.objects.filter(group=group))
    compared = [Q(**{f"{side}__in": most}) | Q(**{f"{side}__in": also}) for side in SIDES]
    return add_up(pairs.filter(*compared), *SIDES)


def _decided(row: Row) -> int:
    """In how many games one of the two was ahead."""
    games: int = row["games"]
    level: int = row["level"]
    return games - level


def _sides(rows: Iterable[Row]) -> dict[Side, Row]:
    """Each pair from both sides."""
    return {(row["player"], row["opponent"]): row for row in rows}


def _chance(row: Row, sides: Mapping[Side, Row]) -> float:
    """How likely a player is ahead of an opponent who is as strong, with the handicaps of both."""
    own: int = row["expected_win_parts"]
    other: int = sides[row["opponent"], row["player"]]["expected_win_parts"]
    return own / (own + other)


def _luck(row: Row, sides: Mapping[Side, Row]) -> float:
    """How likely luck alone puts one of two equals ahead as often, or behind."""
    return luck_of_lead(row["ahead"], _decided(row) - row["ahead"], _chance(row, sides))


def _least_luck(row: Row, sides: Mapping[Side, Row]) -> float:
    """How likely luck would be, had the same one always been ahead."""
    games, chance = _decided(row), _chance(row, sides)
    return min(luck_of_lead(games, 0, chance), luck_of_lead(0, games, chance))


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
