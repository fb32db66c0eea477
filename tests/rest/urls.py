"""The project's urls, and views that do what only a test would ask for."""

from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import InternalError, OperationalError
from django.http import Http404
from django.urls import path
from psycopg.errors import InFailedSqlTransaction, ReadOnlySqlTransaction
from rest_framework import exceptions, serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as project_patterns
from rest.problems import ProblemError
from rest.refusals import FieldError
from rest.serializers import StrictCharField, StrictIntegerField, StrictSerializer
from rest.views import StrictView

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


class EchoView(StrictView):
    permission_classes = [AllowAny]

    def get(self, request: Request) -> Response:
        return Response({})

    def post(self, request: Request) -> Response:
        return Response(request.data)


class ForgottenView(StrictView):
    """One whose author forgot to say who may use it."""

    def get(self, request: Request) -> Response:
        return Response({})


class GroupSerializer(StrictSerializer):
    name = StrictCharField()
    cards = serializers.ListField(child=StrictIntegerField(max_value=12))


class TableSerializer(StrictSerializer):
    groups = GroupSerializer(many=True)


class TableView(StrictView):
    permission_classes = [AllowAny]

    def post(self, request: Request) -> Response:
        return Response(TableSerializer.parse(request.data))


def _caused(error: Exception, cause: Exception) -> Exception:
    """An error of Django, as it comes from one of PostgreSQL."""
    error.__cause__ = cause
    return error


ERRORS: dict[str, Exception] = {
    "http404": Http404("a model's name that nobody needs to know"),
    "denied": PermissionDenied(),
    "suspicious": SuspiciousOperation(),
    "model": DjangoValidationError({"name": "Too long."}),
    "parse": exceptions.ParseError(),
    "login": exceptions.NotAuthenticated(),
    "surrogate": ProblemError(400, "odd", "half: \ud800", errors=[FieldError("\udfff", "x", "y")]),
    "conflict": ProblemError(
        409,
        "stale",
        "The round is over.",
        extra={"game": {"round": 3}, "status": 200},
        headers={"ETag": '"3"'},
    ),
    "away": OperationalError("connection to nobody@10.0.0.7 refused"),
    "read-only": _caused(InternalError("cannot execute INSERT"), ReadOnlySqlTransaction()),
    "in-a-failed-transaction": _caused(InternalError("ignored"), InFailedSqlTransaction()),
    "bug": RuntimeError("a secret"),
}


class RaisingView(StrictView):
    permission_classes = [AllowAny]

    def get(self, request: Request, name: str) -> Response:
        raise ERRORS[name]


def plain_bug(request: Any) -> Any:
    """Fail outside the API framework."""
    raise RuntimeError("a secret")


urlpatterns = [
    path("echo/", EchoView.as_view()),
    path("forgotten/", ForgottenView.as_view()),
    path("table/", TableView.as_view()),
    path("raise/<name>/", RaisingView.as_view()),
    path("plain-bug/", plain_bug),
    *project_patterns,
]
