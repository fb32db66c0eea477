"""The totals of many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import reduce
from itertools import zip_longest
from typing import Any

from referee.simulator.game import GameLog


@dataclass(slots=True)
class PhaseTotals:
    """How often a Phase was tried for a round, and how often it was laid down."""

    tries: int = 0
    laid_down: int = 0

    @property
    def rate(self) -> float | None:
        """The share of rounds in which it was laid down, from 0 to 1; None if never tried."""
        return self.laid_down / self.tries if self.tries else None

    @property
    def rounds_needed(self) -> float | None:
        """The rounds that it takes on average; None if it was never laid down."""
        return self.tries / self.laid_down if self.laid_down else None


@dataclass(slots=True)
class BotTotals:
    """What bots of one strength did; a win that two share is half a win for each."""

    seats: int = 0
    wins: float = 0.0
    rounds: int = 0
    laid_down: int = 0
    points: int = 0
    phases: list[PhaseTotals] = field(default_factory=list)


@dataclass(slots=True)
class SimulationTotals:
    """The totals of games and their rounds.

    `rounds` are those that were tallied, tie-breaks included; `stuck` ones could not be
    ended and were dealt again. A game that is not `finished` reached its limit of rounds.
    `rounds_a_game` counts finished games, `phases` are in the order of the game's list, those of
    bots, too.
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
    phases: list[PhaseTotals] = field(default_factory=list)
    bots: dict[str, BotTotals] = field(default_factory=dict)

    @property
    def mean_rounds(self) -> float | None:
        """Rounds per finished game."""
        games = self.rounds_a_game.total()
        return sum(n * count for n, count in self.rounds_a_game.items()) / games if games else None

    @property
    def mean_points(self) -> float | None:
        """Points per player and round, including the 0 of the player who went out."""
        return self.points / self.hands if self.hands else None

    @property
    def hardness(self) -> float | None:
        """The rounds that a player needs for all Phases, None if one was never laid down.

        The last Phases are tried mostly by those who get there first, so they look easier
        than they are; that is the same for every list.
        """
        tries = [phase.rounds_needed for phase in self.phases]
        return sum(t for t in tries if t is not None) if tries and None not in tries else None

    def as_json(self) -> dict[str, Any]:
        """Return the totals for a JSON file."""
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
            "phases": _phases_as_json(self.phases),
            "bots": {
                name: {
                    "seats": bot.seats,
                    "wins": bot.wins,
                    "success_rate": bot.laid_down / bot.rounds if bot.rounds else None,
                    "points_per_round": bot.points / bot.rounds if bot.rounds else None,
                    "phases": _phases_as_json(bot.phases),
                }
                for name, bot in self.bots.items()
            },
        }


def _phases_as_json(phases: Sequence[PhaseTotals]) -> list[dict[str, Any]]:
    return [
        {
            "phase": number,
            "tries": phase.tries,
            "laid_down": phase.laid_down,
            "success_rate": phase.rate,
            "attempts_per_success": phase.rounds_needed,
        }
        for number, phase in enumerate(phases, 1)
    ]


def game_totals(log: GameLog) -> SimulationTotals:
    """Return the totals of one game. Tie-breaks count as rounds, but not as tries."""
    plan = log.setup.plan
    names = [bot.name for bot in log.setup.bots]
    totals = SimulationTotals(
        games=1,
        finished=int(log.state.over),
        phases=[PhaseTotals() for _phase in plan.phases],
        bots={
            name: BotTotals(
                seats=names.count(name), phases=[PhaseTotals() for _phase in plan.phases]
            )
            for name in names
        },
    )
    for played in log.rounds:
        totals.turns += played.end.turns
        totals.plays += len(played.end.plays)
        if played.scores is None:
            totals.stuck += 1
            continue
        totals.rounds += 1
        if played.tie_break:
            totals.tie_breaks += 1
            continue
        for score in played.scores:
            number, bot = played.phases[score.seat], totals.bots[names[score.seat]]
            for phase in (totals.phases[number - 1], bot.phases[number - 1]):
                phase.tries += 1
                phase.laid_down += score.laid_down
            bot.rounds += 1
            bot.laid_down += score.laid_down
            bot.points += score.points
            totals.points += score.points
            totals.hands += 1
    for seat in log.state.winners:
        totals.bots[names[seat]].wins += 1 / len(log.state.winners)
    if log.state.over:
        totals.rounds_a_game[totals.rounds] += 1
    return totals


def add_up(totals: Iterable[SimulationTotals]) -> SimulationTotals:
    """Add up totals of the same list of Phases."""
    return reduce(_sum, totals, SimulationTotals())


def _sum(one: Any, other: Any) -> Any:
    """Add up field by field, key by key and Phase by Phase; what is missing counts nothing."""
    if is_dataclass(one):
        pairs = ((getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
        return type(one)(*(_sum(*pair) for pair in pairs))  # type: ignore[misc]
    if isinstance(one, list):
        return [_sum(*pair) for pair in zip_longest(one, other, fillvalue=PhaseTotals())]
    if isinstance(one, dict) and not isinstance(one, Counter):
        none = BotTotals()
        return {name: _sum(one.get(name, none), other.get(name, none)) for name in one | other}
    return one + other
