"""What somebody's games tell one after another: streaks, and the bests and worsts. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.statistics.facts import NEITHER, WENT_OUT
from scoring.statistics.models import Result

Career = Sequence[Result]  # of one player, in the order in which they were played


@dataclass(frozen=True, slots=True)
class Streak:
    """The longest run of successes, and the one that goes on; `last` is where the longest ended."""

    longest: int
    current: int
    last: int | None


def streak(outcomes: Iterable[bool]) -> Streak:
    """The streaks in outcomes, the first of the longest ones.

    >>> streak([True, True, False, True])
    Streak(longest=2, current=1, last=1)
    """
    longest = current = 0
    last = None
    for index, success in enumerate(outcomes):
        current = current + 1 if success else 0
        if current > longest:
            longest, last = current, index
    return Streak(longest, current, last)


def marks(career: Career) -> list[tuple[Result, str]]:
    """The rounds of a career, each with the game it belongs to."""
    return [(result, mark) for result in career for mark in result.marks]


STREAKS: dict[str, Callable[[Career], list[tuple[Result, bool]]]] = {
    "wins": lambda career: [(result, result.won) for result in career],
    "going_out": lambda career: [(r, mark == WENT_OUT) for r, mark in marks(career)],
    "laying_down": lambda career: [(r, mark != NEITHER) for r, mark in marks(career)],
}


def streaks(career: Career) -> dict[str, dict[str, Any]]:
    """Games won, rounds gone out, and Phases laid down in a row; with the game it ended in."""
    found = {}
    for name, outcomes_of in STREAKS.items():
        outcomes = outcomes_of(career)
        one = streak(success for _result, success in outcomes)
        game = None if one.last is None else str(outcomes[one.last][0].game_id)
        found[name] = {"longest": one.longest, "current": one.current, "game": game}
    return found


def best_round(career: Career) -> dict[str, Any] | None:
    """The fewest points; among equals where the others took the most, then the earliest."""
    known = [result for result in career if result.best is not None]
    key = lambda r: (r.best_points, -(r.best_others or 0))  # noqa: E731
    best = min(known, key=key, default=None)
    if best is None:
        return None
    return {
        "game": str(best.game_id),
        "round": best.best,
        "points": best.best_points,
        "others": best.best_others,
    }


def worst_round(career: Career) -> dict[str, Any] | None:
    """The most points; the earliest among equals."""
    known = [result for result in career if result.worst is not None]
    worst = max(known, key=lambda r: r.worst_points or 0, default=None)
    if worst is None:
        return None
    return {
        "game": str(worst.game_id),
        "round": worst.worst,
        "points": worst.worst_points,
    }


def fastest_game(career: Career) -> dict[str, Any] | None:
    """The win of a whole game in the fewest rounds; then with the fewest points, the earliest."""
    known = [result for result in career if result.won and result.whole and result.rounds]
    best = min(known, key=lambda r: (r.rounds, r.total), default=None)
    if best is None:
        return None
    return {"game": str(best.game_id), "rounds": best.rounds, "points": best.total}


def biggest_comeback(career: Career) -> dict[str, Any] | None:
    """The win after having been furthest behind the leader: Phases count before points."""
    known = [result for result in career if result.comeback_round is not None]
    key = lambda r: (r.comeback_phases or 0, r.comeback_points or 0)  # noqa: E731
    best = max(known, key=key, default=None)
    if best is None:
        return None
    return {
        "game": str(best.game_id),
        "round": best.comeback_round,
        "phases": best.comeback_phases,
        "points": best.comeback_points,
    }
