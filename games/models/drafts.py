"""Rounds that are being entered, line by line, and are not recorded yet."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.games import Game, Seat


class Draft(models.Model):
    """A round that a table is entering; it counts nowhere.

    `version` grows with each change, and no two drafts of a game have the same one. A draft is
    kept until the round is recorded or somebody discards it. A draft of a later round than the
    next one, because rounds were taken back, waits until that round is next again.
    """

    id = models.BigAutoField(primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="drafts")
    round = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    started_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "round"], name="a_draft_once"),
            models.CheckConstraint(name="drafts_from_one", condition=Q(round__gte=1)),
        ]


class DraftLine(models.Model):
    """One player's line as somebody has entered it; null for what they have not said.

    `version` is that of the draft with which the line was entered.
    """

    id = models.BigAutoField(primary_key=True)
    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="lines")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    points = models.PositiveIntegerField(null=True)
    cards = models.JSONField(null=True)
    laid_down = models.BooleanField(null=True)
    went_out = models.BooleanField(null=True)
    version = models.PositiveIntegerField()
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    entered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["draft", "seat"], name="a_draft_line_once"),
        ]
