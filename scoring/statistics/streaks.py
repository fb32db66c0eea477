"""Streaks of a player: successes in a row, game by game or round by round. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scoring.statistics.digest_parts import Games, Kept
from scoring.statistics.facts import DOWN, OUT, PlayerFacts
from scoring.statistics.marks import Mark, mark


class Runs(NamedTuple):
    """Successes in a row among some outcomes: the first ones, the last ones, and the most."""

    outcomes: int
    first: int
    last: int
    most: int


class Streak(NamedTuple):
    """Successes in a row among the outcomes of some games: the first, current and longest ones.

    `first_end` is the game in which the first ones ended, `ends` are those in which longest ones
    did. An end is the mark of a game with the player's rank and seat.
    """

    outcomes: int
    first: int
    first_end: Mark | None
    current: int
    longest: int
    ends: list[Mark]

    @property
    def ended_in(self) -> Mark | None:
        """The game in which the first of the longest ones ended."""
        return self.ends[0] if self.ends else None


@dataclass(frozen=True, slots=True)
class Streaks:
    """The part of a digest that knows streaks; `runs` are those within one game."""

    runs: Callable[[PlayerFacts], Runs]

    def of(self, games: Games) -> Kept | None:
        outcomes = first = current = longest = 0
        first_end: PlayerFacts | None = None
        ends: list[PlayerFacts] = []
        for game in games:
            runs = self.runs(game)
            if runs.first:
                if first == outcomes:  # no failure before
                    first, first_end = outcomes + runs.first, game
                most = max(current + runs.first, runs.most)
            else:
                most = runs.most
            if most > longest:
                longest, ends = most, [game]
            elif most and most == longest:
                ends.append(game)
            current = current + runs.last if runs.last == runs.outcomes else runs.last
            outcomes += runs.outcomes
        if not outcomes:
            return None
        end = None if first_end is None else _end(first_end)
        return [*Streak(outcomes, first, end, current, longest, [*map(_end, ends)])]

    def joined(self, earlier: Kept, later: Kept, later_games: Callable[[], Games]) -> Kept:
        before, after = Streak(*earlier), Streak(*later)
        across = before.current + after.first if before.current and after.first else 0
        longest = max(before.longest, after.longest, across)
        ends = before.ends if before.longest == longest else []
        if across == longest and after.first_end is not None:
            ends = [*ends, after.first_end]
        if after.longest == longest:
            ends = [*ends, *(end for end in after.ends if end not in ends[-1:])]
        no_failure_before = before.first == before.outcomes
        no_failure_after = after.current == after.outcomes
        return [
            *Streak(
                before.outcomes + after.outcomes,
                before.outcomes + after.first if no_failure_before else before.first,
                after.first_end if no_failure_before and after.first else before.first_end,
                before.current + after.current if no_failure_after else after.current,
                longest,
                ends,
            )
        ]


def _end(game: PlayerFacts) -> Mark:
    return [*mark(game), game.rank, game.seat]


@lru_cache(maxsize=4096)
def _runs(outcomes: str, successes: str) -> Runs:
    """The runs of these letters.

    >>> _runs("od-oo", "od")
    Runs(outcomes=5, first=2, last=2, most=2)
    """
    text = "".join(letter if letter in successes else " " for letter in outcomes)
    runs = [*map(len, text.split(" "))]
    return Runs(len(outcomes), runs[0], runs[-1], max(runs))


_WON, _LOST = Runs(1, 1, 1, 1), Runs(1, 0, 0, 0)

STREAKS = {
    # Games won, rounds gone out, and rounds in which the Phase was laid down.
    "wins": Streaks(lambda game: _WON if game.won else _LOST),
    "going_out": Streaks(lambda game: _runs(game.outcomes, OUT)),
    "laying_down": Streaks(lambda game: _runs(game.outcomes, DOWN)),
}
