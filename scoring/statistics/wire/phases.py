"""How often Phases succeed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, TypedDict

from django.utils.translation import get_language

from referee.editions import EDITIONS
from referee.game import Variant
from referee.kinds import KindName
from referee.languages import translator_for
from referee.wording import name_phase
from rest.annotations import Doc, OneOf
from scoring.statistics.baselines import Baseline
from scoring.statistics.expected_phases import Expected
from scoring.statistics.phase_key import parse_phase_key, phase_key
from scoring.statistics.wire.values import DIGITS, Average, Share, average, meaning, share


class PhaseRequirement(TypedDict):
    """A group that a Phase requires."""

    kind: Annotated[str, OneOf(KindName)]
    size: int


class AttemptsPerSuccess(TypedDict):
    """How many attempts a success takes: all attempts, divided by the successes.

    Attempts of players who never succeeded count too, or a hard Phase would look easy.
    """

    value: Annotated[float | None, Doc("null if nobody has succeeded yet.")]
    attempts: int
    successes: int


PerSuccess = Annotated[
    AttemptsPerSuccess | None,
    meaning("attempts_per_success", "null if there are no others."),
]


class PhaseBaseline(TypedDict):
    """How bots of all strengths do at the same table."""

    success_rate: Average
    attempts_per_success: PerSuccess


HARDER_OR_EASIER = ("harder", "easier")


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
    success_rate: Annotated[Share, meaning("success_rate")]
    attempts_per_success: PerSuccess
    expected_rate: Annotated[
        float | None,
        meaning("expected_rate", "null for a custom Phase."),
    ]
    stands_out: Annotated[
        str | None,
        OneOf(HARDER_OR_EASIER),
        Doc(
            "Whether the Phase is harder for these players than expected, or easier, by more than "
            "luck explains, considering how many Phases are compared; null if luck explains it."
        ),
    ]
    simulated: Annotated[PhaseBaseline | None, Doc("null for a custom Phase.")]


class GroupPhases(TypedDict):
    """The Phases that were tried, edition by edition."""

    phases: list[PhaseStatistics]


def phase_statistics(
    edition: str,
    text: str,
    by_variant: Mapping[str, Mapping[str, int]],
    baseline: Baseline | None,
    expected: Expected | None,
    *,
    stands_out: bool,
) -> PhaseStatistics:
    """How often a Phase succeeds, by the columns of `columns.PHASE_TOTALS` for each variant."""
    phase = parse_phase_key(text)
    attempts, successes = _counts(by_variant.values())
    repeated = [totals for variant, totals in by_variant.items() if variant != Variant.FIXED_ROUNDS]
    return {
        "edition": edition,
        "number": _number(edition, text),
        "name": name_phase(phase).render(translator_for(get_language())),
        "groups": [{"kind": group.kind.name.value, "size": group.size} for group in phase],
        "attempts": attempts,
        "successes": successes,
        "success_rate": share(successes, attempts),
        "attempts_per_success": attempts_per_success(*_counts(repeated)) if repeated else None,
        "expected_rate": round(expected.successes / attempts, DIGITS) if expected else None,
        "stands_out": (
            HARDER_OR_EASIER[successes > expected.successes] if expected and stands_out else None
        ),
        "simulated": _baseline(baseline, is_repeated=bool(repeated)) if baseline else None,
    }


def attempts_per_success(attempts: int, successes: int) -> AttemptsPerSuccess:
    """How many attempts a success takes, rounded.

    >>> attempts_per_success(8, 5)
    {'value': 1.6, 'attempts': 8, 'successes': 5}
    """
    value = average(attempts, successes)["value"]
    return {"value": value, "attempts": attempts, "successes": successes}


def _counts(totals: Collection[Mapping[str, int]]) -> tuple[int, int]:
    """Attempts and successes, added up."""
    return sum(row["attempts"] for row in totals), sum(row["successes"] for row in totals)


def _baseline(baseline: Baseline, *, is_repeated: bool) -> PhaseBaseline:
    """How bots do; how many attempts they need is only shown beside what people need."""
    attempts, successes = baseline.attempts, baseline.successes
    return {
        "success_rate": average(successes, attempts),
        "attempts_per_success": (
            attempts_per_success(attempts, successes) if is_repeated else None
        ),
    }


def _number(edition: str, text: str) -> int | None:
    official = [phase_key(phase) for phase in EDITIONS[edition].phases]
    return official.index(text) + 1 if text in official else None
