"""When what is no longer kept was last deleted."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class CleanupState(models.Model):
    """The last cleanup; there is one row.

    `due_at` is when a server begins the next one. While one is going on, `ended_at` is null, and
    `alive_at` is when it last said that it is alive. `run` counts them: only the latest may go on.
    `counts` says of what how much was deleted, `failures` what has failed, by the same
    names.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    due_at = models.DateTimeField()
    run = models.PositiveIntegerField(default=0)
    began_at = models.DateTimeField(null=True)
    alive_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(default=timezone.now, null=True)
    counts = models.JSONField(default=dict)
    failures = models.JSONField(default=dict)
