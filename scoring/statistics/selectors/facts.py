"""The facts of games: worked out from their rounds, or as they are stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from games.domain.game_record import Outcome
from games.models import Play
from games.selectors.records import load
from rest.refusals import NotFound
from scoring.statistics.facts import FACT_COLUMNS, GameFacts, PhaseAttempts, PlayerFacts, facts_of
from scoring.statistics.models import PlayerResult
from scoring.statistics.selectors.filters import Filters

COUNTED = Q(outcome=Outcome.OVER, deleted_at=None)  # the games that count
# Without the lists of points and attempts, which nothing that reads many games needs.
SHORT_COLUMNS = tuple(name for name in FACT_COLUMNS if name not in ("points", "attempts"))


def read_facts(games: Mapping[UUID, bool]) -> Iterator[GameFacts]:
    """Work out the facts of games that count: a query for each, and one for plays.

    `games` says whether each has plays. One that is gone for good meanwhile is left out.
    """
    overruled: dict[UUID, Counter[int]] = {}
    if with_plays := [game for game, has_plays in games.items() if has_plays]:
        plays = Play.objects.filter(game__in=with_plays, taken_back_at=None, seat__isnull=False)
        for pk, seat in plays.exclude(overrule="").values_list("game_id", "seat__place"):
            overruled.setdefault(pk, Counter())[seat] += 1
    for game in games:
        with suppress(NotFound):
            yield facts_of(load(game), overruled.get(game, {}))


def stored_facts(results: QuerySet[PlayerResult], *, are_few: bool = False) -> Iterator[GameFacts]:
    """The stored facts, game by game, the players in the order of their seats.

    Unless there are only a few, they are not all in memory at once.
    """
    rows = results.order_by("played_at", "game", "seat").values_list(*FACT_COLUMNS)
    facts = _read(rows if are_few else rows.iterator(chunk_size=2000), FACT_COLUMNS)
    for _game, players in groupby(facts, key=lambda facts: facts.game_id):
        yield GameFacts(tuple(players))


def games_in_order(group: UUID, filters: Filters) -> list[PlayerFacts]:
    """What these games say about each of their players, in the order in which they were played."""
    results = filters.results(PlayerResult.objects.filter(group=group))
    # In the order of the index: sorting by player would read all rows of the table.
    return short_facts(results.order_by("played_at", "game"))


def short_facts(results: QuerySet[PlayerResult]) -> list[PlayerFacts]:
    """The facts of these results in their order, without points and attempts."""
    return list(_read(results.values_list(*SHORT_COLUMNS), SHORT_COLUMNS))


def facts_one_by_one(results: QuerySet[PlayerResult]) -> Iterator[PlayerFacts]:
    """The same, for who may stop before the end: not much more is read than is looked at."""
    rows = results.values_list(*SHORT_COLUMNS).iterator(chunk_size=500)
    return _read(rows, SHORT_COLUMNS)


def _read(rows: Iterable[tuple[Any, ...]], columns: Sequence[str]) -> Iterator[PlayerFacts]:
    for row in rows:
        values: dict[str, Any] = dict(zip(columns, row, strict=True))
        if "points" in values:
            values["points"] = tuple(values["points"])
        if "attempts" in values:
            values["attempts"] = tuple(PhaseAttempts(*phase) for phase in values["attempts"])
        yield PlayerFacts(**values)
