"""What workers do (`celery -A config.celery worker`). Loaded by Celery."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any
from uuid import UUID

from celery.signals import worker_ready
from django.db import InterfaceError, OperationalError

from config.celery import app
from scoring.models.jobs import UNFINISHED, Job
from scoring.services.running import work_on
from scoring.services.sending import claim_sending, send

logger = logging.getLogger(__name__)

DATABASE_AWAY = 10.0  # seconds until a worker that could not ask the database tries again


@app.task(bind=True)  # type: ignore[untyped-decorator]
def run_job(self: Any, job: str) -> None:
    """Do a job, unless somebody else does: then see to it that it is looked at again.

    A message that is worked on for longer than Redis waits is delivered a second time, and
    that one is looked at for as long as the job runs: the first may be lost with its worker.
    """
    try:
        after = work_on(UUID(job))
        if after is None or self.request.is_eager:  # which would look again at once
            return
        ours = claim_sending(UUID(job), ahead=timedelta(seconds=after), though_locked=True)
    except (OperationalError, InterfaceError):
        logger.exception("The job %s cannot be worked on without the database.", job)
        after, ours = DATABASE_AWAY, not self.request.is_eager
    if ours:
        send(UUID(job), after=after)


@app.task  # type: ignore[untyped-decorator]
def send_unfinished() -> None:
    """Send all jobs that are not done: what Redis held of them may be lost."""
    jobs = Job.objects.filter(state__in=UNFINISHED).order_by("created_at")
    for job in jobs.values_list("pk", flat=True):
        send(job)


@worker_ready.connect  # type: ignore[untyped-decorator]
def _look_for_work(**_signal: Any) -> None:
    # As a task: the parent of the worker's processes keeps away from the database.
    send_unfinished.delay()
