"""Statistics in the background, by a Celery worker if there is one."""

from __future__ import annotations

from uuid import UUID

from config.celery import app, send
from scoring.statistics.services.catch_up import catch_up


@app.task  # type: ignore[untyped-decorator]
def catch_up_group(group: str) -> None:
    """Count the pending games of a group. It does no harm to do this twice."""
    catch_up(UUID(group))


def start_catching_up(group: UUID) -> None:
    """Let a worker count the pending games of a group; otherwise its next reader does."""
    send(catch_up_group, str(group))
