"""Telling webhooks what has happened, in a thread of the server.

Nothing is written when something happens: a webhook reads the log of its group like a phone that
was away, and for every message there is a row until it is delivered. So nothing is lost if a
server dies, and a message may come twice; its id is then the same.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connections, transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone, translation

from background.local_worker import local_worker
from games.models import Game, Happening, Membership, Role
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
    told_of_night,
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
# After how long a delivery that failed is tried again: for two days and a half.
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
    """Have another thread tell them, unless it is at it: a slow receiver holds up nothing else."""
    global _courier
    if settings.WEBHOOKS == "off" or (_courier and _courier.is_alive()):
        return
    _courier = threading.Thread(target=_run, name="webhooks", daemon=True)
    _courier.start()


def _run() -> None:
    try:
        collect()
        while not local_worker.is_stopping and deliver_due():
            pass
    except Exception as error:
        if not outages.database_fails(error):
            logger.exception("Webhooks were not told.")
    finally:
        connections.close_all()


def collect() -> None:
    """Make messages of what has happened since the last look."""
    active = Webhook.objects.filter(disabled_at=None).select_related("group", "owner")
    for webhook in active.annotate(told=Coalesce(F("group__log__last_event"), 0)):
        over = last_night(timezone.now(), ZoneInfo(webhook.group.time_zone))
        if webhook.told == webhook.last_event and over <= webhook.last_night:
            continue
        if not _still_owns(webhook):
            webhook.delete()
            continue
        with translation.override(webhook.owner.language or settings.LANGUAGE_CODE):
            _collect_events(webhook)
            _collect_night(webhook, over)


def _still_owns(webhook: Webhook) -> bool:
    mine = Membership.objects.filter(user=webhook.owner_id, group=webhook.group_id, role=Role.OWNER)
    return mine.exists()


def _collect_events(webhook: Webhook) -> None:
    rows = Happening.objects.filter(
        group=webhook.group_id, group_number__gt=webhook.last_event
    ).order_by("group_number")[:EVENTS_AT_ONCE]
    last, told = webhook.last_event, list[Told]()
    for row in rows:
        if is_end_of_game(row) and webhook.wants(Kind.RECORD_BROKEN):
            state = read_state(webhook.group_id)
            if state.counting and timezone.now() - row.at < COUNTED_WITHIN:
                break
            told += _records(row, state.zone)
        told += told_of(row)
        assert row.group_number is not None
        last = row.group_number
    _store(webhook, told, last_event=last)


def _records(row: Happening, zone: ZoneInfo) -> Iterator[Told]:
    game = Game.objects.filter(log=row).first()  # none if it was deleted
    if game is None:
        return
    card = told_of_night(game.group_id, night_of(game.phone_time or game.started_at, zone), zone)
    if card is not None:
        yield from told_of_records(card.data["night"], game.pk)


def _collect_night(webhook: Webhook, over: date) -> None:
    """Tell of the latest night that is over, if it has games."""
    if over <= webhook.last_night:
        return
    told = None
    if webhook.wants(Kind.NIGHT_OVER):
        told = told_of_night(webhook.group_id, over, read_state(webhook.group_id).zone)
    _store(webhook, [told] if told else [], last_night=over)


def last_night(now: datetime, zone: ZoneInfo) -> date:
    """The latest night that is over."""
    return night_of(now, zone) - timedelta(days=1)


def _store(webhook: Webhook, told: Iterable[Told], **heard: date | int) -> None:
    """Store messages, unless another server has done so: both or neither."""
    before = {name: getattr(webhook, name) for name in heard}
    if before == heard:
        return
    with transaction.atomic():
        if not Webhook.objects.filter(pk=webhook.pk, **before).update(**heard):
            return
        Delivery.objects.bulk_create(
            Delivery(webhook=webhook, kind=one.kind, data=one.data, text=one.text)
            for one in told
            if webhook.wants(one.kind)
        )
        older = Delivery.objects.filter(webhook=webhook)[KEPT:].values_list("pk", flat=True)
        Delivery.objects.filter(pk__in=list(older)).delete()


def deliver_due() -> int:
    """Send what is due, at most one message to each webhook; return how many were sent."""
    due = Delivery.objects.filter(
        state=DeliveryState.WAITING, next_at__lte=timezone.now(), webhook__disabled_at=None
    )
    rows = due.select_related("webhook__group").order_by("next_at")[: 10 * MESSAGES_AT_ONCE]
    first_of = {row.webhook_id: row for row in reversed(rows)}
    claimed = [row for row in [*first_of.values()][:MESSAGES_AT_ONCE] if _claim(row)]
    if not claimed:
        return 0
    messages = [
        Message(row.pk, address_of(row.webhook), row.webhook.secret, body_of(row, row.webhook))
        for row in claimed
    ]
    answers = asyncio.run(post_all(messages, at_home=settings.WEBHOOKS == "home"))
    for row, answer in zip(claimed, answers, strict=True):
        _note(row, answer)
    return len(claimed)


def _claim(row: Delivery) -> bool:
    """Whether this server sends it: of two that see it, only one does."""
    mine = Delivery.objects.filter(pk=row.pk, state=DeliveryState.WAITING, next_at=row.next_at)
    return bool(mine.update(next_at=timezone.now() + LEASE))


def _note(row: Delivery, answer: Answer) -> None:
    """Note what came of it, and when to try again."""
    now = timezone.now()
    row.attempts += 1
    row.status, row.error = answer.status, answer.error
    webhook = row.webhook
    if answer.is_success:
        row.state = DeliveryState.DELIVERED
        webhook.failing_since = None
    else:
        webhook.failing_since = webhook.failing_since or now
        if row.attempts > len(AGAIN_AFTER):
            row.state = DeliveryState.FAILED
        else:
            row.next_at = now + AGAIN_AFTER[row.attempts - 1]
        if answer.status == GONE or now - webhook.failing_since > DISABLE_AFTER:
            webhook.disabled_at = now
    row.save(update_fields=["attempts", "status", "error", "state", "next_at"])
    webhook.save(update_fields=["failing_since", "disabled_at"])
