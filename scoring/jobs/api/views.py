"""Long work: how far it is, what it came to, and how to stop it."""

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
from rest.pagination import PAGE_PARAMETERS, CursorPagination, read_page
from rest.problem_schema import problem_responses
from scoring.jobs.api import serializers as shapes
from scoring.jobs.api.examples import examples_of
from scoring.jobs.models import Job
from scoring.jobs.queue import cancel_job
from scoring.jobs.selectors import file_of, job_for, jobs_of
from scoring.jobs.sending import send_unattended
from scoring.jobs.wire import job_answer

# What an operation that starts a job has in its schema: `responses={202: ..., **STARTED}`.
STARTED = problem_responses(400, 401, 403, 404, 409, 422)


def respond(job: Job, status: int = 200) -> Response:
    """A job; as long as it goes on, with when to ask for it again."""
    response = Response(job_answer(job), status)
    if job.ended_at is None:
        response["Retry-After"] = "1"
    return response


def accepted(job: Job) -> Response:
    """The answer of a view that has started a job."""
    response = respond(job, 202)
    response["Location"] = f"/api/v1/jobs/{job.pk}/"
    return response


class JobListView(AccountView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listJobs",
        summary="The jobs of a group",
        tags=["jobs"],
        parameters=PAGE_PARAMETERS,
        responses={
            200: shapes.JobSerializer(many=True),
            **problem_responses(400, 401, 404),
        },
        examples=examples_of("listJobs"),
    )
    def get(self, request: Request, group: UUID) -> Response:
        """What goes on and what was done, the latest first."""
        member_as(self.actor, group)
        page = read_page(request, jobs_of(group))
        if sent := send_unattended(page.rows):
            now = jobs_of(group).in_bulk(sent)
            return page.response([job_answer(now.get(job.pk, job)) for job in page.rows])
        return page.response([job_answer(job) for job in page.rows])


class JobView(AccountView):
    @extend_schema(
        operation_id="getJob",
        summary="How far a job is",
        tags=["jobs"],
        responses={200: shapes.JobSerializer, **problem_responses(401, 404)},
        examples=examples_of("getJob"),
    )
    def get(self, request: Request, job: UUID) -> Response:
        """What it has come to, once it has ended. Until then `Retry-After` says when to ask."""
        found = job_for(self.actor, job)
        if send_unattended([found]):
            found = job_for(self.actor, job)
        return respond(found)


class CancelView(AccountView):
    @extend_schema(
        operation_id="cancelJob",
        summary="Cancel a job",
        tags=["jobs"],
        request=None,
        responses={
            200: shapes.JobSerializer,
            **problem_responses(400, 401, 403, 404, 409, 422),
        },
        examples=examples_of("cancelJob"),
    )
    @idempotent
    def post(self, request: Request, job: UUID) -> Response:
        """For who started it, and for owners. A cancelled job has changed nothing.

        One that has ended otherwise is 409 `already_ended`.
        """
        found = job_for(self.actor, job)
        mine = member_as(self.actor, found.group_id)
        if found.created_by != self.actor:
            require_role(mine.role, Role.OWNER)
        return respond(cancel_job(job=found))


class JobFileView(AccountView):
    @extend_schema(
        operation_id="getJobFile",
        summary="Fetch what a job has made",
        tags=["jobs"],
        parameters=[
            OpenApiParameter(
                "Content-Disposition",
                str,
                OpenApiParameter.HEADER,
                response=[200],
                description="`attachment`, with the file's name.",
            )
        ],
        responses={
            # Whichever the job says under `file`.
            (200, "*/*"): OpenApiTypes.BINARY,
            **problem_responses(401, 404),
        },
    )
    def get(self, request: Request, job: UUID) -> HttpResponse:
        """The file, byte for byte; 404 where there is none, or none any more."""
        found = job_for(self.actor, job)
        return HttpResponse(
            file_of(found),
            content_type=found.media_type,
            headers={"Content-Disposition": content_disposition_header(True, found.file_name)},
        )

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        # A file is what it is; whoever asks for a sheet by its own media type gets it, too.
        return super().perform_content_negotiation(request, force=True)
