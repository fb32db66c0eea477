"""What all views of statistics have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from accounts.api.base import AccountView
from games.selectors.access import member_as
from games.selectors.snapshot import snapshot
from rest.caching import conditional_response
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.state import read_state


class StatisticsView(AccountView):
    """A view of statistics: for members, with what is counted so far, and with an ETag."""

    def answer(
        self, group: UUID, filters: Filters, read: Callable[[Filters], Mapping[str, Any]]
    ) -> HttpResponseBase:
        """Answer as `counted_response`; raise NotFound unless the actor is a member."""
        member_as(self.actor, group)
        return counted_response(self.request, group, filters, read)


def counted_response(
    request: Request,
    group: UUID,
    filters: Filters,
    read: Callable[[Filters], Mapping[str, Any]],
) -> HttpResponseBase:
    """Answer with what `read` returns and the fields of `Counted`, or 304.

    It is given the filters with the time zone that the statistics are counted in. The ETag is a
    hash of the answer's bytes, because the answer has names in it besides numbers.
    """
    with snapshot():  # otherwise a correction could be in one half of the answer only
        state = read_state(group)
        answer = {
            **read(replace(filters, zone=state.zone)),
            "counting": state.counting,
            "as_of": state.as_of,
        }
    content = JSONRenderer().render(answer)
    return conditional_response(request, content, content_type="application/json")
