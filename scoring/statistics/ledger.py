"""Adding facts up: for each player, each Phase and each pair, by edition, variant and span.

Pure. The keys and numbers are those of `PlayerSum`, `PhaseSum` and `PairSum`, in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Any

from scoring.statistics.facts import Attempt, Fact, GameFacts
from scoring.statistics.periods import spans_of

Key = tuple[Any, ...]  # span, player, edition, variant, and what else tells sums apart
Sums = dict[Key, list[int]]


class Ledger:
    """Three kinds of sums; games are added, or with `sign` -1 taken away again."""

    def __init__(self, games: Iterable[GameFacts] = ()) -> None:
        self.players: Sums = {}
        self.phases: Sums = {}
        self.pairs: Sums = {}
        for game in games:
            self.add(game)

    def add(self, game: GameFacts, sign: int = 1) -> None:
        for span in spans_of(game.played_at):
            for fact in game.players:
                key = (span, fact.player, game.edition, game.variant)
                _add(self.players, key, player_numbers(fact), sign)
                for attempt in fact.attempts:
                    _add(self.phases, (*key, attempt.phase), phase_numbers(attempt), sign)
            for one, other in permutations(game.players, 2):
                pair = (span, one.player, game.edition, game.variant, other.player)
                _add(self.pairs, pair, pair_numbers(one, other), sign)


def player_numbers(fact: Fact) -> Iterator[int]:
    yield 1
    yield fact.won
    yield fact.shared
    yield fact.place
    yield fact.rounds
    yield sum(fact.points)
    yield fact.gone_out
    yield fact.laid_down
    yield fact.overruled
    yield fact.overruled_plays


def phase_numbers(attempt: Attempt) -> Iterator[int]:
    yield attempt.attempts
    yield attempt.success
    yield attempt.attempts if attempt.success else 0


def pair_numbers(one: Fact, other: Fact) -> Iterator[int]:
    yield 1
    yield one.place < other.place
    yield one.place == other.place
    yield one.won


def _add(sums: Sums, key: Key, numbers: Iterable[int], sign: int) -> None:
    added = [sign * number for number in numbers]
    before = sums.get(key)
    sums[key] = added if before is None else [a + b for a, b in zip(before, added, strict=True)]
