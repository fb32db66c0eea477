"""Reading the log of events."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q

from games.models import Event, Game


def events_after(game: UUID, number: int, limit: int) -> list[Event]:
    """Return up to `limit` events of a game after the one with this number, in their order."""
    return list(Event.objects.filter(game_id=game, number__gt=number).order_by("number")[:limit])


def new_events(last_seen: Mapping[UUID, int]) -> list[Event]:
    """Return the events of several games after the last ones seen, by at most two queries.

    `last_seen` has the number of an event for each game.
    """
    numbers = Game.objects.filter(pk__in=list(last_seen)).values_list("pk", "last_event")
    changed = [pk for pk, last in numbers if last > last_seen[pk]]
    if not changed:
        return []
    is_new = reduce(or_, (Q(game_id=pk, number__gt=last_seen[pk]) for pk in changed))
    return list(Event.objects.filter(is_new).order_by("game_id", "number"))
