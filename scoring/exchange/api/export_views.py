"""The old address of exports, which are jobs like others now."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from accounts.scopes import Scope
from games.selectors.access import member_as
from rest.problem_schema import BODY, problem_responses
from scoring.exchange.api.export_serializers import ExportRequestSerializer
from scoring.exchange.services.exports import start_export
from scoring.jobs.api.views import STARTED, accepted


class ExportView(AccountView):
    deprecated: ClassVar = {"POST": "`POST groups/{group}/jobs/` with `kind`: `export`"}
    write_scope = Scope.READ  # the job only reads

    @extend_schema(
        operation_id="exportGroup",
        summary="Export a group",
        tags=["exports"],
        request=ExportRequestSerializer,
        responses={**STARTED, **problem_responses(*BODY)},
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """Start a job that makes a file of all games that are not deleted.

        Sheets have a row for each player and round. The archive contains everything and can be
        imported elsewhere: see docs/export.md.
        """
        member_as(self.actor, group)
        data = ExportRequestSerializer.parse(request.data)
        return accepted(start_export(actor=self.actor, group=group, **data))
