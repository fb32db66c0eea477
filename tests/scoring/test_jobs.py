"""Jobs: what becomes of them, and who may see, fetch and cancel them."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from functools import partial
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
import time_machine
from celery.exceptions import Retry
from django.core.management import call_command
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks
from rest_framework.exceptions import ValidationError

from background.local_worker import SWITCH_EVERY
from games.models import Group, Player
from rest.refusals import FieldError, Refusal
from scoring.jobs import worker
from scoring.jobs.models import UNFINISHED, Job, JobState
from scoring.jobs.queue import start_job
from scoring.jobs.tasks import run_job
from scoring.jobs.worker import Output, Run, Stopped
from tests.cast import V1, Cast
from tests.games.races import ROUNDS, together
from tests.games.scoresheet import phone

Kinds = Callable[[str, worker.Work], None]


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kinds]:
    """Registers a kind for one test."""
    known = dict(worker.KINDS)

    def add(name: str, work: worker.Work) -> None:
        worker.job_kind(name)(work)

    yield add
    worker.KINDS.clear()
    worker.KINDS.update(known)


def begin(cast: Cast, kind: str, **more: Any) -> Job:
    """A job of the scorer's, on record and not yet begun."""
    return start_job(actor=cast.users["scorer"], group=cast.group.pk, kind=kind, options={}, **more)


def done(cast: Cast, kind: str, **more: Any) -> Job:
    """A job of the scorer's, after somebody worked on it."""
    job = begin(cast, kind, **more)
    worker.work_on(job.pk)
    job.refresh_from_db()
    return job


def seen(cast: Cast, job: Job, who: str = "viewer") -> dict[str, Any]:
    response = phone(cast.users[who]).get(f"{V1}/jobs/{job.pk}/")
    assert response.status_code == 200, response.content
    answer: dict[str, Any] = response.json()
    return answer


def add_player(run: Run) -> Player:
    return Player.objects.create(group_id=run.job.group_id, name=f"Run {run.job.run}")


# --- States ------------------------------------------------------------------------------


def test_a_job_from_its_start_to_its_end(cast: Cast, kinds: Kinds) -> None:
    looks: list[dict[str, Any]] = []

    def work(run: Run) -> Output:
        assert run.job.read_upload() == b"1,2"
        run.step(1, 4)
        looks.append(seen(cast, job))
        return Output({"read": 2})

    kinds("reading", work)
    with time_machine.travel(timezone.now(), tick=False):  # or a slow look would set it going
        job = begin(cast, "reading", upload=b"1,2")
        waiting = seen(cast, job)
    assert waiting == {
        "id": str(job.pk),
        "group": str(cast.group.pk),
        "kind": "reading",
        "state": "waiting",
        "done": 0,
        "total": None,
        "progress": None,
        "result": None,
        "problem": None,
        "file": None,
        "created_by": {"id": str(cast.users["scorer"].pk), "name": "scorer"},
        "created_at": waiting["created_at"],
        "ended_at": None,
    }
    worker.work_on(job.pk)
    assert looks == [{**waiting, "state": "running", "done": 1, "total": 4, "progress": 0.25}]
    ended = seen(cast, job)
    more = {
        "state": "done",
        "done": 4,
        "total": 4,
        "progress": 1.0,
        "result": {"kind": "reading", "read": 2},
    }
    assert ended == {**waiting, **more, "ended_at": ended["ended_at"]}
    assert ended["ended_at"] > ended["created_at"]


def test_steps_are_saved_now_and_then(
    cast: Cast, kinds: Kinds, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def work(run: Run) -> Output:
        with django_assert_num_queries(1):
            for step in range(10_000):
                run.step(step, 10_000)
        run._save_at = 0
        with django_assert_num_queries(1):
            run.step(9_999, 10_000)
        return Output({"steps": seen(cast, job)["done"]})

    kinds("long", work)
    job = begin(cast, "long")
    worker.work_on(job.pk)
    assert seen(cast, job)["result"]["steps"] == 9_999


def test_the_work_begins_after_the_commit(
    cast: Cast,
    kinds: Kinds,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    kinds("quick", lambda run: Output({"by": run.job.kind}))
    with django_capture_on_commit_callbacks(execute=True):
        job = begin(cast, "quick")
        assert seen(cast, job)["state"] == "waiting"
    assert seen(cast, job)["result"]["by"] == "quick"


def test_writes_are_done_with_the_end(cast: Cast, kinds: Kinds) -> None:
    def work(run: Run) -> Callable[[], Output]:
        def write() -> Output:
            assert Job.objects.get(pk=run.job.pk).state == "running"
            return Output({"player": str(add_player(run).pk)})

        return write

    kinds("writing", work)
    result = seen(cast, done(cast, "writing"))["result"]
    assert Player.objects.get(pk=result["player"]).name == "Run 1"


# --- What goes wrong ---------------------------------------------------------------------

WRONG = Refusal(
    "bad_archive",
    "The file is odd.",
    errors=[FieldError("line.3", "not_a_card", "There is no card \0 or \ud800.")],
)


@pytest.mark.parametrize("in_the_writes", [False, True])
def test_a_problem_is_told(cast: Cast, kinds: Kinds, *, in_the_writes: bool) -> None:
    def write() -> Output:
        Player.objects.create(group=cast.group, name="Nobody")
        raise WRONG

    kinds("odd", lambda run: write if in_the_writes else _raise(WRONG))
    answer = seen(cast, done(cast, "odd"))
    assert answer["state"] == "failed"
    assert answer["ended_at"]
    # What was wrong with the file may be what no database stores.
    message = "There is no card \ufffd or ?."
    error = {"field": "line.3", "code": "not_a_card", "message": message}
    assert answer["problem"] == {
        "code": "bad_archive",
        "detail": "The file is odd.",
        "errors": [error],
    }
    assert not in_the_writes or not Player.objects.filter(name="Nobody").exists()


def _raise(error: BaseException) -> Any:
    raise error


def test_what_a_serializer_refuses_is_told(cast: Cast, kinds: Kinds) -> None:
    kinds("odd", lambda run: _raise(ValidationError({"games": ["No."]})))
    problem = seen(cast, done(cast, "odd"))["problem"]
    assert problem["code"] == "invalid_request"
    assert [error["field"] for error in problem["errors"]] == ["games"]


BUGS: dict[str, Callable[[Run], Any]] = {
    "in the work": lambda run: _raise(RuntimeError("a secret")),
    "in the writes": lambda run: lambda: _raise(RuntimeError("a secret")),
    "no ending": lambda run: None,
    "a result that is no JSON": lambda run: Output({"at": {1, 2}}),
    "endless recursion": lambda run: BUGS["endless recursion"](run),
    "the database": lambda run: Player.objects.create(group_id=UUID(int=0), name=None),  # type: ignore[misc]
    "the database, in the writes": lambda run: (
        lambda: Player.objects.create(group_id=UUID(int=0), name=None)  # type: ignore[misc]
    ),
}


@pytest.mark.parametrize("bug", BUGS)
@pytest.mark.django_db(transaction=True)
def test_a_bug_fails_the_job_and_is_logged(
    cast: Cast, kinds: Kinds, bug: str, caplog: pytest.LogCaptureFixture
) -> None:
    kinds("buggy", BUGS[bug])
    answer = seen(cast, done(cast, "buggy"))
    assert answer["state"] == "failed"
    assert answer["problem"]["code"] == "internal_error"
    assert "secret" not in str(answer)
    [record] = [record for record in caplog.records if record.name.startswith("scoring")]
    assert record.exc_info


# --- One run at a time -------------------------------------------------------------------


def stop_at_the_next_step(run: Run) -> Output:
    run._save_at = 0.0
    with pytest.raises(Stopped):
        run.step(2, 2)
    return Output({"by": run.job.run})


def test_a_second_delivery_leaves_what_is_worked_on(cast: Cast, kinds: Kinds) -> None:
    def work(run: Run) -> Callable[[], Output]:
        after = worker.work_on(run.job.pk)
        assert after is not None
        assert 19 < after <= 20  # it is looked at again when this run should have spoken
        return lambda: Output({"players": add_player(run).name})

    kinds("writing", work)
    job = done(cast, "writing")
    assert (job.state, job.run) == ("done", 1)
    assert worker.work_on(job.pk) is None
    assert Player.objects.filter(name__startswith="Run").count() == 1


@pytest.mark.parametrize(
    ("redelivered", "watch", "is_kept"),
    [(False, False, False), (True, False, True), (None, True, True)],
)
def test_a_message_that_may_be_the_last_one_looks_again(
    cast: Cast, kinds: Kinds, *, redelivered: bool | None, watch: bool, is_kept: bool
) -> None:
    def work(run: Run) -> Output:
        with pytest.raises(Retry) if is_kept else nullcontext() as kept:
            delivered(job, watch=watch, redelivered=redelivered)
        if kept is not None:
            assert kept.value.sig.kwargs == {"watch": True}
            assert 19 < kept.value.when <= 20
        return Output({"run": run.job.run})

    kinds("quick", work)
    job = begin(cast, "quick")
    worker.work_on(job.pk)
    assert seen(cast, job)["result"]["run"] == 1


@pytest.mark.django_db(transaction=True)
def test_six_deliveries_at_once_are_one_run(cast: Cast, kinds: Kinds, race: None) -> None:
    def work(run: Run) -> Callable[[], Output]:
        run.step(1, 2)
        return lambda: Output({"player": add_player(run).name})

    kinds("writing", work)
    for _turn in range(ROUNDS):
        job = Job.objects.create(group=cast.group, kind="writing")
        together(*[partial(worker.work_on, job.pk)] * 6)
        job.refresh_from_db()
        assert (job.state, job.run, job.result) == ("done", 1, {"player": "Run 1"})
    assert Player.objects.filter(name="Run 1").count() == ROUNDS


@pytest.mark.django_db(transaction=True)
def test_a_job_ends_one_way_also_when_it_is_cancelled_at_that_instant(
    cast: Cast, kinds: Kinds, race: None
) -> None:
    """Cancelled means that nothing was written, and done that it was."""
    kinds("writing", lambda run: lambda: Output({"player": add_player(run).name}))
    written = 0
    for _turn in range(ROUNDS):
        job = Job.objects.create(group=cast.group, kind="writing", created_by=cast.users["scorer"])
        client = phone(cast.users["scorer"])
        cancelling = partial(client.post, f"{V1}/jobs/{job.pk}/cancel/")
        _none, answer = together(partial(worker.work_on, job.pk), cancelling)
        job.refresh_from_db()
        written += job.state == "done"
        assert (job.state, answer.status_code) in (("done", 409), ("cancelled", 200))
        assert Player.objects.filter(name="Run 1").count() == written


def test_a_run_that_says_nothing_loses_the_job(cast: Cast, kinds: Kinds) -> None:
    """The older run finds out at its next step, and what it would write is not written."""

    def work(run: Run) -> Output | Callable[[], Output]:
        if run.job.run == 1:
            with time_machine.travel(timezone.now() + timedelta(seconds=21), tick=False):
                assert worker.work_on(run.job.pk) is None
            stop_at_the_next_step(run)
        return lambda: Output({"players": add_player(run).name})

    kinds("writing", work)
    job = done(cast, "writing")
    assert (job.state, job.run, job.result) == ("done", 2, {"players": "Run 2"})
    assert [player.name for player in Player.objects.filter(name__startswith="Run")] == ["Run 2"]


@pytest.mark.parametrize("bad", [False, True])
def test_what_the_older_run_comes_to_does_not_count(cast: Cast, kinds: Kinds, *, bad: bool) -> None:
    def work(run: Run) -> Output:
        if run.job.run == 1:
            Job.objects.filter(pk=run.job.pk).update(run=2)
            if bad:
                raise WRONG
        return Output({"by": run.job.run})

    kinds("writing", work)
    job = done(cast, "writing")
    assert (job.state, job.run, job.result, job.problem) == ("running", 2, None, None)


def test_each_further_run_has_more_patience(cast: Cast, kinds: Kinds) -> None:
    """Work whose steps are slow is done all the same; what breaks off each time is given up."""
    kinds("breaking", lambda run: _raise(KeyboardInterrupt()))
    job = begin(cast, "breaking")
    now = timezone.now()
    for patience in (0, 20, 40, 80, 160):
        now += timedelta(seconds=patience)
        with time_machine.travel(now - timedelta(seconds=1), tick=False):
            assert not patience or worker.work_on(job.pk) == pytest.approx(1)
        with time_machine.travel(now, tick=False), pytest.raises(KeyboardInterrupt):
            worker.work_on(job.pk)
    with time_machine.travel(now + timedelta(seconds=320), tick=False):
        assert worker.work_on(job.pk) is None
    problem = seen(cast, job)["problem"]
    assert problem["code"] == "broke_off"
    assert problem["detail"] == "This job was interrupted 5 times and will not be tried again."


# --- Found unattended --------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/jobs/{job}/", "/groups/{group}/jobs/"])
def test_whoever_looks_sets_a_forgotten_job_going(cast: Cast, kinds: Kinds, path: str) -> None:
    kinds("quick", lambda run: Output({"by": run.job.run}))
    job = begin(cast, "quick")  # whose sending is lost with this test's transaction
    client = phone(cast.users["viewer"])
    url = V1 + path.format(job=job.pk, group=cast.group.pk)

    def look() -> dict[str, Any]:
        answer = client.get(url).json()
        found: dict[str, Any] = answer.get("results", [answer])[0]
        return found

    assert look()["state"] == "waiting"
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(seconds=6))
    assert look()["result"]["by"] == 1


# --- Whose turn it is ----------------------------------------------------------------------


def waiting(cast: Cast, whose: str) -> list[Job]:
    """Jobs, one after the other: of the scorer, the viewer or an outsider, and in which group."""
    users = {"s": "scorer", "v": "viewer", "o": "outsider"}
    groups = {"1": cast.group, **{name: Group.objects.create(name=name) for name in "2345"}}
    first = timezone.now() - timedelta(minutes=5)
    return [
        Job.objects.create(
            group=groups[one[1]],
            kind="quick",
            created_by=cast.users[users[one[0]]],
            created_at=first + timedelta(seconds=number),
        )
        for number, one in enumerate(whose.split())
    ]


def noted(kinds: Kinds) -> list[Job]:
    """The jobs that were done, in their order."""
    done: list[Job] = []

    def work(run: Run) -> Output:
        done.append(run.job)
        return Output({})

    kinds("quick", work)
    return done


def delivered(job: Job, *, watch: bool = False, **info: Any) -> None:
    """Have a worker of Celery receive the message about a job."""
    run_job.push_request(called_directly=False, args=[str(job.pk)], delivery_info=info)
    try:
        run_job.run(str(job.pk), watch=watch)
    finally:
        run_job.pop_request()


@pytest.mark.parametrize(
    ("whose", "order"),
    [
        ("s1 s1 s1 v2 o3", [0, 3, 4, 1, 2]),  # one group has many
        ("s1 s2 s3 s4 o5", [0, 4, 1, 2, 3]),  # one account has, in many groups
    ],
)
def test_whoever_starts_many_jobs_does_not_keep_others_waiting(
    cast: Cast, kinds: Kinds, whose: str, order: list[int]
) -> None:
    done = noted(kinds)
    jobs = waiting(cast, whose)
    for job in jobs:
        delivered(job)
    assert done == [jobs[number] for number in order]


def test_a_message_whose_worker_was_killed_rescues_the_job_that_it_did(
    cast: Cast, kinds: Kinds
) -> None:
    kinds("quick", lambda run: Output({"by": run.job.run}))
    other, own = waiting(cast, "s1 o2")
    now = timezone.now()
    Job.objects.filter(pk=other.pk).update(state=JobState.RUNNING, run=1, alive_at=now)
    with pytest.raises(Retry) as again:
        delivered(own, redelivered=True)
    own.refresh_from_db()
    assert own.state == JobState.DONE
    assert 19 < again.value.when <= 20
    with time_machine.travel(now + timedelta(seconds=21)):
        delivered(own, redelivered=True)
    assert seen(cast, other)["result"]["by"] == 2


# --- Cancelling --------------------------------------------------------------------------


def cancel(cast: Cast, job: Job, who: str = "scorer") -> Any:
    return phone(cast.users[who]).post(f"{V1}/jobs/{job.pk}/cancel/")


def test_a_waiting_job_is_cancelled(cast: Cast, kinds: Kinds) -> None:
    kinds("quick", lambda run: _raise(AssertionError("This was cancelled.")))
    job = begin(cast, "quick")
    answer = cancel(cast, job)
    assert answer.status_code == 200
    assert answer.json()["state"] == "cancelled"
    assert answer.json()["ended_at"]
    assert "Retry-After" not in answer
    worker.work_on(job.pk)
    assert seen(cast, job) == answer.json()
    # Once more, by somebody else who may: nothing changes.
    again = cancel(cast, job, "owner")
    assert (again.status_code, again.json()) == (200, answer.json())


@pytest.mark.parametrize("when", ["before a step", "before the end"])
def test_a_running_job_is_cancelled(cast: Cast, kinds: Kinds, when: str) -> None:
    def work(run: Run) -> Callable[[], Output]:
        run.step(1, 2)
        assert cancel(cast, run.job).status_code == 200
        if when == "before a step":
            stop_at_the_next_step(run)
        return lambda: Output({"players": add_player(run).name})

    kinds("writing", work)
    answer = seen(cast, done(cast, "writing"))
    assert (answer["state"], answer["done"], answer["result"]) == ("cancelled", 1, None)
    assert not Player.objects.filter(name__startswith="Run").exists()


@pytest.mark.parametrize("ending", [Output({}), None])
def test_what_has_ended_cannot_be_cancelled(
    cast: Cast, kinds: Kinds, ending: Output | None
) -> None:
    kinds("quick", lambda run: ending or _raise(WRONG))
    job = done(cast, "quick")
    before = seen(cast, job)
    answer = cancel(cast, job)
    assert (answer.status_code, answer.json()["code"]) == (409, "already_ended")
    assert seen(cast, job) == before


# --- Files -------------------------------------------------------------------------------

SHEET = Output({}, b"a;b\n\x00\xff", "Küche “1”.csv", "text/csv; charset=utf-8")


def test_a_file_is_fetched(cast: Cast, kinds: Kinds) -> None:
    kinds("packing", lambda run: SHEET)
    job = done(cast, "packing")
    file = seen(cast, job)["file"]
    href = f"{V1}/jobs/{job.pk}/file/"
    assert file == {
        "name": "Küche “1”.csv",
        "media_type": "text/csv; charset=utf-8",
        "size": 6,
        "href": href,
    }
    for accept in ("*/*", "text/csv", "application/json"):
        response = cast.viewer.get(href, headers={"Accept": accept})
        assert response.status_code == 200
        assert response.content == SHEET.file
        assert response["Content-Type"] == "text/csv; charset=utf-8"
        assert response["Content-Disposition"] == (
            "attachment; filename*=utf-8''K%C3%BCche%20%E2%80%9C1%E2%80%9D.csv"
        )
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Content-Length"] == "6"


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ('a"\r\nSet-Cookie: b.csv', 'a"Set-Cookie: b.csv'),
        ("x" * 500 + ".csv", "x" * 116 + ".csv"),
        ("x" * 500, "x" * 120),
        ("x." + "y" * 500, "x." + "y" * 118),
    ],
)
def test_any_name_fits_into_a_header(cast: Cast, kinds: Kinds, name: str, stored: str) -> None:
    kinds("packing", lambda run: replace(SHEET, file_name=name))
    job = done(cast, "packing")
    assert seen(cast, job)["file"]["name"] == stored
    response = cast.viewer.get(f"{V1}/jobs/{job.pk}/file/")
    assert response.status_code == 200
    assert "Set-Cookie" not in response


def test_files_are_forgotten_after_a_week(cast: Cast, kinds: Kinds) -> None:
    kinds("packing", lambda run: SHEET)
    job = done(cast, "packing", upload=b"read")
    waiting = begin(cast, "packing", upload=b"to be read")
    for days, forgotten in ((6, 0), (8, 1), (8, 0)):
        with time_machine.travel(timezone.now() + timedelta(days=days)):
            out = StringIO()
            call_command("cleanup", stdout=out)
            assert f"files of jobs: {forgotten}" in out.getvalue().splitlines()
            if not forgotten:
                continue
            assert seen(cast, job)["file"] is None
            assert seen(cast, job)["state"] == "done"
    assert cast.owner.get(f"{V1}/jobs/{job.pk}/file/").status_code == 404
    job.refresh_from_db()
    waiting.refresh_from_db()
    assert (job.upload, job.file, job.file_name) == (None, None, "")
    assert waiting.read_upload() == b"to be read"


# --- Lists, limits, starting -------------------------------------------------------------


def test_the_list_has_the_latest_first_and_pages(
    cast: Cast, kinds: Kinds, django_assert_max_num_queries: Any
) -> None:
    kinds("packing", lambda run: SHEET)
    made = [str(done(cast, "packing", upload=b"0" * 1000).pk) for _ in range(5)]
    api = phone(cast.users["viewer"])
    with django_assert_max_num_queries(5) as queries:
        page = api.get(f"{cast.url}/jobs/?limit=3").json()
    assert not [query for query in queries if "jobs_upload" in query["sql"]]
    assert [job["id"] for job in page["results"]] == made[:1:-1]
    page = api.get(page["next"]).json()
    assert [job["id"] for job in page["results"]] == made[1::-1]
    assert page["next"] is None
    assert api.get(f"{cast.url}/jobs/?cursor=x").status_code == 400


def test_a_group_has_three_jobs_at_most_that_are_not_done(cast: Cast, kinds: Kinds) -> None:
    kinds("quick", lambda run: Output({}))
    first, second, _third = (begin(cast, "quick") for _ in range(3))
    owner = phone(cast.users["owner"])
    answer = owner.post(f"{cast.url}/jobs/", {"kind": "recompute"})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_jobs")
    Job.objects.filter(pk=first.pk).update(state=JobState.RUNNING, alive_at=timezone.now())
    assert owner.post(f"{cast.url}/jobs/", {"kind": "recompute"}).status_code == 409
    cancel(cast, second)
    assert owner.post(f"{cast.url}/jobs/", {"kind": "recompute"}).status_code == 202
    # Another group has its own three.
    assert (
        phone(cast.users["other_owner"])
        .post(f"{V1}/groups/{cast.other_group.pk}/jobs/", {"kind": "recompute"})
        .status_code
        == 202
    )


@pytest.mark.django_db(transaction=True)
def test_nobody_starts_a_fourth_at_the_same_instant(cast: Cast, kinds: Kinds, race: None) -> None:
    def count(run: Run) -> Output:
        time.sleep(0.1)
        return Output({"unfinished": Job.objects.filter(state__in=UNFINISHED).count()})

    kinds("recompute", count)
    for _job in range(2):
        Job.objects.create(group=cast.group, kind="recompute")
    owners = [phone(cast.users["owner"]) for _phone in range(4)]
    asks = [partial(owner.post, f"{cast.url}/jobs/", {"kind": "recompute"}) for owner in owners]
    answers = together(*asks)
    assert {answer.status_code for answer in answers} <= {202, 409}
    began = Job.objects.filter(state=JobState.DONE)
    assert began.exists()
    assert {job.result["unfinished"] for job in began if job.result} == {3}


def test_a_job_is_started_once_however_often_it_is_sent(
    cast: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    owner = phone(cast.users["owner"])
    headers = {"Idempotency-Key": "once"}
    answers = [
        owner.post(f"{cast.url}/jobs/", {"kind": "recompute"}, headers=headers) for _ in range(2)
    ]
    for answer in answers:
        assert answer.status_code == 202
        assert answer["Location"] == f"{V1}/jobs/{answer.json()['id']}/"
        assert answer["Retry-After"] == "1"
    assert answers[0].json() == answers[1].json()
    assert Job.objects.count() == 1
    assert owner.get(answers[0]["Location"]).json()["kind"] == "recompute"


def test_jobs_go_with_their_group(cast: Cast, kinds: Kinds) -> None:
    """Also while somebody works on one: that run stops, and writes nothing."""

    def work(run: Run) -> Callable[[], Output]:
        owner = phone(cast.users["owner"])
        assert owner.delete(f"{cast.url}/?confirm=true").status_code == 204
        stop_at_the_next_step(run)
        return lambda: Output({"players": add_player(run).name})

    kinds("writing", work)
    worker.work_on(begin(cast, "writing").pk)
    assert not Job.objects.exists()


def test_requests_may_interrupt_a_job_more_often(cast: Cast, kinds: Kinds) -> None:
    turns: list[float] = []

    def work(run: Run) -> Output:
        turns.append(sys.getswitchinterval())
        return Output({})

    usual = sys.getswitchinterval()
    kinds("slow", work)
    run_job.apply((str(begin(cast, "slow").pk),))
    assert turns == pytest.approx([SWITCH_EVERY])
    assert sys.getswitchinterval() == usual > SWITCH_EVERY
