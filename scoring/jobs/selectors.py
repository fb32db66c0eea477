"""Reading jobs, without the files that they carry."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Length
from django.http import Http404

from accounts.models import User
from scoring.jobs.models import Job


def jobs_of(group: UUID) -> QuerySet[Job]:
    """The jobs of a group with `file_size` in bytes, the latest first."""
    return _light(Job.objects.filter(group_id=group)).order_by("-created_at", "id")


def job_for(user: User, job: UUID) -> Job:
    """A job of a group that the user is in, as in `jobs_of`; raise Http404 otherwise."""
    mine = Job.objects.filter(pk=job, group__memberships__user=user)
    found = _light(mine).first()
    if found is None:
        raise Http404
    return found


def file_of(job: Job) -> bytes:
    """What a job left to fetch; raise Http404 where that is nothing, or nothing any more."""
    file = Job.objects.filter(pk=job.pk).values_list("file", flat=True).first()
    if file is None:
        raise Http404
    return bytes(file)


def _light(jobs: QuerySet[Job]) -> QuerySet[Job]:
    sized = jobs.annotate(file_size=Length("file"))
    return sized.select_related("created_by").defer("asked", "upload", "file")
