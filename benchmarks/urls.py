"""The project's urls, and views that do nothing."""

from django.db import transaction
from django.urls import path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as project_patterns
from rest.views import StrictView

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


class EmptyView(StrictView):
    """The least that the framework can do with a body: read it, and answer `{}`."""

    permission_classes = [AllowAny]

    def post(self, request: Request) -> Response:
        request.data  # noqa: B018  (reading is lazy)
        return Response({})


class EmptyAccountView(AccountView):
    """The least that a write by somebody known can do: a token, a body, a transaction."""

    @idempotent
    @transaction.atomic
    def post(self, request: Request) -> Response:
        request.data  # noqa: B018  (reading is lazy)
        return Response({})


urlpatterns = [
    path("api/v1/empty/", EmptyView.as_view()),
    path("api/v1/empty/account/", EmptyAccountView.as_view()),
    *project_patterns,
]
