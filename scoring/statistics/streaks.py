"""Streaks of a player: successes in a row, game by game or round by round. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.statistics.facts import NEITHER, WENT_OUT, PlayerFacts

Outcomes = Iterable[tuple[PlayerFacts, bool]]  # successes and failures, each with its game


@dataclass(frozen=True, slots=True)
class Streak:
    """The longest run of successes, the current one, and the games in which longest ones ended."""

    longest: int = 0
    current: int = 0
    ends: tuple[PlayerFacts, ...] = ()

    @property
    def ended_in(self) -> PlayerFacts | None:
        """The game in which the first of the longest ones ended."""
        return self.ends[0] if self.ends else None


def streak(outcomes: Outcomes) -> Streak:
    """The streaks in these outcomes."""
    longest = current = 0
    ends: list[PlayerFacts] = []
    for game, success in outcomes:
        current = current + 1 if success else 0
        if current > longest:
            longest, ends = current, [game]
        elif current and current == longest and ends[-1] is not game:
            ends.append(game)
    return Streak(longest, current, tuple(ends))


def win_streak(games: Sequence[PlayerFacts]) -> Streak:
    """Games won in a row."""
    return streak((game, game.won) for game in games)


def going_out_streak(games: Sequence[PlayerFacts]) -> Streak:
    """Rounds gone out in a row."""
    return streak((game, outcome == WENT_OUT) for game, outcome in _rounds(games))


def laying_down_streak(games: Sequence[PlayerFacts]) -> Streak:
    """Rounds in a row in which the Phase was laid down."""
    return streak((game, outcome != NEITHER) for game, outcome in _rounds(games))


def _rounds(games: Sequence[PlayerFacts]) -> Iterator[tuple[PlayerFacts, str]]:
    return ((game, outcome) for game in games for outcome in game.outcomes)


STREAKS: dict[str, Callable[[Sequence[PlayerFacts]], Streak]] = {
    "wins": win_streak,
    "going_out": going_out_streak,
    "laying_down": laying_down_streak,
}
