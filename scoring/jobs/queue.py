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
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.locking import lock_user
from background.celery_app import send
from background.local_worker import local_worker
from games.services.locking import lock_group
from rest.limits import LIMITS, StoredLimit, expect_room
from rest.metrics import OF_SERVER, Metric, series
from rest.redis_client import redis_errors
from rest.refusals import NotFound, Refusal
from scoring.jobs.models import RESEND_AFTER, UNFINISHED, Job, JobState, Upload
from scoring.jobs.tasks import run_job

LIMITS["unfinished_jobs_of_group"] = StoredLimit(
    3,
    gettext_lazy(
        "A group can have %(maximum)s unfinished jobs: wait for one to finish, or cancel one."
    ),
    code="too_many_jobs",
)
LIMITS["upload_bytes_of_account"] = StoredLimit(
    128 * 1024 * 1024,
    gettext_lazy(
        "Your files that wait to be imported may have %(maximum)s bytes together: import one, "
        "or wait until they are deleted, after a week."
    ),
)
KEEP_FILES_FOR = timedelta(days=7)
KEEP_IMPORTED_FOR = timedelta(hours=1)
MAX_ENDED = 200  # jobs of a group that are kept, the latest ones
MAX_DELETED = 100  # rows in each transaction
LOOK_EVERY = 10 * 60  # seconds

JOBS = Metric("Gauge", "tableside_jobs", "Jobs that have not ended.", ("state",), OF_SERVER)
JOB_AGE = Metric(
    "Gauge",
    "tableside_oldest_job_seconds",
    "The age of the oldest job that waits, or 0.",
    options=OF_SERVER,
)

_look_at = 0.0  # on the monotonic clock, in each process separately


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

    `upload` is a file, or the id of one that an earlier job has read.

    Raises NotFound if the actor is not in the group. Raises Refusal if the group has too many
    unfinished jobs, if the actor has sent too many bytes, or if the earlier file has been deleted.
    """
    if isinstance(upload, bytes):
        lock_user(actor)  # or two files sent at once could both find room
    lock_group(actor, group)  # or two requests at once could both find room for one more job
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
    """Store a file, unless the group already has it; return its id."""
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
    """Protect a file from deletion until the caller's transaction ends; return its id."""
    if id is not None and not Upload.objects.filter(pk=id).update(used_at=timezone.now()):
        raise file_forgotten()
    return id


def file_forgotten() -> Refusal:
    """Return the refusal to read a file that has been deleted."""
    text = _("The file is no longer kept. Send it again.")
    return Refusal("file_forgotten", text)


def delete_ended_jobs(group: UUID) -> None:
    """Delete the oldest ended jobs of a group, whose row is locked, if there are too many."""
    ended = Job.objects.filter(group_id=group).exclude(state__in=UNFINISHED)
    surplus = ended.order_by("-created_at", "id").values_list("pk", flat=True)[MAX_ENDED:]
    if ids := list(surplus[:MAX_DELETED]):
        Job.objects.filter(pk__in=ids).delete()


@transaction.atomic
def cancel_job(*, job: Job) -> Job:
    """Cancel a job, so that it writes nothing any more. Cancelling it again changes nothing.

    Waits for a job that is already writing. Raises Refusal if the job has ended otherwise, NotFound
    if it was deleted along with its group.
    """
    unfinished = Job.objects.filter(pk=job.pk, state__in=UNFINISHED)
    unfinished.update(state=JobState.CANCELLED, ended_at=timezone.now())
    try:
        job.refresh_from_db(fields=["state", "done", "total", "ended_at"])
    except Job.DoesNotExist:
        raise NotFound from None
    if job.state != JobState.CANCELLED:
        text = _("This job has already ended and cannot be cancelled.")
        raise Refusal("already_ended", text)
    _send_after_commit(job)  # to clear away what an interrupted run may have left behind
    return job


def _send_after_commit(job: Job) -> None:
    # Robust, because the job is committed whatever happens to its message. No partial, because
    # Django logs the name of a callback that fails.
    transaction.on_commit(lambda: send(run_job, str(job.pk)), robust=True)


def resend_abandoned(jobs: Iterable[Job]) -> list[UUID]:
    """Resend the jobs that no worker seems to have; return their ids."""
    return [job.pk for job in jobs if job.is_abandoned and _resend(job.pk)]


def _resend(job_id: UUID) -> bool:
    """Send a job again, unless that happened a few seconds ago."""
    try:
        is_due = cache.add(f"resent-job-{job_id}", True, timeout=RESEND_AFTER)
    except redis_errors():  # without Redis, there is nowhere to send it to
        return False
    if is_due:
        send(run_job, str(job_id))
    return is_due


def delete_old_files() -> int:
    """Delete the files that jobs made more than a week ago; return how many."""
    old = Job.objects.filter(ended_at__lt=timezone.now() - KEEP_FILES_FOR).exclude(file=None)
    return old.update(file=None, file_name="", media_type="")


def delete_old_uploads() -> int:
    """Delete files an hour after their import, or after a week without use; return how many.

    Files that an unfinished job has yet to read stay.
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
    # A job that is just being started with a file locks its row, and renews the time of its use.
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
    """Publish how many jobs are waiting and running, whichever process does them."""
    if series():
        unfinished = Job.objects.filter(state__in=UNFINISHED).order_by()
        found = {
            row["state"]: row
            for row in unfinished.values("state").annotate(
                count=Count("pk"), oldest=Min("created_at")
            )
        }
        for state in UNFINISHED:
            JOBS.set(found[state]["count"] if state in found else 0, state)
        waiting = found.get(JobState.WAITING)
        JOB_AGE.set((timezone.now() - waiting["oldest"]).total_seconds() if waiting else 0.0)


@local_worker.look
def delete_uploads_now_and_then() -> None:
    """Delete old uploads every ten minutes, rather than with the daily cleanup."""
    global _look_at
    if time.monotonic() >= _look_at:
        _look_at = time.monotonic() + LOOK_EVERY
        delete_old_uploads()
