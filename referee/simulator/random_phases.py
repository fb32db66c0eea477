"""Random Phases, each as hard as the official one in its place."""

from __future__ import annotations

from itertools import product
from random import Random

from referee.editions import Edition
from referee.kinds import KINDS, KindName, Phase, Requirement, phase_size
from referee.simulator.difficulty import catalogue, difficulty, in_order

CHOICES = 6  # how many of the closest Phases one is drawn from
SAMPLE = 60  # of the Phases of two groups
COMMON_KINDS = (
    KindName.SET,
    KindName.RUN,
    KindName.COLOR_RUN,
    KindName.COLOR,
    KindName.ODD,
    KindName.EVEN,
)


def candidates(edition: Edition) -> list[Phase]:
    """Return Phases that are about as large as the official ones, and the official ones.

    >>> from referee.editions import EDITIONS
    >>> len(candidates(EDITIONS["classic"])) > 40
    True
    """
    sizes = [phase_size(phase) for phase in edition.phases]
    smallest, largest = min(sizes), max(sizes)
    single = [
        (Requirement(kind, size),)
        for kind in KINDS.values()
        for size in range(smallest, largest + 1)
    ]
    groups = [
        Requirement(KINDS[kind], size) for kind in COMMON_KINDS for size in range(2, largest - 1)
    ]
    pairs = {
        in_order(pair)
        for pair in product(groups, repeat=2)
        if smallest <= phase_size(pair) <= largest
    }
    in_text = sorted(pairs, key=lambda pair: [str(group) for group in pair])
    sample = Random(1).sample(in_text, min(SAMPLE, len(in_text)))  # noqa: S311
    official = map(in_order, edition.phases)
    found = [phase for phase in [*single, *sample] if all(group.is_possible for group in phase)]
    return list(dict.fromkeys([*official, *found]))


def random_phases(edition: Edition, seed: int) -> tuple[Phase, ...]:
    """Return as many Phases as the edition has, each as hard as the official one in its place.

    The same seed gives the same Phases. No Phase comes twice, and none of the official ones. An
    edition without a catalogue has no others: then these are the official ones.
    """
    rng = Random(f"{edition.slug}/{seed}")  # noqa: S311
    official = set(map(in_order, edition.phases))
    left = {
        phase: found.rounds_needed
        for phase, found in catalogue(edition.slug).items()
        if found.rounds_needed is not None and phase not in official
    }
    if len(left) < len(edition.phases):
        return edition.phases
    drawn = []
    for phase in edition.phases:
        aim = difficulty(edition, phase).rounds_needed or 0.0
        closest = sorted(left, key=lambda other: (abs(left[other] - aim), str(other)))
        drawn.append(rng.choice(closest[:CHOICES]))
        del left[drawn[-1]]
    return tuple(drawn)
