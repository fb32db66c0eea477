"""Statistics in the background, by a Celery worker if there is one."""

from __future__ import annotations

import logging
from uuid import UUID

import redis
from kombu.exceptions import KombuError

from config.celery import app
from scoring.statistics.services.catch_up import catch_up

logger = logging.getLogger(__name__)


@app.task  # type: ignore[untyped-decorator]
def catch_up_group(group: str) -> None:
    """Count the pending games of a group. It does no harm to do this twice."""
    catch_up(UUID(group))


def start_catching_up(group: UUID) -> None:
    """Let a worker count the pending games of a group."""
    try:
        catch_up_group.delay(str(group))
    except (KombuError, redis.RedisError, OSError) as error:
        # They stay pending, and the next reader of the statistics counts them.
        logger.warning("No worker could be reached to count the group %s: %s", group, error)
