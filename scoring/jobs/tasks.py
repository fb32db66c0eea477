"""The tasks of Celery workers (`celery -A config.celery worker`), or of the server's thread."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from celery.signals import worker_ready
from django.db import Error as DatabaseError

from background.celery_app import app, send
from background.local_worker import local_worker, short_turns
from rest import outages
from scoring.jobs.models import UNFINISHED, Job, JobState
from scoring.jobs.worker import work_on, work_on_next

DATABASE_RETRY = 10.0  # seconds


@app.task(bind=True, max_retries=None)  # type: ignore[untyped-decorator]
def run_job(self: Any, job_id: str, *, watch: bool = False) -> None:
    """Work on a job, or on another one whose turn comes first, as `work_on_next` explains.

    If another run has the job, a message that watches it looks again later. Redis redelivers a
    message when its worker was killed, but also when the work merely takes longer than the
    visibility timeout. The second delivery replaces the first, so it watches the job until that
    has ended. Any other message that finds the job taken is surplus.
    """
    try:
        with short_turns():
            has_queue = local_worker.takes_tasks or not self.request.is_eager
            next_look = (work_on_next if has_queue else work_on)(UUID(job_id))
        _hand_back(self.request, job_id)
        watch = watch or self.request.delivery_info.get("redelivered", False)
        outages.database.is_over()
    except DatabaseError as error:
        if not outages.database_fails(error):
            raise
        next_look, watch = DATABASE_RETRY, True
    # Without workers, a retry would follow at once. The server's thread will look at the job again.
    if next_look is not None and watch and not self.request.is_eager:
        raise self.retry(kwargs={"watch": True}, countdown=next_look)


def _hand_back(request: Any, job_id: str) -> None:
    """Send a job to other workers if this one has broken it off because it is stopping."""
    is_mine = local_worker.is_stopping and not request.is_eager
    if is_mine and Job.objects.filter(state=JobState.WAITING).exists():
        send(run_job, job_id)


@app.task  # type: ignore[untyped-decorator]
def send_unfinished_jobs() -> None:
    """Send all unfinished jobs again: Redis may have lost their messages."""
    unfinished = Job.objects.filter(state__in=UNFINISHED).order_by("created_at")
    for job_id in unfinished.values_list("pk", flat=True):
        send(run_job, str(job_id), watch=True)


@worker_ready.connect  # type: ignore[untyped-decorator]
def _on_worker_ready(**_signal: Any) -> None:
    # As a task, because the worker's parent process must not open a database connection.
    send_unfinished_jobs.delay()


@local_worker.look
def work_on_unfinished_jobs() -> None:
    """Work on all jobs that are waiting, or that a server left unfinished when it went away.

    Celery workers find theirs by themselves: see `send_unfinished_jobs`.
    """
    if not local_worker.takes_tasks:
        return
    unfinished = Job.objects.filter(state__in=UNFINISHED).order_by("created_at")
    for job_id in list(unfinished.values_list("pk", flat=True)):
        if not local_worker.is_stopping:
            run_job.apply((str(job_id),))
