"""Telling webhooks what has happened, in a thread of the server.

Nothing is written when something happens: a webhook reads the log of its group like a phone that
was away, and for every message there is a row until it is delivered. So nothing is lost if a
server dies, and a message may come twice; its id is then the same.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connections, transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone, translation

from background.local_worker import local_worker
from games.models import Happening, Membership, Role
from rest import outages
from scoring.statistics.periods import night_of
from scoring.statistics.selectors.state import read_state
from scoring.webhooks.kinds import Kind
from scoring.webhooks.messages import (
    Told,
    address_of,
    body_of,
    is_end_of_game,
    told_of,
    told_of_nights,
    told_of_records,
)
from scoring.webhooks.models import Delivery, DeliveryState, Webhook
from scoring.webhooks.sender import Answer, Message, post_all

logger = logging.getLogger(__name__)

EVENTS_AT_ONCE = 200
MESSAGES_AT_ONCE = 20
KEPT = 200  # messages of a webhook: no group can fill the disk with what nobody takes
LEASE = timedelta(minutes=1)  # then a message whose server died is sent by another one
COUNTED_WITHIN = timedelta(minutes=5)  # then a game's records are no longer waited for
GONE = 410  # the receiver wants no more
# After how long a failed delivery is tried again: for two days and seven hours in all.
AGAIN_AFTER = [
    timedelta(seconds=5),
    timedelta(minutes=1),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
    *[timedelta(hours=12)] * 4,
]
DISABLE_AFTER = timedelta(days=5)  # without a single success

_courier: threading.Thread | None = None


@local_worker.look
def see_to_webhooks() -> None:
    """Have another thread tell them, if none is running: a slow receiver holds up nothing else."""
    global _courier
    if settings.WEBHOOKS == "off" or (_courier and _courier.is_alive()):
        return
    _courier = threading.Thread(target=_run, name="webhooks", daemon=True)
    _courier.start()


def _run() -> None:
    try:
        while not local_worker.is_stopping:
            collect()  # each time: while some are told slowly, others have news
            if not deliver_due():
                break
    except Exception as error:
        if not outages.database_fails(error):
            logger.exception("Webhooks could not be told.")
    finally:
        connections.close_all()


def collect() -> None:
    """Make messages of what has happened since the last look."""
    active = _active().select_related("group", "owner")
    for webhook in active.annotate(latest=Coalesce(F("group__log__last_event"), 0)):
        over = last_night(timezone.now(), ZoneInfo(webhook.group.time_zone))
        if webhook.latest == webhook.last_event and over <= webhook.last_night:
            continue
        try:
            _collect(webhook, over)
        except Exception as error:
            if outages.database_fails(error):
                raise
            logger.exception("What happened could not be told to webhook %s.", webhook.pk)


def _active() -> QuerySet[Webhook]:
    return Webhook.objects.filter(disabled_at=None, owner__is_active=True)


def _collect(webhook: Webhook, over: date) -> None:
    mine = Membership.objects.filter(user=webhook.owner_id, group=webhook.group_id, role=Role.OWNER)
    if not mine.exists():
        webhook.delete()
        return
    with translation.override(webhook.owner.language or settings.LANGUAGE_CODE):
        _collect_events(webhook)
        if over > webhook.last_night:
            zone = read_state(webhook.group_id).zone
            told = told_of_nights(webhook.group_id, webhook.last_night, over, zone)
            _store(webhook, told, last_night=over)


def _collect_events(webhook: Webhook) -> None:
    rows = Happening.objects.filter(
        group=webhook.group_id, group_number__gt=webhook.last_event
    ).order_by("group_number")[:EVENTS_AT_ONCE]
    last, told = webhook.last_event, list[Told]()
    for row in rows:
        of_records: Iterable[Told] = ()
        if is_end_of_game(row) and webhook.wants(Kind.RECORD_BROKEN):
            state = read_state(webhook.group_id)
            if state.counting and timezone.now() - row.at < COUNTED_WITHIN:
                break
            of_records = told_of_records(row, state.zone)
        told += [*told_of(row), *of_records]
        assert row.group_number is not None
        last = row.group_number
    _store(webhook, told, last_event=last)


def last_night(now: datetime, zone: ZoneInfo) -> date:
    """The latest night that is over."""
    return night_of(now, zone) - timedelta(days=1)


def _store(webhook: Webhook, told: Iterable[Told], **heard: date | int) -> None:
    """Store messages and what was `heard`, both or neither, unless another server did so."""
    before = {name: getattr(webhook, name) for name in heard}
    if before == heard:
        return
    with transaction.atomic():
        if not Webhook.objects.filter(pk=webhook.pk, **before).update(**heard):
            return
        Delivery.objects.bulk_create(
            Delivery(webhook=webhook, **one._asdict()) for one in told if webhook.wants(one.kind)
        )
        older = Delivery.objects.filter(webhook=webhook)[KEPT:].values_list("pk", flat=True)
        Delivery.objects.filter(pk__in=list(older)).delete()


def deliver_due() -> int:
    """Send the first due message of each webhook, a few at a time; return how many were sent."""
    due = Delivery.objects.filter(state=DeliveryState.WAITING, next_at__lte=timezone.now())
    first = due.filter(webhook=OuterRef("pk")).order_by("next_at", "-kind").values("pk")[:1]
    firsts = _active().annotate(first=Subquery(first)).filter(first__isnull=False).values("first")
    rows = due.filter(pk__in=firsts).select_related("webhook__group").order_by("next_at")
    claimed = [row for row in rows[:MESSAGES_AT_ONCE] if _claim(row)]
    messages = [
        Message(row.pk, address_of(row.webhook), row.webhook.secret, body_of(row, row.webhook))
        for row in claimed
    ]
    if messages:
        answers = asyncio.run(post_all(messages, settings.WEBHOOKS))
        for row, answer in zip(claimed, answers, strict=True):
            _note(row, answer)
    return len(messages)


def _claim(row: Delivery) -> bool:
    """Claim a message; return False if another server has claimed it first."""
    mine = Delivery.objects.filter(pk=row.pk, state=DeliveryState.WAITING, next_at=row.next_at)
    return bool(mine.update(next_at=timezone.now() + LEASE))


def _note(row: Delivery, answer: Answer) -> None:
    """Note the answer, and when to try again; the webhook may be changed or gone by now."""
    now = timezone.now()
    attempts = row.attempts + 1
    noted: dict[str, Any] = {"status": answer.status, "error": answer.error or ""}
    if answer.is_success:
        noted["state"] = DeliveryState.DELIVERED
    elif attempts > len(AGAIN_AFTER):
        noted["state"] = DeliveryState.FAILED
    else:
        noted["next_at"] = now + AGAIN_AFTER[attempts - 1]
    Delivery.objects.filter(pk=row.pk).update(attempts=attempts, **noted)
    webhook = Webhook.objects.filter(pk=row.webhook_id)
    if answer.is_success:
        webhook.update(failing_since=None)
        return
    webhook.filter(failing_since=None).update(failing_since=now)
    fails_for_long = Q(failing_since__lt=now - DISABLE_AFTER)
    tired = webhook if answer.status == GONE else webhook.filter(fails_for_long)
    tired.filter(disabled_at=None).update(disabled_at=now)
