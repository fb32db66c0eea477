"""The check of a tally (section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.editions import Edition
from referee.kinds import Phase
from referee.played_round import PlayedRound
from referee.points import possible_points, score
from referee.rulings.problems import RuleCode, RuleProblem, most_telling_first
from referee.tally.entries import (
    OpenLine,
    PossibleHands,
    TallyEntry,
    TallyLine,
    TallyVerdict,
    line_problem,
)
from referee.tally.going_out import gone_out, one_goes_out, who_went_out
from referee.tally.hand_sizes import possible_hand_sizes
from referee.tally.settlement import settle
from referee.tally.shared_deck import one_deck
from referee.wording import gettext_noop


def check_tally(
    edition: Edition,
    phases: Sequence[Phase],
    entries: Sequence[TallyEntry],
    played: PlayedRound | None = None,
) -> TallyVerdict:
    """Check the tally of a round, and fill in who laid down if the points prove it.

    `phases` are those of the game. If plays of the round were recorded, `played` is what they
    tell, and each entry has its `seat`. If lines are open, the others are checked, and the open
    ones say what they can still be.

    >>> from referee.editions import EDITIONS
    >>> classic = EDITIONS["classic"]
    >>> verdict = check_tally(classic, classic.phases, [
    ...     TallyEntry("North", phase=3, went_out=True),
    ...     TallyEntry("East", phase=6, points=50),
    ... ])
    >>> verdict.is_legal, verdict.lines[1].laid_down, verdict.lines[1].next_phase
    (True, False, 6)
    """
    out = who_went_out(entries)
    problems = list(one_goes_out(entries, out))
    lines = []
    for entry, is_out in zip(entries, out, strict=True):
        line, line_problems = _check_entry(edition, phases, entry, is_out, played)
        if entry.is_open and not line_problems:
            phase = phases[entry.phase - 1]
            can_go_out = not any(out) and entry.laid_down is not False
            after = _possible_hands(edition, phase, entry, True, played)
            without = _possible_hands(edition, phase, entry, False, played)
            line = replace(line, open=OpenLine(can_go_out, after, without))
        lines.append(line)
        problems += line_problems
    problems += one_deck(edition, phases, entries, lines, played)
    return TallyVerdict(most_telling_first(problems), tuple(lines))


def _check_entry(
    edition: Edition,
    phases: Sequence[Phase],
    entry: TallyEntry,
    is_out: bool,
    played: PlayedRound | None,
) -> tuple[TallyLine, list[RuleProblem]]:
    points = entry.points if entry.cards is None else score(edition, entry.cards)
    if is_out:
        points = points or 0
    line = TallyLine(entry.player, entry.phase, points, None, is_out, None)
    if not 1 <= entry.phase <= len(phases):
        text = gettext_noop("%(player)s cannot be on Phase %(phase)s. Valid values: 1 to %(last)s.")
        code, last = RuleCode.WRONG_PHASE, len(phases)
        return line, [line_problem(entry, code, text, "7", phase=entry.phase, last=last)]
    laid_down: bool | None
    problems: list[RuleProblem] = []
    if entry.is_open:
        laid_down = entry.laid_down
    elif is_out:
        problems += gone_out(entry, points or 0, played)
        laid_down = None if problems else True
    elif entry.has_nothing_left:
        laid_down = None  # `one_goes_out` asks who it was
    else:
        laid_down, problems = settle(edition, phases[entry.phase - 1], entry, played)
    if laid_down is None:
        return line, problems
    following = entry.phase + laid_down
    next_phase = following if following <= len(phases) else None
    return replace(line, laid_down=laid_down, next_phase=next_phase), problems


def _possible_hands(
    edition: Edition, phase: Phase, entry: TallyEntry, laid_down: bool, played: PlayedRound | None
) -> PossibleHands | None:
    """Return what a player whose line is open can be left with, None if nothing."""
    if entry.laid_down not in (None, laid_down):
        return None
    sizes = possible_hand_sizes(edition, phase, laid_down=laid_down, played=played, seat=entry.seat)
    return PossibleHands(sizes, tuple(possible_points(edition, sizes))) if sizes else None
