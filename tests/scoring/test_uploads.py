"""Files that are sent: stored once, for as long as they are needed, and not without end."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.models import Game, Group, Membership, Player
from scoring.jobs import queue, worker
from scoring.jobs.models import Job, JobState, Upload
from scoring.jobs.queue import delete_ended_jobs, delete_old_uploads, start_job
from scoring.jobs.worker import Output
from tests.cast import Cast
from tests.games.races import ROUNDS, together
from tests.games.scoresheet import phone
from tests.games.test_cleanup import later
from tests.games.test_limits import Lower
from tests.games.test_limits import lower as lower  # a fixture
from tests.scoring.import_files import ask_import, ended, look_again, looked_at, send, worked_on

SHEET = "date,player,total,won\n2024-03-02,North,50,yes\n2024-03-02,East,55,\n"
OTHER = SHEET.replace("-02", "-03")


def test_the_same_bytes_are_stored_once(cast: Cast) -> None:
    job, _found = looked_at(cast, SHEET)
    again, _found = looked_at(cast, SHEET)
    other_way, _found = look_again(cast, job, dates="dmy")
    ended(ask_import(cast, job))
    assert Job.objects.filter(upload=Upload.objects.get()).count() == 4
    assert {job.upload_id, again.upload_id, other_way.upload_id} == {Upload.objects.get().pk}
    assert Upload.objects.get().size == len(SHEET)
    looked_at(cast, OTHER)
    assert Upload.objects.count() == 2


def test_a_file_goes_an_hour_after_its_import(cast: Cast) -> None:
    job, _found = looked_at(cast, SHEET)
    looked_at(cast, OTHER)
    assert ended(ask_import(cast, job))[0].state == JobState.DONE
    with later(minutes=59):
        assert delete_old_uploads() == 0
    with later(minutes=61):
        assert delete_old_uploads() == 1
        response = ask_import(cast, job)
        assert (response.status_code, response.json()["code"]) == (409, "file_forgotten")
    assert bytes(Upload.objects.get().content) == OTHER.encode()
    with later(days=8):
        assert delete_old_uploads() == 1


def test_servers_look_for_them_by_themselves(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    job, _found = looked_at(cast, SHEET)
    ended(ask_import(cast, job))
    monkeypatch.setattr(queue, "_look_at", 0.0)
    with later(hours=2):
        queue.delete_uploads_now_and_then()
    assert not Upload.objects.exists()


def test_bytes_of_an_account(cast: Cast, lower: Lower) -> None:
    lower("upload_bytes_of_account", len(SHEET) + 10)
    looked_at(cast, SHEET)
    looked_at(cast, SHEET)  # no second copy
    response = send(cast, OTHER)
    assert response.status_code == 409
    problem = response.json()
    assert (problem["code"], problem["limit"]) == ("limit_reached", "upload_bytes_of_account")
    # Also in another group; but another person may.
    Membership.objects.create(group=cast.other_group, user=cast.users["scorer"], role="scorer")
    url = f"/api/v1/groups/{cast.other_group.pk}/imports/"
    scorer, owner = phone(cast.users["scorer"]), phone(cast.users["other_owner"])
    assert scorer.generic("POST", url, OTHER, "text/csv").status_code == 409
    assert owner.generic("POST", url, OTHER, "text/csv").status_code == 202


def test_bytes_of_an_address_in_a_day(cast: Cast, settings: Settings) -> None:
    settings.THROTTLE = True
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "upload": "100/day"}
    url = f"{cast.url}/imports/"
    scorer, owner = phone(cast.users["scorer"]), phone(cast.users["owner"])
    assert scorer.generic("POST", url, SHEET.ljust(60_000), "text/csv").status_code == 202
    refused = owner.generic("POST", url, OTHER.ljust(60_000), "text/csv")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert '"upload";q=100;w=86400' in refused.headers["RateLimit-Policy"]
    elsewhere = owner.generic("POST", url, OTHER.ljust(60_000), "text/csv", REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 202
    assert Upload.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_files_at_once_do_not_both_get_the_last_bytes(
    cast: Cast, lower: Lower, race: None
) -> None:
    scorer = cast.users["scorer"]
    groups = [cast.group]
    for name in ("Second", "Third"):
        groups.append(Group.objects.create(name=name))
        Membership.objects.create(group=groups[-1], user=scorer, role="scorer")
    for turn in range(ROUNDS):
        stored = sum(Upload.objects.values_list("size", flat=True))
        lower("upload_bytes_of_account", stored + 150)
        Job.objects.update(state=JobState.CANCELLED, ended_at=timezone.now())
        sends = [
            partial(
                phone(scorer).generic,
                "POST",
                f"/api/v1/groups/{group.pk}/imports/",
                f"{turn} {place} ".ljust(100, "x"),
                "text/csv",
            )
            for place, group in enumerate(groups)
        ]
        answers = together(*sends)
        assert sorted(answer.status_code for answer in answers) == [202, 409, 409]


def test_an_import_does_not_fill_a_group_beyond_its_limits(cast: Cast, lower: Lower) -> None:
    job, _found = looked_at(cast, SHEET.replace("North", "Nora"))
    lower("games_of_group", 0)
    importing = worked_on(ask_import(cast, job, players={"Nora": "new"}))
    assert importing.problem is not None
    assert importing.problem["code"] == "limit_reached"
    lower("games_of_group", 1)
    lower("players_of_group", 4)
    importing = worked_on(ask_import(cast, job, players={"Nora": "new"}))
    assert importing.problem is not None
    assert importing.problem["code"] == "limit_reached"
    assert not Game.everything.exists()
    assert Player.everything.filter(group=cast.group).count() == 4
    lower("players_of_group", 5)
    importing = worked_on(ask_import(cast, job, players={"Nora": "new"}))
    assert importing.state == JobState.DONE
    assert Game.objects.count() == 1


def test_only_the_latest_jobs_and_files_are_kept(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MAX_ENDED", 3)
    monkeypatch.setattr(worker, "MAX_FILES", 2)
    monkeypatch.setitem(
        worker.KINDS, "packing", lambda run: Output({}, b"made", "made.csv", "text/csv")
    )
    made = []
    for _job in range(6):
        job = start_job(actor=cast.users["scorer"], group=cast.group.pk, kind="packing", options={})
        worker.work_on(job.pk)
        made.append(job.pk)
    left = Job.objects.filter(group=cast.group).order_by("created_at")
    assert list(left.values_list("pk", flat=True)) == made[2:]
    assert list(left.exclude(file=None).values_list("pk", flat=True)) == made[4:]
    # Those that have not ended do not count.
    waiting = Job.objects.create(group=cast.group, kind="packing", created_at=timezone.now())
    Job.objects.filter(pk=waiting.pk).update(created_at="2020-01-01T00:00:00Z")
    delete_ended_jobs(cast.group.pk)
    assert Job.objects.filter(pk=waiting.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_files_of_jobs_from_before_are_stored_once(cast: Cast) -> None:
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    try:
        executor.migrate([("jobs", "0002_language")])
        apps = executor.loader.project_state([("jobs", "0002_language")]).apps
        old = apps.get_model("jobs", "Job")
        for content in (b"one", b"one", b"two", None):
            old.objects.create(group_id=cast.group.pk, kind="preview", upload=content)
    finally:
        MigrationExecutor(connection).migrate(leaves)
    assert sorted(bytes(row.content) for row in Upload.objects.all()) == [b"one", b"two"]
    read = sorted(job.read_upload() for job in Job.objects.all())
    assert read == [b"", b"one", b"one", b"two"]
    assert {row.size for row in Upload.objects.all()} == {3}
