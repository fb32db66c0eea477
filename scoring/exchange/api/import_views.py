"""Import files in two steps: preview a file, then import it."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import IO, Any, ClassVar
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from accounts.attempts import limit_attempts
from games.models import Role
from games.selectors.access import member_as
from rest.bodies import ACCOUNT
from rest.problem_schema import BODY, problem_responses
from rest.query import choice, read_query
from rest.throttling import network_of
from scoring.exchange.api.import_serializers import (
    ImportRequestSerializer,
    ReadAgainRequestSerializer,
)
from scoring.exchange.paper.dates import ORDERS
from scoring.exchange.services.formats import IMPORT_FORMATS, MEDIA_TYPES
from scoring.exchange.services.imports import start_import, start_preview, start_preview_again
from scoring.jobs.api.views import STARTED, accepted
from scoring.jobs.selectors import job_for

TAG = "imports"


class FileParser(BaseParser):
    """Return the body unchanged, whatever its media type, as `file`."""

    media_type = "*/*"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, bytes]:
        return {"file": stream.read()}


QUERY = {"format": choice(IMPORT_FORMATS), "dates": choice(ORDERS)}


class PreviewView(AccountView):
    parser_classes = [FileParser]

    def options(self, request: Request, group: UUID) -> Response:  # type: ignore[override]
        """Say who sends the file; the server asks before it reads a large one (`rest.bodies`)."""
        member_as(self.actor, group, Role.SCORER)
        return Response(headers={ACCOUNT: str(self.actor.pk)})

    @extend_schema(
        operation_id="previewImport",
        summary="Preview a file to import",
        parameters=[
            OpenApiParameter(
                "format",
                enum=list(IMPORT_FORMATS),
                description="The format of the file; detected if left out.",
            ),
            OpenApiParameter(
                "dates",
                enum=list(ORDERS),
                description="Whether dates such as 01/03/2024 begin with the day or the month. "
                "Only needed if the file can be read both ways.",
            ),
        ],
        request=dict.fromkeys(MEDIA_TYPES, OpenApiTypes.BINARY),
        responses={**STARTED, **problem_responses(*BODY)},
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """Start a job that reads a file, the body of the request. Nothing is imported.

        The result of the job describes the file. docs/import.md describes the formats: CSV,
        XLSX, exports of Board Game Stats, and archives.
        """
        member_as(self.actor, group, Role.SCORER)
        query = read_query(request, QUERY)
        file = dict(request.data).get("file", b"")  # there is none if the body is empty
        limit_attempts("upload", network_of(request), ceil(len(file) / 1024))
        job = start_preview(
            actor=self.actor,
            group=group,
            data=file,
            media_type=(request.content_type or "").partition(";")[0].strip().lower(),
            format=query.get("format"),
            dates=query.get("dates", ""),
        )
        return accepted(job)


class PreviewAgainView(AccountView):
    deprecated: ClassVar = {"POST": "`POST groups/{group}/jobs/` with `kind`: `preview`"}

    @extend_schema(
        operation_id="previewImportAgain",
        summary="Preview a file again, read in another way",
        request=ReadAgainRequestSerializer,
        responses={**STARTED, **problem_responses(*BODY)},
    )
    @idempotent
    def post(self, request: Request, job: UUID) -> Response:
        """Start another preview of the file of a preview, which need not be sent again.

        Fields that are left out stay as they were: the result has all of them as `options`.
        Importing the new preview reads the file in the same way.
        """
        preview = job_for(self.actor, job)
        member_as(self.actor, preview.group_id, Role.SCORER)
        data = ReadAgainRequestSerializer.parse(request.data)
        return accepted(start_preview_again(actor=self.actor, preview=preview, **data))


class ImportView(AccountView):
    deprecated: ClassVar = {"POST": "`POST groups/{group}/jobs/` with `kind`: `import`"}

    @extend_schema(
        operation_id="importFile",
        summary="Import a file that was previewed",
        request=ImportRequestSerializer,
        responses={**STARTED, **problem_responses(*BODY)},
    )
    @idempotent
    def post(self, request: Request, job: UUID) -> Response:
        """Start a job that records all new games in the file of a preview, or none of them.

        With other fields about reading than the preview has, the job checks the result first, and
        fails if anything is open. A file can be imported again: games that the group already has
        are left as they are.
        """
        preview = job_for(self.actor, job)
        member_as(self.actor, preview.group_id, Role.SCORER)
        data = ImportRequestSerializer.parse(request.data)
        return accepted(start_import(actor=self.actor, preview=preview, **data))
