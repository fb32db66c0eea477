"""Writing the facts of games."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from operator import attrgetter
from typing import Any
from uuid import UUID

from scoring.statistics.facts import FACT_COLUMNS, GameFacts
from scoring.statistics.models import PlayerResult
from store.rows import replace
from store.statements import send

BATCH = 500
KEY = ("game_id", "player_id")
VALUES = tuple(name for name in FACT_COLUMNS if name not in (*KEY, "points", "attempts"))
LISTS = ("points", "attempts")

_values = attrgetter(*KEY, *VALUES)


def store_facts(group: UUID, games: Iterable[GameFacts]) -> None:
    """Store the facts of games that have none stored."""
    rows: Iterable[list[Any]] = (
        [*_values(facts), list(facts.points), list(map(list, facts.attempts)), group]
        for game in games
        for facts in game.players
    )
    rows = iter(rows)
    while batch := list(islice(rows, BATCH)):
        send(replace(PlayerResult, KEY, (*VALUES, *LISTS, "group_id"), batch))
