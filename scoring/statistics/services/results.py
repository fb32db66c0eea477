"""Writing the facts of games."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from operator import attrgetter
from typing import Any
from uuid import UUID

from scoring.statistics.facts import FACT_COLUMNS, GameFacts
from scoring.statistics.models import PlayerResult
from scoring.statistics.services.keyed_tables import keyed_table

BATCH = 500
KEY = ("game_id", "player_id")
VALUES = tuple(name for name in FACT_COLUMNS if name not in (*KEY, "points", "attempts"))
LISTS = ("points", "attempts")

_values = attrgetter(*KEY, *VALUES)


def store_facts(group: UUID, games: Iterable[GameFacts]) -> None:
    """Store the facts of games that have none stored."""
    table = keyed_table(PlayerResult, KEY, (*VALUES, *LISTS, "group_id"))
    rows: Iterable[list[Any]] = (
        [*_values(facts), list(facts.points), list(map(list, facts.attempts)), group]
        for game in games
        for facts in game.players
    )
    rows = iter(rows)
    while batch := list(islice(rows, BATCH)):
        table.replace(batch)
