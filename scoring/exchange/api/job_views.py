"""Starting jobs: exports, previews and imports, and statistics that are computed again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from accounts.models import User
from accounts.scopes import Scope
from games.models import Role
from games.selectors.access import member_as, require_role
from rest.problem_schema import BODY, problem_responses
from rest.refusals import NotFound
from rest.serializers import StrictChoiceField, StrictSerializer, StrictUUIDField, read_kind
from scoring.exchange.api.import_serializers import (
    ImportRequestSerializer,
    ReadAgainRequestSerializer,
)
from scoring.exchange.services.exports import EXPORT_FORMATS, start_export
from scoring.exchange.services.imports import start_import, start_preview_again
from scoring.jobs.api.views import STARTED, JobListView, accepted
from scoring.jobs.models import Job
from scoring.jobs.queue import start_job
from scoring.jobs.selectors import job_for


class ExportRequestSerializer(StrictSerializer):
    """The format of an export."""

    format = StrictChoiceField(
        choices=[(name, name) for name in EXPORT_FORMATS],
        help_text="`csv` for other programs, `xlsx` for people, `json` for the complete archive.",
    )


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


def _preview_again(*, actor: User, group: UUID, preview: UUID, **reading: Any) -> Job:
    return start_preview_again(actor=actor, preview=_preview_in(actor, group, preview), **reading)


def _import(*, actor: User, group: UUID, preview: UUID, **asked: Any) -> Job:
    return start_import(actor=actor, preview=_preview_in(actor, group, preview), **asked)


def _preview_in(actor: User, group: UUID, preview: UUID) -> Job:
    """A preview; raise NotFound for one of another group."""
    job = job_for(actor, preview)
    if job.group_id != group:
        raise NotFound
    return job


# What each kind takes, who may start it, and how it starts.
KINDS: dict[str, tuple[type[StrictSerializer], Role, Callable[..., Job]]] = {
    "export": (ExportJobRequestSerializer, Role.VIEWER, start_export),
    "preview": (PreviewJobRequestSerializer, Role.SCORER, _preview_again),
    "import": (ImportJobRequestSerializer, Role.SCORER, _import),
    "recompute": (
        RecomputeJobRequestSerializer,
        Role.OWNER,
        partial(start_job, kind="recompute", options={}),
    ),
}
REQUESTS = {kind: serializer for kind, (serializer, _role, _start) in KINDS.items()}


class GroupJobsView(JobListView):
    write_scope = Scope.READ  # an export only reads

    @extend_schema(
        operation_id="startJob",
        summary="Start a job: an export, an import, another preview, a recount",
        tags=["jobs"],
        request=PolymorphicProxySerializer(
            "JobRequest", {**REQUESTS}, resource_type_field_name="kind"
        ),
        responses={**STARTED, **problem_responses(*BODY)},
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
        mine = member_as(self.actor, group)
        kind, data = read_kind(request.data, REQUESTS)
        if kind != "export":
            self.require(Scope.MANAGE)
        _serializer, role, start = KINDS[kind]
        require_role(mine.role, role)
        return accepted(start(actor=self.actor, group=group, **data))


# --- The old addresses of exports and recounts, which are jobs like others now ---


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
