"""`manage.py cleanup` forgets what is no longer kept, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import time_machine
from django.core.management import call_command
from django.utils import timezone

from accounts.models import PairingCode, StoredAnswer
from games.models import Game
from tests.cast import V1, Cast
from tests.games.scoresheet import Table, phone, sit_down


def cleanup() -> list[str]:
    out = StringIO()
    call_command("cleanup", stdout=out)
    return out.getvalue().splitlines()


def test_what_is_old_goes_and_what_is_not_stays(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    kept = sit_down(cast, "NES")
    owner = Table(phone(cast.users["owner"]), table.game)
    response = owner.client.post(
        f"{V1}/groups/", {"name": "Others"}, headers={"Idempotency-Key": "once"}
    )
    assert response.status_code == 201
    assert owner.client.post(f"{V1}/auth/pairing/").status_code == 201
    owner.client.delete(owner.url, headers={"If-Match": owner.etag})
    assert cleanup() == [
        "answers to repeated writes: 0 deleted",
        "unused pairing codes: 0 deleted",
        "deleted games: 0 deleted",
        "files of jobs: 0 deleted",
        "old events: 0 packed",
    ]
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert cleanup() == [
            "answers to repeated writes: 1 deleted",
            "unused pairing codes: 1 deleted",
            "deleted games: 1 deleted",
            "files of jobs: 0 deleted",
            "old events: 1 packed",
        ]
    assert not StoredAnswer.objects.exists()
    assert not PairingCode.objects.exists()
    assert [str(game.pk) for game in Game.objects.all()] == [kept.game["id"]]
