"""Reading the logs of events, of games and of groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import orjson

from games.domain.forgetting import without_doers
from games.live.listeners import Listener
from games.live.subscriptions import EncodedEvent
from games.wire.events import event_answer
from games.wire.group_events import group_event_answer
from store import event_log
from store.event_log import GameEventRow, GroupEventRow
from store.packed_events import whole_game_log_after, whole_group_log_after

AnyEvent = GameEventRow | GroupEventRow


def events_after(listener: Listener, number: int, limit: int) -> Sequence[AnyEvent]:
    """Return up to `limit` events for a listener after the one with this number, in their order."""
    if listener.game is None:
        return group_events_after(listener.group, number, limit)
    return game_events_after(listener.game, number, limit)


def game_events_after(game: UUID, number: int, limit: int) -> list[GameEventRow]:
    """As `events_after`, for a game, whose older events may be packed."""
    return whole_game_log_after(game, number, limit)


def group_events_after(group: UUID, number: int, limit: int) -> list[GroupEventRow]:
    """As `events_after`, for a group, whose older events may be packed."""
    return whole_group_log_after(group, number, limit)


def new_events(games: Mapping[UUID, int], groups: Mapping[UUID, int], limit: int) -> list[AnyEvent]:
    """Return the events of games and groups after those with these numbers.

    They are so new that none is packed. Those of each are in their order, at most `limit` of each:
    who reads on from the last ones gets the rest.
    """
    return [
        *event_log.game_events_after(games, limit),
        *event_log.group_events_after(groups, limit),
    ]


def encode_event(event: AnyEvent, *, by_link: bool = False) -> EncodedEvent:
    """Return an event as a stream sends it; `by_link`, to who watches, without who did it."""
    answer: Any = (
        event_answer(event) if isinstance(event, GameEventRow) else group_event_answer(event)
    )
    if by_link:
        answer = without_doers(answer)
    data = orjson.dumps(answer, option=orjson.OPT_UTC_Z)
    content = b"id: %d\nevent: %s\ndata: %s\n\n" % (event.number, event.kind.encode(), data)
    return EncodedEvent(event.number, content)
