"""The project's urls, and one to start a slow job."""

from uuid import UUID

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView
from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as project_patterns
from scoring.jobs.api.views import accepted
from scoring.jobs.queue import start_job

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


class SlowView(AccountView):
    def post(self, request: Request, group: UUID) -> Response:
        options = dict(request.data)
        return accepted(start_job(actor=self.actor, group=group, kind="slow", options=options))


urlpatterns = [path("api/v1/groups/<uuid:group>/slow/", SlowView.as_view()), *project_patterns]
