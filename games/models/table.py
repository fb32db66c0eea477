"""The plays on the live table."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import NAME_LENGTH
from games.domain.play_codec import PlayKind
from games.models.games import REASON_LENGTH, Game, Seat

PLAY_KINDS = [(kind.value, kind.value) for kind in PlayKind]


class Play(models.Model):
    """One play on the table of a round; `games.domain.play_codec` reads and writes `data`.

    Plays are numbered within a round. A play that is taken back is kept, but no longer counts.
    `overrule` is why the players overruled the referee, if they did; `recorder_name` and
    `phone_time` are as in `Round`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # Without an index of its own, as with all keys by which a unique constraint begins.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="plays", db_index=False)
    round = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=PLAY_KINDS)
    seat = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE, related_name="plays")
    data = models.JSONField(default=dict)
    overrule = models.CharField(max_length=REASON_LENGTH, blank=True)
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    recorder_name = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    recorded_at = models.DateTimeField(default=timezone.now)
    phone_time = models.DateTimeField(null=True)
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "round", "number"], name="a_play_once"),
            models.CheckConstraint(
                name="play_kind", condition=Q(kind__in=[kind.value for kind in PlayKind])
            ),
            models.CheckConstraint(
                name="plays_from_one", condition=Q(number__gte=1) & Q(round__gte=1)
            ),
        ]
