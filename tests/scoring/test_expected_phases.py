"""What is expected of players with a Phase: that of bots as strong as they are."""

from __future__ import annotations

from random import Random

import pytest

from games.models import Group, Player
from referee.editions import EDITIONS
from scoring.statistics.baselines import Baseline, Tries, baseline
from scoring.statistics.evidence import beyond_luck
from scoring.statistics.expected_phases import Tried, expected_successes
from scoring.statistics.facts import PARTS_OF_A_WIN
from scoring.statistics.models import PhaseTotals, PlayerTotals
from scoring.statistics.phase_key import phase_key
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.phases import phases

EASY = Baseline({"weak": Tries(999, 500), "middle": Tries(999, 700), "strong": Tries(999, 900)})
HARD = Baseline({"weak": Tries(999, 100), "middle": Tries(999, 300), "strong": Tries(999, 500)})


def tried(chance: Random, strength: float, easy: int, hard: int, harder: float = 0) -> list[Tried]:
    """What a player of this strength tried; the hard Phase is harder for them than for bots."""
    return [
        Tried(name, tries, sum(chance.random() < likely for _try in range(tries)), bots)
        for name, tries, bots, likely in (
            ("easy", easy, EASY, EASY.chance(strength)),
            ("hard", hard, HARD, HARD.chance(strength - harder)),
        )
    ]


def test_a_bot_is_as_was_expected() -> None:
    players = [[Tried("easy", 999, 900, EASY), Tried("hard", 999, 500, HARD)]]
    expected = expected_successes(players)
    assert expected["easy"].successes == pytest.approx(900, abs=1)
    assert expected["hard"].successes == pytest.approx(500, abs=1)


def test_whoever_gets_that_far_makes_no_phase_easy() -> None:
    # Only the strong try the hard Phase, and succeed as often as the weak with the easy one.
    players = [[Tried("easy", 200, 100, EASY)] for _player in range(3)]
    players += [[Tried("easy", 100, 90, EASY), Tried("hard", 400, 200, HARD)]]
    expected = expected_successes(players)
    assert expected["easy"].seen / expected["easy"].attempts < 0.6
    assert [one.luck > 0.5 for one in expected.values()] == [True, True]


def named(chance: Random, harder: float) -> set[object]:
    strengths = (0.2, 0.8, 1.1, 2.3)
    players = [tried(chance, one, 60, round(20 + 40 * one), harder) for one in strengths]
    return beyond_luck({key: one.luck for key, one in expected_successes(players).items()})


def test_luck_alone_names_a_phase_in_one_of_a_hundred_groups() -> None:
    chance = Random(7)
    assert sum(bool(named(chance, 0)) for _group in range(500)) <= 10
    assert sum("hard" in named(chance, 1) for _group in range(100)) >= 90


@pytest.mark.parametrize("successes", [0, 5])
def test_whoever_always_fails_or_succeeds_is_expected_to(successes: int) -> None:
    [one] = expected_successes([[Tried("easy", 5, successes, EASY)]]).values()
    assert one.successes == pytest.approx(successes, abs=0.2)
    assert one.luck == 1


@pytest.mark.django_db
@pytest.mark.parametrize(("size", "names"), [(2, False), (4, True), (6, False)])
def test_no_phase_is_named_of_tables_unlike_those_of_the_bots(size: int, names: bool) -> None:
    group = Group.objects.create(name="Kitchen table")
    official = EDITIONS["classic"].phases
    for number in range(4):
        player = Player.objects.create(group=group, name=str(number))
        total = {"group": group, "player": player, "edition": "classic", "variant": "fixed_rounds"}
        parts = 100 * PARTS_OF_A_WIN // size
        PlayerTotals.objects.create(**total, games=100, expected_win_parts=parts)
        for phase in official:
            key = phase_key(phase)
            bots = baseline("classic", key, "fixed_rounds")
            assert bots is not None
            successes = 0 if phase is official[2] else round(100 * bots.chance(1))
            PhaseTotals.objects.create(**total, phase=key, attempts=100, successes=successes)
    found = phases(group.pk, Filters(edition="classic", variant="fixed_rounds"))
    named = [one["number"] for one in found if one["stands_out"] == "harder"]
    assert named == ([3] if names else [])
