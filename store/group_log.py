"""Writing what happened in a group: its events, numbered by its log.

The row of the log stays locked to the end of the transaction. It is the last row that a
transaction locks, so that no two wait for each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from store.database import is_postgres, rows
from store.tables import GROUP_EVENTS
from store.values import json_text, stored


@dataclass(frozen=True, slots=True)
class GroupEventRow:
    """A row of `games.models.GroupEvent`; it gets its number when it is stored."""

    kind: str
    actor_id: UUID | None
    actor_name: str
    data: Any
    at: datetime


@dataclass(frozen=True, slots=True)
class GroupNews:
    """Events of a group, and how many `changes` of names, members and players they tell of."""

    group: UUID
    events: Sequence[GroupEventRow]
    changes: int = 0


# Counts events and changes; the first of a group make its log.
_COUNT = """
    INSERT INTO games_grouplog (group_id, last_event, revision) {counts}
    ON CONFLICT (group_id) DO UPDATE SET
        last_event = games_grouplog.last_event + excluded.last_event,
        revision = games_grouplog.revision + excluded.revision
    RETURNING last_event"""

# For PostgreSQL: stores the `GroupNews` in `document->'news'` of the table `given`.
LOG_AND_EVENTS = f"""
    news AS (
        SELECT (document->'news'->>'group')::uuid AS "group",
            jsonb_array_length(document->'news'->'events') AS events,
            (document->'news'->>'changes')::integer AS changes
        FROM given),
    log AS ({_COUNT.format(counts='SELECT "group", events, changes FROM news')}),
    group_events AS (
        INSERT INTO games_groupevent ({GROUP_EVENTS.columns})
        SELECT news."group", log.last_event - news.events + told.place, {GROUP_EVENTS.values}
        FROM log, news, given,
            jsonb_array_elements(document->'news'->'events') WITH ORDINALITY AS told(event, place),
            jsonb_to_record(told.event) {GROUP_EVENTS.row})"""  # noqa: S608


def write_group_news(news: GroupNews) -> int:
    """Store what happened in a group; return the number of its last event."""
    if is_postgres():
        statement = (
            f"WITH given AS (SELECT %s::jsonb AS document), {LOG_AND_EVENTS}"  # noqa: S608
            " SELECT last_event FROM log"
        )
        [[last]] = rows(statement, [json_text({"news": news})])
        return int(last)
    counts = stored([news.group, len(news.events), news.changes])
    [[last]] = rows(_COUNT.format(counts="VALUES (%s, %s, %s)"), counts)
    first = last - len(news.events) + 1
    GROUP_EVENTS.insert(
        *(((news.group, number), event) for number, event in enumerate(news.events, first))
    )
    return int(last)
