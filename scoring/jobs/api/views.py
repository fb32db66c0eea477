"""Jobs: their progress, their results, and cancelling them. Others start them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from games.models import Role
from games.selectors.access import member_as, require_role
from rest.pagination import PAGE_PARAMETERS, CursorPagination, paginate
from rest.problem_schema import problem_responses
from scoring.jobs.models import Job
from scoring.jobs.queue import cancel_job, resend_abandoned
from scoring.jobs.selectors import file_of, job_for, jobs_of
from scoring.jobs.wire import JobDetail, job_answer

TAG = "jobs"

# Of what exports write. `application/octet-stream` is for a kind of file that this version forgot.
FILE_TYPES = (
    "text/csv",
    "application/json",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/octet-stream",
)
# The responses of an operation that starts a job, in its schema.
STARTED: dict[Any, Any] = {202: JobDetail, **problem_responses(400, 401, 403, 404, 409, 422)}


def respond(job: Job, status: int = 200) -> Response:
    """Answer with a job and, until it has ended, with `Retry-After`."""
    response = Response(job_answer(job), status)
    if job.ended_at is None:
        response["Retry-After"] = "1"
    return response


def accepted(job: Job) -> Response:
    """Answer that a job has been started."""
    response = respond(job, 202)
    response["Location"] = f"/api/v1/jobs/{job.pk}/"
    return response


class JobListView(AccountView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listJobs",
        summary="List the jobs of a group",
        parameters=PAGE_PARAMETERS,
        responses={200: list[JobDetail], **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, group: UUID) -> Response:
        """Jobs that are running and jobs that have ended, the latest first."""
        member_as(self.actor, group)
        page = paginate(request, jobs_of(group))
        resent = resend_abandoned(page.rows)  # without workers, they have run by now
        fresh = jobs_of(group).in_bulk(resent) if resent else {}
        return page.response([job_answer(fresh.get(job.pk, job)) for job in page.rows])


class JobView(AccountView):
    @extend_schema(
        operation_id="getJob",
        summary="Get a job",
        responses={200: JobDetail, **problem_responses(401, 404)},
    )
    def get(self, request: Request, job: UUID) -> Response:
        """How far a job has got and, once it has ended, its result.

        Until then, `Retry-After` says when to ask again.
        """
        row = job_for(self.actor, job)
        if resend_abandoned([row]):
            row = job_for(self.actor, job)
        return respond(row)


class CancelView(AccountView):
    @extend_schema(
        operation_id="cancelJob",
        summary="Cancel a job",
        responses={200: JobDetail, **problem_responses(400, 401, 403, 404, 409, 422)},
    )
    @idempotent
    def post(self, request: Request, job: UUID) -> Response:
        """For the person who started it, and for owners. A cancelled job has changed nothing.

        If the job has already ended in another way, the answer is 409 `already_ended`.
        """
        row = job_for(self.actor, job)
        membership = member_as(self.actor, row.group_id)
        if row.created_by != self.actor:
            require_role(membership.role, Role.OWNER)
        return respond(cancel_job(job=row))


class JobFileView(AccountView):
    @extend_schema(
        operation_id="getJobFile",
        summary="Download the file of a job",
        parameters=[
            OpenApiParameter(
                "Content-Disposition",
                str,
                OpenApiParameter.HEADER,
                response=[200],
                description="`attachment`, with the name of the file.",
            )
        ],
        responses={
            # The one that the job names under `file`.
            **{(200, media_type): OpenApiTypes.BINARY for media_type in FILE_TYPES},
            **problem_responses(401, 404),
        },
    )
    def get(self, request: Request, job: UUID) -> HttpResponse:
        """The file, byte for byte; 404 if the job has none, or it was deleted after a week."""
        row = job_for(self.actor, job)
        return HttpResponse(
            file_of(row),
            content_type=row.media_type,
            headers={"Content-Disposition": content_disposition_header(True, row.file_name)},
        )

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        # The file has its own media type, whatever the client says it accepts.
        return super().perform_content_negotiation(request, force=True)
