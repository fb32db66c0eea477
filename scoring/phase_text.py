"""A Phase as a short text, by which what is counted of it is found again."""

from __future__ import annotations

from referee.kinds import Phase


def phase_text(phase: Phase) -> str:
    """The kind and size of each group, in the Phase's order.

    >>> from referee.kinds import parse_phase
    >>> phase_text(parse_phase("set 3 + pair_run 4"))
    'set:3+pair_run:4'
    """
    return "+".join(f"{group.kind.name}:{group.size}" for group in phase)
