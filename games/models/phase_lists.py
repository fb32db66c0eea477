"""The Phases that a group plays again and again."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from accounts.models import NAME_LENGTH
from games.models.groups import Group


class PhaseList(models.Model):
    """A list of Phases that a group has saved; `phases` are stored as those of a game."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="phase_lists")
    name = models.CharField(max_length=NAME_LENGTH)
    edition = models.CharField(max_length=20)
    phases = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["created_at", "id"]
