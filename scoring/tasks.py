"""What the background does; the work itself is done by services."""

from __future__ import annotations

from uuid import UUID

from config.celery import app
from scoring.services.counting import catch_up


@app.task  # type: ignore[untyped-decorator]
def catch_up_with(group: str) -> None:
    """Count what is due in a group."""
    catch_up(UUID(group))
