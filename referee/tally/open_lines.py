"""What a line of a tally can still be while nobody has said what is left (section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.editions import Edition
from referee.kinds import Phase
from referee.played_round import PlayedRound
from referee.points import possible_points
from referee.tally.entries import OpenLine, PossibleHands, TallyEntry, TallyLine
from referee.tally.hand_sizes import possible_hand_sizes


def still_open(
    edition: Edition,
    phases: Sequence[Phase],
    entry: TallyEntry,
    line: TallyLine,
    *,
    can_go_out: bool,
    played: PlayedRound | None,
) -> TallyLine:
    """Return an open line with what it can still be; `can_go_out`: nobody else has gone out."""
    after, without = (
        _possible_hands(edition, phases[entry.phase - 1], entry, laid_down, played)
        for laid_down in (True, False)
    )
    can_go_out = can_go_out and entry.laid_down is not False
    return replace(line, open=OpenLine(can_go_out, after, without))


def _possible_hands(
    edition: Edition, phase: Phase, entry: TallyEntry, laid_down: bool, played: PlayedRound | None
) -> PossibleHands | None:
    if entry.laid_down not in (None, laid_down):
        return None
    sizes = possible_hand_sizes(edition, phase, laid_down=laid_down, played=played, seat=entry.seat)
    return PossibleHands(sizes, tuple(possible_points(edition, sizes))) if sizes else None
