"""What all views of statistics have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from rest_framework.renderers import JSONRenderer

from accounts.api.base import AccountView
from games.selectors.access import member_as
from games.selectors.snapshot import snapshot
from rest.caching import conditional_response
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.state import read_state


class StatisticsView(AccountView):
    """A view of statistics: for members, with what is counted so far, and with an ETag.

    The ETag is a hash of the answer's bytes, because the answer has names in it besides numbers.
    """

    def answer(
        self, group: UUID, filters: Filters, read: Callable[[Filters], Mapping[str, Any]]
    ) -> HttpResponseBase:
        """Answer with what `read` returns, or 304; raise NotFound unless the actor is a member.

        It is given the filters with the time zone that the statistics are counted in. The answer
        also gets the fields of `Counted`.
        """
        member_as(self.actor, group)
        with snapshot():  # otherwise a correction could be in one half of the answer only
            state = read_state(group)
            answer = {
                **read(replace(filters, zone=state.zone)),
                "counting": state.counting,
                "as_of": state.as_of,
            }
        content = JSONRenderer().render(answer)
        return conditional_response(self.request, content, content_type="application/json")
