"""Statistics in the background: by a Celery worker, or by a thread of the server."""

from __future__ import annotations

import logging
from uuid import UUID

from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError

from background.celery_app import app, send
from background.local_worker import local_worker, short_turns
from rest import outages
from scoring.statistics.selectors.state import neglected_groups
from scoring.statistics.services.catch_up import catch_up

logger = logging.getLogger(__name__)


@app.task  # type: ignore[untyped-decorator]
def catch_up_group(group: str) -> None:
    """Count the pending games of a group. It does no harm to do this twice."""
    try:
        catch_up(UUID(group))
        outages.database.is_over()
    except DatabaseError as error:
        if not outages.database_fails(error):
            raise


def start_catching_up(group: UUID) -> None:
    """Let a worker count the pending games of a group, or do it here if there is none.

    If the message or its worker is lost, `count_what_nobody_counts` does it.
    """
    send(catch_up_group, str(group))


@local_worker.look
def count_what_nobody_counts() -> None:
    """Count what has been due for some seconds: its worker was killed, or never heard of it."""
    failed: set[UUID] = set()
    while not local_worker.is_stopping:
        due_rows = (rows.exclude(group__in=failed).first() for rows in neglected_groups())
        due = next((row for row in due_rows if row is not None), None)
        if due is None:
            return
        try:
            with short_turns():  # this may be much
                catch_up(due.group_id)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("The statistics of group %s could not be counted.", due.group_id)
            failed.add(due.group_id)
