"""Which games were imported, so that no game is imported twice."""

from __future__ import annotations

from django.db import models

from games.models import Game, Group


class ImportedGame(models.Model):
    """A key that identifies an imported game if its file is imported again.

    A game can have several keys: the one of the file that it was first imported from, and the
    one of an archive.
    """

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "key"], name="imported_game_key_unique"),
        ]

    def __str__(self) -> str:
        return self.key
