"""What results add up to, by period: `""` is all time, `2026` a year, `2026-03` a month.

A game belongs to the period in which it began, in the group's time zone (`periods`). Everything
can be computed again from the games (`manage.py recompute`). What is added up is declared in
`scoring.statistics.totals_columns`.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models

from games.models import Group, Player
from scoring.statistics.models.field_factory import total_fields
from scoring.statistics.totals_columns import (
    PAIR_TOTALS,
    PHASE_TOTALS,
    PLAYER_TOTALS,
    TotalsColumns,
)

PHASE_LENGTH = 80  # the longest has four groups such as "pair_run:12"


class Totals(models.Model):
    """Totals of one player over the games of one edition, variant and period."""

    columns: ClassVar[TotalsColumns[Any]]

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    edition = models.CharField(max_length=20)
    variant = models.CharField(max_length=20)
    period = models.CharField(max_length=7, blank=True)

    class Meta:
        abstract = True


class PlayerTotals(Totals):
    """Totals of a player."""

    columns = PLAYER_TOTALS
    locals().update(total_fields(PLAYER_TOTALS))

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "period", "player", "edition", "variant"],
                name="one_total_per_player",
            )
        ]


class PhaseTotals(Totals):
    """A player's attempts at a Phase, which is written as `set:3+set:3`."""

    columns = PHASE_TOTALS
    phase = models.CharField(max_length=PHASE_LENGTH)
    locals().update(total_fields(PHASE_TOTALS))

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "period", "player", "edition", "variant", "phase"],
                name="one_total_per_phase",
            )
        ]


class PairTotals(Totals):
    """How a player did against an opponent at the same table."""

    columns = PAIR_TOTALS
    opponent = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    locals().update(total_fields(PAIR_TOTALS))

    class Meta:
        indexes = [
            # By opponent first, so that it also serves the deletion of a player.
            models.Index(fields=["opponent", "player", "period"], name="totals_of_two")
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["group", "period", "player", "opponent", "edition", "variant"],
                name="one_total_per_opponent",
            )
        ]
