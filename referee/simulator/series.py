"""A series of games with the same result in any order and on any number of processes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle, islice
from random import Random

from referee.editions import EDITIONS, Edition
from referee.game import Plan, Variant
from referee.kinds import Phase, parse_phase, phase_size
from referee.simulator.bots import BOTS
from referee.simulator.game import MAX_ROUNDS, Setup, play_game
from referee.simulator.round import Disagreement
from referee.simulator.totals import SimulationTotals, add_up, game_totals


class UnplayablePhase(ValueError):
    """The text is not a Phase, or one that nobody can go out with."""


@dataclass(frozen=True, slots=True)
class Series:
    """What is played, all by name: `phases` as the rulebook writes them.

    `strengths` are given to the players in turn, repeated as needed. Players are shuffled
    for each game, because it is an advantage to sit to the left of a weak player.
    """

    edition: str
    phases: tuple[str, ...]
    players: int
    strengths: tuple[str, ...]
    seed: int
    pairing: str
    variant: str = Variant.STANDARD.value
    max_rounds: int = MAX_ROUNDS

    def setup(self, rng: Random) -> Setup:
        """Return how a game is played; the first seat deals first."""
        edition = EDITIONS[self.edition]
        plan = Plan(
            edition=edition,
            phases=tuple(map(parse_phase, self.phases)),
            seats=self.players,
            variant=Variant(self.variant),
        )
        bots = [BOTS[name] for name in islice(cycle(self.strengths), self.players)]
        rng.shuffle(bots)
        return Setup(plan, tuple(bots), pairing=self.pairing, max_rounds=self.max_rounds)

    def play(self, first: int, stop: int) -> SimulationTotals:
        """Play the games from `first` up to, but not including, `stop`.

        Raises `Disagreement`, which names the game, if the referee objects to anything.
        """
        return add_up(self._play(game) for game in range(first, stop))

    def _play(self, game: int) -> SimulationTotals:
        rng = self.rng(game)
        try:
            return game_totals(play_game(self.setup(rng), rng))
        except Disagreement as error:
            raise Disagreement(f"Game {game} of seed {self.seed}: {error}") from error

    def rng(self, game: int) -> Random:
        """Return the random numbers of one game, which do not depend on other games."""
        return Random(f"{self.seed}/{game}")  # noqa: S311


def write_phase(phase: Phase) -> str:
    """Write a Phase as the rulebook does.

    >>> write_phase(EDITIONS["classic"].phases[1])
    'set 3 + run 4'
    """
    return " + ".join(map(str, phase))


def read_phases(edition: Edition, text: str) -> tuple[str, ...]:
    """Read a list of phases, each by its number in the edition or written out.

    Raises `UnplayablePhase`.

    >>> read_phases(EDITIONS["classic"], "4; set 3 + run 4")
    ('run 7', 'set 3 + run 4')
    """
    return tuple(_read_phase(edition, part.strip()) for part in text.split(";"))


def _read_phase(edition: Edition, text: str) -> str:
    if text.isdecimal():
        number = int(text)
        if not 1 <= number <= len(edition.phases):
            raise UnplayablePhase(text)
        return write_phase(edition.phases[number - 1])
    try:
        phase = parse_phase(text)
    except ValueError:
        raise UnplayablePhase(text) from None
    # A Phase of more cards than are dealt leaves none to go out with.
    if (
        not all(requirement.is_possible for requirement in phase)
        or phase_size(phase) > edition.dealt
    ):
        raise UnplayablePhase(text)
    return write_phase(phase)
