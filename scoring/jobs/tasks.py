"""What workers do (`celery -A config.celery worker`). Loaded by Celery."""

from __future__ import annotations

import logging
from typing import Any
from uuid import UUID

from celery.signals import worker_ready
from django.db import InterfaceError, OperationalError

from config.celery import app
from scoring.jobs.sending import send, send_later, send_unfinished
from scoring.jobs.worker import work_on

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
        if after is not None and not self.request.is_eager:  # which would look again at once
            send_later(UUID(job), after)
    except (OperationalError, InterfaceError):
        logger.exception("The job %s cannot be worked on without the database.", job)
        if not self.request.is_eager:
            send(UUID(job), after=DATABASE_AWAY)


@app.task  # type: ignore[untyped-decorator]
def look_for_work() -> None:
    """Send what was left behind: by a Redis or a worker that is no more."""
    send_unfinished()


@worker_ready.connect  # type: ignore[untyped-decorator]
def _look_for_work(**_signal: Any) -> None:
    # As a task: the parent of the worker's processes keeps away from the database.
    look_for_work.delay()
