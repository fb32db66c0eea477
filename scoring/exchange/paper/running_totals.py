"""What points of rounds add up to, and whether they are running totals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from scoring.exchange.paper.phase_readings import Cells
from scoring.exchange.paper.score_cells import Score


def sums(cells: Cells) -> dict[UUID, tuple[int, int]]:
    """Return what the points of each player add up to, with and without a tie-break."""
    seated = max(map(len, cells.values()))
    found: dict[UUID, tuple[int, int]] = {}
    for scores in cells.values():
        is_full = len(scores) == seated
        for player, score in scores.items():
            all_rounds, full_rounds = found.get(player, (0, 0))
            found[player] = all_rounds + score.points, full_rounds + is_full * score.points
    return found


def are_running_totals(cells: Cells, totals: Mapping[UUID, Score]) -> bool:
    """Return whether the lines of a game have running totals instead of the points of each round.

    They do if the last one is the same as the line of totals. Without such a line they do if
    nobody goes out after the second round as the lines stand, but somebody does in each round if
    the lines are running totals.
    """
    last = cells[max(cells)]
    if totals:
        is_last = all(
            player in last and total.points == last[player].points
            for player, total in totals.items()
        )
        added = sums(cells)
        return is_last and any(
            total.points not in added[player] for player, total in totals.items()
        )
    points = points_of_rounds(cells)
    later = [scores.values() for number, scores in sorted(cells.items())][2:]
    return (
        len(later) > 1
        and all(score.points for scores in later for score in scores)
        and points is not None
        and all(any(score.points == 0 for score in scores.values()) for scores in points.values())
    )


def points_of_rounds(cells: Cells) -> Cells | None:
    """Return the points of each round from running totals, None if a total becomes smaller."""
    points: Cells = {}
    before: dict[UUID, int] = {}
    for number, scores in sorted(cells.items()):
        points[number] = {
            player: replace(score, points=score.points - before.get(player, 0))
            for player, score in scores.items()
        }
        if any(score.points < 0 for score in points[number].values()):
            return None
        before |= {player: score.points for player, score in scores.items()}
    return points
