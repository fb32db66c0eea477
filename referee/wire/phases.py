"""Phases and kinds of group in requests and answers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, NotRequired, TypedDict, cast

from referee.editions import EDITIONS, Edition
from referee.kinds import KINDS, Kind, KindName, Phase, Requirement, phase_size
from referee.wire.annotations import Doc, Keywords, OneOf, strict
from referee.wire.reading import (
    Fields,
    below,
    invalid,
    read_choice,
    read_integer,
    read_items,
    read_list,
)
from referee.wording import Translator, gettext_noop, name_phase

MAX_REQUIREMENTS = 6  # of a Phase: more than any hand could make
MAX_PHASES = 20  # of a game
MIN_SIZE, MAX_SIZE = 2, 24  # of a group
_LAST_PHASE = max(len(edition.phases) for edition in EDITIONS.values())
_KINDS = {kind.value: KINDS[kind] for kind in KindName}

_read_size = partial(read_integer, minimum=MIN_SIZE, maximum=MAX_SIZE)
_read_number = partial(read_integer, minimum=1, maximum=_LAST_PHASE)

GROUP_KINDS = list(KindName)

GroupKind = Annotated[str, OneOf(GROUP_KINDS)]


@strict
class GroupRequirement(TypedDict):
    """One group that a Phase asks for."""

    kind: GroupKind
    size: Annotated[
        int,
        Doc("How many cards; an even number for a pair run."),
        Keywords(minimum=MIN_SIZE, maximum=MAX_SIZE),
    ]


class NumberedPhase(TypedDict):
    """A Phase of an edition or of a game, with its number there."""

    phase: int
    name: str
    groups: list[GroupRequirement]


@strict
class ChosenPhase(TypedDict):
    """A Phase of the edition by its `number`, or a Phase of your own by its `groups`.

    Either of the two. `4` is short for `{"number": 4}`, and a list of groups for `{"groups": ...}`.
    """

    number: NotRequired[Annotated[int, Keywords(minimum=1, maximum=_LAST_PHASE)]]
    groups: NotRequired[
        Annotated[list[GroupRequirement], Keywords(minItems=1, maxItems=MAX_REQUIREMENTS)]
    ]


# The short forms are accepted, but not published: a union of number, list and object is nothing
# that a generated client could have a type for.
PhaseChoice = Annotated[
    ChosenPhase, Doc("The number of a Phase of the edition, or the groups of a Phase of your own.")
]
PhaseList = Annotated[
    list[PhaseChoice],
    Doc("The Phases in order."),
    Keywords(minItems=1, maxItems=MAX_PHASES),
]
PHASES_OF_THE_EDITION = "The Phases of the game in order; by default those of the edition."
GamePhases = Annotated[PhaseList, Doc(PHASES_OF_THE_EDITION)]


def read_kind(value: object) -> Kind:
    """Read the name of a kind of group."""
    return read_choice(value, _KINDS)


def read_requirement(value: object) -> Requirement:
    """Read one group that a Phase asks for."""
    with Fields(value, GroupRequirement) as fields:
        kind = fields.required("kind", read_kind)
        size = fields.required("size", _read_size)
    requirement = Requirement(kind, size)
    if not requirement.is_possible:
        text = gettext_noop(
            "No cards can make this group: a run ends at 12, an odd or even run has at most "
            "6 cards, and a pair run is made of whole pairs."
        )
        with below("size"):
            raise invalid("impossible_size", text)
    return requirement


def read_phase(value: object) -> int | Phase:
    """Read a Phase: its number in the edition, or the groups it asks for.

    `phase_of` makes either a `Phase`.
    """
    if isinstance(value, dict):
        return _read_chosen_phase(value)
    if type(value) is int:
        return value
    return _read_groups(value)


def _read_chosen_phase(value: object) -> int | Phase:
    with Fields(value, ChosenPhase) as fields:
        number = fields.optional("number", _read_number, None)
        groups = fields.optional("groups", _read_groups, None)
        if len(fields.given) != 1:
            fields.add(invalid("invalid", gettext_noop("Give either `number` or `groups`.")))
    return cast("int | Phase", groups if number is None else number)


def _read_groups(value: object) -> Phase:
    if not isinstance(value, list):
        text = gettext_noop("Give the number of a Phase, or a list of groups as {kind, size}.")
        raise invalid("null" if value is None else "invalid", text)
    if not value:
        raise invalid("empty", gettext_noop("Give at least one group."))
    if len(value) > MAX_REQUIREMENTS:
        text = gettext_noop("No hand makes that many groups: give at most %(limit)s.")
        raise invalid("too_many", text, limit=MAX_REQUIREMENTS)
    return tuple(read_items(value, read_requirement))


def read_phases(value: object) -> list[int | Phase]:
    """Read the Phases of a game; `phases_of` makes them Phases of its edition."""
    return read_list(value, read_phase, min_length=1, max_length=MAX_PHASES)


def phase_of(edition: Edition, choice: int | Phase) -> Phase:
    """Return the Phase that was chosen; raise `InvalidRequest` if the edition lacks it."""
    if isinstance(choice, int):
        if not 1 <= choice <= len(edition.phases):
            text = gettext_noop("This edition has Phases 1 to %(last)s.")
            raise invalid("unknown_phase", text, last=len(edition.phases))
        return edition.phases[choice - 1]
    if phase_size(choice) > edition.max_held:
        text = gettext_noop("This Phase needs %(size)s cards, and a hand has at most %(limit)s.")
        raise invalid("impossible_size", text, size=phase_size(choice), limit=edition.max_held)
    return choice


def phases_of(edition: Edition, choices: Iterable[int | Phase]) -> tuple[Phase, ...]:
    """Return the Phases that were chosen; raise `InvalidRequest` if the edition lacks one."""
    return tuple(read_items(choices, lambda choice: phase_of(edition, choice)))


def numbered_phase_answer(number: int, phase: Phase, translator: Translator) -> NumberedPhase:
    return {
        "phase": number,
        "name": name_phase(phase).render(translator),
        "groups": [{"kind": group.kind.name, "size": group.size} for group in phase],
    }
