"""Addresses whose views fail with an exception that names somebody."""

from django.db import IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from config.urls import handler400, handler403, handler404, handler500, urlpatterns
from rest.views import StrictView

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


def fail(kind: str, secret: str) -> None:
    """Fail as code does that was given something by somebody."""
    if kind == "database":
        raise OperationalError(f"disk full\nDETAIL: Key (name)=({secret})")
    if kind == "chain":
        try:
            settings = {"a": "b"}
            settings[secret]
        except KeyError as error:
            raise RuntimeError(f"nobody is called {secret}") from error
    if kind == "row":
        try:
            User.objects.create(name="x", email=secret)
            User.objects.create(name="x", email=secret)
        except IntegrityError as error:
            error.add_note(secret)
            raise
    raise ExceptionGroup(secret, [ValueError(secret)])


class FailView(StrictView):
    permission_classes = [AllowAny]

    def get(self, _request: Request, kind: str, secret: str) -> Response:
        fail(kind, secret)
        raise AssertionError


def fail_without_drf(_request: HttpRequest, kind: str, secret: str) -> HttpResponse:
    fail(kind, secret)
    raise AssertionError


urlpatterns = [
    path("api/v1/fail/<str:kind>/<str:secret>/", FailView.as_view()),
    path("fail/<str:kind>/<str:secret>/", fail_without_drf),
    *urlpatterns,
]
