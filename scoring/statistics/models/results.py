"""What finished games say about their players, and games that are not counted yet."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import TIME_ZONE_LENGTH
from games.models import Game, Group, Player
from scoring.statistics.models.field_factory import fact_fields


class PendingGame(models.Model):
    """A game that must be counted again; written in the transaction that changes the game.

    Without a game, it is about many of the group's; written in the transaction that changes the
    group or its players. If `gone` was merged into `kept`, everything that counts for the one is to
    count for the other. Otherwise the totals of the group must be added up again, because it has
    another time zone.
    """

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="+")
    gone = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="+")
    kept = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="+")
    due_at = models.DateTimeField(default=timezone.now, db_default=Now())


class StatisticsState(models.Model):
    """When the statistics of a group were last counted, and in the nights of which time zone.

    A group without a row has no statistics.
    """

    group = models.OneToOneField(
        Group, primary_key=True, on_delete=models.CASCADE, related_name="statistics_state"
    )
    counted_at = models.DateTimeField()
    time_zone = models.CharField(max_length=TIME_ZONE_LENGTH)


class PlayerResult(models.Model):
    """What one finished game says about one player, as `facts.PlayerFacts` describes it."""

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="results")
    edition = models.CharField(max_length=20)
    variant = models.CharField(max_length=20)
    played_at = models.DateTimeField()
    locals().update(
        fact_fields(without={"game_id", "player_id", "edition", "variant", "played_at"})
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_result_per_player")
        ]
        indexes = [
            models.Index(fields=["group", "played_at", "game"], name="results_by_group"),
            models.Index(fields=["player", "played_at", "game"], name="results_by_player"),
        ]
