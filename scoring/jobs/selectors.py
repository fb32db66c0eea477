"""Reading jobs, without the files that they carry."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Length

from accounts.models import User
from rest.refusals import NotFound
from scoring.jobs.models import Job


def jobs_of(group: UUID) -> QuerySet[Job]:
    """The jobs of a group, each with `file_size` in bytes, the latest first."""
    return _without_files(Job.objects.filter(group_id=group)).order_by("-created_at", "id")


def job_for(user: User, job_id: UUID) -> Job:
    """A job of a group that the user is in, as in `jobs_of`; raise NotFound otherwise."""
    visible = Job.objects.filter(pk=job_id, group__memberships__user=user)
    job = _without_files(visible).first()
    if job is None:
        raise NotFound
    return job


def file_of(job: Job) -> bytes:
    """The file that a job produced; raise NotFound if there is none, or it has been deleted."""
    file = Job.objects.filter(pk=job.pk).values_list("file", flat=True).first()
    if file is None:
        raise NotFound
    return bytes(file)


def _without_files(jobs: QuerySet[Job]) -> QuerySet[Job]:
    sized = jobs.annotate(file_size=Length("file"))
    return sized.select_related("created_by").defer("options", "file")
