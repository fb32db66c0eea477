"""Ratings, game by game."""

from __future__ import annotations

from django.db import models

from games.models import Game, Group, Player


class PlayerRating(models.Model):
    """A player's rating after a game, in one pool of games.

    `edition` and `variant` say which games the pool has; empty is any. So a game gives each
    player four ratings: over all games, those of its edition, of its variant, and of both.
    """

    id = models.BigAutoField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    edition = models.CharField(max_length=20, blank=True)
    variant = models.CharField(max_length=20, blank=True)
    played_at = models.DateTimeField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        indexes = [models.Index(fields=["player", "played_at"], name="ratings_by_player")]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "edition", "variant", "played_at", "game"],
                name="one_rating_per_game",
            )
        ]

    def __str__(self) -> str:
        return f"{self.mu:.1f} ± {self.sigma:.1f}"


class PendingRatings(models.Model):
    """The ratings of a group that may be out of date: those of `players` from a game on.

    A game is known by when it began and its id. `players` are lists of an edition, a variant and
    the ids of the players whose ratings may be wrong in that pool. Up to `last`, there may be games
    that have changed.
    """

    group = models.OneToOneField(
        Group, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    first_played_at = models.DateTimeField()
    first_game = models.UUIDField()
    last_played_at = models.DateTimeField()
    last_game = models.UUIDField()
    players = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.group_id} from {self.first_played_at:%Y-%m-%d}"
