"""Telling the workers of a job; again, where it turns out that nobody works on it.

What Redis holds may be lost, and so may a worker: the job's row is what counts. A job that
waits is sent again a little after it was sent, and one that runs when its run has said
nothing for long. That is looked at by whoever looks at the job, by a worker that starts, and
by one that finds a job in the hands of another. To be told twice is harmless.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

import redis
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from kombu.exceptions import KombuError

from scoring.jobs.models import UNFINISHED, Job, JobState

logger = logging.getLogger(__name__)

SENT_AGAIN_AFTER = timedelta(seconds=5)


def attended_until(job: Job) -> datetime | None:
    """Until when somebody may be taken to care for the job; None where there is nothing to do.

    A run that took the job over gets twice the patience of the one before, so that work which
    is slow to say something is done all the same.
    """
    if job.state == JobState.WAITING:
        return job.sent_at + SENT_AGAIN_AFTER
    if job.state != JobState.RUNNING:
        return None
    assert job.alive_at is not None
    return job.alive_at + timedelta(seconds=settings.JOB_PATIENCE * 2.0 ** (job.run - 1))


def is_unattended(job: Job) -> bool:
    """Whether nobody works on a job that is not done yet."""
    until = attended_until(job)
    return until is not None and timezone.now() >= until


def send_unattended(jobs: Iterable[Job]) -> list[UUID]:
    """Send again those of `jobs` that nobody works on; return the ids of these."""
    return [job.pk for job in jobs if is_unattended(job) and _sent_again(job.pk)]


def _sent_again(job: UUID) -> bool:
    now = timezone.now()
    try:
        with transaction.atomic():
            # One whose row is locked is in somebody's hands.
            rows = unlocked(Job.objects.filter(pk=job, sent_at__lte=now - SENT_AGAIN_AFTER))
            row = rows.only("pk").first()
            if row is None:
                return False
            Job.objects.filter(pk=job).update(sent_at=now)
    except DatabaseError:  # whoever only looked shall see what there is
        logger.exception("The job %s could not be sent again.", job)
        return False
    send(job)
    return True


def send_later(job: UUID, after: float) -> None:
    """Have a job looked at again in so many seconds, unless it will be.

    That it will be is known by a `sent_at` that is yet to come: or each of its messages would
    bring about another one, for as long as the job runs.
    """
    now = timezone.now()
    with transaction.atomic():
        row = unlocked(Job.objects.filter(pk=job, state__in=UNFINISHED)).only("sent_at").first()
        if row is not None:
            if row.sent_at > now:
                return
            Job.objects.filter(pk=job).update(sent_at=now + timedelta(seconds=after))
    send(job, after=after)  # also where who is at work on it holds the row


def send_unfinished() -> None:
    """Send all jobs that are not done, whatever was sent before: it may be lost."""
    unfinished = Job.objects.filter(state__in=UNFINISHED).order_by("created_at")
    with transaction.atomic():
        free = list(unlocked(unfinished).values_list("pk", flat=True))
        Job.objects.filter(pk__in=free).update(sent_at=timezone.now())
    for job in unfinished.values_list("pk", flat=True):
        send(job)


def unlocked(jobs: QuerySet[Job]) -> QuerySet[Job]:
    """The jobs, locked, but for those that are locked by who is at work on them."""
    return jobs.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)


def send(job: UUID, *, after: float | None = None) -> None:
    """Tell the workers of a job; without any, do it here and now. A lost Redis is no error.

    With `after`, a worker shall look at it so many seconds later.
    """
    from scoring.jobs.tasks import run_job  # which builds on this

    try:
        run_job.apply_async((str(job),), countdown=after)
    except (KombuError, redis.RedisError, OSError) as error:
        logger.warning("No worker could be told of the job %s, it waits: %s", job, error)
