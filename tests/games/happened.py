"""What the log says of games, as its views do."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from games.models import Happening
from games.wire.events import event_answers


def changes(**which: Any) -> QuerySet[Happening]:
    """The history of games."""
    return Happening.objects.filter(is_change=True, **which)


def events(**which: Any) -> list[Any]:
    """The events of games, in the order of their numbers."""
    rows = Happening.objects.filter(game__isnull=False, **which)
    found = (event for row in rows.order_by("number", "pk") for event in event_answers(row))
    return sorted(found, key=lambda event: event["number"])
