"""Ratings of players, month by month."""

from __future__ import annotations

import uuid

from django.db import models

from games.models import Group, Player

MONTH_LENGTH = 7


class RatingCheckpoint(models.Model):
    """A player's rating after the last game of a month in which they played, in one pool of games.

    `edition` and `variant` say which games the pool has; empty is any. So a game changes four
    ratings of each player: over all games, those of its edition, of its variant, and of both.
    Months are those of `periods`; the latest one can have more games to come. What a rating was
    after any other game follows from the checkpoints before its month.
    """

    id = models.BigAutoField(primary_key=True)
    # Without an index of its own: it comes first in that of the constraint.
    group = models.ForeignKey(Group, on_delete=models.CASCADE, db_index=False, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    edition = models.CharField(max_length=20, blank=True)
    variant = models.CharField(max_length=20, blank=True)
    month = models.CharField(max_length=MONTH_LENGTH)
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "edition", "variant", "player", "month"],
                name="one_rating_a_month",
            )
        ]


class PendingRatings(models.Model):
    """The ratings of a group that may be out of date: those in `pools` from a month on.

    `pools` are pairs of an edition and a variant. Between the first and the last month, there may
    be games that have changed. The `token` is another one after each change.
    """

    group = models.OneToOneField(
        Group, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    first_month = models.CharField(max_length=MONTH_LENGTH, blank=True)
    last_month = models.CharField(max_length=MONTH_LENGTH)
    pools = models.JSONField(default=list)
    token = models.UUIDField(default=uuid.uuid4)
