"""Working on jobs: one run at a time, and no write twice, however often a job is begun.

    @job_kind("recompute")
    def recompute_group(run: Run) -> Output:
        for done, game in enumerate(games):
            run.step(done, len(games))
            ...
        return Output({"games": len(games)})

Work that must not be done twice returns a function instead, which does the writes: it is called in
the transaction that ends the job. If the writes take long, the work first writes what nobody
sees, in short transactions that `hold` the job, and the function then shows it. Functions that were
registered by `on_job_end` delete what earlier jobs have left behind.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone, translation
from django.utils.translation import ngettext

from accounts.models import User
from accounts.services.locking import hold_others
from background.local_worker import local_worker
from games.models import Group
from rest import outages
from rest.error_handlers import problem_of
from rest.problems import MAX_ERRORS, Problem, internal_error
from scoring.jobs.models import UNFINISHED, Job, JobState

logger = logging.getLogger(__name__)

MAX_CANDIDATES = 100  # jobs, some of which other workers may have begun by then
LONG_AGO = Value(datetime(2000, 1, 1, tzinfo=UTC))
MAX_RUNS = 5  # a job that was interrupted this often would be interrupted again
MIN_SAVE_INTERVAL = 0.5  # seconds: nobody asks for progress more often than that
MAX_LOOK_INTERVAL = 30.0  # seconds: less than CELERY's visibility_timeout
MAX_FILES = 10  # per group, made by jobs
DEFAULT_MEDIA_TYPE = "application/octet-stream"


class Stopped(Exception):
    """This run must not go on: its job was cancelled, deleted or taken over by another run."""


class Interrupted(Exception):
    """This process is stopping: another one has to begin the job again."""


class StartOver(Exception):
    """What the work has prepared no longer fits: it has to start over."""


@dataclass(frozen=True, slots=True)
class Output:
    """What a job produces: a result in JSON, and possibly a file to download."""

    result: Mapping[str, Any]
    file: bytes | None = None
    file_name: str = ""
    media_type: str = ""


class Run:
    """A worker's attempt at a job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._save_at = 0.0

    def step(self, done: int, total: int | None = None) -> None:
        """Report that `done` of `total` steps are done, and that this run is alive.

        It is cheap to call. Call it at least every few seconds: otherwise the job counts as
        abandoned, and another run takes it over. Inside a transaction, nobody sees the report until
        the commit, and cancelling waits for it; if you need the group's row, too, lock that first.
        Raises Stopped if this run must not go on.
        """
        if local_worker.is_stopping:
            raise Interrupted
        now = time.monotonic()
        if now < self._save_at:
            return
        if not self.row().update(done=done, total=total, alive_at=timezone.now()):
            raise Stopped
        self.job.done, self.job.total = done, total
        self._save_at = now + MIN_SAVE_INTERVAL

    def hold(self) -> None:
        """Keep the job for this run until the caller's transaction ends, or raise Stopped.

        Lock the group's row first, as `_finish` does. Whatever a run writes before it finishes is
        written in transactions that hold its job.
        """
        if self.row().select_for_update().only("pk").first() is None:
            raise Stopped

    def row(self) -> QuerySet[Job]:
        """The job's row; empty if the job is no longer this run's."""
        return Job.objects.filter(pk=self.job.pk, state=JobState.RUNNING, run=self.job.run)


Work = Callable[[Run], "Output | Callable[[], Output]"]
KINDS: dict[str, Work] = {}


def job_kind(name: str) -> Callable[[Work], Work]:
    """Register the function that does a kind of job; `name` has at most 20 characters."""

    def register(work: Work) -> Work:
        KINDS[name] = work
        return work

    return register


_DELETE_LEFTOVERS: list[Callable[[], int]] = []


def on_job_end(delete_leftovers: Callable[[], int]) -> None:
    """Register a function to call after each job, which deletes what ended jobs left behind."""
    _DELETE_LEFTOVERS.append(delete_leftovers)


def work_on(job_id: UUID) -> float | None:
    """Do a job to its end, unless another run has it.

    Returns in how many seconds to look at the job again; None if it has ended.
    """
    return _work([job_id], Q(pk=job_id))


def work_on_next(job_id: UUID) -> float | None:
    """Do the job whose turn it is, which may be another one.

    There is a message for every job, so all of them get done. Returns in how many seconds to check
    again whether this job, or one that is now running, needs a worker; None if all have ended.
    """
    return _work(jobs_in_turn(), Q(pk=job_id) | Q(state=JobState.RUNNING))


def jobs_in_turn() -> list[UUID]:
    """Return the next jobs that nobody is working on.

    First come the jobs of groups and accounts that have never had a worker, or not for the longest
    time: somebody who starts many jobs, in one group or in many, does not keep others waiting.
    """

    def last_of(**same: OuterRef) -> Coalesce:
        begun = Job.objects.filter(alive_at__isnull=False, **same).order_by("-alive_at")
        return Coalesce(Subquery(begun.values("alive_at")[:1]), LONG_AGO)

    last = Greatest(last_of(group=OuterRef("group")), last_of(created_by=OuterRef("created_by")))
    unfinished = Job.objects.filter(state__in=UNFINISHED).order_by(last, "created_at")
    columns = ("state", "run", "created_at", "alive_at")
    return [
        job.pk
        for job in unfinished.only(*columns)[:MAX_CANDIDATES]
        if job.state == JobState.WAITING or job.is_abandoned
    ]


def _work(candidates: Iterable[UUID], watched: Q) -> float | None:
    """Do the first job that no other run has; return when to look at the watched ones again."""
    run = next(filter(None, map(_begin_run, candidates)), None)
    if run is not None:
        with _language_of(run.job):
            _do(run)
    next_look = _next_look(watched)
    if run is not None or next_look is None:
        for delete_leftovers in _DELETE_LEFTOVERS:
            delete_leftovers()
    return next_look


def _language_of(job: Job) -> translation.override:
    return translation.override(job.language or settings.LANGUAGE_CODE)


def _do(run: Run) -> None:
    """Do the work of a run, and end its job if the run still has it."""
    try:
        _finish(run, KINDS[run.job.kind](run))
    except StartOver:
        _do(run)
    except Stopped:
        logger.info("Run %s of job %s was stopped.", run.job.run, run.job.pk)
    except Interrupted:
        # As if it had never begun: frequent restarts of a server must not use up the job's runs.
        run.row().update(state=JobState.WAITING, run=F("run") - 1, done=0, total=None)
    except Exception as error:
        problem = problem_of(error)
        if problem is None and not outages.database_fails(error):
            logger.exception("Job %s (%s) failed.", run.job.pk, run.job.kind)
        problem = problem or internal_error()
        run.row().update(**_failed(problem))


@transaction.atomic
def _begin_run(job_id: UUID) -> Run | None:
    """Begin a run of a job that is waiting or was abandoned; otherwise return None.

    An earlier run that is still alive loses the job.
    """
    # FOR UPDATE, so that only one of two workers begins. A locked row belongs to a run that is
    # writing: it is skipped, because waiting for it would block this worker.
    job = Job.objects.select_for_update(skip_locked=True).filter(pk=job_id).first()
    if job is None or not (job.state == JobState.WAITING or job.is_abandoned):
        return None
    if job.run >= MAX_RUNS:
        with _language_of(job):
            text = ngettext(
                "This job was interrupted %(count)d time and will not be tried again.",
                "This job was interrupted %(count)d times and will not be tried again.",
                job.run,
            )
        logger.error("Job %s (%s) was interrupted %s times.", job_id, job.kind, job.run)
        problem = Problem(500, "broke_off", text % {"count": job.run})
        Job.objects.filter(pk=job_id).update(**_failed(problem))
        return None
    job.state, job.run, job.alive_at = JobState.RUNNING, job.run + 1, timezone.now()
    job.done, job.total = 0, None
    job.save(update_fields=["state", "run", "alive_at", "done", "total"])
    return Run(job)


@transaction.atomic
def _finish(run: Run, outcome: Output | Callable[[], Output]) -> None:
    """Do a job's writes and end it, in one transaction; raise Stopped if this run has lost it.

    While the job's row is locked, nobody can take the job over or cancel it.
    """
    # First the account that the job writes for, then the group, in the same order as when they are
    # deleted: otherwise the two could wait for each other.
    hold_others(User.objects.filter(job=run.job))
    Group.objects.select_for_update(no_key=True).filter(pk=run.job.group_id).first()
    run.hold()
    output = outcome if isinstance(outcome, Output) else outcome()
    run.row().update(
        state=JobState.DONE,
        ended_at=timezone.now(),
        done=run.job.done if run.job.total is None else run.job.total,
        result=_storable(output.result),
        file=output.file,
        file_name=_safe_name(output.file_name),
        media_type=output.media_type or ("" if output.file is None else DEFAULT_MEDIA_TYPE),
    )
    if output.file is not None:
        _delete_surplus_files(run.job.group_id)


def _delete_surplus_files(group: UUID) -> None:
    """Delete all but the latest files of a group, whose row is locked."""
    with_files = Job.objects.filter(group_id=group).exclude(file=None)
    surplus = with_files.order_by("-ended_at", "id").values_list("pk", flat=True)[MAX_FILES:]
    if ids := list(surplus):
        Job.objects.filter(pk__in=ids).update(file=None, file_name="", media_type="")


def _next_look(watched: Q) -> float | None:
    """Return in how many seconds one of the jobs may need a worker; None if all have ended."""
    jobs = Job.objects.filter(watched, state__in=UNFINISHED)
    ends = [job.attended_until for job in jobs.only("state", "run", "created_at", "alive_at")]
    until = min(filter(None, ends), default=None)
    if until is None:
        return None
    return min(max((until - timezone.now()).total_seconds(), 1.0), MAX_LOOK_INTERVAL)


def _failed(problem: Problem) -> dict[str, Any]:
    """The columns of a job that fails with a problem."""
    errors = [error.as_dict() for error in problem.errors[:MAX_ERRORS]]
    return {
        "state": JobState.FAILED,
        "ended_at": timezone.now(),
        "problem": _storable({"code": problem.code, "detail": problem.detail, "errors": errors}),
    }


def _storable(value: Any) -> Any:
    """Replace what a database cannot store: texts may quote a broken file."""
    match value:
        case str():
            return value.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
        case list():
            return [_storable(item) for item in value]
        case dict():
            return {_storable(name): _storable(item) for name, item in value.items()}
    return value


def _safe_name(name: str) -> str:
    """Drop what is not printable in a file's name, and shorten it to fit, keeping the extension."""
    name = "".join(character for character in name if character.isprintable())
    stem, dot, extension = name.rpartition(".")
    if not dot:
        return name[:120]
    return f"{stem[: 119 - len(extension)]}.{extension}" if len(extension) < 20 else name[:120]
