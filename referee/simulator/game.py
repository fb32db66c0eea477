"""Whole games: rounds one after the other, each tallied by the referee (rulebook, 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from referee.game import GameState, Plan, SeatScore, after_round, start_game
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.points import score
from referee.simulator.deck import ON_THE_SAME, Deck, Pairing, make_deck
from referee.simulator.round import MAX_TURNS, Disagreement, RoundEnd, play_round
from referee.simulator.view import Bot
from referee.table import Seating
from referee.tally import TallyEntry, TallyVerdict, check_tally

MAX_ROUNDS = 300  # of one game; at a real table it is some fifteen


class RefusedTally(Disagreement):
    """The referee refused the count of a round, or read it otherwise than it was."""

    def __init__(self, verdict: TallyVerdict, results: Sequence[TallyEntry]) -> None:
        why = "; ".join(problem.message for problem in verdict.problems) or "read otherwise"
        super().__init__(f"{why} Results: {results}. Read as: {verdict.lines}.")


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played, and by whom: the plan, and a bot for each of its seats."""

    plan: Plan
    bots: tuple[Bot, ...]
    rules: HouseRules = STANDARD_RULES
    pairing: Pairing = ON_THE_SAME
    max_rounds: int = MAX_ROUNDS
    max_turns: int = MAX_TURNS


@dataclass(frozen=True, slots=True)
class RoundLog:
    """A round as it was counted: the Phase of each seat (from 1), the scores, the hands left.

    `scores` is None where the round could not be ended, so that nothing was counted.
    """

    phases: Mapping[int, int]
    end: RoundEnd
    scores: tuple[SeatScore, ...] | None
    tie_break: bool = False


@dataclass(frozen=True, slots=True)
class GameLog:
    """A game as it was played. It is not `state.over` where its bounds ended it."""

    setup: Setup
    rounds: tuple[RoundLog, ...]
    state: GameState = field(repr=False)


def play_game(setup: Setup, chance: Random) -> GameLog:
    """Play until somebody wins, or for `max_rounds`.

    Raises `Disagreement` where the referee objects to anything.

    >>> from referee.editions import EDITIONS
    >>> from referee.simulator.bots import STRONG
    >>> express = EDITIONS["express"]
    >>> setup = Setup(Plan(express, express.phases[:2], seats=2), (STRONG, STRONG))
    >>> play_game(setup, Random(1)).state.over
    True
    """
    deck = make_deck(setup.plan.edition, setup.pairing, chance)
    state = start_game(setup.plan)
    rounds: list[RoundLog] = []
    while not state.over and len(rounds) < setup.max_rounds:
        played = play_next(setup, state, deck, chance)
        rounds.append(played)
        if played.scores is not None:
            state = after_round(setup.plan, state, played.scores)
    return GameLog(setup, tuple(rounds), state)


def play_next(setup: Setup, state: GameState, deck: Deck, chance: Random) -> RoundLog:
    """Play the next round of a game that is not over, and have it tallied.

    A round that could not be ended is dealt again by whoever asks for the next one.
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
    )
    bots = {seat: setup.bots[seat] for seat in state.playing}
    end = play_round(seating, bots, deck, chance, setup.max_turns)
    scores = None if end.table.out is None else tally(setup, phases, end)
    return RoundLog(phases, end, scores, state.tie_break)


def tally(setup: Setup, phases: Mapping[int, int], end: RoundEnd) -> tuple[SeatScore, ...]:
    """Count a round, by cards and by points; raises `RefusedTally` where that is refused.

    The cards must show who laid down; the points must not tell otherwise.
    """
    edition = setup.plan.edition
    down = end.table.down
    by_cards = [
        TallyEntry(str(seat), phases[seat], cards=cards, went_out=seat == end.table.out)
        for seat, cards in end.hands.items()
    ]
    by_points = [
        TallyEntry(
            str(seat),
            phases[seat],
            points=score(edition, cards),
            laid_down=seat in down,
            went_out=seat == end.table.out,
        )
        for seat, cards in end.hands.items()
    ]
    for results in (by_points, by_cards):
        verdict = check_tally(edition, setup.plan.phases, results)
        read = [line.laid_down for line in verdict.lines]
        if not verdict.is_legal or read != [seat in down for seat in end.hands]:
            raise RefusedTally(verdict, results)
    return tuple(
        SeatScore(seat, score(edition, cards), seat in down, seat == end.table.out)
        for seat, cards in end.hands.items()
    )
