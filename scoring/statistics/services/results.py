"""Writing the facts of games."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from scoring.statistics.facts import FACT_COLUMNS, GameFacts
from scoring.statistics.models import PlayerResult

BATCH = 500


def store_facts(group: UUID, games: Iterable[GameFacts]) -> None:
    """Store the facts of games that have none stored."""
    PlayerResult.objects.bulk_create(
        (
            PlayerResult(group_id=group, **{name: getattr(facts, name) for name in FACT_COLUMNS})
            for game in games
            for facts in game.players
        ),
        batch_size=BATCH,
    )
