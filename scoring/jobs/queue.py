"""Starting and cancelling jobs, and resending abandoned ones."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.models import User
from config.celery import send
from games.services.locking import lock_group
from rest.problems import ProblemError
from rest.redis_errors import redis_errors
from scoring.jobs.models import RESEND_AFTER, UNFINISHED, Job, JobState
from scoring.jobs.tasks import run_job

MAX_UNFINISHED = 3  # of one group
KEEP_FILES_FOR = timedelta(days=7)


@transaction.atomic
def start_job(
    *, actor: User, group: UUID, kind: str, options: dict[str, Any], upload: bytes | None = None
) -> Job:
    """Create a job, and send it to the workers after the commit.

    Raises Http404 if the actor is not in the group, ProblemError (409) if the group has too many
    unfinished jobs.
    """
    lock_group(actor, group)  # or two requests at once could both find room for one more
    if Job.objects.filter(group_id=group, state__in=UNFINISHED).count() >= MAX_UNFINISHED:
        text = ngettext(
            "The group has %(count)d unfinished job: wait for it to finish, or cancel it.",
            "The group has %(count)d unfinished jobs: wait for one to finish, or cancel one.",
            MAX_UNFINISHED,
        )
        raise ProblemError(409, "too_many_jobs", text % {"count": MAX_UNFINISHED})
    job = Job(
        group_id=group,
        kind=kind,
        created_by=actor,
        options=options,
        upload=upload,
        language=get_language() or "",
    )
    job.save(force_insert=True)
    _send_after_commit(job)
    return job


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
    """Delete the uploads and files of jobs that ended a week ago; return how many jobs."""
    old = Job.objects.filter(ended_at__lt=timezone.now() - KEEP_FILES_FOR)
    with_files = old.exclude(upload=None, file=None)
    return with_files.update(upload=None, file=None, file_name="", media_type="")
