"""Coming in and going out: guests, e-mail and password, pairing, forgotten passwords."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import codes, credentials, services, wire
from accounts.api import serializers as shapes
from accounts.api.base import AccountView, idempotent
from accounts.api.examples import examples_of
from accounts.links import mailed_url, public_url
from accounts.models import DeviceToken, User
from accounts.qr import svg
from accounts.services import Login
from accounts.wire import login_answer, pairing_answer, password_reset_answer
from rest.problem_schema import BODY, problem_responses

# What every write with a body can be refused with: 409 and 422 are for its Idempotency-Key.
WRITE = (*BODY, 409, 422)


class PrivateView(AccountView):
    """One whose answers are for this person alone, and for no cache on the way."""

    @property
    def device(self) -> DeviceToken:
        """The device that asks."""
        token = self.request.auth
        assert isinstance(token, DeviceToken)
        return token

    def finalize_response(self, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(*args, **kwargs)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


class OpenView(PrivateView):
    """One for those who have no token yet."""

    authentication_classes = []
    permission_classes = [AllowAny]  # type: ignore[misc]
    throttle_scope = "guess"


def logged_in(login: Login, status: int = 200) -> Response:
    """The token, and whose it is."""
    return Response(login_answer(login.user, login.token), status)


class GuestView(OpenView):
    throttle_scope = "guest"

    @extend_schema(
        operation_id="createGuest",
        summary="Begin without signing up",
        tags=["accounts"],
        request=shapes.GuestRequestSerializer,
        responses={201: wire.Login, **problem_responses(*WRITE)},
        examples=examples_of("createGuest"),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """A name is enough. The token is the only way to this account until it is claimed."""
        asked = shapes.GuestRequestSerializer.parse(request.data)
        return logged_in(services.create_guest(**asked), 201)


class ClaimView(PrivateView):
    may_end_its_token = True

    def read_credentials(self, request: Request) -> dict[str, Any]:
        """The e-mail and the hashed password, once it has been checked."""
        data = shapes.CredentialsRequestSerializer.parse(request.data)
        email, name = data["email"], self.actor.name
        data["password"] = credentials.new_password(data["password"], name=name, email=email)
        return data

    @extend_schema(
        operation_id="claimAccount",
        summary="Keep a guest's account by an e-mail and a password",
        tags=["accounts"],
        request=shapes.CredentialsRequestSerializer,
        responses={200: wire.Login, **problem_responses(*WRITE, 401)},
        examples=examples_of("claimAccount"),
    )
    @idempotent(prepare=read_credentials)
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        """The same person with the same data. All tokens end; go on with the new one."""
        return logged_in(services.claim(user=self.actor, **data))


class LoginView(OpenView):
    def check_password(self, request: Request) -> tuple[User, str]:
        """The person with this e-mail and password, and the name of the device."""
        data = shapes.CredentialsRequestSerializer.parse(request.data)
        user = credentials.login_user(email=data["email"], password=data["password"])
        return user, data["device"]

    @extend_schema(
        operation_id="logIn",
        summary="Log a device in by e-mail and password",
        tags=["accounts"],
        request=shapes.CredentialsRequestSerializer,
        responses={200: wire.Login, **problem_responses(*WRITE, 401)},
        examples=examples_of("logIn"),
    )
    @idempotent(prepare=check_password)
    def post(self, request: Request, checked: tuple[User, str]) -> Response:
        """A token for this device; those of other devices stay good."""
        user, device = checked
        return logged_in(services.log_in(user=user, device=device))


class LogoutView(PrivateView):
    may_end_its_token = True

    @extend_schema(
        operation_id="logOut",
        summary="Log this device out",
        tags=["accounts"],
        request=None,
        responses={204: None, **problem_responses(400, 401, 409, 422)},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """The token ends. A guest without another device has no way back: claim first."""
        services.log_out(token=self.device)
        return Response(status=204)


class PairingView(PrivateView):
    @extend_schema(
        operation_id="createPairingCode",
        summary="A one-time code for a further device",
        tags=["accounts"],
        request=None,
        responses={201: wire.Pairing, **problem_responses(400, 401, 409, 422)},
        examples=examples_of("createPairingCode"),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Good for ten minutes and one device. It ends the code you asked for before."""
        code, expires_at = services.new_pairing_code(user=self.actor)
        link = public_url(request, f"/pair#{codes.spelled(code)}")
        answer = pairing_answer(
            code=codes.spelled(code), link=link, svg=svg(link), expires_at=expires_at
        )
        return Response(answer, 201)


class PairView(OpenView):
    @extend_schema(
        operation_id="pairDevice",
        summary="Log a device in by the code of another",
        tags=["accounts"],
        request=shapes.PairRequestSerializer,
        responses={200: wire.Login, **problem_responses(*WRITE, 404)},
        examples=examples_of("pairDevice"),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """A token for this device. The code is used up."""
        asked = shapes.PairRequestSerializer.parse(request.data)
        return logged_in(services.pair(**asked))


class PasswordResetView(OpenView):
    @extend_schema(
        operation_id="requestPasswordReset",
        summary="A mail to set a new password",
        tags=["accounts"],
        request=shapes.PasswordResetRequestSerializer,
        responses={202: wire.PasswordResetRequested, **problem_responses(*WRITE)},
        examples=examples_of("requestPasswordReset"),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """The answer is the same whether there is an account with this e-mail or not."""
        asked = shapes.PasswordResetRequestSerializer.parse(request.data)
        services.request_password_reset(
            **asked, link=lambda key: mailed_url(request, f"/reset#{key}")
        )
        return Response(password_reset_answer(), 202)


class PasswordResetConfirmView(OpenView):
    def read_new_password(self, request: Request) -> dict[str, Any]:
        """The person of the mailed link, and the hashed password, once it has been checked."""
        data = shapes.PasswordResetConfirmRequestSerializer.parse(request.data)
        user = services.user_of_reset(uid=data.pop("uid"), token=data["token"])
        password = credentials.new_password(data["password"], name=user.name, email=user.email)
        return {**data, "password": password, "user": user}

    @extend_schema(
        operation_id="confirmPasswordReset",
        summary="Set a new password by a mailed link",
        tags=["accounts"],
        request=shapes.PasswordResetConfirmRequestSerializer,
        responses={200: wire.Login, **problem_responses(*WRITE, 404)},
        examples=examples_of("confirmPasswordReset"),
    )
    @idempotent(prepare=read_new_password)
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        """Works once. All tokens end; this device goes on with the new one."""
        return logged_in(services.reset_password(**data))
