"""Addresses that are called when something happens in a group, and what they were sent."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models import Group
from scoring.webhooks.kinds import Kind

URL_LENGTH = 500


class Webhook(models.Model):
    """An address that listens to a group.

    As a phone does, it knows the last event of the group that it has heard of: `last_event`. Its
    counterpart for nights is `last_night`, the latest one that is over for it. `owner` set it up,
    or changed it last; it is deleted once they stop being owners. All deliveries have failed since
    `failing_since`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="webhooks")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    url = models.CharField(max_length=URL_LENGTH)
    kinds = models.JSONField()
    format = models.CharField(max_length=20)  # a `Format`
    secret = models.CharField(max_length=60)
    last_event = models.PositiveIntegerField()
    last_night = models.DateField()
    created_at = models.DateTimeField(default=timezone.now)
    failing_since = models.DateTimeField(null=True)
    disabled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["created_at", "id"]

    def wants(self, kind: Kind) -> bool:
        """Whether it is told of such things."""
        return kind in self.kinds


class DeliveryState(models.TextChoices):
    """How far a delivery has got."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


class Delivery(models.Model):
    """A message for a webhook; its id is that of the message, and stays when it is sent again.

    `at` is when it happened, `data` what did, as in the Standard Webhooks, and `text` the same in
    words. `status` is what the address answered the last time, and `error` why it did not: a
    `Failure`, or empty.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=20)
    data: Any = models.JSONField(encoder=DjangoJSONEncoder)
    text = models.TextField()
    at = models.DateTimeField()
    state = models.CharField(
        max_length=10, choices=DeliveryState.choices, default=DeliveryState.WAITING
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now)
    status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ["-at", "kind", "id"]  # a game is over after its last round
        indexes = [
            models.Index(
                fields=["next_at"], name="delivery_due", condition=Q(state=DeliveryState.WAITING)
            ),
        ]
