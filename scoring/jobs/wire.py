"""Jobs as typed JSON answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypedDict, cast

from games.wire.players import Person, person_answer
from rest.annotations import Doc, Keywords, OneOf, Uuid
from rest.problems import FieldErrorDetail, ProblemCode
from scoring.jobs.models import Job, JobState
from scoring.jobs.results import JobResult

JOB_STATES = tuple(JobState.values)


class JobFile(TypedDict):
    """A file that a job produced."""

    name: str
    media_type: Annotated[str, Doc("Such as `text/csv; charset=utf-8`.")]
    size: Annotated[int, Doc("In bytes.")]
    href: Annotated[str, Doc("Where to download it, with your token.")]


class JobProblem(TypedDict):
    """Why a job failed, as in a problem document."""

    code: ProblemCode
    detail: Annotated[str, Doc("What went wrong, in words.")]
    errors: list[FieldErrorDetail]


class JobDetail(TypedDict):
    """A long-running piece of work. Poll it every second or so until `ended_at` is set."""

    id: Uuid
    group: Uuid
    kind: Annotated[str, Doc("What the job does, such as `recompute`.")]
    state: Annotated[str, OneOf(JOB_STATES), Doc("`done`, `failed` and `cancelled` are final.")]
    done: Annotated[int, Doc("How many steps are done.")]
    total: Annotated[int | None, Doc("The number of steps; null until it is known.")]
    progress: Annotated[
        float | None,
        Doc("`done` divided by `total`, for a progress bar."),
        Keywords(minimum=0, maximum=1),
    ]
    result: Annotated[JobResult | None, Doc("What the job did; null until the job is `done`.")]
    problem: Annotated[JobProblem | None, Doc("Why the job `failed`.")]
    file: Annotated[
        JobFile | None,
        Doc("A file to download, kept for a week, unless the group has had ten later ones."),
    ]
    created_by: Annotated[Person | None, Doc("Who started it; null if that account was deleted.")]
    created_at: datetime
    ended_at: datetime | None


def job_answer(job: Job) -> JobDetail:
    """A job as read by `scoring.jobs.selectors`, or just started."""
    return {
        "id": str(job.pk),
        "group": str(job.group_id),
        "kind": job.kind,
        "state": job.state,
        "done": job.done,
        "total": job.total,
        "progress": _progress(job),
        "result": _result(job),
        "problem": job.problem,
        "file": _file(job),
        "created_by": person_answer(job.created_by) if job.created_by else None,
        "created_at": job.created_at,
        "ended_at": job.ended_at,
    }


def _progress(job: Job) -> float | None:
    """How far a job has got, from 0 to 1; None if that is not known."""
    if job.state == JobState.DONE:
        return 1.0
    if not job.total:
        return None
    return round(min(job.done / job.total, 1.0), 4)


def _result(job: Job) -> JobResult | None:
    if job.result is None:
        return None
    # Results that an earlier version stored do not name their kind.
    return cast(JobResult, {"kind": job.kind, **job.result})


def _file(job: Job) -> JobFile | None:
    size = getattr(job, "file_size", None)  # a job that has just been started has none
    if size is None:
        return None
    return {
        "name": job.file_name,
        "media_type": job.media_type,
        "size": size,
        "href": f"/api/v1/jobs/{job.pk}/file/",
    }
