"""Chances and ratings: what they add up to, and what the points mean."""

from __future__ import annotations

import re
import time
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from referee.editions import EDITIONS
from referee.stints import Handicap
from scoring.statistics.handicaps import shares, worth
from scoring.statistics.ratings import (
    MU,
    NEWCOMER,
    SIGMA,
    START,
    TWICE_AS_LIKELY,
    Strength,
    chances_to_win,
    rate,
    told_apart,
    with_handicap,
)
from scoring.statistics.wire.leaderboard import ranks

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("games", [5, 60, 400])
def test_games_do_not_inflate_the_ratings_of_a_closed_group(games: int) -> None:
    chance = Random(games)
    now = [NEWCOMER] * 6
    for _game in range(games):
        seats = chance.sample(range(6), chance.randint(2, 6))
        ranks = chance.sample(range(1, len(seats) + 1), len(seats))
        for seat, after in zip(seats, rate([now[seat] for seat in seats], ranks), strict=True):
            now[seat] = after
    assert fmean(player.points for player in now) == pytest.approx(START, abs=2)


def test_a_single_game_tells_nobody_apart_and_sixty_wins_do() -> None:
    winner, loser = rate([NEWCOMER, NEWCOMER], [1, 2])
    assert winner.points > START > loser.points
    assert not told_apart(winner, loser)
    for _game in range(60):
        winner, loser = rate([winner, loser], [1, 2])
    assert told_apart(winner, loser)
    assert winner.margin < NEWCOMER.margin


def test_the_example_that_is_documented() -> None:
    text = " ".join((ROOT / "docs/statistics.md").read_text(encoding="utf-8").split())
    told = re.search(r"Nora has ([\d,]+) points, Omar ([\d,]+) and Pia (\d+)", text)
    chances = re.search(r"Nora wins (\d+) %, Omar (\d+) % and Pia (\d+) %", text)
    assert told
    assert chances
    points = [int(one.replace(",", "")) for one in told.groups()]
    players = [Strength(MU + (one - START) / 100 * TWICE_AS_LIKELY, SIGMA) for one in points]
    assert [player.points for player in players] == points
    assert [round(100 * chance) for chance in chances_to_win(players)] == [
        int(one) for one in chances.groups()
    ]
    assert f"{TWICE_AS_LIKELY:.2f}" == "36.97"
    assert "36.97" in text


def test_a_win_by_a_head_start_moves_a_rating_less() -> None:
    def after(*worths: float) -> list[float]:
        return [one.mu for one in rate([NEWCOMER] * 3, [1, 2, 3], shares(worths))]

    plain, ahead, behind = after(0, 0, 0), after(1, 0, 0), after(0, 0, 1)
    assert plain == pytest.approx([one.mu for one in rate([NEWCOMER] * 3, [1, 2, 3])])
    assert NEWCOMER.mu < ahead[0] < plain[0] < behind[0]
    assert behind[2] < plain[2] < ahead[2] < NEWCOMER.mu
    # A table is as strong as it was: nobody's rating is made of handicaps.
    assert [sum(all) for all in (ahead, behind)] == pytest.approx([3 * NEWCOMER.mu] * 2)


def test_a_head_start_makes_up_for_the_strength_that_it_is_worth() -> None:
    strong = Strength(NEWCOMER.mu + TWICE_AS_LIKELY, NEWCOMER.sigma)
    assert chances_to_win([strong, with_handicap(NEWCOMER, 1)]) == pytest.approx([0.5, 0.5])
    assert worth(EDITIONS["classic"], "standard", 10, Handicap(phase=3)) == 1


def test_places_are_those_of_each_pair() -> None:
    chance = Random(3)
    for size in range(40):
        strengths = [Strength(chance.gauss(25, 20), chance.uniform(1, 9)) for _ in range(size)]
        for own, rank in zip(strengths, ranks(strengths), strict=True):
            apart = [other for other in strengths if told_apart(own, other)]
            assert rank["best"] == 1 + sum(other.mu > own.mu for other in apart)
            assert rank["worst"] == size - sum(other.mu < own.mu for other in apart)


def test_the_places_of_thousands_are_told_soon() -> None:
    """Anybody with a link to a group can ask for them, and a group may have 10,000 players."""
    chance = Random(4)
    strengths = [Strength(chance.gauss(25, 3), chance.uniform(8.2, 8.3)) for _ in range(10_000)]
    began = time.process_time()
    assert ranks(strengths)[0] == {"best": 1, "worst": 10_000}
    assert time.process_time() - began < 2
