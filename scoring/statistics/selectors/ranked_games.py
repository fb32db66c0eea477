"""Games as ratings see them, read from their results."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from django.db.models import QuerySet

from scoring.statistics.models import PlayerResult
from scoring.statistics.ranked_game import RankedGame


def ranked_games(results: QuerySet[PlayerResult]) -> Iterator[RankedGame]:
    """The games of these results in their order, without those that rate nobody; one query."""
    columns = ("played_at", "game_id", "edition", "variant", "player_id", "rank", "handicap_parts")
    # By player, so that the same games give the same ratings wherever people sat.
    throughout = results.filter(throughout=True).order_by("played_at", "game", "player")
    for moment, players in groupby(throughout.values_list(*columns), key=lambda row: row[:2]):
        _played_at, _game, editions, variants, ids, ranks, parts = zip(*players, strict=True)
        yield RankedGame(moment, editions[0], variants[0], ids, ranks, parts)
