"""The empty view: a token, a body, a transaction; and one that is open to everybody."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.urls import path
from django.utils import timezone
from knox.auth import TokenAuthentication
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView  # noqa: TID251  (it shares no code with the project)

from benchmarks.baseline.models import DeviceToken


class DeviceAuthentication(TokenAuthentication):  # type: ignore[misc]
    """Knox's check of a token, in one query; also records when the device was last seen."""

    def validate_user(self, auth_token: Any) -> tuple[Any, Any]:
        user, token = super().validate_user(auth_token)
        now = timezone.now()
        if now - token.seen_at > timedelta(hours=1):
            DeviceToken.objects.filter(pk=token.pk).update(seen_at=now)
        return user, token

    def _cleanup_token(self, auth_token: Any) -> bool:
        return auth_token.expiry is not None and auth_token.expiry < timezone.now()


class EmptyView(APIView):
    authentication_classes = [DeviceAuthentication]
    permission_classes = [IsAuthenticated]

    @transaction.atomic
    def post(self, request: Request) -> Response:
        request.data  # noqa: B018  (reading is lazy)
        return Response({})


class OpenView(APIView):
    permission_classes = [AllowAny]

    def post(self, request: Request) -> Response:
        request.data  # noqa: B018  (reading is lazy)
        return Response({})


urlpatterns = [path("empty/", EmptyView.as_view()), path("open/", OpenView.as_view())]
