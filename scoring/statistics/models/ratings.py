"""Ratings, game by game."""

from __future__ import annotations

from django.db import models

from games.models import Game, Player


class Rating(models.Model):
    """What somebody was rated after a game, among games of one kind.

    `edition` and `variant` are the kind of games that count; empty is any. So each game brings
    a player four ratings: of all games, of its edition, of its variant, and of both.
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
        indexes = [models.Index(fields=["player", "played_at"], name="ratings_since")]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "edition", "variant", "played_at", "game"], name="a_rating_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.mu:.1f} ± {self.sigma:.1f}"
