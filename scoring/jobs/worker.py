"""Doing a job: taken up by one run at a time, and ended once, however often it was begun."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Group
from rest.error_handlers import problem_of
from rest.problems import MAX_ERRORS, Problem, internal_error
from scoring.jobs.models import Job, JobState
from scoring.jobs.queue import KINDS, Ending, Run, Stopped
from scoring.jobs.sending import attended_until, is_unattended, unlocked

logger = logging.getLogger(__name__)

BYTES = "application/octet-stream"
LOOK_AGAIN = 30.0  # seconds at most: Redis would deliver a message that is kept for longer anew
MOST_RUNS = 5  # what broke off so often would break off again


def work_on(job: UUID) -> float | None:
    """Do a job to its end, unless somebody else does.

    Returns after how many seconds to look at it again, None where there is no need to.
    """
    run = take_up(job)
    if run is None:
        return _look_again_after(job)
    try:
        finish(run, KINDS[run.job.kind](run))
    except Stopped:
        logger.info("Run %s of the job %s was stopped.", run.job.run, job)
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            logger.exception("The job %s (%s) failed.", job, run.job.kind)
            problem = internal_error()
        run.mine().update(**_failed(problem))
    return None


@transaction.atomic
def take_up(job: UUID) -> Run | None:
    """Begin a run of a job that waits or was left alone; None where there is nothing to begin.

    A run before it, should it still live, is not the job's run any more.
    """
    row = unlocked(Job.objects.filter(pk=job)).first()
    if row is None or not (row.state == JobState.WAITING or is_unattended(row)):
        return None
    if row.run >= MOST_RUNS:
        text = _("This broke off %(times)s times, and is not tried again.") % {"times": row.run}
        logger.error("The job %s (%s) broke off %s times.", job, row.kind, row.run)
        Job.objects.filter(pk=job).update(**_failed(Problem(500, "broke_off", text)))
        return None
    row.state, row.run, row.alive_at = JobState.RUNNING, row.run + 1, timezone.now()
    row.done, row.total = 0, None
    row.save(update_fields=["state", "run", "alive_at", "done", "total"])
    return Run(row)


@transaction.atomic
def finish(run: Run, outcome: Ending | Callable[[], Ending]) -> None:
    """End a job, and do its writes in the same transaction; raise Stopped where it is not ours.

    As long as the job's row is locked nobody else takes it up or cancels it.
    """
    # The group first, as whoever deletes one does: or each would wait for the other.
    Group.objects.select_for_update(no_key=True).filter(pk=run.job.group_id).first()
    if run.mine().select_for_update().only("pk").first() is None:
        raise Stopped
    ending = outcome if isinstance(outcome, Ending) else outcome()
    run.mine().update(
        state=JobState.DONE,
        ended_at=timezone.now(),
        done=run.job.done if run.job.total is None else run.job.total,
        result=ending.result,
        file=ending.file,
        file_name=_safe_name(ending.file_name),
        media_type=ending.media_type or ("" if ending.file is None else BYTES),
    )


def _failed(problem: Problem) -> dict[str, Any]:
    errors = [
        {name: _storable(text) for name, text in error.as_dict().items()}
        for error in problem.errors[:MAX_ERRORS]
    ]
    detail = _storable(problem.detail)
    return {
        "state": JobState.FAILED,
        "ended_at": timezone.now(),
        "problem": {"code": problem.code, "detail": detail, "errors": errors},
    }


def _storable(text: str) -> str:
    """Text as every database takes it: what was wrong with a file may be its characters."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")


def _look_again_after(job: UUID) -> float | None:
    row = Job.objects.filter(pk=job).only("state", "run", "sent_at", "alive_at").first()
    until = attended_until(row) if row else None
    if until is None:
        return None
    return min(max((until - timezone.now()).total_seconds(), 1.0), LOOK_AGAIN)


def _safe_name(name: str) -> str:
    """A file's name as a header can carry it and the row can hold it, its ending kept."""
    name = "".join(character for character in name if character.isprintable())
    stem, dot, ending = name.rpartition(".")
    if not dot:
        return name[:120]
    return f"{stem[: 119 - len(ending)]}.{ending}" if len(ending) < 20 else name[:120]
