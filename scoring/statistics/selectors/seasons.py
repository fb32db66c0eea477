"""The season of a group: its months are added up, and the days beside them are read."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from datetime import date
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q

from games.models import Group, Player
from rest.refusals import NotFound
from scoring.statistics.models import PlayerResult, PlayerTotals
from scoring.statistics.periods import DAY, night_bounds, span
from scoring.statistics.selectors.facts import short_facts
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.totals import add_up
from scoring.statistics.totals_columns import PLAYER_TOTALS
from scoring.statistics.wire.seasons import Season, order, season_line

# Those that games say without the points of their rounds.
COLUMNS = [
    column
    for column in PLAYER_TOTALS.added
    if column.name in ("appearances", "games", "wins", "expected_win_parts", "ranks")
]


def season(group: UUID, starts_on: date, filters: Filters) -> Season:
    """The season that begins on this night; four queries. Raises NotFound if none does."""
    starts = Group.objects.values_list("seasons", flat=True).get(pk=group)
    if starts_on.isoformat() not in starts:
        raise NotFound
    following = min((night for night in starts if night > starts_on.isoformat()), default=None)
    ends_on = None if following is None else date.fromisoformat(following) - DAY
    totals = _totals(group, starts_on, ends_on, filters)
    players = Player.objects.in_bulk(totals)
    ranked = sorted(
        (player for player in totals if player in players),
        key=lambda player: (*order(totals[player]), players[player].name, player),
    )
    orders = [order(totals[player]) for player in ranked]
    lines = [
        season_line(players[player], 1 + bisect_left(orders, own), totals[player])
        for player, own in zip(ranked, orders, strict=True)
    ]
    return {
        "kind": "season",
        "starts_on": starts_on,
        "ends_on": ends_on,
        "champions": [
            {"player": line["player"], "wins": line["wins"]}
            for line in lines
            if line["position"] == 1 and line["wins"]
        ],
        "players": lines,
    }


def _totals(
    group: UUID, first: date, last: date | None, filters: Filters
) -> dict[UUID, Counter[str]]:
    """What everybody's games from the first night to the last add up to; two queries."""
    found: defaultdict[UUID, Counter[str]] = defaultdict(Counter)
    nights = span(first, last)
    if nights.months:
        totals = PlayerTotals.objects.filter(group=group)
        for row in add_up(filters.totals_between(totals, *nights.months), "player"):
            found[row["player"]].update({column.name: row[column.name] for column in COLUMNS})
    if nights.others:
        bounds = [
            Q(
                played_at__gte=night_bounds(night, filters.zone)[0],
                played_at__lt=night_bounds(until, filters.zone)[1],
            )
            for night, until in nights.others
        ]
        results = PlayerResult.objects.filter(reduce(or_, bounds), group=group)
        for facts in short_facts(filters.of_kind(results)):
            amounts = {column.name: int(column.amount(facts)) for column in COLUMNS}
            found[facts.player_id].update(amounts)
    return found
