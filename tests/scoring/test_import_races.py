"""One file twice at the same instant, and players who go while they are brought in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from django.db import transaction

from games.models import Game, Player, Seat
from games.services.player_merge import merge_players
from games.services.players import delete_player
from rest.refusals import Refusal
from scoring.exchange.models import ImportedGame
from scoring.jobs import worker
from scoring.jobs.models import Job, Upload
from tests.cast import Cast
from tests.games.races import ROUNDS, together

pytestmark = pytest.mark.django_db(transaction=True)


def waiting(cast: Cast, day: int, **players: str) -> Job:
    """An import that nobody has taken up yet, of a game of that day."""
    lines = [
        f"2024-03-{day:02},{name},{5 * place},{'' if place else 'yes'}"
        for place, name in enumerate(players)
    ]
    sheet = "\n".join(["date,player,total,won", *lines]).encode()
    upload, _is_new = Upload.objects.get_or_create(
        group=cast.group,
        digest=hashlib.sha256(sheet).hexdigest(),
        defaults={"size": len(sheet), "content": sheet},
    )
    return Job.objects.create(
        group=cast.group,
        kind="import",
        created_by=cast.users["scorer"],
        options={"format": "csv", "dates": "", "players": players, "overrule": ""},
        upload=upload,
    )


def test_one_file_twice_is_imported_once(cast: Cast, race: None) -> None:
    for day in range(1, ROUNDS + 1):
        north = str(cast.players[0].pk)
        jobs = [waiting(cast, day, North=north, Theo="new") for _both in range(2)]
        together(*[partial(worker.work_on, job.pk) for job in jobs])
        for job in jobs:
            job.refresh_from_db()
        results = [job.result for job in jobs]
        assert sorted(result["imported"] for result in results if result) == [0, 1], results
        assert Game.objects.count() == ImportedGame.objects.count() == day
        assert Player.objects.filter(name="Theo").count() == day  # a new one with each file


def merge(cast: Cast, gone: Player) -> None:
    with transaction.atomic():
        merge_players(actor=cast.users["owner"], player=gone.pk, into=cast.players[1].pk)


def delete(cast: Cast, gone: Player) -> None:
    with suppress(Refusal), transaction.atomic():
        delete_player(actor=cast.users["owner"], player=gone.pk)


@pytest.mark.parametrize("go", [merge, delete])
def test_a_player_who_goes_at_that_instant(
    cast: Cast, race: None, go: Callable[[Cast, Player], None]
) -> None:
    """Either the game was there and has its players, or the import has found the player gone."""
    for day in range(1, ROUNDS + 1):
        gone = Player.objects.create(group=cast.group, name=f"Gone {day}")
        job = waiting(cast, day, North=str(cast.players[0].pk), Gone=str(gone.pk))
        together(partial(worker.work_on, job.pk), partial(go, cast, gone))
        job.refresh_from_db()
        seats = Seat.objects.filter(game__started_at__day=day, player__merged_into=None)
        assert (job.state, seats.count()) in {("done", 2), ("failed", 0)}
        if job.state == "failed":
            assert job.problem is not None
            assert job.problem["code"] == "players_changed"
            assert not Player.objects.filter(pk=gone.pk, merged_into=None).exists()
