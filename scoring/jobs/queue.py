"""Long work for a group: what it consists of, and how it is started and cancelled.

    @kind("recompute")
    def recompute_group(run: Run) -> Ending:
        for done, game in enumerate(games):
            run.step(done, len(games))
            ...
        return Ending({"games": len(games)})

Work that is not the same when it is done twice returns a function instead, and leaves its
writes to that: it is called in the transaction that ends the job (`scoring.jobs.worker`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.services.groups import lock
from rest.problems import ProblemError
from scoring.jobs.models import UNFINISHED, Job, JobState
from scoring.jobs.sending import send

MOST_UNFINISHED = 3  # of one group
SAVED_EVERY = 0.5  # seconds: nobody looks more often
FILES_KEPT_FOR = timedelta(days=7)


class Stopped(Exception):
    """This run must not go on: the job is cancelled or gone, or another run took it over."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What a job ends with: a result in JSON, and maybe a file to fetch."""

    result: dict[str, Any]
    file: bytes | None = None
    file_name: str = ""
    media_type: str = ""


class Run:
    """One worker's go at a job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._save_at = 0.0

    def step(self, done: int, total: int | None = None) -> None:
        """Say that `done` of `total` steps are done, and that this run is alive.

        Cheap to call often, and to be called at least every few seconds: whoever says nothing
        for long is taken to be dead (`scoring.jobs.sending`). In a transaction it is heard
        of at the end, and cancelling waits for that; whoever locks the group, too, locks that
        first. Raises Stopped where this run must not go on.
        """
        now = time.monotonic()
        if now < self._save_at:
            return
        if not self.mine().update(done=done, total=total, alive_at=timezone.now()):
            raise Stopped
        self.job.done, self.job.total = done, total
        self._save_at = now + SAVED_EVERY

    def mine(self) -> Any:
        """The job's row, as long as it is this run's."""
        return Job.objects.filter(pk=self.job.pk, state=JobState.RUNNING, run=self.job.run)


Work = Callable[[Run], "Ending | Callable[[], Ending]"]
KINDS: dict[str, Work] = {}


def kind(name: str) -> Callable[[Work], Work]:
    """Register what is done for jobs of a kind; a name has 20 characters at most."""

    def register(work: Work) -> Work:
        KINDS[name] = work
        return work

    return register


@transaction.atomic
def start_job(
    *, actor: User, group: UUID, kind: str, asked: dict[str, Any], upload: bytes | None = None
) -> Job:
    """Put a job on record, and set it going after the commit.

    Raises Http404 where the actor is not in the group, ProblemError (409) where the group has
    too many jobs already.
    """
    assert kind in KINDS, kind
    lock(actor, group)  # or two at once would both find a place left
    if Job.objects.filter(group_id=group, state__in=UNFINISHED).count() >= MOST_UNFINISHED:
        text = _("The group has %(most)s jobs that are not done yet: wait for one, or cancel it.")
        raise ProblemError(409, "too_many_jobs", text % {"most": MOST_UNFINISHED})
    job = Job(group_id=group, kind=kind, created_by=actor, asked=asked, upload=upload)
    job.save(force_insert=True)
    # No partial: where it fails, Django looks for the name of a function.
    transaction.on_commit(lambda: send(job.pk), robust=True)
    return job


@transaction.atomic
def cancel_job(*, job: Job) -> Job:
    """Cancel a job: from now on it writes nothing. Cancelling it again changes nothing.

    Raises ProblemError (409) for one that has ended otherwise. A job that is writing what it
    found is waited for, and has then ended.
    """
    unfinished = Job.objects.filter(pk=job.pk, state__in=UNFINISHED)
    unfinished.update(state=JobState.CANCELLED, ended_at=timezone.now())
    try:
        job.refresh_from_db(fields=["state", "done", "total", "ended_at"])
    except Job.DoesNotExist:  # its group was just deleted
        raise Http404 from None
    if job.state != JobState.CANCELLED:
        text = _("This job has ended already: there is nothing left to cancel.")
        raise ProblemError(409, "already_ended", text)
    return job


def forget_files() -> int:
    """Drop what old jobs were given to read and have left to fetch; return how many jobs."""
    old = Job.objects.filter(ended_at__lt=timezone.now() - FILES_KEPT_FOR)
    with_files = old.exclude(upload=None, file=None)
    return with_files.update(upload=None, file=None, file_name="", media_type="")
