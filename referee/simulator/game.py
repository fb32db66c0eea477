"""Whole games, each round tallied by the referee (rulebook, sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from referee.game import GameState, Plan, SeatScore, after_round, start_game
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.played_round import read_plays
from referee.points import score
from referee.simulator.deck import SAME, Deck, make_deck
from referee.simulator.player_view import Bot
from referee.simulator.round import MAX_TURNS, Disagreement, RoundEnd, play_round
from referee.table import Seating
from referee.tally import TallyEntry, TallyVerdict, check_tally

MAX_ROUNDS = 300  # of one game; at a real table it is some fifteen


class RefusedTally(Disagreement):
    """The referee refused the tally of a round, or settled it differently."""

    def __init__(self, verdict: TallyVerdict, entries: Sequence[TallyEntry]) -> None:
        why = "; ".join(problem.message for problem in verdict.problems) or "settled differently"
        super().__init__(f"{why} Entries: {entries}. Settled as: {verdict.lines}.")


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played and by whom: the plan, and a bot for each of its seats."""

    plan: Plan
    bots: tuple[Bot, ...]
    rules: HouseRules = STANDARD_RULES
    pairing: str = SAME
    max_rounds: int = MAX_ROUNDS
    max_turns: int = MAX_TURNS


@dataclass(frozen=True, slots=True)
class RoundLog:
    """A round as it was tallied: the Phase of each seat (from 1), how it ended, the scores.

    `scores` is None if the round could not be ended.
    """

    phases: Mapping[int, int]
    end: RoundEnd
    scores: tuple[SeatScore, ...] | None
    tie_break: bool = False


@dataclass(frozen=True, slots=True)
class GameLog:
    """A game as it was played. If it reached the limit of rounds, it is not `state.over`."""

    setup: Setup
    rounds: tuple[RoundLog, ...]
    state: GameState = field(repr=False)


def play_game(setup: Setup, rng: Random) -> GameLog:
    """Play until a player wins, or for `max_rounds`.

    Raises `Disagreement` if the referee objects to anything.

    >>> from referee.editions import EDITIONS
    >>> from referee.simulator.bots import STRONG
    >>> express = EDITIONS["express"]
    >>> setup = Setup(Plan(express, express.phases[:2], seats=2), (STRONG, STRONG))
    >>> play_game(setup, Random(1)).state.over
    True
    """
    deck = make_deck(setup.plan.edition, setup.pairing, rng)
    state = start_game(setup.plan)
    rounds: list[RoundLog] = []
    while not state.over and len(rounds) < setup.max_rounds:
        played = play_next_round(setup, state, deck, rng)
        rounds.append(played)
        if played.scores is not None:
            state = after_round(setup.plan, state, played.scores)
    return GameLog(setup, tuple(rounds), state)


def play_next_round(setup: Setup, state: GameState, deck: Deck, rng: Random) -> RoundLog:
    """Play and tally the next round of a game that is not over.

    A round that could not be ended must be dealt again.
    """
    plan = setup.plan
    phases = {seat: plan.phase_played(state.seats[seat]) for seat in state.playing}
    assert state.starter is not None
    seating = Seating(
        edition=plan.edition,
        seats=state.playing,
        phases={seat: plan.phases[phase - 1] for seat, phase in phases.items()},
        names={seat: f"seat {seat}" for seat in state.playing},
        starter=state.starter,
        rules=setup.rules,
        turns_logged=True,
        draws_logged=True,
    )
    bots = {seat: setup.bots[seat] for seat in state.playing}
    end = play_round(seating, bots, deck, rng, setup.max_turns)
    scores = None if end.table.out is None else tally_round(setup, phases, end)
    return RoundLog(phases, end, scores, state.tie_break)


def tally_round(setup: Setup, phases: Mapping[int, int], end: RoundEnd) -> tuple[SeatScore, ...]:
    """Tally a round by its points and by its cards; raises `RefusedTally`.

    The cards must prove who laid down, and neither may contradict the plays.
    """
    edition = setup.plan.edition
    down = end.table.down
    by_cards = [
        TallyEntry(str(seat), phases[seat], cards=cards, went_out=seat == end.table.out, seat=seat)
        for seat, cards in end.hands.items()
    ]
    by_points = [
        replace(entry, cards=None, points=score(edition, cards), laid_down=seat in down)
        for entry, (seat, cards) in zip(by_cards, end.hands.items(), strict=True)
    ]
    played = read_plays(end.table.seating, end.plays)
    for entries in (by_points, by_cards):
        verdict = check_tally(edition, setup.plan.phases, entries, played)
        laid_down = [line.laid_down for line in verdict.lines]
        if not verdict.is_legal or laid_down != [seat in down for seat in end.hands]:
            raise RefusedTally(verdict, entries)
    return tuple(
        SeatScore(seat, score(edition, cards), seat in down, seat == end.table.out)
        for seat, cards in end.hands.items()
    )
