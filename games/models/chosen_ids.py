"""The ids that clients chose."""

from __future__ import annotations

from django.db import models


class ChosenId(models.Model):
    """An id that a client chose for something it created, and a digest of what it asked for.

    The row outlives what was created: an id is never used twice. The digest is empty if the server
    chose the id of something that was deleted.
    """

    id = models.UUIDField(primary_key=True)
    digest = models.CharField(max_length=64)
