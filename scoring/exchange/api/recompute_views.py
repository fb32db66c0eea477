"""The old address of recounts, which are jobs like others now."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from games.models import Role
from games.selectors.access import member_as
from scoring.jobs.api.views import STARTED, accepted
from scoring.jobs.queue import start_job


class RecomputeView(AccountView):
    deprecated: ClassVar = {"POST": "`POST groups/{group}/jobs/` with `kind`: `recompute`"}

    @extend_schema(
        operation_id="recomputeGroup",
        summary="Recompute the statistics of a group",
        tags=["jobs"],
        responses=STARTED,
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """Owners only. Computes all statistics again from the games, as a job.

        Statistics are kept up to date anyway; this is for when you doubt them. A group can have
        three unfinished jobs; starting another one is refused with 409 `too_many_jobs`.
        """
        member_as(self.actor, group, Role.OWNER)
        job = start_job(actor=self.actor, group=group, kind="recompute", options={})
        return accepted(job)
