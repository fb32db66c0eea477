"""How Phases go: for a group or for one of its players, beside the simulator's figure."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from referee.editions import EDITIONS
from referee.wording import name_phase
from scoring.statistics.baselines import simulated
from scoring.statistics.figures import mean
from scoring.statistics.filters import Filters
from scoring.statistics.models import PhaseSum
from scoring.statistics.phase_text import phase_text, read_phase_text
from scoring.statistics.selectors.adding import added


def phases(group: UUID, filters: Filters, player: UUID | None = None) -> list[dict[str, Any]]:
    """Each Phase that was tried, edition by edition, in the order of the official list.

    Phases of lists of one's own come after it. One query.
    """
    rows = filters.sums(PhaseSum.objects.filter(group=group))
    if player is not None:
        rows = rows.filter(player=player)
    sums = added(rows, ["edition", "phase"], ["attempts", "successes", "tries"])
    found = [_answer(row) for row in sums]
    return sorted(found, key=_place)


def _answer(row: dict[str, Any]) -> dict[str, Any]:
    edition, text = row["edition"], row["phase"]
    phase = read_phase_text(text)
    usual = simulated(edition, text)
    return {
        "edition": edition,
        "number": _number(edition, text),
        "name": name_phase(phase).render(gettext),
        "groups": [{"kind": group.kind.name.value, "size": group.size} for group in phase],
        "attempts": row["attempts"],
        "successes": row["successes"],
        "success_rate": mean(row["successes"], row["attempts"]),
        "mean_attempts": mean(row["tries"], row["successes"]),
        "simulated": usual and {"success_rate": mean(usual.successes, usual.attempts)},
    }


def _number(edition: str, text: str) -> int | None:
    official = map(phase_text, EDITIONS[edition].phases)
    return next((number for number, one in enumerate(official, 1) if one == text), None)


def _place(phase: dict[str, Any]) -> tuple[Any, ...]:
    editions = list(EDITIONS)
    number = phase["number"]
    return editions.index(phase["edition"]), number is None, number or 0, phase["name"]
