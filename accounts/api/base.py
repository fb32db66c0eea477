"""What all views of people and games have in common."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar

from django.db import transaction
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.schema import AccountSchema
from accounts.authentication import DeviceAuthentication
from accounts.idempotency import Answer, Key, first_answer, keep, kept_answer, read_key
from accounts.models import User

WRITES = ("post", "put", "patch", "delete")
KEPT_HEADERS = ("ETag", "Location", "Retry-After")

Handler = Callable[..., Response]


class AccountView(APIView):
    """A view for people with a device token; each write is one transaction, safe to repeat.

    What a write needs that is slow and changes nothing, such as judging a password, a view
    does in `prepare_post(request, ...)` (or `prepare_patch` and so on): it is called before
    the transaction begins, and what it returns is passed on to `post` after the request.
    """

    authentication_classes = [DeviceAuthentication]
    permission_classes: ClassVar[list[type[BasePermission]]] = [IsAuthenticated]  # type: ignore[misc]
    throttle_scope = "account"
    schema = AccountSchema()
    # Whether a write may end the token that it came with. Then an Idempotency-Key is the
    # token's and not the person's, so that the answer is found when the token is gone.
    ends_its_token = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name in WRITES:
            if name in cls.__dict__:
                setattr(cls, name, _safe_to_repeat(cls.__dict__[name]))

    @property
    def actor(self) -> User:
        """The person who asks."""
        user = self.request.user
        assert isinstance(user, User)
        return user

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.answer_again: Answer | None = None
        try:
            super().initial(request, *args, **kwargs)
        except NotAuthenticated:
            ended = self.ends_its_token and (request.method or "").lower() in WRITES
            key = _key_of(self, request) if ended else None
            self.answer_again = kept_answer(key) if key else None
            if self.answer_again is None:
                raise
            self.check_throttles(request)


def _safe_to_repeat(handler: Handler) -> Handler:
    @wraps(handler)
    def write(view: AccountView, request: Request, *args: Any, **kwargs: Any) -> Response:
        if view.answer_again:
            return _repeated(view.answer_again)
        key = _key_of(view, request)
        prepare = getattr(view, f"prepare_{handler.__name__}", None)
        if prepare is not None:
            # It might refuse now what it let pass the first time: a password, once changed.
            if key and (answer := kept_answer(key)):
                return _repeated(answer)
            args = (prepare(request, *args, **kwargs), *args)
        with transaction.atomic():
            if key is None:
                return handler(view, request, *args, **kwargs)
            if answer := first_answer(key):
                return _repeated(answer)
            response = handler(view, request, *args, **kwargs)
            headers = {name: response[name] for name in KEPT_HEADERS if name in response}
            keep(key, Answer(response.status_code, response.data, headers))
            return response

    return write


def _key_of(view: AccountView, request: Request) -> Key | None:
    text = request.headers.get("Idempotency-Key")
    if text is None:
        return None
    if view.ends_its_token:
        token = request.headers.get("Authorization", "").encode("utf-8", "replace")
        actor = f"token {hashlib.sha256(token).hexdigest()}"
    else:
        actor = str(getattr(request.user, "pk", ""))
    return read_key(
        text,
        actor=actor,
        method=request.method or "",
        path=request.path,
        body=request._request.body,  # kept by Django, so the parser finds it again
    )


def _repeated(answer: Answer) -> Response:
    return Response(answer.data, answer.status, headers=answer.headers)
