"""How often Phases succeed, next to the baseline of the simulator."""

from __future__ import annotations

from itertools import groupby
from typing import Any
from uuid import UUID

from referee.editions import EDITIONS
from scoring.statistics.baselines import baseline
from scoring.statistics.models import PhaseTotals
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.totals import add_up
from scoring.statistics.wire.phases import PhaseStatistics, phase_statistics


def phases(group: UUID, filters: Filters, player: UUID | None = None) -> list[PhaseStatistics]:
    """Each Phase that was tried, by the group or by one player; one query.

    Edition by edition, in the order of the official list, then custom Phases.
    """
    rows = filters.totals(PhaseTotals.objects.filter(group=group))
    if player is not None:
        rows = rows.filter(player=player)
    by_phase = groupby(
        add_up(rows, "edition", "phase", "variant"), key=lambda row: (row["edition"], row["phase"])
    )
    statistics = [
        phase_statistics(
            edition, phase, {row["variant"]: row for row in variants}, baseline(edition, phase)
        )
        for (edition, phase), variants in by_phase
    ]
    return sorted(statistics, key=_order)


def _order(phase: PhaseStatistics) -> tuple[Any, ...]:
    number = phase["number"]
    return list(EDITIONS).index(phase["edition"]), number is None, number or 0, phase["name"]
