"""One's own account: profile, devices, export, deletion."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import account_hooks, credentials, selectors, services, wire
from accounts.api import serializers as shapes
from accounts.api.auth_views import WRITE, PrivateView
from accounts.api.base import idempotent
from accounts.api.examples import examples_of
from accounts.api.schema import DeleteBodySchema
from accounts.models import DeviceToken, User
from accounts.wire import account_answer, device_answer, export_answer
from rest.problem_schema import BODY, problem_responses

EXPORT_NAME = "tableside-export.json"


class MeView(PrivateView):
    may_end_its_token = True  # by DELETE
    schema = DeleteBodySchema()

    @extend_schema(
        operation_id="getMe",
        summary="Who am I?",
        tags=["me"],
        responses={200: wire.Account, **problem_responses(401)},
    )
    def get(self, request: Request) -> Response:
        """Whose token this is."""
        return Response(account_answer(self.actor))

    def read_changes(self, request: Request) -> dict[str, Any]:
        """What to change, with the new password hashed, once the present one was right."""
        asked = shapes.ProfileRequestSerializer.parse(request.data)
        current = asked.pop("current_password", None)
        if "email" in asked or "password" in asked:
            credentials.require_password(self.actor, current)
        if "password" in asked:
            asked["password"] = credentials.new_password(
                asked["password"],
                name=asked.get("name", self.actor.name),
                email=asked.get("email", self.actor.email),
            )
        return asked

    @extend_schema(
        operation_id="changeMe",
        summary="Change name, e-mail or password",
        tags=["me"],
        request=shapes.ProfileRequestSerializer,
        responses={200: wire.Account, **problem_responses(*WRITE, 401, 403)},
        examples=examples_of("changeMe"),
    )
    @idempotent(prepare=read_changes)
    def patch(self, request: Request, asked: dict[str, Any]) -> Response:
        """What is left out stays. A new password logs all other devices out."""
        user = services.change_profile(user=self.actor, token=self.device, **asked)
        return Response(account_answer(user))

    def confirm_deletion(self, request: Request) -> None:
        asked = shapes.DeletionRequestSerializer.parse(request.data)
        credentials.require_password(self.actor, asked.get("current_password"))

    @extend_schema(
        operation_id="deleteMe",
        summary="Delete this account for good",
        tags=["me"],
        request=shapes.DeletionRequestSerializer,
        responses={204: None, **problem_responses(*BODY, 401, 403, 409, 422)},
        examples=examples_of("deleteMe"),
    )
    @idempotent(prepare=confirm_deletion)
    def delete(self, request: Request, _confirmed: None) -> Response:
        """The games that others played stay theirs, with a former player at the table."""
        services.delete_account(user=self.actor)
        return Response(status=204)


class DeviceListView(PrivateView):
    @extend_schema(
        operation_id="listDevices",
        summary="The devices that are logged in",
        tags=["me"],
        responses={200: list[wire.Device], **problem_responses(401)},
    )
    def get(self, request: Request) -> Response:
        """The one used last comes first; there are 50 at most."""
        return Response(_devices(self.actor, self.device))


class DeviceView(PrivateView):
    may_end_its_token = True  # if it is its own

    @extend_schema(
        operation_id="revokeDevice",
        summary="Log one of my devices out",
        tags=["me"],
        request=None,
        responses={204: None, **problem_responses(400, 401, 404, 409, 422)},
    )
    @idempotent
    def delete(self, request: Request, device: UUID) -> Response:
        """Its token ends at once."""
        services.revoke_device(user=self.actor, device=device)
        return Response(status=204)


class ExportView(PrivateView):
    @extend_schema(
        operation_id="exportMe",
        summary="All my data",
        tags=["me"],
        responses={200: wire.AccountExport, **problem_responses(401)},
    )
    def get(self, request: Request) -> Response:
        """One document with everything that is known of me, to keep."""
        export = export_answer(
            user=self.actor,
            devices=_devices(self.actor, self.device),
            sections=account_hooks.sections(self.actor),
        )
        return Response(
            export,
            headers={"Content-Disposition": f'attachment; filename="{EXPORT_NAME}"'},
        )


def _devices(user: User, current: DeviceToken) -> list[wire.Device]:
    return [device_answer(device, current) for device in selectors.devices_of(user)]
