"""Lists of Phases to play: presets, and how hard a list is."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from random import SystemRandom
from typing import Annotated, NotRequired, TypedDict

from referee.editions import Edition
from referee.kinds import Phase
from referee.wire.annotations import Doc, Keywords, OneOf, strict
from referee.wire.editions import (
    EditionDetail,
    EditionName,
    answer_edition,
    read_edition,
    read_known_edition,
)
from referee.wire.phases import (
    NumberedPhase,
    PhaseList,
    numbered_phase_answer,
    phases_of,
    read_phases,
)
from referee.wire.reading import Fields, below, read_integer
from referee.wording import Translator, gettext_noop

MAX_SEED = 999_999

_read_seed = partial(read_integer, minimum=0, maximum=MAX_SEED)


class PresetName(StrEnum):
    """A list of Phases that everybody can play."""

    OFFICIAL = "official"
    EVEN = "even"
    RANDOM = "random"


TITLES = {
    PresetName.OFFICIAL: gettext_noop("The official Phases"),
    PresetName.EVEN: gettext_noop("Even Phases only"),
    PresetName.RANDOM: gettext_noop("Random Phases, each as hard as the official one in its place"),
}

Rounds = Annotated[
    float | None,
    Doc(
        "How many rounds a bot of middle strength needs, on average, at a table of four bots that "
        "all play the same Phase; null if none of them ever laid it down."
    ),
]
ListRounds = Annotated[
    float | None, Doc("The sum over all Phases; null if one of them was never laid down.")
]


class RatedPhase(NumberedPhase):
    """A Phase, and how hard it is."""

    rounds: Rounds


class PresetDetail(TypedDict):
    """A list of Phases to start a game with."""

    preset: Annotated[str, OneOf(PresetName)]
    title: str
    rounds: ListRounds
    phases: list[RatedPhase]


class PresetsAnswer(TypedDict):
    """The presets of an edition."""

    edition: EditionName
    seed: Annotated[int, Doc("The same seed gives the same random Phases.")]
    presets: list[PresetDetail]


class EditionWithPresets(EditionDetail):
    """One edition, and lists of Phases to start a game with."""

    seed: NotRequired[
        Annotated[int, Doc("With `include=presets`: the same seed gives the same random Phases.")]
    ]
    presets: NotRequired[Annotated[list[PresetDetail], Doc("With `include=presets`.")]]


@strict
class PresetsRequest(TypedDict):
    """An edition, and the seed of its random Phases."""

    edition: EditionName
    seed: NotRequired[Annotated[int, Keywords(minimum=0, maximum=MAX_SEED)]]


@strict
class DifficultyRequest(TypedDict):
    """A list of Phases to rate."""

    edition: EditionName
    phases: PhaseList


class DifficultyAnswer(TypedDict):
    """How hard a list of Phases is."""

    edition: EditionName
    rounds: ListRounds
    official_rounds: Annotated[
        float | None, Doc("The same sum for the official Phases of the edition, to compare with.")
    ]
    phases: list[RatedPhase]


def preset_phases(edition: Edition, name: PresetName, seed: int | None = None) -> tuple[Phase, ...]:
    """Return the Phases of a preset; without a seed, other ones each time if they are random."""
    match name:
        case PresetName.OFFICIAL:
            return edition.phases
        case PresetName.EVEN:
            return edition.phases[1::2]
        case PresetName.RANDOM:
            # Here, because few games need it.
            from referee.simulator.random_phases import random_phases

            return random_phases(edition, new_seed() if seed is None else seed)


def new_seed() -> int:
    """Return a seed that nobody chose."""
    return SystemRandom().randint(0, MAX_SEED)


def answer_presets(request: object, translator: Translator) -> PresetsAnswer:
    """Answer with the presets of an edition; without a seed, the random Phases are new."""
    with Fields(request, PresetsRequest) as fields:
        edition = fields.required("edition", read_known_edition)
        given = fields.optional("seed", _read_seed, None)
    seed = new_seed() if given is None else given
    presets: list[PresetDetail] = []
    for name, title in TITLES.items():
        rated = rated_phases(edition, preset_phases(edition, name, seed), translator)
        presets.append(
            {
                "preset": name.value,
                "title": translator.gettext(title),
                "rounds": _sum(rated),
                "phases": rated,
            }
        )
    return {"edition": edition.slug, "seed": seed, "presets": presets}


def answer_edition_with_presets(request: object, translator: Translator) -> EditionWithPresets:
    """Answer with an edition and its presets; without a seed, the random Phases are new."""
    found = answer_presets(request, translator)
    edition = answer_edition({"edition": found["edition"]}, translator)
    return {**edition, "seed": found["seed"], "presets": found["presets"]}


def answer_difficulty(request: object, translator: Translator) -> DifficultyAnswer:
    """Rate a list of Phases: each by itself, so that their order does not matter."""
    with Fields(request, DifficultyRequest) as fields:
        edition = fields.required("edition", read_edition)
        choices = fields.required("phases", read_phases)
    with below("phases"):
        phases = phases_of(edition, choices)
    rated = rated_phases(edition, phases, translator)
    return {
        "edition": edition.slug,
        "rounds": _sum(rated),
        "official_rounds": _sum(rated_phases(edition, edition.phases, translator)),
        "phases": rated,
    }


def rated_phases(
    edition: Edition, phases: Sequence[Phase], translator: Translator
) -> list[RatedPhase]:
    """Return Phases with their numbers in the list, and how hard they are."""
    # Here, because a server should not load the simulator before somebody asks.
    from referee.simulator.difficulty import difficulty

    return [
        {
            **numbered_phase_answer(number, phase, translator),
            "rounds": _rounded(difficulty(edition, phase).rounds_needed),
        }
        for number, phase in enumerate(phases, 1)
    ]


def _sum(phases: Sequence[RatedPhase]) -> float | None:
    rounds = [phase["rounds"] for phase in phases]
    return (
        _rounded(sum(each for each in rounds if each is not None)) if None not in rounds else None
    )


def _rounded(rounds: float | None) -> float | None:
    return None if rounds is None else round(rounds, 2)
