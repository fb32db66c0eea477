"""Starting jobs: exports, previews and imports, and statistics that are computed again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import idempotent
from accounts.models import User
from accounts.scopes import Scope
from games.models import Role
from games.selectors.access import member_as
from rest.problem_schema import BODY, problem_responses
from rest.refusals import NotFound
from rest.serializers import StrictChoiceField, StrictSerializer, StrictUUIDField
from scoring.exchange.api.export_serializers import ExportRequestSerializer
from scoring.exchange.api.import_serializers import (
    ImportRequestSerializer,
    ReadAgainRequestSerializer,
)
from scoring.exchange.services.exports import start_export
from scoring.exchange.services.imports import start_import, start_preview_again
from scoring.jobs.api.examples import examples_of
from scoring.jobs.api.views import STARTED, JobListView, accepted
from scoring.jobs.models import Job
from scoring.jobs.queue import start_job
from scoring.jobs.selectors import job_for


class ExportJobRequestSerializer(ExportRequestSerializer):
    """A file of all games that are not deleted, in a format."""

    kind = StrictChoiceField(choices=["export"])


class PreviewJobRequestSerializer(ReadAgainRequestSerializer):
    """Another preview of the file of a preview, which need not be sent again.

    Fields that are left out stay as they were: the result has all of them as `options`.
    """

    kind = StrictChoiceField(choices=["preview"])
    preview = StrictUUIDField(help_text="The job that has read the file.")


class ImportJobRequestSerializer(ImportRequestSerializer):
    """All new games in the file of a preview, or none of them.

    With other fields about reading than the preview has, the job checks the result first, and fails
    if anything is open.
    """

    kind = StrictChoiceField(choices=["import"])
    preview = StrictUUIDField(help_text="The job that has read the file.")


class RecomputeJobRequestSerializer(StrictSerializer):
    """All statistics, computed again from the games: for when you doubt them."""

    kind = StrictChoiceField(choices=["recompute"])


def export(actor: User, group: UUID, data: dict[str, Any]) -> Job:
    """Start an export, for all members."""
    member_as(actor, group)
    return start_export(actor=actor, group=group, format=data["format"])


def preview_again(actor: User, preview: Job, data: dict[str, Any]) -> Job:
    """Start another preview, for scorers and owners."""
    member_as(actor, preview.group_id, Role.SCORER)
    return start_preview_again(actor=actor, preview=preview, reading=data)


def import_previewed(actor: User, preview: Job, data: dict[str, Any]) -> Job:
    """Start the import of a file that was previewed, for scorers and owners."""
    member_as(actor, preview.group_id, Role.SCORER)
    players, overrule = data.pop("players"), data.pop("overrule")
    return start_import(
        actor=actor, preview=preview, players=players, overrule=overrule, reading=data
    )


def recompute(actor: User, group: UUID, data: dict[str, Any]) -> Job:
    """Start to compute all statistics again, for owners."""
    member_as(actor, group, Role.OWNER)
    return start_job(actor=actor, group=group, kind="recompute", options={})


def _of_preview(
    start: Callable[[User, Job, dict[str, Any]], Job],
) -> Callable[[User, UUID, dict[str, Any]], Job]:
    """Start what needs a preview of the group."""

    def start_in(actor: User, group: UUID, data: dict[str, Any]) -> Job:
        preview = job_for(actor, data.pop("preview"))
        if preview.group_id != group:
            raise NotFound
        return start(actor, preview, data)

    return start_in


KINDS: dict[str, tuple[type[StrictSerializer], Callable[[User, UUID, dict[str, Any]], Job]]] = {
    "export": (ExportJobRequestSerializer, export),
    "preview": (PreviewJobRequestSerializer, _of_preview(preview_again)),
    "import": (ImportJobRequestSerializer, _of_preview(import_previewed)),
    "recompute": (RecomputeJobRequestSerializer, recompute),
}


class _KindSerializer(StrictSerializer):
    """The kind of a job, before the rest of the request is looked at."""

    kind = StrictChoiceField(choices=list(KINDS))


def _kind_of(data: Any) -> str:
    """Return the kind in a request; raise ValidationError if it has none."""
    head = {"kind": data["kind"]} if isinstance(data, Mapping) and "kind" in data else {}
    kind: str = _KindSerializer.parse(head)["kind"]
    return kind


class GroupJobsView(JobListView):
    write_scope = Scope.READ  # an export only reads

    @extend_schema(
        operation_id="startJob",
        summary="Start a job: an export, an import, another preview, a recount",
        tags=["jobs"],
        request=PolymorphicProxySerializer(
            "JobRequest",
            {kind: serializer for kind, (serializer, _start) in KINDS.items()},
            resource_type_field_name="kind",
        ),
        responses={**STARTED, **problem_responses(*BODY)},
        examples=[
            OpenApiExample(
                "The archive", value={"kind": "export", "format": "json"}, request_only=True
            ),
            OpenApiExample(
                "A file that was previewed",
                value={"kind": "import", "preview": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d8b01"},
                request_only=True,
            ),
            *examples_of("startJob"),
        ],
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """`export`: all members. Sheets have a row for each player and round; docs/export.md.

        `preview` and `import`: scorers and owners, with a file that was sent to `imports/`. A file
        can be imported again: games that the group already has are left as they are.

        `recompute`: owners. Statistics are kept up to date anyway.

        A group can have three unfinished jobs; starting another one is refused with 409
        `too_many_jobs`. For all but an export, an access token needs the scope `manage`, too.
        """
        member_as(self.actor, group)
        kind = _kind_of(request.data)
        if kind != "export":
            self.require(Scope.MANAGE)
        serializer, start = KINDS[kind]
        data = serializer.parse(request.data)
        data.pop("kind")
        return accepted(start(self.actor, group, data))
