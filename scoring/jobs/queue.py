"""Starting and cancelling jobs, and resending abandoned ones."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Count, Exists, Min, OuterRef, Q, Sum
from django.http import Http404
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.locking import lock_user
from config.celery import send
from config.local_worker import local_worker
from games.services.locking import lock_group
from rest.limits import expect_room
from rest.metrics import jobs_are, series
from rest.problems import ProblemError
from rest.redis_errors import redis_errors
from scoring.jobs.models import RESEND_AFTER, UNFINISHED, Job, JobState, Upload
from scoring.jobs.tasks import run_job

KEEP_FILES_FOR = timedelta(days=7)
KEEP_IMPORTED_FOR = timedelta(hours=1)
MAX_ENDED = 200  # jobs of a group; the oldest ones go
MAX_DELETED = 100  # rows at a time
LOOK_EVERY = 10 * 60  # seconds

_look_at = 0.0  # by the monotonic clock: in each process for itself


@transaction.atomic
def start_job(
    *,
    actor: User,
    group: UUID,
    kind: str,
    options: dict[str, Any],
    upload: bytes | int | None = None,
) -> Job:
    """Create a job, and send it to the workers after the commit.

    `upload` is a file, or the id of one that an earlier job had.

    Raises Http404 if the actor is not in the group, ProblemError (409) if the group has too many
    unfinished jobs, if the actor has sent too many bytes, or if the earlier file was deleted.
    """
    if isinstance(upload, bytes):
        lock_user(actor)  # or two files at once could both find room
    lock_group(actor, group)  # or two requests at once could both find room for one more
    unfinished = Job.objects.filter(group_id=group, state__in=UNFINISHED)
    expect_room("unfinished_jobs_of_group", unfinished.count())
    delete_ended_jobs(group)
    job = Job(
        group_id=group,
        kind=kind,
        created_by=actor,
        options=options,
        upload_id=_store(actor, group, upload) if isinstance(upload, bytes) else _use(upload),
        language=get_language() or "",
    )
    job.save(force_insert=True)
    _send_after_commit(job)
    return job


def _store(actor: User, group: UUID, content: bytes) -> int:
    """Store a file, unless the group has it; return its id."""
    digest = hashlib.sha256(content).hexdigest()
    there = Upload.objects.filter(group_id=group, digest=digest)
    if (id := there.values_list("pk", flat=True).first()) and there.update(used_at=timezone.now()):
        return id
    stored = Upload.objects.filter(sent_by=actor).aggregate(sum=Sum("size"))["sum"] or 0
    expect_room("upload_bytes_of_account", stored, len(content))
    row = Upload(group_id=group, sent_by=actor, digest=digest, size=len(content), content=content)
    row.save(force_insert=True)
    return row.pk


def _use(id: int | None) -> int | None:
    """Keep a file from being deleted, as part of the caller's transaction; return its id."""
    if id is not None and not Upload.objects.filter(pk=id).update(used_at=timezone.now()):
        raise file_forgotten()
    return id


def file_forgotten() -> ProblemError:
    """Return the refusal (409) to read a file that was deleted."""
    text = _("The file is no longer kept. Send it again.")
    return ProblemError(409, "file_forgotten", text)


def delete_ended_jobs(group: UUID) -> None:
    """Delete the oldest jobs of a group, whose row is locked, if too many have ended."""
    ended = Job.objects.filter(group_id=group).exclude(state__in=UNFINISHED)
    surplus = ended.order_by("-created_at", "id").values_list("pk", flat=True)[MAX_ENDED:]
    if ids := list(surplus[:MAX_DELETED]):
        Job.objects.filter(pk__in=ids).delete()


@transaction.atomic
def cancel_job(*, job: Job) -> Job:
    """Cancel a job: from now on it writes nothing. Cancelling it again changes nothing.

    Waits for a job that is already writing. Raises ProblemError (409) if the job has ended in
    another way, Http404 if it was deleted with its group.
    """
    unfinished = Job.objects.filter(pk=job.pk, state__in=UNFINISHED)
    unfinished.update(state=JobState.CANCELLED, ended_at=timezone.now())
    try:
        job.refresh_from_db(fields=["state", "done", "total", "ended_at"])
    except Job.DoesNotExist:
        raise Http404 from None
    if job.state != JobState.CANCELLED:
        text = _("This job has already ended and cannot be cancelled.")
        raise ProblemError(409, "already_ended", text)
    _send_after_commit(job)  # for what an interrupted run may have left behind
    return job


def _send_after_commit(job: Job) -> None:
    # Robust: the job is committed, whatever happens to its message. Not a partial: if the
    # callback fails, Django logs its name.
    transaction.on_commit(lambda: send(run_job, str(job.pk)), robust=True)


def resend_abandoned(jobs: Iterable[Job]) -> list[UUID]:
    """Resend those of `jobs` that no worker has; return their ids."""
    return [job.pk for job in jobs if job.is_abandoned and _resend(job.pk)]


def _resend(job_id: UUID) -> bool:
    """Send a job again, unless that was done a few seconds ago."""
    try:
        is_due = cache.add(f"resent-job-{job_id}", True, timeout=RESEND_AFTER)
    except redis_errors():  # without Redis, there is nowhere to send it
        return False
    if is_due:
        send(run_job, str(job_id))
    return is_due


def delete_old_files() -> int:
    """Delete the files that jobs have made a week ago; return how many."""
    old = Job.objects.filter(ended_at__lt=timezone.now() - KEEP_FILES_FOR).exclude(file=None)
    return old.update(file=None, file_name="", media_type="")


def delete_old_uploads() -> int:
    """Delete files that were imported an hour ago, or not used for a week; return how many.

    Those that an unfinished job has to read stay.
    """
    deleted = 0
    while count := _delete_some_uploads():
        deleted += count
    return deleted


@transaction.atomic
def _delete_some_uploads() -> int:
    now = timezone.now()
    jobs = Job.objects.filter(upload=OuterRef("pk"))
    imported = jobs.filter(kind="import", state=JobState.DONE, ended_at__lt=now - KEEP_IMPORTED_FOR)
    # A job that is being started with a file has its row locked, and then its time is new.
    old = Upload.objects.filter(
        ~Exists(jobs.filter(state__in=UNFINISHED)),
        Exists(imported) | Q(used_at__lt=now - KEEP_FILES_FOR),
        used_at__lt=now - KEEP_IMPORTED_FOR,
    )
    skip = connection.features.has_select_for_update
    rows = old.select_for_update(skip_locked=skip).values_list("pk", flat=True)
    ids = list(rows[:MAX_DELETED])
    Job.objects.filter(upload__in=ids).update(upload=None)
    Upload.objects.filter(pk__in=ids).delete()
    return len(ids)


@local_worker.look
def tell_metrics() -> None:
    """Tell how many jobs wait and run, whoever does them."""
    if series():
        unfinished = Job.objects.filter(state__in=UNFINISHED).order_by()
        found = {
            row["state"]: row
            for row in unfinished.values("state").annotate(
                count=Count("pk"), oldest=Min("created_at")
            )
        }
        counts = {
            str(state): found[state]["count"] if state in found else 0 for state in UNFINISHED
        }
        waiting = found.get(JobState.WAITING)
        age = (timezone.now() - waiting["oldest"]).total_seconds() if waiting else 0.0
        jobs_are(counts, age)


@local_worker.look
def delete_uploads_now_and_then() -> None:
    """Delete old uploads every ten minutes: they would wait a day for the cleanup."""
    global _look_at
    if time.monotonic() >= _look_at:
        _look_at = time.monotonic() + LOOK_EVERY
        delete_old_uploads()
