"""A further edition is one data file: the engine plays one that it has never seen."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from referee.cards import parse_card
from referee.editions import Edition, load_edition
from referee.game import Plan
from referee.points import score
from referee.rulings.phase import check_phase
from referee.simulator.bots import BOTS
from referee.simulator.game import Setup, play_game
from referee.solver.analysis import analyse
from referee.tally import TallyEntry, check_tally

FILE = Path(__file__).parent / "editions" / "masters.toml"


@pytest.fixture(scope="module")
def masters() -> Edition:
    """An invented edition; the phases and counts differ from those of the official three."""
    return load_edition("masters", tomllib.loads(FILE.read_text("utf-8")))


def test_its_deck_and_points_are_those_of_the_file(masters: Edition) -> None:
    assert masters.deck_size == 2 * 48 + 10 + 4
    assert score(masters, [parse_card("W"), parse_card("R12"), parse_card("S")]) == 20 + 10 + 15


def test_a_phase_is_ruled_on(masters: Edition) -> None:
    groups = [["R6", "G6", "W", "B6"], ["Y2", "R2", "B2"]]
    verdict = check_phase(
        masters, masters.phases[0], [[parse_card(card) for card in group] for group in groups]
    )
    assert verdict.is_legal, verdict.problems


def test_a_hand_is_analysed(masters: Edition) -> None:
    hand = [
        parse_card(card) for card in ["R6", "G6", "W", "B6", "Y2", "R2", "B2", "G11", "Y12", "S"]
    ]
    assert analyse(masters, masters.phases[0], hand).can_lay_down


def test_a_tally_is_checked(masters: Edition) -> None:
    entries = [TallyEntry("Ann", 1, went_out=True), TallyEntry("Ben", 1, points=40)]
    verdict = check_tally(masters, masters.phases, entries)
    # Ten cards cannot be worth so little, so Ben has laid down.
    assert [line.laid_down for line in verdict.lines] == [True, True]


def test_bots_play_a_whole_game_by_its_rules(masters: Edition) -> None:
    bots = tuple(BOTS.values())
    game = play_game(Setup(Plan(masters, masters.phases, len(bots), 0), bots), Random(4))
    assert game.rounds[-1].scores is not None
    assert len(game.rounds) >= len(masters.phases)
