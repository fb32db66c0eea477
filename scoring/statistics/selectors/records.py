"""The records of a group, each with the game that it comes from."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Player
from scoring.statistics import careers
from scoring.statistics.careers import Career
from scoring.statistics.filters import Filters
from scoring.statistics.models import Result
from scoring.statistics.selectors.careers import careers_in
from scoring.statistics.selectors.standings import player_answer

KNOWN = Q(rounds__gt=0)  # games of which the rounds are on record


@dataclass(frozen=True, slots=True)
class Record:
    """The first of the results `among` all, in the `order` of the record; earlier games first.

    `value` is the column that it is about, `unit` what that counts, `round` the column with
    the number of the round, if it is about one.
    """

    code: str
    title: str | Promise
    value: str
    unit: str
    order: tuple[str, ...]
    among: Q = KNOWN
    round: str = ""


RECORDS = (
    Record(
        "lowest_win", _("Fewest points of a winner"), "total", "points", ("total",),
        Q(won=True, whole=True),
    ),
    Record("most_points", _("Most points in a game"), "total", "points", ("-total",), Q()),
    Record(
        "worst_round", _("Most points in a round"), "worst_points", "points", ("-worst_points",),
        round="worst",
    ),
    Record(
        "fastest_win", _("Won in the fewest rounds"), "rounds", "rounds", ("rounds",),
        KNOWN & Q(won=True, whole=True),
    ),
    Record("longest_game", _("Longest game"), "rounds", "rounds", ("-rounds", "place")),
    Record(
        "most_gone_out", _("Went out most often in a game"), "gone_out", "rounds", ("-gone_out",),
        Q(gone_out__gt=0),
    ),
    Record(
        "comeback_phases", _("Won from furthest behind, in Phases"), "comeback_phases", "phases",
        ("-comeback_phases",), Q(comeback_phases__gt=0), "comeback_round",
    ),
    Record(
        "comeback_points", _("Won from furthest behind, in points"), "comeback_points", "points",
        ("-comeback_points",), Q(comeback_points__gt=0), "comeback_round",
    ),
)  # fmt: skip

STREAKS = {
    "wins": (_("Most wins in a row"), "games"),
    "going_out": (_("Most rounds gone out in a row"), "rounds"),
    "laying_down": (_("Most Phases laid down in a row"), "rounds"),
}


def records(group: UUID, filters: Filters) -> list[dict[str, Any]]:
    """All records there are yet; a query each, one for the streaks and one for the names."""
    results = filters.results(Result.objects.filter(group=group))
    found = [answer for record in RECORDS if (answer := _holder(record, results))]
    found += _streaks(careers_in(group, filters).values())
    players = Player.objects.in_bulk({answer["player"] for answer in found})
    return [{**one, "player": player_answer(players[one["player"]])} for one in found]


def _holder(record: Record, results: QuerySet[Result]) -> dict[str, Any] | None:
    rows = results.filter(record.among).order_by(*record.order, "played_at", "game", "seat")
    row = rows.defer("points", "attempts", "marks").first()
    if row is None:
        return None
    return {
        "code": record.code,
        "title": str(record.title),
        "player": row.player_id,
        "value": getattr(row, record.value),
        "unit": record.unit,
        "game": str(row.game_id),
        "round": getattr(row, record.round) if record.round else None,
        "played_at": row.played_at,
    }


def _streaks(everybody: Collection[Career]) -> Iterator[dict[str, Any]]:
    """The longest streaks; who had one first keeps it."""
    for name, (title, unit) in STREAKS.items():
        best: tuple[Any, ...] | None = None
        for career in everybody:
            outcomes = careers.STREAKS[name](career)
            one = careers.streak(success for _result, success in outcomes)
            if one.last is None:
                continue
            end = outcomes[one.last][0]
            key = (-one.longest, end.played_at, end.game_id, end.player_id)
            if best is None or key < best[0]:
                best = (key, one.longest, end)
        if best:
            _key, longest, end = best
            yield {
                "code": f"streak_{name}",
                "title": str(title),
                "player": end.player_id,
                "value": longest,
                "unit": unit,
                "game": str(end.game_id),
                "round": None,
                "played_at": end.played_at,
            }
