"""Digests follow the games, and no more games are read for that than need be."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Player
from scoring.statistics.models import (
    GroupDigest,
    PlayerDigest,
    PlayerResult,
    RatingCheckpoint,
)
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.players import player_statistics
from scoring.statistics.services.catch_up import catch_up
from scoring.statistics.services.recompute import check, recompute
from tests.scoring.evening import DEEDS, FIRST, Evenings

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings(db: None) -> Evenings:
    """Four players with a past: games at any time, corrections, deletions, and a merge."""
    evenings = Evenings(Random(11))
    for _game in range(12):
        evenings.play_out()
    for _deed in range(60):
        evenings.do(evenings.chance.choice(DEEDS))
    catch_up(evenings.group.pk)
    evenings.group.refresh_from_db()
    assert PlayerResult.objects.filter(group=evenings.group).count() > 30
    return evenings


def later(evenings: Evenings) -> UUID:
    """Play a game after all others."""
    record = evenings.play_out()
    at = FIRST + timedelta(days=100 + len(evenings.games))
    Game.objects.filter(pk=record.game.id).update(started_at=at)
    return record.game.id


def results_read(group: UUID) -> list[str]:
    """The statements with which results are read while a group is counted."""
    with CaptureQueriesContext(connection) as queries:
        catch_up(group)
    statements = [query["sql"] for query in queries]
    results = 'FROM "statistics_playerresult"'
    return [sql for sql in statements if results in sql and '."outcomes"' in sql]


def test_a_game_that_follows_all_others_is_added_without_reading_them(evenings: Evenings) -> None:
    game = later(evenings)
    [its_own] = results_read(evenings.group.pk)
    assert '"game_id" IN (' in its_own
    assert PlayerResult.objects.filter(game=game).exists()
    assert check(evenings.group.pk) == []


def test_after_a_change_in_the_past_only_its_year_is_read(evenings: Evenings) -> None:
    group = evenings.group.pk
    for _game in range(3):
        later(evenings)
        catch_up(group)
    oldest = PlayerResult.objects.filter(group=group).order_by("played_at").first()
    assert oldest is not None
    evenings.delete(evenings.open(oldest.game_id))
    _its_own, *others = results_read(group)
    assert others
    assert all('"played_at" <' in sql for sql in others)
    assert check(group) == []


@pytest.mark.parametrize("model", [PlayerDigest, GroupDigest])
def test_check_sees_a_wrong_part_of_a_digest(evenings: Evenings, model: Any) -> None:
    for period in ("", "2025"):
        row = model.objects.filter(period=period).order_by("pk").first()
        part = sorted(row.kept)[-1]
        right = dict(row.kept)
        row.kept = {**right, part: row.kept[part][::-1] or [7]}
        row.save()
        [found] = check(evenings.group.pk)
        assert found.startswith(model.__name__)
        assert repr(part) in found
        recompute(evenings.group.pk)
        row = model.objects.get(
            **{f: getattr(row, f) for f in ("group", "period", "edition", "variant")},
            **({"player": row.player} if model is PlayerDigest else {}),
        )
        assert row.kept == right
        assert check(evenings.group.pk) == []


def test_digests_of_players_who_are_gone_are_gone(evenings: Evenings) -> None:
    group = evenings.group.pk
    for game in Game.objects.filter(group=group, deleted_at=None):
        evenings.delete(evenings.open(game.pk))
    catch_up(group)
    assert not PlayerDigest.objects.exists()
    assert not GroupDigest.objects.exists()


def test_the_page_of_a_player_whose_games_are_not_rated_yet(evenings: Evenings) -> None:
    group, zone = evenings.group.pk, evenings.group.zone
    result = PlayerResult.objects.filter(group=group, throughout=True).order_by("played_at").last()
    assert result is not None
    player = Player.objects.get(pk=result.player_id)
    RatingCheckpoint.objects.filter(player=player).delete()
    page = player_statistics(player, Filters(zone=zone))
    assert page["latest"][0]["game"] == str(result.game_id)
