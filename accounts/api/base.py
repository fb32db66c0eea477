"""Base view of accounts, games and scoring: device tokens, and writes that are safe to repeat."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial, wraps
from typing import Any, ClassVar

import orjson
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from knox.crypto import hash_token
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.account_hooks import may_see
from accounts.api.dry_runs import is_dry_run
from accounts.api.schema import AccountSchema
from accounts.attempts import limit_attempts
from accounts.authentication import DeviceAuthentication
from accounts.idempotency import (
    Answer,
    AnswerLost,
    Key,
    read_key,
    store_answer,
    stored_answer,
    take_turn,
)
from accounts.models import DeviceToken, User
from accounts.scopes import Scope, require_scope
from rest.problem_schema import BODY, problem_responses
from rest.problems import ProblemError
from rest.refusals import NotFound, Refusal
from rest.throttling import network_of
from rest.views import StrictView
from store.transactions import whole_transaction

WRITE_METHODS = ("POST", "PUT", "PATCH", "DELETE")
# Stored with the answer to a request that might have ended its token, but did not.
KEEPS_TOKEN = "Keeps-Token"  # noqa: S105  (a name of a header)
STORED_HEADERS = ("Content-Type", "ETag", "Location", "Retry-After")

Handler = Callable[..., Response]

# The problems of writes in groups, without a body and with one. Any write can come with an
# Idempotency-Key, and be refused for it with 400, 409 or 422.
WRITE_PROBLEMS = problem_responses(400, 401, 403, 404, 409, 422)
WRITE_PROBLEMS_WITH_BODY = problem_responses(*BODY, 401, 403, 404, 409, 422)


class AccountView(StrictView):
    """A view for people with a device token. Each of its write methods is `@idempotent`."""

    authentication_classes = [DeviceAuthentication]
    permission_classes: ClassVar[list[type[BasePermission]]] = [IsAuthenticated]  # type: ignore[misc]
    throttle_scope = "account"
    schema = AccountSchema()
    # Whether a write may end the token that it came with. Then an Idempotency-Key belongs to
    # the token, not to the person, so that the answer is found once the token is gone.
    may_end_its_token = False
    # Whether answers carry the token of a device that was logged in.
    issues_token = False
    # Whether a write may end the access to what its address names, as leaving a group does. Then
    # an answer without content is repeated to those who have none any more.
    may_end_its_access = False
    # Whether answers carry secrets, or concern only the caller: no cache may store them, and they
    # are not compressed.
    is_private = False
    # What an access token needs here: a scope, or `DEVICE` if only devices may.
    read_scope: ClassVar[str] = Scope.READ
    write_scope: ClassVar[str] = Scope.MANAGE
    answer_of_ended_token: Answer | None = None  # the stored one, if this request repeats its end

    @property
    def actor(self) -> User:
        """The person who sent the request."""
        user = self.request.user
        assert isinstance(user, User)
        return user

    @property
    def device(self) -> DeviceToken:
        """The token that the request was sent with."""
        token = self.request.auth
        assert isinstance(token, DeviceToken)
        return token

    def answer_again(self, answer: Answer, **address: Any) -> Response:
        """Answer a write that was carried out before, whose answer was too large to be stored.

        `answer` has its status; `address` is what the method was called with. Views whose answers
        can be so large show what there is now. Raises ProblemError (409) for others.
        """
        detail = _("This was done before, and its answer was too large to keep: load it again.")
        raise ProblemError(409, "answer_not_kept", detail, headers=answer.headers)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        try:
            super().initial(request, *args, **kwargs)
        except NotAuthenticated:
            self.answer_of_ended_token = _answer_of_ended_token(self, request)
            if self.answer_of_ended_token is None:
                raise
            self.check_throttles(request)

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        self.require(self.scope_of(request.method or ""))

    def require(self, scope: str) -> None:
        """Refuse an access token without this scope, or that is for another group."""
        token = self.request.auth
        if isinstance(token, DeviceToken):
            about = self.kwargs if token.group is None else self.address()
            require_scope(token, scope, about)

    @classmethod
    def scope_of(cls, method: str) -> str:
        """Return what an access token needs for a method, or `DEVICE`."""
        return cls.write_scope if method in WRITE_METHODS else cls.read_scope

    def address(self) -> Mapping[str, Any]:
        """Return what a request is about, by the names that addresses have for it."""
        return self.kwargs  # type: ignore[no-any-return]

    def repeated_address(self, answer: Answer) -> Mapping[str, Any]:
        """Return what a write was about, by the names that addresses have for it."""
        return self.address()

    def check_repeat(self, answer: Answer) -> None:
        """Refuse a stored answer to anyone whose request itself would be refused by now.

        Raises Refusal if the device that it logged in is logged out, or if the person may no longer
        see what it is about.
        """
        if self.issues_token and (token := orjson.loads(answer.body or b"{}").get("token")):
            digest = hash_token(token)
            if not DeviceToken.objects.filter(pk=digest).exists():
                # Not NotAuthenticated, which is 403 at addresses that need no account.
                detail = _("This device has been logged out: log in again.")
                raise Refusal("not_authenticated", detail)
        if self.may_end_its_access and answer.body == b"":
            return
        user = self.request.user
        if isinstance(user, User) and not may_see(user, self.repeated_address(answer)):
            raise NotFound

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ["Authorization"])
        if self.is_private:
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def idempotent(handler: Handler, prepare: Callable[..., Any] | None = None) -> Handler:
    """Make a write method safe to repeat with the same `Idempotency-Key`.

    Without the header, this only calls the method: its services open the transactions. With
    it, the method and the storing of its answer are one transaction, opened here, and the
    services' transactions are part of it. A repeated request gets the stored answer.
    """

    @wraps(handler)
    def write(view: AccountView, request: Request, *args: Any, **kwargs: Any) -> Response:
        if view.answer_of_ended_token:
            return _repeated(view, view.answer_of_ended_token, kwargs)
        key = _request_key(view, request)
        if prepare is not None:
            # First the stored answer: `prepare` could refuse now what it accepted then, such as
            # the current password in a request that has changed it.
            if key and (answer := stored_answer(key)):
                return _repeated(view, answer, kwargs)
            args = (prepare(view, request, *args, **kwargs), *args)
        if key is None:
            return handler(view, request, *args, **kwargs)
        # The answer is stored if and only if the write is: both or neither.
        with whole_transaction():
            try:
                answer = take_turn(key)
            except AnswerLost:
                # The error undoes it. If it is refused instead, its refusal says what there is now.
                handler(view, request, *args, **kwargs)
                raise
            if answer:
                return _repeated(view, answer, kwargs)
            limit_attempts("answer", f"answers {_whose_answers(view, request)}")
            response = handler(view, request, *args, **kwargs)
            store_answer(key, _rendered(view, response))
            return response

    return write


def idempotent_after(prepare: Callable[..., Any]) -> Callable[[Handler], Handler]:
    """As `idempotent`, after slow work that writes nothing, such as hashing a password.

    It should not hold a transaction open. `prepare` is called like the method, only if no answer
    is stored yet, and its result is passed to the method after the request.
    """
    return partial(idempotent, prepare=prepare)


def _whose_answers(view: AccountView, request: Request) -> str:
    """Return whose limit of stored answers counts: for what is private, that of the device alone.

    Otherwise another device could use it up, and keep this one from setting a new password.
    """
    if isinstance(request.auth, DeviceToken) and view.is_private:
        return f"device {request.auth.id}"
    return str(getattr(request.user, "pk", None) or network_of(request))


def _request_key(view: AccountView, request: Request) -> Key | None:
    """Return the key of a request; None without one, or in a dry run, which leaves it unused."""
    text = request.headers.get("Idempotency-Key")
    if text is None:
        return None
    if view.may_end_its_token:
        token = request.headers.get("Authorization", "").encode("utf-8", "replace")
        owner = f"token {hashlib.sha256(token).hexdigest()}"
    else:
        owner = str(getattr(request.user, "pk", ""))
    key = read_key(
        text,
        owner=owner,
        method=request.method or "",
        path=request.get_full_path(),
        body=request._request.body,  # Django keeps it, so the parser can read it again
    )
    return None if is_dry_run(request) else key


def _rendered(view: AccountView, response: Response) -> Answer:
    """Render a response before the framework does; return what to store of it."""
    request = view.request
    response.accepted_renderer = request.accepted_renderer
    response.accepted_media_type = request.accepted_media_type
    response.renderer_context = view.get_renderer_context()  # type: ignore[attr-defined]
    response.render()
    headers = {name: response[name] for name in STORED_HEADERS if name in response}
    headers["Content-Language"] = get_language() or ""  # that of its texts, whenever it is repeated
    if view.may_end_its_token and DeviceToken.objects.filter(pk=view.request.auth.pk).exists():
        headers[KEEPS_TOKEN] = "true"
    return Answer(response.status_code, headers, response.content)


def _answer_of_ended_token(view: AccountView, request: Request) -> Answer | None:
    """Return the answer to the request that ended its own token, if that is what it did."""
    answer = None
    method = request.method or ""
    if view.may_end_its_token and method in WRITE_METHODS and hasattr(view, method.lower()):
        with suppress(AnswerLost, Refusal):  # a stranger is told to log in, and nothing else
            key = _request_key(view, request)
            answer = stored_answer(key) if key else None
    return None if answer is None or KEEPS_TOKEN in answer.headers else answer


def _repeated(view: AccountView, answer: Answer, address: dict[str, Any]) -> Response:
    view.check_repeat(answer)
    if answer.body is None:
        response = view.answer_again(answer, **address)
    else:
        response = Response(status=answer.status)
        response.content = answer.body  # rendered already
        if "Content-Type" not in answer.headers:
            del response["Content-Type"]
    for name, value in answer.headers.items():
        if name != KEEPS_TOKEN:
            response[name] = value
    response["Idempotency-Replayed"] = "true"
    return response
