"""Deleting and packing what is no longer kept: once a day, by one server or worker at a time.

Apps that build on games add to it in the `ready` of their AppConfig:

    on_cleanup("files of jobs", delete_old_files)

Celery's beat asks every hour whether it is due (`games.tasks`). Without Redis, a thread of the
server does; with Redis, it steps in if nobody has for a while.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone

from accounts.idempotency import delete_old_answers
from accounts.services.pairing import delete_expired_codes
from config.local_worker import local_worker
from games.models import CleanupState
from games.services.games import purge_deleted_games
from games.services.idle_guests import delete_idle_guests
from games.services.invites import delete_expired_invites
from games.services.packing import delete_old_group_events, pack_old_events
from games.services.sharing import delete_revoked_links
from rest.metrics import cleanup_was, series

logger = logging.getLogger(__name__)

EVERY = timedelta(days=1)
AGAIN_AFTER = timedelta(hours=1)  # a failure
DEAD_AFTER = timedelta(minutes=30)  # without a sign of life
PATIENCE = timedelta(hours=2)  # after which the server's thread does what no worker has done
OVERDUE_AFTER = timedelta(days=1)  # then somebody should look why
LOOK_EVERY = 15 * 60  # seconds

_look_at = 0.0  # by the monotonic clock: in each process for itself

# What is deleted or packed, and the function that does it and returns how many there were. If it
# takes long, it does it in short transactions, and breaks off when `local_worker.is_stopping`.
CLEANUPS: dict[str, Callable[[], int]] = {
    "guests who never played": delete_idle_guests,
    "answers to repeated writes": delete_old_answers,
    "unused pairing codes": delete_expired_codes,
    "expired invites": delete_expired_invites,
    "revoked share links": delete_revoked_links,
    "deleted games": purge_deleted_games,
    "old events, packed": pack_old_events,
    "packed events of groups": delete_old_group_events,
}


def on_cleanup(name: str, delete: Callable[[], int]) -> None:
    """Have a cleanup call `delete()`, which returns how many it deleted."""
    CLEANUPS[name] = delete


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What a cleanup has done: how many of what, and what has failed and why."""

    counts: dict[str, int]
    failures: dict[str, str]


def clean_up(*, if_due_since: timedelta | None = None) -> Cleaned | None:
    """Delete and pack all that is no longer kept; return None if another one is at it.

    With `if_due_since`, only if it has been due for so long. What fails does not keep the rest from
    being done.
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
                logger.exception("The cleanup has failed: %s.", name)
                cleaned.failures[name] = type(error).__name__
    finally:
        _end(run, cleaned)
    return cleaned


def state() -> CleanupState:
    """Return what is known of the last cleanup; the first one is due a day after the start."""
    row, _created = CleanupState.objects.get_or_create(
        pk=1, defaults={"due_at": timezone.now() + EVERY}
    )
    return row


def summary() -> str:
    """Say in a few words how cleaning up goes: `ok`, or what is wrong."""
    row = CleanupState.objects.filter(pk=1).first()
    if row and row.failures:
        return f"failed: {', '.join(row.failures)}"
    return "overdue" if row and timezone.now() > row.due_at + OVERDUE_AFTER else "ok"


def is_going_on(row: CleanupState, now: datetime) -> bool:
    """Whether somebody is cleaning up."""
    return row.ended_at is None and row.alive_at is not None and row.alive_at > now - DEAD_AFTER


def _begin(if_due_since: timedelta | None) -> int | None:
    """Note that a cleanup begins, unless one is going on; return its number.

    One statement decides, so that of two servers one begins.
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
    """Say that this cleanup is alive; return whether no other one has taken its place."""
    return bool(CleanupState.objects.filter(pk=1, run=run).update(alive_at=timezone.now()))


def _end(run: int, cleaned: Cleaned) -> None:
    now = timezone.now()
    is_whole = len(cleaned.counts) + len(cleaned.failures) == len(CLEANUPS)
    due_at = now + EVERY if is_whole and not cleaned.failures else now + AGAIN_AFTER
    if not is_whole:
        due_at = now  # the server stops: the next one goes on
    CleanupState.objects.filter(pk=1, run=run).update(
        ended_at=now, due_at=due_at, counts=cleaned.counts, failures=cleaned.failures
    )


@local_worker.look
def tell_metrics() -> None:
    """Tell when the last cleanup was, whoever did it."""
    if series():
        row = CleanupState.objects.filter(pk=1).first()
        if row and row.ended_at:
            cleanup_was(row.ended_at.timestamp(), has_failed=bool(row.failures))


@local_worker.look
def clean_up_now_and_then() -> None:
    """Clean up if that is due; with workers, only if none has done it."""
    global _look_at
    if time.monotonic() >= _look_at:
        _look_at = time.monotonic() + LOOK_EVERY
        clean_up(if_due_since=timedelta(0) if local_worker.takes_tasks else PATIENCE)
