"""What came of many games, added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from referee.simulator.game import GameLog


@dataclass(slots=True)
class PhaseCount:
    """How often a Phase was tried for a round, and how often it was laid down."""

    tries: int = 0
    laid_down: int = 0

    @property
    def rate(self) -> float | None:
        """The share of rounds in which it was laid down, from 0 to 1; None if never tried."""
        return self.laid_down / self.tries if self.tries else None

    @property
    def mean_tries(self) -> float | None:
        """The rounds that it takes on average, those tried in vain included; None if never done."""
        return self.tries / self.laid_down if self.laid_down else None


@dataclass(slots=True)
class BotCount:
    """What players of one strength did; a win that is shared by two is half a win for each."""

    seats: int = 0
    wins: float = 0.0
    rounds: int = 0
    laid_down: int = 0
    points: int = 0


@dataclass(slots=True)
class Counts:
    """Games and rounds added up.

    `rounds` are those that were counted, tie-breaks among them; the `stuck` ones could not
    be ended and were dealt again. A game that is not `finished` ran into its bounds.
    `rounds_a_game` is of finished games, `phases` in the order of the game's list.
    """

    games: int = 0
    finished: int = 0
    rounds: int = 0
    tie_breaks: int = 0
    stuck: int = 0
    turns: int = 0
    plays: int = 0
    points: int = 0
    hands: int = 0
    rounds_a_game: Counter[int] = field(default_factory=Counter)
    phases: list[PhaseCount] = field(default_factory=list)
    bots: dict[str, BotCount] = field(default_factory=dict)

    @property
    def mean_rounds(self) -> float | None:
        """Rounds per finished game."""
        games = self.rounds_a_game.total()
        return sum(n * count for n, count in self.rounds_a_game.items()) / games if games else None

    @property
    def mean_points(self) -> float | None:
        """Points per player and round, the 0 of who went out included."""
        return self.points / self.hands if self.hands else None

    @property
    def hardness(self) -> float | None:
        """The rounds that a player needs for the whole list, None where some Phase was never done.

        The last phases are tried most by those who get there first, so they look easier than
        they are; that is alike for every list.
        """
        tries = [phase.mean_tries for phase in self.phases]
        return sum(t for t in tries if t is not None) if tries and None not in tries else None

    def as_json(self) -> dict[str, Any]:
        """All of it for a JSON file."""
        return {
            "games": self.games,
            "finished": self.finished,
            "rounds": self.rounds,
            "tie_breaks": self.tie_breaks,
            "stuck": self.stuck,
            "turns": self.turns,
            "plays": self.plays,
            "rounds_per_game": {
                "mean": self.mean_rounds,
                "games": {str(n): self.rounds_a_game[n] for n in sorted(self.rounds_a_game)},
            },
            "points_per_round": self.mean_points,
            "rounds_for_the_list": self.hardness,
            "phases": [
                {
                    "phase": number,
                    "tries": phase.tries,
                    "laid_down": phase.laid_down,
                    "success_rate": phase.rate,
                    "mean_attempts": phase.mean_tries,
                }
                for number, phase in enumerate(self.phases, 1)
            ],
            "bots": {
                name: {
                    "seats": bot.seats,
                    "wins": bot.wins,
                    "success_rate": bot.laid_down / bot.rounds if bot.rounds else None,
                    "points_per_round": bot.points / bot.rounds if bot.rounds else None,
                }
                for name, bot in self.bots.items()
            },
        }


def count(log: GameLog) -> Counts:
    """Add up one game. A tie-break is a round, and nobody's try: all have done the Phase."""
    plan = log.setup.plan
    names = [bot.name for bot in log.setup.bots]
    found = Counts(
        games=1,
        finished=int(log.state.over),
        phases=[PhaseCount() for _phase in plan.phases],
        bots={name: BotCount(seats=names.count(name)) for name in names},
    )
    for played in log.rounds:
        found.turns += played.end.turns
        found.plays += len(played.end.plays)
        if played.scores is None:
            found.stuck += 1
            continue
        found.rounds += 1
        if played.tie_break:
            found.tie_breaks += 1
            continue
        for score in played.scores:
            phase, bot = found.phases[played.phases[score.seat] - 1], found.bots[names[score.seat]]
            phase.tries += 1
            phase.laid_down += score.laid_down
            bot.rounds += 1
            bot.laid_down += score.laid_down
            bot.points += score.points
            found.points += score.points
            found.hands += 1
    for seat in log.state.winners:
        found.bots[names[seat]].wins += 1 / len(log.state.winners)
    if log.state.over:
        found.rounds_a_game[found.rounds] += 1
    return found


def total(counts: Iterable[Counts]) -> Counts:
    """All of these together; they are of one list of phases."""
    return reduce(_both, counts, Counts())


def _both(one: Counts, other: Counts) -> Counts:
    phases = one.phases or [PhaseCount() for _phase in other.phases]
    names = dict.fromkeys((*one.bots, *other.bots))
    return Counts(
        games=one.games + other.games,
        finished=one.finished + other.finished,
        rounds=one.rounds + other.rounds,
        tie_breaks=one.tie_breaks + other.tie_breaks,
        stuck=one.stuck + other.stuck,
        turns=one.turns + other.turns,
        plays=one.plays + other.plays,
        points=one.points + other.points,
        hands=one.hands + other.hands,
        rounds_a_game=one.rounds_a_game + other.rounds_a_game,
        phases=[
            PhaseCount(a.tries + b.tries, a.laid_down + b.laid_down)
            for a, b in zip(phases, other.phases, strict=True)
        ],
        bots={
            name: _both_bots(one.bots.get(name, BotCount()), other.bots.get(name, BotCount()))
            for name in names
        },
    )


def _both_bots(one: BotCount, other: BotCount) -> BotCount:
    return BotCount(
        seats=one.seats + other.seats,
        wins=one.wins + other.wins,
        rounds=one.rounds + other.rounds,
        laid_down=one.laid_down + other.laid_down,
        points=one.points + other.points,
    )
