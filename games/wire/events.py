"""The events of a game as typed JSON answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, TypedDict

from games.models import Event
from games.models.table import EventKind
from rest.annotations import Doc, OneOf

EVENT_KINDS = EventKind.values


class GameEvent(TypedDict):
    """Something that happened in a game; `data` updates what a phone already knows."""

    number: Annotated[int, Doc("Counts the events of the game; the `id` in a stream.")]
    version: Annotated[int, Doc("The game's version after the event.")]
    kind: Annotated[str, OneOf(EVENT_KINDS)]
    at: datetime
    actor: str | None
    data: Annotated[Any, Doc("What changed: see docs/live.md.")]


class LogPage(TypedDict):
    """A part of a game's log of events."""

    events: list[GameEvent]
    more: Annotated[bool, Doc("Whether there are more events to read.")]


class StreamTicket(TypedDict):
    """A ticket with which a browser opens the stream of a game."""

    ticket: Annotated[str, Doc("For `?ticket=` of the game's stream.")]
    good_for: Annotated[
        int, Doc("How many seconds the ticket is valid: long enough to open a stream.")
    ]


def event_answer(event: Event) -> GameEvent:
    return {
        "number": event.number,
        "version": event.version,
        "kind": event.kind,
        "at": event.at,
        "actor": event.actor_name or None,
        "data": event.data,
    }


def log_answer(events: Sequence[Event], *, more: bool) -> LogPage:
    return {"events": [event_answer(event) for event in events], "more": more}


def ticket_answer(ticket: str, lifetime: int) -> StreamTicket:
    """Return a ticket that can be used for `lifetime` seconds."""
    return {"ticket": ticket, "good_for": lifetime}
