"""What is left of somebody whose account is deleted: looked for in every column of every table."""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.models import Player, Round
from games.models.packed_json import PackedJSONField
from scoring.jobs.models import Job, Upload
from tests.cast import V1, Cast, client_of
from tests.games.happened import changes
from tests.games.scoresheet import Table, phone, sit_down

pytestmark = pytest.mark.django_db
NAME, EARLIER, ALIAS = "Wilhelmine-Zoë Quast", "Mina Xylander", "Aunt Quast"
SECRET = re.compile("Wilhelmine|Quast|Xylander")
# What the group itself has typed stays: who sat at its tables is for the group to say.
BEFORE_MINE = "Xylander's chair"


def columns() -> Iterator[tuple[str, Any]]:
    """Every value of every column of every table, with where it is."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            names = [column[0] for column in cursor.description or ()]
            for row in cursor.fetchall():
                for name, value in zip(names, row, strict=True):
                    yield f"{table}.{name}", value


def readings(value: Any) -> Iterator[str]:
    """All that somebody could read in a value: text, JSON with escapes, compressed bytes."""
    if isinstance(value, memoryview | bytes):
        content = bytes(value)
        yield content.decode("utf-8", "replace")
        with suppress(zlib.error):
            yield zlib.decompress(content).decode("utf-8", "replace")
        with suppress(zlib.error, ValueError):
            yield str(PackedJSONField().from_db_value(content, None, connection))
        if content.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                for name in archive.namelist():
                    yield archive.read(name).decode("utf-8", "replace")
    elif value is not None:
        text = value if isinstance(value, str) else json.dumps(value, default=str)
        yield text
        if "\\u" in text:
            yield text.encode().decode("unicode_escape", "replace")


def found() -> set[str]:
    """The columns that still have a name, without what the group has typed."""
    return {
        where
        for where, value in columns()
        if any(SECRET.search(text.replace(BEFORE_MINE, "")) for text in readings(value))
    }


@pytest.fixture
def known(cast: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> User:
    """Somebody who has left traces wherever somebody can."""
    user = cast.users["scorer"]
    scorer = cast.scorer
    assert scorer.patch(f"{V1}/me/", {"name": EARLIER}).status_code == 200
    table = sit_down(cast, "NES", phases=[5, 10]).play("N=out E=5 S=55-")
    assert scorer.patch(f"{V1}/me/", {"name": NAME}).status_code == 200
    mine = scorer.post(f"{cast.url}/players/", {"name": NAME}).json()["id"]
    assert scorer.patch(f"{V1}/players/{mine}/", {"claimed": True}).status_code == 200
    typed = scorer.post(f"{cast.url}/players/", {"name": BEFORE_MINE})
    assert typed.status_code == 201
    body = {"edition": "classic", "players": [mine, str(cast.players[0].pk)]}
    game = scorer.post(f"{cast.url}/games/", body).json()
    results = [
        {"player": mine, "went_out": True},
        {"player": str(cast.players[0].pk), "points": 35},
    ]
    url = f"{V1}/games/{game['id']}/"
    for number in (1, 2):
        done_round = scorer.post(f"{url}rounds/", {"number": number, "results": results})
        assert done_round.status_code == 201, done_round.content
    alias = scorer.post(f"{cast.url}/players/", {"name": ALIAS}).json()["id"]
    body = {"edition": "classic", "players": [alias, str(cast.players[1].pk)]}
    assert cast.owner.post(f"{cast.url}/games/", body).status_code == 201
    assert cast.owner.patch(f"{V1}/players/{alias}/", {"merged_into": mine}).status_code == 200
    line = {"round": 3, "points": 5, "laid_down": True}
    drafted = scorer.put(f"{url}draft/lines/{cast.players[0].pk}/", line)
    assert drafted.status_code in (200, 201), drafted.content
    for kind in ("csv", "xlsx", "json"):
        with django_capture_on_commit_callbacks(execute=True):
            made = scorer.post(f"{cast.url}/jobs/", {"kind": "export", "format": kind})
        assert made.status_code in (201, 202), made.content
    sheet = f"date,game,{NAME},North\n2026-01-01,1,10,0\n"
    with django_capture_on_commit_callbacks(execute=True):
        sent = scorer.generic("POST", f"{cast.url}/imports/", sheet, "text/csv")
    assert sent.status_code in (201, 202), sent.content
    scorer.post(f"{V1}/share-links/", {"game": table.game["id"]})
    cast.owner.get(f"{cast.url}/statistics/leaderboard/")
    Round.objects.filter(game=table.game["id"]).update(recorded_by=user)
    return user


def test_nothing_is_left_of_a_deleted_account(cast: Cast, known: User) -> None:
    before = found()
    traces = {
        *("accounts_user.name", "games_player.name"),
        *("games_happening.actor_name", "games_happening.content"),
        *("jobs_job.file", "jobs_upload.content"),
    }
    assert traces <= before, traces - before  # or this test would look at nothing
    assert cast.scorer.post(f"{V1}/me/delete/", {"confirm": True}).status_code == 204
    assert found() == set()
    assert Player.objects.filter(name=BEFORE_MINE).exists()
    # The player and the one that was merged into it; its row is kept, as old links lead there.
    assert Player.objects.filter(name="Former player").count() == 2


def test_what_others_did_stays_theirs(cast: Cast, known: User) -> None:
    namesake = cast.users["owner"]
    namesake.name = NAME
    namesake.save()
    table = Table(phone(namesake), sit_down(cast, "NE").game)
    table.play("N=out E=5")
    cast.scorer.post(f"{V1}/me/delete/", {"confirm": True})
    assert changes(actor=namesake, actor_name=NAME).exists()
    (played,) = client_of(namesake).get(table.url).json()["rounds"]
    assert played["recorded_by"] == NAME


def test_the_log_of_a_game_goes_on(cast: Cast, known: User) -> None:
    game = changes(actor=known, kind="round_recorded").latest("id").game_id
    log = f"{V1}/games/{game}/events/?wait=0"
    before = cast.owner.get(log).json()["events"]
    cast.scorer.post(f"{V1}/me/delete/", {"confirm": True})
    after = cast.owner.get(log).json()["events"]
    assert [event["kind"] for event in after] == [event["kind"] for event in before]
    assert [event["number"] for event in after] == [event["number"] for event in before]
    assert not any(SECRET.search(json.dumps(event, ensure_ascii=False)) for event in after)
    rounds = cast.owner.get(f"{V1}/games/{game}/").json()["rounds"]
    assert {played["recorded_by"] for played in rounds} == {None}


def test_an_export_can_be_made_again(
    cast: Cast, known: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    cast.scorer.post(f"{V1}/me/delete/", {"confirm": True})
    assert not Job.objects.exists()
    assert not Upload.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        again = cast.owner.post(f"{cast.url}/jobs/", {"kind": "export", "format": "csv"})
    assert cast.owner.get(f"{V1}/jobs/{again.json()['id']}/file/").status_code == 200


def test_an_export_under_way_is_made_again(cast: Cast, known: User) -> None:
    jobs = {
        kind: Job.objects.create(group=cast.group, kind=kind, state="running", run=1)
        for kind in ("export", "preview", "import")
    }
    cast.scorer.post(f"{V1}/me/delete/", {"confirm": True})
    states = {kind: Job.objects.get(pk=job.pk).state for kind, job in jobs.items()}
    assert states == {"export": "waiting", "preview": "waiting", "import": "running"}


def test_a_name_that_is_a_word_of_ours_damages_nothing(cast: Cast) -> None:
    cast.scorer.patch(f"{V1}/me/", {"name": "players"})
    result = {"kind": "preview", "players": [{"name": "players", "suggestion": None}]}
    there = {"kind": "preview", "state": "done", "result": result}
    ended = Job.objects.create(group=cast.group, **there)
    elsewhere = Job.objects.create(group=cast.other_group, **there)
    cast.scorer.post(f"{V1}/me/delete/", {"confirm": True})
    assert not Job.objects.filter(pk=ended.pk).exists()
    elsewhere.refresh_from_db()
    assert elsewhere.result == result


def test_an_import_that_waits_is_cancelled(cast: Cast) -> None:
    job = Job.objects.create(group=cast.group, kind="import", options={"players": {NAME: "new"}})
    cast.scorer.post(f"{V1}/me/delete/", {"confirm": True})
    assert cast.owner.get(f"{V1}/jobs/{job.pk}/").json()["state"] == "cancelled"
    job.refresh_from_db()
    assert job.options == {}
