"""What is read in SQL before a group is counted is what the ORM would read."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from games.models import Game
from scoring.statistics.digests import group_digests, player_digests
from scoring.statistics.models import (
    GroupDigest,
    PendingDigests,
    PendingGame,
    PlayerDigest,
    PlayerResult,
    StatisticsState,
)
from scoring.statistics.selectors.digests import DigestsByKey, digest_rows, stored_digests
from scoring.statistics.services.catch_up import catch_up
from store.counting import (
    PendingRow,
    find_digests,
    lock_and_find_pending,
    lock_games,
    note_done,
)
from tests.cast import Cast
from tests.scoring.evening import Evenings

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings() -> Evenings:
    made = Evenings(Random(7))
    for _game in range(3):
        made.play_out()
    return made


def test_everything_comes_first_and_merges_come_last(cast: Cast) -> None:
    gone, kept = cast.players[:2]
    group = cast.group.pk
    game = Game.objects.create(group=cast.group, edition="classic", phases=[], first_dealer=0)
    add = PendingGame.objects.create
    merge = add(group=cast.group, gone=gone, kept=kept)
    first = add(group=cast.group, game=game)
    everything = add(group=cast.group)
    second = add(group=cast.group, game=game)
    add(group=cast.other_group)
    found = lock_and_find_pending(group, 10)
    assert found == (
        cast.group.time_zone,
        [
            PendingRow(everything.pk, None, None, None),
            PendingRow(first.pk, game.pk, None, None),
            PendingRow(second.pk, game.pk, None, None),
            PendingRow(merge.pk, None, gone.pk, kept.pk),
        ],
    )
    assert lock_and_find_pending(group, 1) == (found[0], found[1][:1])


def test_a_group_that_is_gone(cast: Cast) -> None:
    assert lock_and_find_pending(uuid4(), 10) is None


def test_games_that_count(evenings: Evenings) -> None:
    group = evenings.group
    over = evenings.play_out().game.id
    deleted = evenings.play_out()
    evenings.delete(deleted)
    begun = evenings.start().game.id
    Game.objects.filter(pk=over).update(has_plays=True)
    PlayerResult.objects.all().delete()
    these = [over, deleted.game.id, begun, uuid4()]
    with transaction.atomic():
        assert lock_games(these) == ({over: True}, False)
    Game.objects.filter(pk=over).update(has_plays=False)
    catch_up(group.pk)
    with transaction.atomic():
        assert lock_games(these) == ({over: False}, True)
        assert lock_games(these[1:]) == ({}, False)


def test_digests(evenings: Evenings) -> None:
    group = evenings.group.pk
    catch_up(group)
    who = {evenings.players[0].pk}
    periods, editions, variants = {"", "2024"}, {"", "classic"}, {"", "standard"}
    found = find_digests(group, who, periods, editions, variants)
    assert found is not None
    expected: DigestsByKey = {}
    for kind in (group_digests(evenings.group.zone), player_digests(evenings.group.zone)):
        rows = digest_rows(kind, group, who)
        expected |= stored_digests(
            kind,
            rows.filter(period__in=periods, edition__in=editions, variant__in=variants),
        )
    assert {(r.period, (r.player, (r.edition, r.variant))): r.kept for r in found} == expected
    assert {row.player for row in found} == {None, *who}
    assert len(found) < GroupDigest.objects.count() + PlayerDigest.objects.count()
    PendingDigests.objects.create(group_id=group, period="2025")
    assert find_digests(group, who, periods, editions, variants) is None


def test_what_is_done_is_pending_no_more(cast: Cast) -> None:
    group, at = cast.group.pk, timezone.now()
    done, other = (PendingGame.objects.create(group=cast.group) for _row in range(2))
    for pending, zone in (([], "UTC"), ([done.pk], "Europe/Berlin")):
        at += timedelta(seconds=1)
        note_done(group, pending, zone, at)
        [state] = StatisticsState.objects.filter(group=group)
        assert (state.counted_at, state.time_zone) == (at, zone)
    assert list(PendingGame.objects.all()) == [other]
