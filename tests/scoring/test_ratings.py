"""Chances to win, compared with openskill and with games that are drawn by lot."""

from __future__ import annotations

from collections import Counter
from math import hypot
from random import Random

import pytest
from openskill.models import PlackettLuce

from scoring.statistics.ratings import MU, SIGMA, Strength, chances_to_win

MODEL = PlackettLuce()
DRAWN = 40_000


@pytest.mark.parametrize(
    "pair",
    [
        (Strength(36.4, 2.4), Strength(25.0, 25 / 3)),
        (Strength(25.0, 5.0), Strength(25.0, 1.0)),
        (Strength(10.0, 1.5), Strength(41.0, 1.2)),
    ],
)
def test_two_have_the_chances_that_openskill_predicts(pair: tuple[Strength, Strength]) -> None:
    teams = [[MODEL.create_rating([one.mu, one.sigma])] for one in pair]
    assert chances_to_win(pair) == pytest.approx(MODEL.predict_win(teams), abs=1e-6)


@pytest.mark.parametrize("players", range(2, 13))
def test_players_who_are_equally_strong_have_equal_chances(players: int) -> None:
    expected = [1 / players] * players
    assert chances_to_win([Strength(MU, SIGMA)] * players) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(5))
def test_the_chances_of_several_are_how_often_they_do_best(seed: int) -> None:
    chance = Random(seed)
    players = [
        Strength(chance.uniform(15, 40), chance.uniform(1, 8)) for _ in range(chance.randint(3, 6))
    ]
    best: Counter[int] = Counter()
    for _game in range(DRAWN):
        done = [chance.gauss(one.mu, hypot(one.sigma, MODEL.beta)) for one in players]
        best[done.index(max(done))] += 1
    expected = [best[place] / DRAWN for place in range(len(players))]
    found = chances_to_win(players)
    assert sum(found) == pytest.approx(1)
    assert found == pytest.approx(expected, abs=0.01)  # four standard deviations


def test_one_who_is_far_stronger_wins_nearly_always() -> None:
    players = [Strength(60.0, 1.0), *[Strength(20.0, 1.0)] * 5]
    assert chances_to_win(players)[0] > 0.999
