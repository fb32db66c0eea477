"""What workers count (`celery -A config.celery worker`). Loaded by Celery."""

from __future__ import annotations

from uuid import UUID

from config.celery import app
from scoring.statistics.services.counting import catch_up


@app.task  # type: ignore[untyped-decorator]
def catch_up_with(group: str) -> None:
    """Count what is due in a group."""
    catch_up(UUID(group))
