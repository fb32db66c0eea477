"""Jobs as JSON."""

from __future__ import annotations

from typing import Any

from scoring.jobs.models import Job, JobState


def job_answer(job: Job) -> dict[str, Any]:
    """A job as `scoring.jobs.selectors` gives it, or as it was just started."""
    who = job.created_by
    return {
        "id": str(job.pk),
        "group": str(job.group_id),
        "kind": job.kind,
        "state": job.state,
        "done": job.done,
        "total": job.total,
        "progress": progress(job),
        "result": job.result,
        "problem": job.problem,
        "file": _file(job),
        "created_by": who and {"id": str(who.pk), "name": who.name},
        "created_at": job.created_at,
        "ended_at": job.ended_at,
    }


def progress(job: Job) -> float | None:
    """How far a job is, from 0 to 1; None where nobody knows."""
    if job.state == JobState.DONE:
        return 1.0
    if not job.total:
        return None
    return round(min(job.done / job.total, 1.0), 4)


def _file(job: Job) -> dict[str, Any] | None:
    size = getattr(job, "file_size", None)
    if size is None:
        return None
    return {
        "name": job.file_name,
        "media_type": job.media_type,
        "size": size,
        "href": f"/api/v1/jobs/{job.pk}/file/",
    }
