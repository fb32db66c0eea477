"""What all views of statistics have in common."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from rest_framework.renderers import JSONRenderer

from accounts.api.base import AccountView
from config.caching import cacheable
from games.access import member_as
from scoring.services.counting import catch_up


class StatisticsView(AccountView):
    """A view of figures: for members, never behind the games, and with an ETag.

    The tag is one of the answer's very bytes: names are in it as well as numbers, and a phone
    that has them all is sent no body.
    """

    def open_book(self, group: UUID) -> None:
        """Let members in, and nobody else (404); count what is due."""
        member_as(self.actor, group)
        catch_up(group)

    def answer(self, data: Any) -> HttpResponseBase:
        """The figures, or 304 for who has them."""
        content = JSONRenderer().render(data)
        return cacheable(self.request, content, content_type="application/json")
