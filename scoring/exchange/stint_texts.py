"""When a player was at the table, and what they began with, as sheets say it."""

from __future__ import annotations

import re

from referee.stints import StartingPhase, Stint, Stints, out_of_order, tidy
from referee.wire.tally import MAX_POINTS

STINT = re.compile(
    r"from ([0-9]{1,4})(?: to ([0-9]{1,4}))?"
    r"(?: \((?:(first|lowest) Phase|Phase ([0-9]{1,4})), ([0-9]{1,6})\))?"
)


def write_stints(stints: Stints) -> str:
    """Return stints as a text that no spreadsheet program takes for a date.

    >>> write_stints([Stint(3, 4, StartingPhase.LOWEST, 120), Stint(6)]), write_stints(())
    ('from 3 to 4 (lowest Phase, 120), from 6', 'from 1')
    >>> write_stints([Stint(1, None, 4, 20)])  # a handicap
    'from 1 (Phase 4, 20)'
    """
    texts = []
    for stint in stints or (Stint(),):
        text = f"from {stint.first_round}"
        if stint.last_round is not None:
            text += f" to {stint.last_round}"
        if isinstance(stint.phase, int):
            text += f" (Phase {stint.phase}, {stint.total})"
        elif stint.phase is not None:
            text += f" ({stint.phase} Phase, {stint.total})"
        texts.append(text)
    return ", ".join(texts)


def parse_stints(text: str) -> tuple[Stint, ...]:
    """Return the stints of a text; raise ValueError if there are none like this.

    >>> parse_stints("from 3 (lowest Phase, 120)")[0].total, parse_stints("from 1")
    (120, ())
    >>> parse_stints("from 1 (Phase 4, 20)")[0].phase
    4
    """
    stints = []
    for part in re.split(r", (?=from )", text):
        match = STINT.fullmatch(part)
        if match is None:
            raise ValueError(text)
        first, last, phase, number, total = match.groups()
        if total and int(total) > MAX_POINTS:
            raise ValueError(text)
        if number and (int(first) > 1 or int(number) < 1):  # whoever comes late has no handicap
            raise ValueError(text)
        stints.append(
            Stint(
                int(first),
                int(last) if last else None,
                int(number) if number else StartingPhase(phase) if phase else None,
                int(total) if total else None,
            )
        )
    if list(out_of_order(stints)):
        raise ValueError(text)
    return tidy(stints)
