"""Where imported games came from, so that no file is imported twice."""

from __future__ import annotations

from django.db import models

from games.models import Game, Group


class ImportedGame(models.Model):
    """A game that came from elsewhere, and the key by which it would be known again."""

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "key"], name="an_import_once"),
        ]

    def __str__(self) -> str:
        return self.key
