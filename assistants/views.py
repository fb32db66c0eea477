"""Whether a request at /mcp is let in."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from rest.views import StrictView


@extend_schema(exclude=True)
class DoorView(StrictView):
    """Lets in whoever keeps to the limits of the API: the tools are behind it."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_scope = "account"  # not "referee": what the tools ask there counts anyway

    def post(self, request: Request) -> Response:
        return Response(status=204)
