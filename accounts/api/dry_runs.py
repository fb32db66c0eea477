"""Dry runs: a write that is checked and answered with `?dry_run=true`, and not recorded."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from rest.query import FLAG, read_query

DRY_RUN = OpenApiParameter(
    "dry_run",
    bool,
    description="Only check the request, and answer with 200 as if it had been recorded: nothing "
    "is recorded, nobody is told, and an `Idempotency-Key` stays unused.",
)

Handler = Callable[..., Response]


def is_dry_run(request: Request) -> bool:
    """Whether a request has `?dry_run=true`; Refusal for a value that is not valid."""
    return bool(read_query(request, {"dry_run": FLAG}).get("dry_run", False))


def undone_on_dry_run(handler: Handler) -> Handler:
    """Carry out a write method in any case, but undo it if it is a dry run.

    So a dry run checks and answers everything that the write does. Its answer has no headers:
    its entity tag would be that of a version that does not exist. The method publishes `DRY_RUN`.
    """

    @wraps(handler)
    def write(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        if not is_dry_run(request):
            return handler(view, request, *args, **kwargs)
        with transaction.atomic():
            answer = handler(view, request, *args, **kwargs)
            transaction.set_rollback(True)
        return Response(answer.data)

    return write
