"""What all views of statistics have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from rest_framework.renderers import JSONRenderer

from accounts.api.base import AccountView
from games.selectors.access import member_as
from games.selectors.snapshot import snapshot
from rest.caching import cacheable
from scoring.statistics.services.counting import catch_up


class StatisticsView(AccountView):
    """A view of figures: for members, never behind the games, and with an ETag.

    The tag is one of the answer's very bytes: names are in it as well as numbers, and a phone
    that has them all is sent no body.
    """

    def answer(self, group: UUID, read: Callable[[], Any]) -> HttpResponseBase:
        """What `read` finds, or 304 for who has it; for members of the group (404)."""
        member_as(self.actor, group)
        catch_up(group)
        with snapshot():  # or a game that is corrected meanwhile were in one half of it
            found = read()
        content = JSONRenderer().render(found)
        return cacheable(self.request, content, content_type="application/json")
