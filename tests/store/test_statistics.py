"""What counting does in SQL is what the ORM would do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.models import Player
from scoring.statistics.models import (
    PendingDigests,
    PendingGame,
    PendingRatings,
    RatingCheckpoint,
)
from store.statistics import is_pending, latest_ratings
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_the_latest_rating_of_each_player_in_each_pool(cast: Cast) -> None:
    chance = Random(7)
    stranger = Player.objects.create(group=cast.other_group, name="Stranger")
    pools = [("", ""), ("classic", ""), ("", "standard")]
    months = ["0987-03", "2025-12", "2026-01", "2026-11"]
    rows = [
        RatingCheckpoint(
            group_id=player.group_id,
            player=player,
            edition=edition,
            variant=variant,
            month=month,
            mu=chance.random() * 50,
            sigma=chance.random() * 8,
        )
        for player in (*cast.players[:3], stranger)
        for edition, variant in pools
        for month in months
        if chance.random() < 0.6
    ]
    RatingCheckpoint.objects.bulk_create(rows)
    keys = [(*pool, player.pk) for pool in pools for player in (*cast.players, stranger)]
    for before in (None, "2025-12", "2026-02", "0001-01"):
        expected: dict[Any, Any] = {}
        for row in sorted(rows, key=lambda row: row.month):
            if row.group_id == cast.group.pk and (before is None or row.month < before):
                key = (row.edition, row.variant, row.player_id)
                expected[key] = (*key, row.mu, row.sigma)  # to the last bit
        found = latest_ratings(cast.group.pk, keys, before)
        assert sorted(found) == sorted(expected.values())


def test_what_is_pending(cast: Cast) -> None:
    group = cast.group
    assert is_pending(group.pk) == (False, False, False)
    PendingGame.objects.create(group=group)
    assert is_pending(group.pk) == (True, False, False)
    PendingDigests.objects.create(group=group, period="2026")
    PendingRatings.objects.create(group=group, first_month="2026-01", last_month="2026-01")
    assert is_pending(group.pk) == (True, True, True)
    assert is_pending(cast.other_group.pk) == (False, False, False)
