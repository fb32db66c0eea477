"""Setting up webhooks, and forgetting what they were sent."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Group, GroupLog
from rest.limits import LIMITS, StoredLimit, expect_room
from rest.refusals import NotFound, Refusal, wrong_field
from scoring.webhooks.addresses import is_allowed
from scoring.webhooks.courier import last_night
from scoring.webhooks.kinds import Format
from scoring.webhooks.models import Delivery, DeliveryState, Webhook
from scoring.webhooks.sender import new_secret

LIMITS["webhooks_of_group"] = StoredLimit(
    5, gettext_lazy("A group can have %(maximum)s webhooks: delete one that nobody needs.")
)
KEEP_FOR = timedelta(days=30)
SHOWN = 50  # deliveries


def create_webhook(*, actor: User, group: Group, **chosen: Any) -> Webhook:
    """Set up a webhook, which hears of what happens from now on.

    `group` is locked. Raises Refusal if webhooks are switched off, if there are too many, or if
    the address cannot be called.
    """
    _expect_webhooks()
    _check(chosen["url"], chosen["format"])
    expect_room("webhooks_of_group", Webhook.objects.filter(group=group).count())
    return Webhook.objects.create(
        group=group, owner=actor, secret=new_secret(), **_from_now(group), **chosen
    )


def change_webhook(*, webhook: Webhook, actor: User, **changes: Any) -> Webhook:
    """Change a webhook, which is the actor's own from now on; raise Refusal as `create_webhook`.

    `enabled` says whether it is told of anything; it never hears of what happens while it is off.
    """
    _expect_webhooks()
    if "url" in changes or "format" in changes:
        _check(changes.get("url", webhook.url), changes.get("format", webhook.format))
    enabled = changes.pop("enabled", None)
    changes["owner"] = actor
    if enabled is False:
        changes["disabled_at"] = webhook.disabled_at or timezone.now()
    elif enabled and webhook.disabled_at:
        changes |= {"disabled_at": None, "failing_since": None, **_from_now(webhook.group)}
    for name, value in changes.items():
        setattr(webhook, name, value)
    webhook.save(update_fields=changes)  # only these: the courier may be moving `last_event`
    return webhook


def _from_now(group: Group) -> dict[str, Any]:
    """The fields of a webhook that is to hear of everything from now on."""
    heard = GroupLog.objects.filter(group=group).values_list("last_event", flat=True).first()
    night = last_night(timezone.now(), ZoneInfo(group.time_zone))
    return {"last_event": heard or 0, "last_night": night}


def webhook_of(group: UUID, webhook: UUID) -> Webhook:
    """A webhook of a group; raise NotFound if there is none."""
    row = Webhook.objects.select_related("group").filter(group=group, pk=webhook).first()
    if row is None:
        raise NotFound
    return row


def latest(webhook: Webhook) -> list[Delivery]:
    """The messages that a webhook was sent or is to be sent, the latest first; at most 50."""
    return list(Delivery.objects.filter(webhook=webhook)[:SHOWN])


def replay(*, webhook: Webhook, delivery: UUID) -> None:
    """Send a message again, with the same id; raise Refusal if there is none."""
    _expect_webhooks()
    row = Delivery.objects.filter(webhook=webhook, pk=delivery).first()
    if row is None:
        raise wrong_field("replay", "unknown_delivery", _("There is no such delivery."))
    row.state, row.attempts, row.next_at = DeliveryState.WAITING, 0, timezone.now()
    row.save(update_fields=["state", "attempts", "next_at"])


def forget_deliveries(*, groups: Collection[UUID], **_more: Any) -> None:
    """Delete what was sent about the groups of somebody whose account is deleted.

    What was not told yet is not told any more: the courier may just have read it, with the name.
    """
    last = GroupLog.objects.filter(group=OuterRef("group")).values("last_event")
    webhooks = Webhook.objects.filter(group__in=groups)
    webhooks.update(last_event=Coalesce(Subquery(last), 0))  # so it stores nothing of that
    Delivery.objects.filter(webhook__in=webhooks).delete()


def _expect_webhooks() -> None:
    if settings.WEBHOOKS == "off":
        raise Refusal("webhooks_off", _("Whoever runs this server has not switched webhooks on."))


def _check(url: str, format: str) -> None:
    """Raise Refusal if the address itself shows that nothing sent there can arrive."""
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("https", "http") or parts.username is not None:
        text = _("Give an address such as https://example.org/hook, without a user.")
        raise wrong_field("url", "invalid", text)
    if parts.scheme == "http" and settings.WEBHOOKS == "on":
        raise wrong_field("url", "not_https", _("Use https:// so that nobody else can read along."))
    if format == Format.NTFY and not parts.path.strip("/"):
        text = _("Give the address with its topic, such as https://ntfy.sh/kitchen-table.")
        raise wrong_field("url", "no_topic", text)
    try:
        is_localhost = host == "localhost" or host.endswith(".localhost")
        address = ip_address("127.0.0.1" if is_localhost else host)
    except ValueError:
        return  # a name, which is looked up when something is sent
    if not is_allowed(address, settings.WEBHOOKS):
        if settings.WEBHOOKS == "on":
            text = _("This server does not call such an address: it is not a public one.")
            raise wrong_field("url", "not_public", text)
        text = _(
            "This is an address of the server itself, which it calls only with WEBHOOKS=here, or"
            " of no single machine."
        )
        raise wrong_field("url", "not_elsewhere", text)
