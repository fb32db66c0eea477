"""Odds and ratings over simulated seasons: how good they are.

Six people play a season at tables of two to six. The simulator plays games of each line-up once;
a season draws from these. A few seasons are enough, since more would draw the same games. A
"learner" is a middle bot that is inattentive in two of five decisions; the weak bot, which hardly
ever wins, is like nobody at a table. Writes `docs/ratings.svg`: how often those won who were given
a chance.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import product
from math import log, sqrt
from operator import itemgetter
from random import Random
from statistics import correlation, fmean

from benchmarks.report import Figure, Target
from config.folders import CODE
from referee.cards import Card
from referee.editions import EDITIONS
from referee.game import Plan, Variant
from referee.simulator.bots import MIDDLE, STRONG, WEAK
from referee.simulator.game import Setup, play_game
from referee.simulator.player_view import Bot, PlayerView, WantedDiscard, WantedHit
from scoring.statistics import ratings
from scoring.statistics.ratings import MIN_GAMES, NEWCOMER, chances_to_win, rate, told_apart

GAMES = int(os.environ.get("BENCH_RATINGS_GAMES", "120"))  # of each line-up
SEASONS, SEASON = 2, 200  # of each scenario and kind of game, and how many games one has
PEOPLE = range(6)
DECILES = 10
DRAWING = CODE / "docs/ratings.svg"


class Learner:
    """A middle player who is inattentive in two of five decisions."""

    name = "learner"
    width = MIDDLE.width
    share = 0.6

    def takes_top(self, view: PlayerView, rng: Random) -> bool:
        return self._now(rng).takes_top(view, rng)

    def lay_down(self, view: PlayerView, rng: Random) -> Sequence[Sequence[Card]] | None:
        return self._now(rng).lay_down(view, rng)

    def hit(self, view: PlayerView, rng: Random) -> WantedHit | None:
        return self._now(rng).hit(view, rng)

    def discard(self, view: PlayerView, rng: Random) -> WantedDiscard:
        return self._now(rng).discard(view, rng)

    def _now(self, rng: Random) -> Bot:
        return MIDDLE if rng.random() < self.share else WEAK


BOTS: dict[str, Bot] = {"S": STRONG, "M": MIDDLE, "L": Learner()}
Kind = tuple[str, str]  # edition and variant
LineUp = str  # a letter a seat, in the order of BOTS
Ranks = tuple[int, ...]
Pools = dict[tuple[Kind, LineUp], list[Ranks]]  # the games of each line-up
KINDS: list[Kind] = list(product(EDITIONS, map(str, Variant)))
Game = tuple[list[int], Ranks]  # who played, and their places


@dataclass(frozen=True)
class Scenario:
    """Who plays: what letter each person has in a game, and who is there."""

    name: str
    letters: Callable[[int], str]  # of the six people, in the game with this number
    differs: bool  # whether there is a difference that odds can know of
    guest: int | None = None  # somebody who is there for five games in the middle of the season

    def season(self, pools: Pools, kind: Kind, rng: Random) -> Iterator[Game]:
        for number in range(SEASON):
            evening = SEASON // 2 <= number < SEASON // 2 + 5
            there = [person for person in PEOPLE if evening or person != self.guest]
            people = rng.sample(there, rng.randint(2, len(there)))
            if evening and self.guest is not None and self.guest not in people:
                people[0] = self.guest
            letters = self.letters(number)
            people.sort(key=lambda person: "SML".index(letters[person]))
            line_up = "".join(letters[person] for person in people)
            yield people, rng.choice(pools[kind, line_up])


SCENARIOS = [
    Scenario("equal players", lambda _game: "MMMMMM", differs=False),
    Scenario("a strong and a weak one", lambda _game: "SMMMML", differs=True),
    Scenario(
        "a beginner who improves", lambda game: "MMMMM" + "LMS"[3 * game // SEASON], differs=True
    ),
    Scenario("a guest of one evening", lambda _game: "SMMMMM", differs=True, guest=5),
]


@dataclass
class Score:
    """What odds and ratings were worth in some seasons."""

    loss: list[float] = field(default_factory=list)
    uniform_loss: list[float] = field(default_factory=list)
    said: list[tuple[float, float]] = field(default_factory=list)  # a chance, and the share won
    means: dict[int, list[float]] = field(default_factory=dict)  # points after so many games
    order: list[float] = field(default_factory=list)  # rank correlation with the true strengths
    apart: list[bool] = field(default_factory=list)  # of pairs of equal players


class Model:
    """What the app makes of the games of a season."""

    def __init__(self) -> None:
        self.strengths = dict.fromkeys(PEOPLE, NEWCOMER)

    def chances(self, people: Sequence[int]) -> list[float]:
        return chances_to_win([self.strengths[person] for person in people])

    def follow(self, people: Sequence[int], ranks: Ranks) -> None:
        after = rate([self.strengths[person] for person in people], ranks)
        self.strengths.update(zip(people, after, strict=True))


def run() -> list[Figure]:
    """Play, rate and compare; draw the curve of what the app answers."""
    pools = _play_all()
    figures: list[Figure] = []
    said: list[tuple[float, float]] = []
    for scenario in SCENARIOS:
        score = _score(scenario, pools)
        said += score.said
        name = scenario.name
        target = Target(max_ratio=1.0 if scenario.differs else 1.005)
        figures.append(_figure(f"{name}, log-loss", score.loss, score.uniform_loss, target))
        for games, means in score.means.items():
            figures.append(
                Figure(
                    f"{name}, mean after {games} games",
                    "points from 1,000",
                    max(abs(mean - ratings.START) for mean in means),
                    ratings.START,
                    1.0,
                    "a newcomer",
                    Target(max_value=15),
                )
            )
        if score.order:
            figures.append(_figure(f"{name}, rank correlation", score.order, [1.0]))
        if score.apart:
            figures.append(_figure(f"{name}, told apart", list(map(float, score.apart)), [1.0]))
    curve = calibration(said)
    DRAWING.write_text(draw(curve), encoding="utf-8")
    outside = sum(not low <= said <= high for said, _won, low, high in curve)
    figures.append(
        Figure(
            "tenths of all odds whose chance is outside what was won, ± 95 %",
            "tenths",
            outside,
            DECILES,
            outside / DECILES,
            "all",
            Target(max_value=1),
        )
    )
    return figures


def _figure(
    name: str, values: Sequence[float], floors: Sequence[float], target: Target | None = None
) -> Figure:
    value, floor = fmean(values), fmean(floors)
    return Figure(name, "", value, floor, value / floor, "equal chances", target)


def _play_all() -> Pools:
    line_ups = {
        "".join(sorted((letters[person] for person in people), key="SML".index))
        for scenario in SCENARIOS
        for number in range(0, SEASON, SEASON // 3)
        for letters in [scenario.letters(number)]
        for people in _tables()
    }
    jobs = list(product(KINDS, sorted(line_ups)))
    with ProcessPoolExecutor() as processes:
        return dict(zip(jobs, processes.map(_play, jobs), strict=True))


def _tables() -> Iterator[list[int]]:
    for chosen in product((False, True), repeat=len(PEOPLE)):
        people = [person for person, there in zip(PEOPLE, chosen, strict=True) if there]
        if len(people) >= 2:
            yield people


def _play(job: tuple[Kind, LineUp]) -> list[Ranks]:
    (slug, variant), line_up = job
    edition = EDITIONS[slug]
    plan = Plan(edition, edition.phases, seats=len(line_up), variant=Variant(variant))
    found = []
    for number in range(GAMES):
        rng = Random(f"{slug}/{variant}/{line_up}/{number}")
        seats = rng.sample(range(len(line_up)), len(line_up))
        log = play_game(Setup(plan, tuple(BOTS[line_up[seat]] for seat in seats)), rng)
        if log.state.over:
            ranks = {seats[state.seat]: state.rank for state in log.state.seats}
            found.append(tuple(ranks[seat] for seat in range(len(line_up))))
    return found


def _score(scenario: Scenario, pools: Pools) -> Score:
    score = Score(means={games: [] for games in (5, 20, 60, SEASON)})
    for kind in KINDS:
        sums = dict.fromkeys(score.means, 0.0)
        for number in range(SEASONS):
            model, played = Model(), dict.fromkeys(PEOPLE, 0)
            season = scenario.season(pools, kind, Random(f"{scenario.name}/{kind}/{number}"))
            for game, (people, ranks) in enumerate(season, start=1):
                if all(played[person] >= MIN_GAMES for person in people):
                    _judge(score, model.chances(people), ranks)
                model.follow(people, ranks)
                for person in people:
                    played[person] += 1
                if game in sums:
                    sums[game] += fmean(one.points for one in model.strengths.values()) / SEASONS
            _judge_ratings(score, model, scenario)
        for games, mean in sums.items():
            score.means[games].append(mean)
    return score


def _judge(score: Score, chances: Sequence[float], ranks: Ranks) -> None:
    won = [(rank == 1) / ranks.count(1) for rank in ranks]
    score.loss.append(-sum(share * log(chance) for share, chance in zip(won, chances, strict=True)))
    score.uniform_loss.append(log(len(ranks)))
    score.said.extend(zip(chances, won, strict=True))


def _judge_ratings(score: Score, model: Model, scenario: Scenario) -> None:
    letters = scenario.letters(SEASON - 1)
    true = ["LMS".index(letter) for letter in letters]
    found = [model.strengths[person].mu for person in PEOPLE]
    if min(len(set(true)), len(set(found))) > 1:
        score.order.append(correlation(_places(found), _places(true)))
    score.apart.extend(
        told_apart(model.strengths[one], model.strengths[other])
        for one, other in product(PEOPLE, repeat=2)
        if one < other and true[one] == true[other]
    )


def _places(values: Sequence[float]) -> list[float]:
    """Ranks, those of equal values averaged."""
    return [
        sum(other < value for other in values) + sum(other == value for other in values) / 2
        for value in values
    ]


def calibration(
    said: Sequence[tuple[float, float]],
) -> list[tuple[float, float, float, float]]:
    """For each tenth of the chances: the mean, the share won, and the ends of its 95 % interval.

    >>> [[round(value, 2) for value in row] for row in calibration([(0.25, 0), (0.25, 1)] * 200)][0]
    [0.25, 0.5, 0.35, 0.65]
    """
    ordered = sorted(said, key=itemgetter(0))
    size = len(ordered) // DECILES
    rows = []
    for start in range(0, size * DECILES, size):
        part = ordered[start : start + size]
        chance, share = fmean(one for one, _won in part), fmean(won for _one, won in part)
        half = 1.96 * sqrt(share * (1 - share) / len(part))
        rows.append((chance, share, share - half, share + half))
    return rows


def draw(curve: Sequence[tuple[float, float, float, float]]) -> str:
    """The calibration curve as SVG, readable on light and dark pages."""
    size, edge = 300, 44
    most = max(0.5, *(high for *_row, high in curve))

    def at(chance: float, won: float) -> tuple[str, str]:
        return f"{edge + size * chance / most:.1f}", f"{edge / 2 + size * (1 - won / most):.1f}"

    def line(start: tuple[str, str], end: tuple[str, str], look: str) -> str:
        (x1, y1), (x2, y2) = start, end
        return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {look}/>'

    marks = [line(at(0, 0), at(most, most), 'stroke="#888" stroke-dasharray="4"')]
    for chance, won, low, high in curve:
        x, y = at(chance, won)
        marks.append(line(at(chance, low), at(chance, high), 'stroke="#2f6fb0" stroke-width="2"'))
        marks.append(f'<circle cx="{x}" cy="{y}" r="4" fill="#2f6fb0"/>')
    for tenth in range(int(most * 10) + 1):
        x, y = at(tenth / 10, tenth / 10)
        marks.append(f'<text x="{x}" y="{size + edge}" text-anchor="middle">{tenth * 10} %</text>')
        marks.append(f'<text x="{edge - 6}" y="{y}" text-anchor="end">{tenth * 10} %</text>')
    width, height = size + edge * 1.5, size + edge * 1.7
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'font-family="sans-serif" font-size="11" fill="#888">'
        "<title>How often those won who were given a chance</title>"
        + "".join(marks)
        + f'<text x="{edge + size / 2}" y="{height - 6}" text-anchor="middle">'
        "chance that was told; above: share that was won, with 95 % intervals</text></svg>\n"
    )
