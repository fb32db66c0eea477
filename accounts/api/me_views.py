"""Your own account: profile, devices, export, deletion."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import account_hooks, credentials, selectors, wire
from accounts.api.base import idempotent
from accounts.api.examples import examples_of
from accounts.api.private_views import WRITE, PrivateView
from accounts.api.serializers import DeletionRequestSerializer, ProfileRequestSerializer
from accounts.links import mailed_url
from accounts.models import DeviceToken, User
from accounts.services import devices, users
from accounts.wire import account_answer, device_answer, export_answer
from rest.problem_schema import BODY, problem_responses

EXPORT_NAME = "tableside-export.json"


class MeView(PrivateView):
    @extend_schema(
        operation_id="getMe",
        summary="Get my account",
        tags=["me"],
        responses={200: wire.Account, **problem_responses(401)},
    )
    def get(self, request: Request) -> Response:
        """The person this token belongs to."""
        return Response(_account_answer(self.actor))

    def read_changes(self, request: Request) -> dict[str, Any]:
        """Check the current password if needed; return the changes with a new password hashed."""
        data = ProfileRequestSerializer.parse(request.data)
        current = data.pop("current_password", None)
        for name in ("time_zone", "language"):
            if name in data:
                data[name] = data[name] or ""
        if "email" in data or "password" in data:
            credentials.require_password(self.actor, self.device, current)
        if "password" in data:
            data["password"] = credentials.hash_new_password(
                data["password"],
                name=data.get("name", self.actor.name),
                email=data.get("email", self.actor.email),
                asked_by=self.actor,
            )
        return data

    @extend_schema(
        operation_id="changeMe",
        summary="Change my name, time zone, language, e-mail address or password",
        tags=["me"],
        request=ProfileRequestSerializer,
        responses={200: wire.Account, **problem_responses(*WRITE, 401, 403)},
        examples=examples_of("changeMe"),
    )
    @idempotent(prepare=read_changes)
    def patch(self, request: Request, data: dict[str, Any]) -> Response:
        """Fields that are left out stay unchanged. A new password logs all other devices out.

        Another e-mail address counts at once, or once the link that is mailed to it is opened,
        if this server sends mails: then it is `pending_email` until then.
        """
        user = users.change_profile(
            user=self.actor, token=self.device, link=partial(mailed_url, request), **data
        )
        return Response(_account_answer(user))


class DeleteMeView(PrivateView):
    may_end_its_token = True

    def confirm_deletion(self, request: Request) -> None:
        data = DeletionRequestSerializer.parse(request.data)
        credentials.require_password(self.actor, self.device, data.get("current_password"))

    @extend_schema(
        operation_id="deleteMe",
        summary="Delete my account permanently",
        tags=["me"],
        request=DeletionRequestSerializer,
        responses={204: None, **problem_responses(*BODY, 401, 403, 409, 422)},
        examples=examples_of("deleteMe"),
    )
    @idempotent(prepare=confirm_deletion)
    def post(self, request: Request, _confirmed: None) -> Response:
        """Games with other people stay, with a “former player” in your place."""
        users.delete_account(user=self.actor)
        return Response(status=204)


class DeviceListView(PrivateView):
    @extend_schema(
        operation_id="listDevices",
        summary="List the devices that are logged in",
        tags=["me"],
        responses={200: list[wire.Device], **problem_responses(401)},
    )
    def get(self, request: Request) -> Response:
        """The last used device comes first. There are at most 50."""
        return Response(_device_answers(self.actor, self.device))


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
        """Its token becomes invalid at once."""
        devices.revoke_device(user=self.actor, device=device)
        return Response(status=204)


class ExportView(PrivateView):
    @extend_schema(
        operation_id="exportMe",
        summary="Export all my data",
        tags=["me"],
        responses={200: wire.AccountExport, **problem_responses(401)},
    )
    def get(self, request: Request) -> Response:
        """One document with everything that is stored about you."""
        export = export_answer(
            user=_account_answer(self.actor),
            devices=_device_answers(self.actor, self.device),
            sections=account_hooks.export_sections(self.actor),
        )
        return Response(
            export,
            headers={"Content-Disposition": f'attachment; filename="{EXPORT_NAME}"'},
        )


def _account_answer(user: User) -> wire.Account:
    return account_answer(user, selectors.pending_email(user))


def _device_answers(user: User, current: DeviceToken) -> list[wire.Device]:
    return [device_answer(device, current) for device in selectors.devices_of(user)]
