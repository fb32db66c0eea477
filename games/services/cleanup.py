"""The daily cleanup: deleting what has expired, in one process at a time.

Apps that build on games add what they clean up in the `ready` of their AppConfig:

    CLEANUPS["files of jobs"] = delete_old_files

Celery's beat checks every hour whether a cleanup is due (`games.tasks`). Without Redis, a thread of
the server does that; with Redis, the thread steps in if no worker has cleaned up for a while.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Model, Q
from django.utils import timezone

from accounts.idempotency import STORED_FOR
from accounts.models import PairingCode, PendingEmail, StoredAnswer
from background.local_worker import local_worker
from games.models import CleanupState, Invite, ShareLink
from games.services.games import purge_deleted_games
from games.services.idle_guests import delete_idle_guests
from games.services.old_events import delete_old_group_events
from rest import outages
from rest.metrics import OF_SERVER, Metric, series

logger = logging.getLogger(__name__)

EVERY = timedelta(days=1)
AGAIN_AFTER = timedelta(hours=1)  # after a failure
DEAD_AFTER = timedelta(minutes=30)  # without a sign of life
PATIENCE = timedelta(hours=2)  # then the server's thread does what no worker has done
OVERDUE_AFTER = timedelta(days=1)  # then somebody should find out why
REVOKED_LINKS_FOR = timedelta(days=30)
LOOK_EVERY = 15 * 60  # seconds

LAST_RUN = Metric(
    "Gauge",
    "tableside_cleanup_last_run_timestamp_seconds",
    "When a cleanup last ended.",
    options=OF_SERVER,
)
LAST_SUCCESS = Metric(
    "Gauge",
    "tableside_cleanup_last_success_timestamp_seconds",
    "When a cleanup last ended without a failure, as far as this server has seen.",
    options=OF_SERVER,
)

_look_at = 0.0  # on the monotonic clock, in each process separately


def deleting(
    model: type[Model], time: str, kept_for: timedelta = timedelta(0)
) -> Callable[[], int]:
    """Return what deletes rows once the `time` in this column is that long ago."""

    def delete() -> int:
        old = {f"{time}__lt": timezone.now() - kept_for}
        return model._default_manager.filter(**old).delete()[0]

    return delete


# What is deleted, and the function that does so and returns how many it handled. A slow one works
# in short transactions, and breaks off once `local_worker.is_stopping`.
CLEANUPS: dict[str, Callable[[], int]] = {
    "guests who never played": delete_idle_guests,
    "answers to repeated writes": deleting(StoredAnswer, "created_at", STORED_FOR),
    "unused pairing codes": deleting(PairingCode, "expires_at"),
    "unconfirmed e-mail addresses": deleting(PendingEmail, "expires_at"),
    "expired invites": deleting(Invite, "expires_at"),
    "revoked share links": deleting(ShareLink, "revoked_at", REVOKED_LINKS_FOR),
    "deleted games": purge_deleted_games,
    "old events of groups": delete_old_group_events,
}


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What a cleanup did: how many of each kind, and what failed and why."""

    counts: dict[str, int]
    failures: dict[str, str]


def clean_up(*, if_due_since: timedelta | None = None) -> Cleaned | None:
    """Delete everything that has expired; return None if another cleanup is running.

    With `if_due_since`, do so only if a cleanup has been due for that long. A failing part does not
    stop the others.
    """
    run = _begin(if_due_since)
    if run is None:
        return None
    cleaned = Cleaned({}, {})
    try:
        for name, delete in list(CLEANUPS.items()):
            if local_worker.is_stopping or not _is_mine(run):
                break
            try:
                cleaned.counts[name] = delete()
            except Exception as error:
                if not outages.database_fails(error):
                    logger.exception("The cleanup has failed: %s.", name)
                cleaned.failures[name] = type(error).__name__
    finally:
        _end(run, cleaned)
    return cleaned


def state() -> CleanupState:
    """Return what is known about the last cleanup; the first one is due a day after the start."""
    row, _created = CleanupState.objects.get_or_create(
        pk=1, defaults={"due_at": timezone.now() + EVERY}
    )
    return row


def summary() -> str:
    """Summarize in a few words how cleaning up is going: `ok`, or what is wrong."""
    row = CleanupState.objects.filter(pk=1).first()
    if row and row.failures:
        return f"failed: {', '.join(row.failures)}"
    return "overdue" if row and timezone.now() > row.due_at + OVERDUE_AFTER else "ok"


def is_going_on(row: CleanupState, now: datetime) -> bool:
    """Whether a cleanup is running."""
    return row.ended_at is None and row.alive_at is not None and row.alive_at > now - DEAD_AFTER


def _begin(if_due_since: timedelta | None) -> int | None:
    """Record that a cleanup begins, unless one is running; return its number.

    A single statement decides this, so that only one of two servers begins.
    """
    now = timezone.now()
    state()
    free = Q(ended_at__isnull=False) | Q(alive_at__isnull=True) | Q(alive_at__lt=now - DEAD_AFTER)
    rows = CleanupState.objects.filter(free, pk=1)
    if if_due_since is not None:
        rows = rows.filter(due_at__lte=now - if_due_since)
    taken = rows.update(
        run=F("run") + 1,
        due_at=now + EVERY,
        began_at=now,
        alive_at=now,
        ended_at=None,
        counts={},
        failures={},
    )
    return state().run if taken else None


def _is_mine(run: int) -> bool:
    """Report that this cleanup is alive; return whether no other one has taken its place."""
    return bool(CleanupState.objects.filter(pk=1, run=run).update(alive_at=timezone.now()))


def _end(run: int, cleaned: Cleaned) -> None:
    now = timezone.now()
    is_whole = len(cleaned.counts) + len(cleaned.failures) == len(CLEANUPS)
    due_at = now + EVERY if is_whole and not cleaned.failures else now + AGAIN_AFTER
    if not is_whole:
        due_at = now  # the server is stopping: the next one continues
    CleanupState.objects.filter(pk=1, run=run).update(
        ended_at=now, due_at=due_at, counts=cleaned.counts, failures=cleaned.failures
    )


@local_worker.look
def tell_metrics() -> None:
    """Publish when the last cleanup ran, in whichever process."""
    if series():
        row = CleanupState.objects.filter(pk=1).first()
        if row and row.ended_at:
            LAST_RUN.set(row.ended_at.timestamp())
            if not row.failures:
                LAST_SUCCESS.set(row.ended_at.timestamp())


@local_worker.look
def clean_up_now_and_then() -> None:
    """Clean up if that is due; where there are workers, only if none of them has."""
    global _look_at
    if time.monotonic() >= _look_at:
        _look_at = time.monotonic() + LOOK_EVERY
        clean_up(if_due_since=timedelta(0) if local_worker.takes_tasks else PATIENCE)
