"""What marks and numbers beside the points say about who laid down."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from games.domain.paper import PaperGame
from games.domain.paper_check import check_paper
from referee.rulings.problems import RuleCode
from scoring.exchange.paper.score_cells import Score

OPEN = RuleCode.LAID_DOWN_UNKNOWN
Cells = dict[int, dict[UUID, Score]]  # by the number of the round and the player


def with_laid_down(
    cells: Cells, players: Sequence[UUID], completed: Mapping[UUID, int], asked: str = ""
) -> dict[str, Cells]:
    """Return the rounds with who laid down, for each way to read the numbers beside the points.

    Without any, the numbers cannot be read. One is the Phase that the player tried in the round
    (`phase`), or how many Phases the player had completed after it (`completed`), or the Phase
    that comes next (`next`). A way in which no game can be read is left out. `completed` has
    the Phases at the end of the game, and `asked` the way that somebody chose.
    """
    cells = _with_marks(cells)
    if not any(score.phase is not None for scores in cells.values() for score in scores.values()):
        return {"": cells}
    readings = {}
    for name in (asked,) if asked else ("phase", "completed", "next"):
        read = {player: _read(name, cells, player, completed.get(player)) for player in players}
        if asked or all(steps is not None for steps in read.values()):
            readings[name] = {
                number: {
                    player: score
                    if score.is_down is not None
                    else replace(score, is_down=(read[player] or {}).get(number))
                    for player, score in scores.items()
                }
                for number, scores in cells.items()
            }
    return _different(readings)


def by_position(cells: Cells, phases: Sequence[object]) -> Cells:
    """Return the rounds with the places of Phases instead of their numbers.

    A game of Phases 6 and 7 has 6 in its first rounds, which is its first Phase.
    """
    positions = {phase: place for place, phase in enumerate(phases, 1)}
    numbers = {score.phase for scores in cells.values() for score in scores.values()} - {None}
    if not numbers <= positions.keys() or numbers <= set(positions.values()):
        return cells
    return {
        number: {
            player: replace(score, phase=positions.get(score.phase))
            for player, score in scores.items()
        }
        for number, scores in cells.items()
    }


def possible_readings(
    readings: Mapping[str, PaperGame], names: Mapping[UUID, str]
) -> dict[str, Hashable]:
    """Return the readings of a game that can have been played, each with its outcome.

    A reading may leave open who laid down.
    """
    possible: dict[str, Hashable] = {}
    for name, paper in readings.items():
        checked = check_paper(paper, names)
        if all(problem.code == OPEN for problem in checked.problems):
            possible[name] = (checked.record.rounds, name if checked.problems else "")
    return possible


def choose_reading(games: Sequence[Collection[str]]) -> str:
    """Return the reading that the games of a file have in common, empty if that is not one.

    >>> choose_reading([["phase"], ["phase", "completed"], []])
    'phase'
    """
    possible = [frozenset(readings) for readings in games if readings]
    common = frozenset.intersection(*possible) if possible else frozenset()
    return next(iter(common)) if len(common) == 1 else ""


def _with_marks(cells: Cells) -> Cells:
    """Return the rounds with marks read: if some cells of a game are marked, the others are not.

    If all marked cells are those of players who went out, the mark says that, and nothing else.
    """
    scores = [score for line in cells.values() for score in line.values()]
    marked = [score for score in scores if score.is_down is not None]
    if not marked:
        return cells
    if all(score.is_down and score.points == 0 for score in marked) and len(marked) < len(scores):
        return {
            number: {player: replace(score, is_down=None) for player, score in line.items()}
            for number, line in cells.items()
        }
    if len({score.is_down for score in marked}) > 1:
        return cells
    unmarked = not marked[0].is_down
    return {
        number: {
            player: replace(score, is_down=unmarked)
            if score.is_down is None and not (score.points == 0 and not unmarked)
            else score
            for player, score in line.items()
        }
        for number, line in cells.items()
    }


def _read(
    name: str, cells: Cells, player: UUID, completed: int | None
) -> dict[int, bool | None] | None:
    """Return in which rounds a player laid down, None if the numbers cannot be read this way."""
    rounds = [
        (number, scores[player].phase)
        for number, scores in sorted(cells.items())
        if player in scores
    ]
    phases = [phase for _number, phase in rounds]
    if name == "phase":
        end = None if completed is None else completed + 1
        before, after = phases, [*phases[1:], end]
        first = phases[:1] in ([1], [None], [])
    else:
        start = 0 if name == "completed" else 1
        before, after = [start, *phases[:-1]], phases
        first = True
    laid_down: dict[int, bool | None] = {}
    for (number, _phase), this, following in zip(rounds, before, after, strict=True):
        if this is None or following is None:
            laid_down[number] = None
        elif following - this in (0, 1):
            laid_down[number] = following > this
        else:
            return None
    return laid_down if first else None


def _different(readings: Mapping[str, Cells]) -> dict[str, Cells]:
    """Return the readings without those that say the same as an earlier one."""
    different: dict[str, Cells] = {}
    for name, cells in readings.items():
        if cells not in different.values():
            different[name] = cells
    return different
