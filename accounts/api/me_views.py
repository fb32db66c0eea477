"""Your own account: profile, devices, access tokens, export, deletion."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import credentials, selectors, wire
from accounts.api.base import idempotent, idempotent_after
from accounts.api.private_views import WRITE, PrivateView
from accounts.api.serializers import (
    AccessTokenRequestSerializer,
    DeletionRequestSerializer,
    ProfileRequestSerializer,
)
from accounts.links import mailed_url
from accounts.models import DeviceToken, User
from accounts.services import access_tokens, devices, users
from accounts.wire import (
    access_token_answer,
    account_answer,
    device_answer,
    export_answer,
)
from rest.problem_schema import BODY, problem_responses
from rest.query import choice, read_id, read_query
from rest.refusals import NotFound

TAG = "me"

CURRENT = "current"  # instead of the id of the device that asks
EXPORT_NAME = "tableside-export.json"


class MeView(PrivateView):
    @extend_schema(
        operation_id="getMe",
        summary="Get my account",
        responses={200: wire.Account, **problem_responses(401)},
    )
    def get(self, request: Request) -> Response:
        """The person this token belongs to."""
        return Response(account_answer(self.actor))

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
        request=ProfileRequestSerializer,
        responses={200: wire.Account, **problem_responses(*WRITE, 401, 403)},
    )
    @idempotent_after(read_changes)
    def patch(self, request: Request, data: dict[str, Any]) -> Response:
        """Fields that are left out stay unchanged. A new password logs all other devices out.

        Another e-mail address counts at once, or once the link that is mailed to it is opened,
        if this server sends mails: then it is `pending_email` until then.
        """
        user = users.change_profile(
            user=self.actor, token=self.device, link=partial(mailed_url, request), **data
        )
        return Response(account_answer(user))


class DeleteMeView(PrivateView):
    may_end_its_token = True

    def confirm_deletion(self, request: Request) -> None:
        data = DeletionRequestSerializer.parse(request.data)
        credentials.require_password(self.actor, self.device, data.get("current_password"))

    @extend_schema(
        operation_id="deleteMe",
        summary="Delete my account permanently",
        request=DeletionRequestSerializer,
        responses={204: None, **problem_responses(*BODY, 401, 403, 409, 422)},
    )
    @idempotent_after(confirm_deletion)
    def post(self, request: Request, _confirmed: None) -> Response:
        """Games with other people stay, with a “former player” in your place."""
        users.delete_account(user=self.actor)
        return Response(status=204)


class DeviceListView(PrivateView):
    deprecated: ClassVar = {"GET": "`GET me/tokens/` with `kind=device`"}

    @extend_schema(
        operation_id="listDevices",
        summary="List the devices that are logged in",
        responses={200: list[wire.Device], **problem_responses(401)},
    )
    def get(self, request: Request) -> Response:
        """The last used device comes first. There are at most 50."""
        return Response(_device_answers(self.actor, self.device))


class DeviceView(PrivateView):
    may_end_its_token = True  # if it is its own
    deprecated: ClassVar = {"DELETE": "`DELETE me/tokens/{access_token}/`"}

    @extend_schema(
        operation_id="revokeDevice",
        summary="Log one of my devices out",
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
        responses={200: wire.AccountExport, **problem_responses(401)},
    )
    def get(self, request: Request) -> Response:
        """One document with everything that is stored about you."""
        return Response(
            export_answer(self.actor, self.device),
            headers={"Content-Disposition": f'attachment; filename="{EXPORT_NAME}"'},
        )


class AccessTokenListView(PrivateView):
    issues_token = True

    @extend_schema(
        operation_id="listAccessTokens",
        summary="List my access tokens, or the devices that are logged in",
        parameters=[
            OpenApiParameter(
                "kind",
                enum=["access", "device"],
                default="access",
                description="`device` lists the devices that are logged in.",
            )
        ],
        responses={200: list[wire.Token], **problem_responses(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        """At most 50 of each kind.

        The newest access token comes first, those that have expired included; of devices, the last
        used.
        """
        if read_query(request, {"kind": choice(["access", "device"])}).get("kind") == "device":
            return Response(_device_answers(self.actor, self.device))
        return Response(
            [access_token_answer(row) for row in selectors.access_tokens_of(self.actor)]
        )

    @extend_schema(
        operation_id="createAccessToken",
        summary="Create an access token for a program",
        request=AccessTokenRequestSerializer,
        responses={201: wire.NewAccessToken, **problem_responses(*WRITE, 401, 403)},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """It may do what its scopes say and its person's role allows, and nothing else.

        A new password revokes it, as it logs other devices out.
        """
        data = AccessTokenRequestSerializer.parse(request.data)
        issued = access_tokens.create_access_token(user=self.actor, **data)
        answer: wire.NewAccessToken = {**access_token_answer(issued.row), "token": issued.token}
        return Response(answer, 201)


class AccessTokenView(PrivateView):
    may_end_its_token = True  # if it is its own

    @extend_schema(
        operation_id="revokeAccessToken",
        summary="Revoke an access token, or log a device out",
        parameters=[
            OpenApiParameter(
                "access_token",
                str,
                OpenApiParameter.PATH,
                description="The id of an access token or a device, or `current` for this device.",
            )
        ],
        responses={204: None, **problem_responses(400, 401, 403, 404, 409, 422)},
    )
    @idempotent
    def delete(self, request: Request, access_token: str) -> Response:
        """It becomes invalid at once.

        A guest without another device loses access with the last one, so claim the account first.
        """
        token = self.device.id if access_token == CURRENT else _token_id(access_token)
        access_tokens.revoke_token(user=self.actor, token=token)
        return Response(status=204)


def _token_id(text: str) -> UUID:
    """The id in an address; raise NotFound if it is none."""
    try:
        return read_id(text)
    except ValueError:
        raise NotFound from None


def _device_answers(user: User, current: DeviceToken) -> list[wire.Device]:
    return [device_answer(device, current) for device in selectors.devices_of(user)]
