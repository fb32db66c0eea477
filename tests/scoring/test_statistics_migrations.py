"""After a migration that changes what is counted, everything is counted again."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from games.models import Game
from scoring.statistics.migrations._count_again import count_again
from scoring.statistics.models import (
    PendingGame,
    PendingRatings,
    PlayerDigest,
    PlayerResult,
    PlayerTotals,
    RatingCheckpoint,
)
from scoring.statistics.services.catch_up import catch_up
from scoring.statistics.services.recompute import check
from tests.cast import Cast
from tests.games.scoresheet import phone, sit_down

pytestmark = pytest.mark.django_db


def test_totals_are_added_up_again_in_nights(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1])
    Game.objects.filter(pk=table.game["id"]).update(started_at="2026-01-01T02:00:00Z")
    table.play("N=out E=60-")
    catch_up(cast.group.pk)
    # As of a version in which a night ended at midnight.
    PlayerTotals.objects.filter(period="2025").update(period="2026")
    PlayerTotals.objects.filter(period="2025-12").update(period="2026-01")
    PlayerDigest.objects.all().delete()  # and of one without digests
    nights = import_module("scoring.statistics.migrations.0004_nights")
    nights.add_up_again(apps, connection.schema_editor())
    [pending] = PendingGame.objects.all()  # and none of a group without games
    assert (pending.group, pending.game) == (cast.group, None)
    assert check(cast.group.pk) == []
    assert set(PlayerTotals.objects.values_list("period", flat=True)) == {"", "2025", "2025-12"}


def test_games_that_count_are_pending_and_nothing_of_before_is_left(cast: Cast) -> None:
    for _game in range(2):
        sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    sit_down(cast, "NE").play("N=out E=60-")  # is still on
    gone = sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    owner = phone(cast.users["owner"])
    assert owner.delete(gone.url, headers={"If-Match": gone.etag}).status_code == 204
    catch_up(cast.group.pk)
    sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    # As of a version that knew neither column.
    PlayerResult.objects.update(phases=0)
    PlayerTotals.objects.update(expected_win_parts=0)
    count_again(apps, connection.schema_editor())
    assert not PlayerResult.objects.exists()
    assert PendingGame.objects.count() == 3
    catch_up(cast.group.pk)
    assert PlayerResult.objects.count() == 3 * 2
    assert set(PlayerResult.objects.values_list("phases", flat=True)) == {1}
    assert check(cast.group.pk) == []


def test_ratings_are_computed_again_from_stored_results(cast: Cast) -> None:
    sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    sit_down(cast, "NES", phases=[1], edition="flip").play("N=out E=60- S=20+")
    catch_up(cast.group.pk)
    RatingCheckpoint.objects.all().delete()
    migration = import_module("scoring.statistics.migrations.0009_rating_checkpoints")
    migration.rate_again(apps, connection.schema_editor())
    [pending] = PendingRatings.objects.all()  # and none of a group without games
    assert (pending.group, len(pending.pools)) == (cast.group, 6)
    catch_up(cast.group.pk)
    assert RatingCheckpoint.objects.count() == 2 * 3 + 2 * 2 + 2 * 3
    assert check(cast.group.pk) == []
