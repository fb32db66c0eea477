"""The project's urls, and a view that does nothing."""

from django.urls import path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

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


urlpatterns = [
    path("api/v1/empty/", EmptyView.as_view()),
    *project_patterns,
]
