"""Logging in and out: guests, e-mail and password, pairing, password resets."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import codes, credentials, wire
from accounts.api.base import idempotent, idempotent_after
from accounts.api.private_views import WRITE, OpenView, PrivateView
from accounts.api.serializers import (
    CredentialsRequestSerializer,
    EmailConfirmRequestSerializer,
    GuestRequestSerializer,
    LoginRequestSerializer,
    PairRequestSerializer,
    PasswordResetConfirmRequestSerializer,
    PasswordResetRequestSerializer,
)
from accounts.attempts import limit_attempts
from accounts.links import mailed_url, shared_url
from accounts.models import User
from accounts.qr import qr_svg
from accounts.services import devices, email_addresses, pairing, password_reset, users
from accounts.services.devices import IssuedToken
from rest.problem_schema import problem_responses
from rest.throttling import AddressThrottle, network_of

TAG = "accounts"


def login_response(
    issued: IssuedToken, status: int = 200, *, with_password: bool = False
) -> Response:
    """Answer with the new token and the person that it belongs to, who may have sent a password."""
    hint = None
    if with_password:
        credentials.remember_password(issued.row)
        hint = credentials.new_device_hint(issued.user)
    answer: wire.DeviceLogin = {
        "token": issued.token,
        "device_hint": hint,
        "user": wire.account_answer(issued.user),
    }
    return Response(answer, status)


class GuestView(OpenView):
    issues_token = True
    throttle_scope = "guest"

    @extend_schema(
        operation_id="createGuest",
        summary="Start without signing up",
        request=GuestRequestSerializer,
        responses={201: wire.DeviceLogin, **problem_responses(*WRITE, 401)},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """A name is enough. Until the account is claimed, only the token gives access to it."""
        data = GuestRequestSerializer.parse(request.data)
        limit_attempts("guest_day", network_of(request))
        return login_response(users.create_guest(**data), 201)


class ClaimView(PrivateView):
    issues_token = True
    may_end_its_token = True
    throttle_scope = "guess"  # a password is hashed, as in a login

    def read_credentials(self, request: Request) -> dict[str, Any]:
        """Return the request with the new password hashed; raise ValidationError if it is weak."""
        data = CredentialsRequestSerializer.parse(request.data)
        data["password"] = credentials.hash_new_password(
            data["password"], name=self.actor.name, email=data["email"], asked_by=self.actor
        )
        return data

    @extend_schema(
        operation_id="claimAccount",
        summary="Claim a guest account with an e-mail address and a password",
        request=CredentialsRequestSerializer,
        responses={200: wire.DeviceLogin, **problem_responses(*WRITE, 401)},
    )
    @idempotent_after(read_credentials)
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        """The person and their data stay the same. All tokens except the new one become invalid.

        If this server sends mails, the address and the password count once the link that is
        mailed there is opened: until then the person stays a guest, and it is `pending_email`.
        The answer is the same if the address has an account already; then the mail says so.
        """
        claimed = users.claim(user=self.actor, link=partial(mailed_url, request), **data)
        return login_response(claimed, with_password=True)


class EmailConfirmView(OpenView):
    @extend_schema(
        operation_id="confirmEmail",
        summary="Confirm an e-mail address with a mailed link",
        request=EmailConfirmRequestSerializer,
        responses={200: wire.EmailConfirmed, **problem_responses(*WRITE, 404)},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Works once. From then on the account can be logged in to with the address.

        It logs nobody in: who reads the mail need not be who asked for it.
        """
        data = EmailConfirmRequestSerializer.parse(request.data)
        user = email_addresses.confirm_email(**data)
        assert user.email is not None
        answer: wire.EmailConfirmed = {"email": user.email}
        return Response(answer)


class LoginThrottle(AddressThrottle):
    """Count whoever has logged in on this device before apart from others of the network.

    Otherwise these could keep them out, by guessing as often as anybody may.
    """

    slows_down = True

    def who(self, request: Request) -> str:
        """Return what counts for a network, or for somebody whose device has a hint."""
        # Read first, Django keeps it: an Idempotency-Key needs it, too.
        _body = request._request.body
        try:
            data = LoginRequestSerializer.parse(request.data)
        except ValidationError:
            return super().who(request)
        known = credentials.known_person(data["email"], data.get("device_hint"))
        return known or super().who(request)


class LoginView(OpenView):
    issues_token = True
    throttle_classes = [LoginThrottle]

    def check_password(self, request: Request) -> tuple[User, str]:
        """Return the person with this e-mail and password, and the name of the device."""
        data = LoginRequestSerializer.parse(request.data)
        user = credentials.user_with_credentials(
            email=data["email"],
            password=data["password"],
            network=network_of(request),
            device_hint=data.get("device_hint"),
        )
        return user, data["device"]

    @extend_schema(
        operation_id="logIn",
        summary="Log a device in with an e-mail address and a password",
        request=LoginRequestSerializer,
        responses={200: wire.DeviceLogin, **problem_responses(*WRITE, 401)},
    )
    @idempotent_after(check_password)
    def post(self, request: Request, checked: tuple[User, str]) -> Response:
        """Get a token for this device. The tokens of other devices stay valid.

        After too many wrong passwords, further ones are let through one at a time. Whoever sends
        the `device_hint` of an earlier login is counted apart from all others.
        """
        user, device = checked
        return login_response(users.log_in(user=user, device=device), with_password=True)


class LogoutView(PrivateView):
    may_end_its_token = True
    deprecated: ClassVar = {"POST": "`DELETE me/tokens/current/`"}

    @extend_schema(
        operation_id="logOut",
        summary="Log this device out",
        responses={204: None, **problem_responses(400, 401, 409, 422)},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """The token becomes invalid.

        A guest without another device loses access, so claim the account first.
        """
        devices.revoke_device(user=self.actor, device=self.device.id)
        return Response(status=204)


class PairingView(PrivateView):
    @extend_schema(
        operation_id="createPairingCode",
        summary="Get a one-time code for another device",
        responses={201: wire.Pairing, **problem_responses(400, 401, 409, 422)},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Valid for ten minutes and one device. Your previous code becomes invalid."""
        code, expires_at = pairing.create_pairing_code(user=self.actor)
        link = shared_url(request, f"/pair#{codes.formatted(code)}")
        answer: wire.Pairing = {
            "code": codes.formatted(code),
            "link": link,
            "svg": qr_svg(link),
            "expires_at": expires_at,
        }
        return Response(answer, 201)


class PairView(OpenView):
    issues_token = True

    @extend_schema(
        operation_id="pairDevice",
        summary="Log a device in with a code from another device",
        request=PairRequestSerializer,
        responses={200: wire.DeviceLogin, **problem_responses(*WRITE, 401, 404)},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Get a token for this device. The code cannot be used again."""
        data = PairRequestSerializer.parse(request.data)
        return login_response(pairing.pair(**data))


class PasswordResetView(OpenView):
    @extend_schema(
        operation_id="requestPasswordReset",
        summary="Request an e-mail to set a new password",
        request=PasswordResetRequestSerializer,
        responses={202: wire.PasswordResetRequested, **problem_responses(*WRITE)},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """The response is the same whether or not an account with this e-mail address exists."""
        data = PasswordResetRequestSerializer.parse(request.data)
        password_reset.request_password_reset(
            **data, link=lambda key: mailed_url(request, f"/reset#{key}")
        )
        text = _("If this e-mail address belongs to an account, a message is on its way.")
        answer: wire.PasswordResetRequested = {"message": text}
        return Response(answer, 202)


class PasswordResetConfirmView(OpenView):
    issues_token = True

    def read_new_password(self, request: Request) -> dict[str, Any]:
        """Return the request with the person of the link, and with the new password hashed."""
        data = PasswordResetConfirmRequestSerializer.parse(request.data)
        user = password_reset.user_of_link(uid=data.pop("uid"), token=data["token"])
        password = credentials.hash_new_password(
            data["password"], name=user.name, email=user.email, asked_by=user
        )
        return {**data, "password": password, "user": user}

    @extend_schema(
        operation_id="confirmPasswordReset",
        summary="Set a new password with a mailed link",
        request=PasswordResetConfirmRequestSerializer,
        responses={200: wire.DeviceLogin, **problem_responses(*WRITE, 401, 404)},
    )
    @idempotent_after(read_new_password)
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        """Works once. All tokens become invalid, except the new one of this device."""
        return login_response(password_reset.reset_password(**data), with_password=True)
