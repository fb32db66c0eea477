"""For migrations that change what is counted: everything can be derived from the games."""

from contextlib import suppress
from typing import Any

BATCH = 500
DERIVED = (
    "PlayerResult",
    "PlayerTotals",
    "PhaseTotals",
    "PairTotals",
    "PlayerRating",
    "RatingCheckpoint",
    "PendingRatings",
    "PlayerDigest",
    "GroupDigest",
    "PendingDigests",
)


def count_again(apps: Any, schema_editor: Any) -> None:
    """Delete all statistics, and have every game counted."""
    alias = schema_editor.connection.alias
    for name in DERIVED:
        with suppress(LookupError):  # a model that is not there yet, or no longer
            apps.get_model("statistics", name).objects.using(alias).all().delete()
    pending = apps.get_model("statistics", "PendingGame").objects.using(alias)
    pending.all().delete()
    games = apps.get_model("games", "Game").objects.using(alias)
    counted = games.filter(outcome="over", deleted_at=None).order_by("started_at", "pk")
    pending.bulk_create(
        (
            pending.model(group_id=group, game_id=game)
            for game, group in counted.values_list("pk", "group_id")
        ),
        batch_size=BATCH,
    )


def add_up_again(apps: Any, schema_editor: Any) -> None:
    """Have all totals and digests of every group made again from its results, in the background."""
    alias = schema_editor.connection.alias
    totals = apps.get_model("statistics", "PlayerTotals").objects.using(alias)
    groups = totals.order_by("group_id").values_list("group_id", flat=True).distinct()
    pending = apps.get_model("statistics", "PendingGame").objects.using(alias)
    pending.bulk_create([pending.model(group_id=group) for group in groups], batch_size=BATCH)
