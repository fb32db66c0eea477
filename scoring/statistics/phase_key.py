"""A Phase as a short text that identifies it in every edition and list. Pure."""

from __future__ import annotations

from referee.kinds import KINDS, KindName, Phase, Requirement


def phase_key(phase: Phase) -> str:
    """Write a Phase: kind and size of each group.

    >>> from referee.editions import EDITIONS
    >>> phase_key(EDITIONS["classic"].phases[1])
    'set:3+run:4'
    """
    return "+".join(f"{group.kind.name.value}:{group.size}" for group in phase)


def parse_phase_key(text: str) -> Phase:
    """Read a text that `phase_key` has written.

    >>> phase_key(parse_phase_key("set:3+run:4"))
    'set:3+run:4'
    """
    groups = (group.split(":") for group in text.split("+"))
    return tuple(Requirement(KINDS[KindName(kind)], int(size)) for kind, size in groups)
