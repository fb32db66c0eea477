"""The analysis of hands, compared with a CP-SAT model.

The question is: can I lay down, and what are the fewest points that leaves me with? Both
answer it for the same hands, and a different answer stops the run.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from ortools.sat.python import cp_model

from benchmarks.report import Figure, Target
from referee.cards import Card, Color, parse_card
from referee.editions import EDITIONS, Edition
from referee.kinds import Kind, Phase, Requirement, parse_phase
from referee.solver.analysis import HandAnalysis, analyse, fewest_points_left

HANDS = 10  # of each edition and phase
REPEATS = 9  # timings of each hand by each of the two; the median counts


@dataclass(frozen=True, slots=True)
class Question:
    """A hand, and the Phase that its player is on."""

    edition: Edition
    phase: Phase
    hand: tuple[Card, ...]


def run() -> list[Figure]:
    """Time dealt hands, hands that can lay down, and the hardest hands known."""
    # As in the server (config/asgi.py), the garbage collector ignores what is loaded by now:
    # otherwise some hand would be charged with a full collection.
    gc.collect()
    gc.freeze()
    figures: list[Figure] = []
    for name, questions in (("dealt", dealt()), ("layable", layable())):
        ours, solver = [], []
        for question in questions:
            answers = {_ours(question), _solved(question)}
            # A wrong answer has no speed.
            assert len(answers) == 1, (question, answers)
            ours.append(_milliseconds(_ours, question))
            solver.append(_milliseconds(_solved, question))
        figures += _compare_with_solver(name, ours, solver)
    figures += _outs()
    figures += _hardest()
    return figures


@cache
def dealt() -> list[Question]:
    """Full hands as they are dealt, the same in every run."""
    chance = random.Random("dealt hands")
    return [
        Question(edition, phase, tuple(chance.sample(_deck(edition, chance), edition.max_held)))
        for edition in EDITIONS.values()
        for phase in edition.phases
        for _ in range(HANDS)
    ]


@cache
def layable() -> list[Question]:
    """Hands as players keep them: the first of several deals that can lay down."""
    chance = random.Random("close hands")
    questions = []
    for question in dealt():
        edition, phase = question.edition, question.phase
        for _ in range(200):
            hand = tuple(chance.sample(_deck(edition, chance), edition.max_held))
            if fewest_points_left(edition, phase, hand) is not None:
                break
        questions.append(Question(edition, phase, hand))
    return questions


def _deck(edition: Edition, chance: random.Random) -> list[Card]:
    side = chance.choice(edition.sides)
    return [card for card, copies in side.copies.items() for _ in range(copies)]


HARDEST = (
    ("classic", "set 2 + set 2 + set 2 + set 2", "R1 G3 B5 W W W W W W W W"),
    ("classic", "set 2 + run 3 + set 2 + run 3", "R1 G3 B5 W W W W W W W W"),
    ("classic", "color_run 2 + color_run 2 + color_run 2 + color_run 3", "R1 G3 B5 W W W W W W W"),
    ("classic", "color_run 2 + set 2 + run 3 + color 3", "R1 R2 G2 B2 Y3 R4 W W W W S"),
    ("classic", "odd_run 2 + even_run 2 + pair_run 2", "R1 G3 B5 Y7 R9 W W W W W W"),
    ("classic", "pair_run 2 + pair_run 4", "R1 G1 B1 Y1 R3 W W W W W S"),
    ("classic", "set 3 + set 3 + set 3", "R7 R7 G7 G7 B7 B7 Y7 Y7 R8 W W"),
    ("classic", "run 3 + run 3 + run 3", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11"),
    ("flip", "run 2 + run 2 + run 3 + run 3", "W1 W2 W3 W4 W5 W6 W7 W8 W9 W10 W*"),
    ("flip", "color_run 2 + set 2 + color_run 2 + set 2", "R1 R2 G2 G3 B3 B4 Y4 Y5 R* G* B*"),
    ("flip", "color 2 + color 2 + color 2 + odd 3", "R1 R2 G2 G3 B3 B4 Y4 Y5 R* G* B*"),
    ("flip", "set 2 + set 2 + color_run 3 + color_run 3", "R1 R2 G1 G2 B1 B2 Y1 Y2 R12 G12 B12"),
)  # fmt: skip


def hardest() -> list[Question]:
    """Hands with the most possibilities: Wilds, one number, many groups."""
    return [
        Question(EDITIONS[edition], parse_phase(phase), tuple(map(parse_card, hand.split())))
        for edition, phase, hand in HARDEST
    ]


# --- The two answers -------------------------------------------------------------------


def _ours(question: Question) -> int | None:
    return fewest_points_left(question.edition, question.phase, question.hand)


def _analysed(question: Question) -> HandAnalysis:
    return analyse(question.edition, question.phase, question.hand)


def _solved(question: Question) -> int | None:
    """Answer with CP-SAT: a plain model, solved by one worker.

    More workers are slower on models as small as these.
    """
    edition, model = question.edition, cp_model.CpModel()
    held = Counter(replace(card, flip=False) for card in question.hand if not card.is_skip)
    used: dict[Card, list[cp_model.IntVar]] = {card: [] for card in held}
    for requirement in question.phase:
        _add_group(model, requirement, held, used)
    for card, count in held.items():
        model.add(sum(used[card]) <= count)
    model.add(sum(sum(here) for card, here in used.items() if card.is_numbered) >= 1)
    model.maximize(sum(edition.points(card) * sum(here) for card, here in used.items()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        return None
    return sum(map(edition.points, question.hand)) - round(solver.objective_value)


def _add_group(
    model: cp_model.CpModel,
    requirement: Requirement,
    held: Counter[Card],
    used: dict[Card, list[cp_model.IntVar]],
) -> None:
    """Add a group to the model: how many of each card lie in each of its places."""
    kind = requirement.kind
    group_color = {color: model.new_bool_var("") for color in Color if kind.one_color}
    if group_color:
        model.add_exactly_one(group_color.values())
    by_number = kind.is_run or kind.one_number
    places = kind.numbers if by_number else (0,)
    on = _places(model, kind, places)
    at: dict[int, list[cp_model.IntVar]] = {number: [] for number in places}
    for card, count in held.items():
        for number in places:
            fitting = (number,) if by_number else kind.numbers
            if card.number is not None and card.number not in fitting:
                continue
            here = model.new_int_var(0, count, "")
            used[card].append(here)
            at[number].append(here)
            if group_color and card.color is not None:
                model.add(here <= count * group_color[card.color])
    for number in places:
        if kind.is_run:
            model.add(sum(at[number]) == kind.per_number * on[number])
        else:
            model.add(sum(at[number]) <= held.total() * on[number])
    model.add(sum(here for row in at.values() for here in row) >= requirement.size)


def _places(
    model: cp_model.CpModel, kind: Kind, places: Sequence[int]
) -> dict[int, cp_model.IntVar]:
    """The numbers that a group takes: one, or for a run, consecutive ones."""
    on = {number: model.new_bool_var("") for number in places}
    if not kind.is_run:
        model.add_exactly_one(on.values())
        return on
    starts = [model.new_bool_var("") for _ in places]
    model.add_exactly_one(starts)
    for i, (start, number) in enumerate(zip(starts, places, strict=True)):
        model.add_implication(start, on[number])
        model.add(on[number] <= (start + on[places[i - 1]] if i else start))
    return on


# --- Figures ----------------------------------------------------------------------------


def _compare_with_solver(name: str, ours: Sequence[float], solver: Sequence[float]) -> list[Figure]:
    median, floor = statistics.median(ours), statistics.median(solver)
    slowest = _percentile(ours, 99)
    how = "CP-SAT, model and solution, median"
    return [
        _figure(
            f"{name} hands, median", median, floor, how, floor / median, Target(min_ratio=30.0)
        ),
        _figure(f"{name} hands, p99", slowest, floor, how, floor / slowest, Target(min_ratio=10.0)),
    ]


def _outs() -> list[Figure]:
    """Analyses of hands that lack one card, compared with those of hands that lack none."""
    lacking: list[float] = []
    able: list[float] = []
    for questions, times, missing in ((dealt(), lacking, 1), (layable(), able, 0)):
        for question in questions:
            if _analysed(question).missing == missing:
                times.append(_milliseconds(_analysed, question))
    worst, floor = _percentile(lacking, 99), statistics.median(able)
    how = "analysis of a hand that can lay down, median"
    return [
        _figure("analysis with outs, p99", worst, 20 * floor, f"20 × {how}", 20 * floor / worst,
                Target(min_ratio=1.0)),
    ]  # fmt: skip


def _hardest() -> list[Figure]:
    ours, solver = [], []
    for question in hardest():
        assert not _analysed(question).unproven, question
        assert _ours(question) == _solved(question), question
        ours.append(_milliseconds(_ours, question))
        solver.append(_milliseconds(_solved, question))
    how = "CP-SAT on the same hands, slowest"
    worst, floor = max(ours), max(solver)
    return [_figure("hardest hands, slowest", worst, floor, how, floor / worst)]


def _figure(
    name: str, value: float, floor: float, how: str, ratio: float, target: Target | None = None
) -> Figure:
    return Figure(name, "ms", value, floor, ratio, how, target)


def _percentile(values: Sequence[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def _milliseconds(work: Callable[[Question], object], question: Question) -> float:
    """The processor time of one piece of work, so that other work hardly counts."""
    spent = []
    for _ in range(REPEATS):
        began = time.process_time_ns()
        work(question)
        spent.append((time.process_time_ns() - began) / 1e6)
    return statistics.median(spent)
