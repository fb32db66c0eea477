"""How often Phases succeed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from django.utils import translation

from referee.editions import EDITIONS
from referee.kinds import KindName
from referee.wording import name_phase
from rest.annotations import Doc, OneOf
from scoring.statistics.baselines import Baseline
from scoring.statistics.phase_key import parse_phase_key, phase_key
from scoring.statistics.wire.values import Average, average


class PhaseRequirement(TypedDict):
    """A group that a Phase requires."""

    kind: Annotated[str, OneOf(KindName)]
    size: int


class PhaseBaseline(TypedDict):
    """How bots of all strengths do at the same table."""

    success_rate: Average


class PhaseStatistics(TypedDict):
    """How often a Phase succeeds."""

    edition: Annotated[str, OneOf(EDITIONS)]
    number: Annotated[
        int | None, Doc("Its number in the edition's own list; null for a custom Phase.")
    ]
    name: str
    groups: list[PhaseRequirement]
    attempts: Annotated[int, Doc("Rounds that a player began with this Phase.")]
    successes: Annotated[int, Doc("How many of them laid it down.")]
    success_rate: Average
    mean_attempts: Annotated[Average, Doc("How many attempts a success took.")]
    simulated: Annotated[PhaseBaseline | None, Doc("null for a custom Phase.")]


class GroupPhases(TypedDict):
    """The Phases that were tried, edition by edition."""

    phases: list[PhaseStatistics]


def phase_statistics(
    edition: str, text: str, totals: Mapping[str, Any], baseline: Baseline | None
) -> PhaseStatistics:
    """How often a Phase succeeds, by the columns of `columns.PHASE_TOTALS`."""
    phase = parse_phase_key(text)
    return {
        "edition": edition,
        "number": _number(edition, text),
        "name": name_phase(phase).render(translation),
        "groups": [{"kind": group.kind.name.value, "size": group.size} for group in phase],
        "attempts": totals["attempts"],
        "successes": totals["successes"],
        "success_rate": average(totals["successes"], totals["attempts"]),
        "mean_attempts": average(totals["attempts_to_succeed"], totals["successes"]),
        "simulated": _baseline(baseline) if baseline else None,
    }


def _baseline(baseline: Baseline) -> PhaseBaseline:
    return {"success_rate": average(baseline.successes, baseline.attempts)}


def _number(edition: str, text: str) -> int | None:
    official = [phase_key(phase) for phase in EDITIONS[edition].phases]
    return official.index(text) + 1 if text in official else None
