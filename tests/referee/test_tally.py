"""What the count of a round proves, and what it leaves open (rulebook, section 6)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.cards import parse_card
from referee.editions import EDITIONS, Edition
from referee.game import Plan, start_game
from referee.kinds import parse_phase
from referee.played_round import read_plays
from referee.rulings.problems import RuleCode
from referee.simulator.bots import BOTS
from referee.simulator.deck import make_deck
from referee.simulator.game import Setup, play_next_round
from referee.tally import TallyEntry, TallyVerdict, check_tally
from tests.sampling import sampled

CLASSIC = EDITIONS["classic"]
EAST = TallyEntry("East", 6, points=15)


def check(*entries: TallyEntry) -> TallyVerdict:
    return check_tally(CLASSIC, CLASSIC.phases, entries)


def codes(verdict: TallyVerdict) -> list[tuple[RuleCode, str | None]]:
    return [(problem.code, problem.player) for problem in verdict.problems]


# --- 0 points -------------------------------------------------------------------------------


def test_0_points_of_a_player_who_is_said_not_to_have_gone_out_prove_nothing() -> None:
    """A recorded line says so: what it says is checked, not filled in."""
    verdict = check(TallyEntry("North", 1, points=0, went_out=False), EAST)
    assert codes(verdict) == [(RuleCode.NOBODY_WENT_OUT, None)]
    assert [line.went_out for line in verdict.lines] == [False, False]


# --- A Phase that takes the whole hand ------------------------------------------------------

WHOLE_HANDS = {
    "all cards dealt": ("classic", "set 5 + set 5", 50, 230),
    "the one drawn as well": ("classic", "run 11", 50, 230),
    "all cards dealt in express": ("express", "run 5", 25, 105),
    "all but one drawn in flip": ("flip", "color_run 5 + set 5", 50, 180),
}


@pytest.mark.parametrize("name", WHOLE_HANDS)
def test_whoever_lays_down_a_phase_that_takes_the_whole_hand_goes_out(name: str) -> None:
    slug, text, lowest, highest = WHOLE_HANDS[name]
    edition, phases = EDITIONS[slug], [parse_phase(text)]
    out = TallyEntry("North", 1, points=0)

    def check_east(**east: Any) -> TallyVerdict:
        return check_tally(edition, phases, [out, TallyEntry("East", 1, **east)])

    for points in (lowest, highest):
        verdict = check_east(points=points)
        assert verdict.is_legal
        assert [line.laid_down for line in verdict.lines] == [True, False]
    assert [problem.message for problem in check_east(points=5).problems] == [
        f"East cannot have 5 points. Possible without laying down: {lowest} to {highest}. "
        "Whoever lays down this Phase goes out: it takes the whole hand."
    ]
    assert [problem.message for problem in check_east(points=lowest, laid_down=True).problems] == [
        f"East cannot have {lowest} points. "
        "Whoever lays down this Phase goes out: it takes the whole hand."
    ]
    one = parse_card("W1" if slug == "flip" else "R1")
    assert [problem.message for problem in check_east(cards=(one,)).problems] == [
        f"East cannot have 1 card left. Possible without laying down: {edition.dealt}. "
        "Whoever lays down this Phase goes out: it takes the whole hand."
    ]


# --- What the plays of a round tell ---------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS.keys())
def test_a_played_round_is_counted_to_the_card(edition: Edition) -> None:
    """The tally of a round of bots fits its plays; with a card more or fewer it does not.

    That it fits is checked in `tally_round`, for every game that is ever simulated.
    """
    chance = Random(f"rounds of {edition.slug}")
    plan = Plan(edition=edition, phases=edition.phases[:1], seats=3)
    setup = Setup(plan, (BOTS["middle"],) * 3)
    wrong = 0
    for _ in range(sampled(100)):
        deck = make_deck(edition, setup.pairing, chance)
        log = play_next_round(setup, start_game(plan), deck, chance)
        if log.scores is None:
            continue
        played = read_plays(log.end.table.seating, log.end.plays)
        hands = log.end.hands
        for seat in log.end.table.down - {log.end.table.out}:
            spare = [card for other in hands for card in hands[other] if other != seat]
            for changed in (hands[seat][:-1], (*hands[seat], *spare[:1])):
                entries = [
                    TallyEntry(
                        str(other),
                        1,
                        cards=changed if other == seat else hand,
                        went_out=other == log.end.table.out,
                        laid_down=other in log.end.table.down,
                        seat=other,
                    )
                    for other, hand in hands.items()
                ]
                assert not check_tally(edition, plan.phases, entries, played).is_legal
                wrong += 1
    assert wrong
