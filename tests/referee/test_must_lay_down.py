"""Who held a Phase back although the house rule forbids it (rulebook, section 3.9)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from referee.cards import parse_card
from referee.editions import EDITIONS, Edition
from referee.game import Plan, start_game
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.must_lay_down import had_to_lay_down
from referee.played_round import PlayedRound, read_plays
from referee.plays import Discard
from referee.rulings.problems import RuleCode
from referee.simulator.bots import BOTS
from referee.simulator.deck import make_deck
from referee.simulator.game import Setup, play_next_round
from referee.table import Seating
from referee.tally import TallyEntry
from tests.sampling import sampled

MUST = HouseRules(must_lay_down=True)
PHASE = "R7 G7 B7 R8 G8 B8 R1 R2 R3 R4"


def hands_without_a_phase(bot: str, edition: Edition) -> Iterator[tuple[TallyEntry, PlayedRound]]:
    """The hands in which rounds of bots end, of those who have not laid down."""
    chance = Random(f"{bot} bots with {edition.slug}")
    for _ in range(sampled(600)):
        number = chance.randrange(len(edition.phases))
        plan = Plan(edition=edition, phases=edition.phases[number : number + 1], seats=4)
        setup = Setup(plan, (BOTS[bot],) * 4, MUST)
        deck = make_deck(edition, setup.pairing, chance)
        log = play_next_round(setup, start_game(plan), deck, chance)
        if log.scores is not None:
            played = read_plays(log.end.table.seating, log.end.plays)
            for seat in log.end.hands.keys() - played.table.down:
                yield TallyEntry(f"seat {seat}", 1, cards=log.end.hands[seat], seat=seat), played


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS.keys())
def test_nobody_who_lays_down_at_once_is_blamed(edition: Edition) -> None:
    """Only strong bots see every way to lay down; the others estimate."""
    hands = list(hands_without_a_phase("strong", edition))
    assert hands
    for entry, played in hands:
        assert list(had_to_lay_down(entry, played)) == [], (entry, played)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS.keys())
def test_whoever_misses_a_phase_is_found(edition: Edition) -> None:
    """Weak bots overlook some of what they could lay down."""
    hands = list(hands_without_a_phase("weak", edition))
    blamed = [entry for entry, played in hands if any(had_to_lay_down(entry, played))]
    assert 0 < len(blamed) < len(hands)


def round_of(
    *plays: Discard, rules: HouseRules = MUST, turns_logged: bool = True, edition: str = "classic"
) -> PlayedRound:
    """A round of three; seat 0 plays first and, at the end, goes out."""
    known = EDITIONS[edition]
    phases = dict.fromkeys((0, 1, 2), known.phases[0])
    names = {0: "North", 1: "East", 2: "South"}
    seating = Seating(known, (0, 1, 2), phases, names, 0, rules, turns_logged)
    return read_plays(seating, plays)


def discard(seat: int, card: str, *, skips: int | None = None, goes_out: bool = False) -> Discard:
    return Discard(seat, parse_card(card), skips, goes_out)


def east(cards: str = PHASE) -> TallyEntry:
    return TallyEntry("East", 1, cards=tuple(map(parse_card, cards.split())), seat=1)


TURN = (discard(0, "Y1"), discard(1, "Y2"), discard(2, "Y3"))
OUT = discard(0, "Y4", goes_out=True)


def test_a_phase_in_hand_at_the_end_was_there_on_the_last_turn() -> None:
    [problem] = had_to_lay_down(east(), round_of(*TURN, OUT))
    assert (problem.code, problem.player, problem.rule) == (RuleCode.MUST_LAY_DOWN, "East", "3.9")
    assert problem.message == (
        "East could have laid down a red 7, a green 7, a blue 7, a red 8, a green 8 and a "
        "blue 8, and had to by the house rule."
    )


NOT_PROVEN = {
    "the Phase is not all there": (east(PHASE.replace("B8", "B9")), round_of(*TURN, OUT)),
    "no cards are given": (TallyEntry("East", 1, points=55, seat=1), round_of(*TURN, OUT)),
    "no house rule": (east(), round_of(*TURN, OUT, rules=STANDARD_RULES)),
    "not every turn is logged": (east(), round_of(*TURN, OUT, turns_logged=False)),
    "the last turn is missing": (east(), round_of(*TURN)),
    "East has not had a turn": (east(), round_of(OUT)),
    "East was skipped": (
        east(),
        round_of(discard(0, "S", skips=1), discard(2, "Y1"), OUT),
    ),
    "not a hand": (east(f"{PHASE} R5"), round_of(*TURN, OUT)),
}


@pytest.mark.parametrize("name", NOT_PROVEN)
def test_what_is_not_proven_is_no_problem(name: str) -> None:
    entry, played = NOT_PROVEN[name]
    assert list(had_to_lay_down(entry, played)) == []


def test_cards_that_were_turned_over_since_prove_nothing() -> None:
    wild_side = east("W1 W2 W4 W5 W7 W9 W11 W12 W12 W10")
    turned = [discard(0, "Y1"), discard(1, "Y2"), discard(2, "R5!")]
    turned_by_east = [discard(0, "Y1"), discard(1, "R5!"), discard(2, "W3")]
    out = discard(0, "W8", goes_out=True)
    for plays in (turned, turned_by_east):
        assert list(had_to_lay_down(wild_side, round_of(*plays, out, edition="flip"))) == []
    # One more turn of East's, on the side that is in play at the end.
    more = [discard(0, "W3"), discard(1, "W6"), discard(2, "W9")]
    assert any(had_to_lay_down(wild_side, round_of(*turned, *more, out, edition="flip")))
