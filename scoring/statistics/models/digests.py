"""What is kept of many games, by period: `""` is all time, `2026` a year.

What a digest is made of is declared in `scoring.statistics.digests`. `edition` and `variant` say
which games it is over; empty is any. Months have none: their games are few enough to be read.
"""

from __future__ import annotations

from django.db import models

from games.models import Group, Player


class Digest(models.Model):
    """What is kept of the games of one edition, variant and period."""

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    edition = models.CharField(max_length=20, blank=True)
    variant = models.CharField(max_length=20, blank=True)
    period = models.CharField(max_length=4, blank=True)
    kept = models.JSONField(default=dict)

    class Meta:
        abstract = True


class PlayerDigest(Digest):
    """What is kept of the games of a player who was there throughout."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "period", "edition", "variant", "player"],
                name="one_digest_per_player",
            )
        ]


class GroupDigest(Digest):
    """What is kept of the games of a group."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "period", "edition", "variant"],
                name="one_digest_per_group",
            )
        ]


class PendingDigests(models.Model):
    """A period of a group whose digests must be made again: that of the group, and of `players`."""

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    period = models.CharField(max_length=4, blank=True)
    players = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "period"], name="one_pending_per_period")
        ]
