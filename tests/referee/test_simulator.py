"""Bots play whole games by the book; a play ruled illegal or a tally refused fails here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from referee.cards import Card, parse_card
from referee.editions import EDITIONS, Edition
from referee.game import Plan, Variant
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.plays import Discard, Draw, Pile
from referee.rulings.phase import check_phase
from referee.simulator.bots import BOTS, MIDDLE, STRONG, Middle
from referee.simulator.chart import Bar, Section, draw_chart
from referee.simulator.deck import is_pairing, make_deck
from referee.simulator.estimate import complete_groups, estimate_hand
from referee.simulator.game import RefusedTally, Setup, play_game, tally_round
from referee.simulator.player_view import Bot, PlayerView, WantedDiscard, WantedHit
from referee.simulator.round import Disagreement, IllegalPlay, RoundEnd, RoundInPlay, play_round
from referee.simulator.series import Series, UnplayablePhase, read_phases, write_phase
from referee.simulator.totals import add_up
from referee.solver.holding import read_hand
from referee.solver.search import Budget
from referee.solver.shortage import fewest_missing
from referee.table import Seating

from .states import table_after

everywhere = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)


def series(edition: Edition, **more: object) -> Series:
    phases = tuple(map(write_phase, edition.phases))
    asked = Series(edition.slug, phases, 4, tuple(BOTS), 7, "random:1")
    return replace(asked, **more)  # type: ignore[arg-type]


def seating(edition: Edition, phase: int, players: int = 3) -> Seating:
    seats = tuple(range(players))
    asked = edition.phases[phase - 1]
    phases = dict.fromkeys(seats, asked)
    return Seating(edition, seats, phases, {}, 0, turns_logged=True, draws_logged=True)


def deal(edition: Edition, phase: int, bot: Bot, seed: int = 1, max_turns: int = 100) -> RoundEnd:
    rng = Random(seed)
    deck = make_deck(edition, "random:1", rng)
    return play_round(seating(edition, phase), dict.fromkeys(range(3), bot), deck, rng, max_turns)


# --- Whole games ------------------------------------------------------------------------


@everywhere
@pytest.mark.parametrize("strength", BOTS)
def test_bots_of_each_strength_play_games_that_the_referee_passes(
    edition: Edition, strength: str
) -> None:
    counts = series(edition, strengths=(strength,)).play(0, 1)
    assert counts.finished == 1
    assert counts.rounds >= len(edition.phases)


@everywhere
@pytest.mark.parametrize("players", [2, 3, 6])
def test_any_number_of_players_can_play(edition: Edition, players: int) -> None:
    phases = tuple(map(write_phase, edition.phases[::3]))
    counts = series(edition, players=players, phases=phases).play(0, 2)
    assert counts.finished == 2
    assert sum(bot.wins for bot in counts.bots.values()) == pytest.approx(2)


@everywhere
def test_fixed_rounds_are_as_many_as_the_phases(edition: Edition) -> None:
    counts = series(edition, variant="fixed_rounds").play(0, 1)
    assert counts.rounds_a_game == {len(edition.phases): 1}
    assert [phase.tries for phase in counts.phases] == [4] * len(edition.phases)


@pytest.mark.parametrize("pairing", ["same", "random", "random:2"])
def test_flip_is_played_with_any_pairing_and_the_cards_turn_over(pairing: str) -> None:
    asked = series(EDITIONS["flip"], pairing=pairing)
    rng = asked.rng(0)
    game = play_game(asked.setup(rng), rng)
    turned = [
        play
        for played in game.rounds
        for play in played.end.plays
        if isinstance(play, Discard) and play.seat is not None and play.card and play.card.flip
    ]
    assert turned
    assert {played.end.table.side for played in game.rounds} == {"color", "wild"}


@everywhere
def test_house_rules_are_kept(edition: Edition) -> None:
    rules = HouseRules(
        oversize_groups=False,
        number_card_per_group=True,
        pair_run_singles=True,
        flip_on_going_out=False,
    )
    plan = Plan(edition, edition.phases[1::4], seats=3)
    game = play_game(Setup(plan, tuple(BOTS.values()), rules), Random(3))
    assert game.state.over


def test_a_tie_is_broken_by_those_who_tied() -> None:
    flip = EDITIONS["flip"]
    plan = Plan(flip, flip.phases[:2], seats=6)
    seed = 7  # one of twelve or so leads to a tie
    game = play_game(Setup(plan, (MIDDLE,) * 6), Random(seed))
    last = game.rounds[-1]
    assert last.tie_break
    assert 2 <= len(last.end.hands) < 6
    assert set(last.phases.values()) == {2}
    assert game.state.winners == (last.end.table.out,)


def test_the_same_seed_gives_the_same_games_in_any_parts() -> None:
    asked = series(EDITIONS["express"])
    whole = asked.play(0, 4).as_json()
    assert add_up([asked.play(2, 4), asked.play(0, 2)]).as_json() == whole
    assert replace(asked, seed=8).play(0, 4).as_json() != whole


@pytest.mark.full
def test_whoever_plays_better_wins_more() -> None:
    counts = series(EDITIONS["flip"], players=3).play(0, 12)
    bots = counts.bots
    assert bots["weak"].wins < bots["middle"].wins + bots["strong"].wins
    assert bots["weak"].points > max(bots["middle"].points, bots["strong"].points)


# --- By the book ------------------------------------------------------------------------


@everywhere
@pytest.mark.parametrize("phase", [1, 4, 8, 10])
def test_no_card_is_lost_and_the_plays_lead_to_the_table(edition: Edition, phase: int) -> None:
    rng = Random(phase)
    deck = make_deck(edition, "random", rng)
    seats = seating(edition, phase)
    played = RoundInPlay(seats, {0: BOTS["weak"], 1: MIDDLE, 2: STRONG}, deck, rng)
    end = played.play(100)
    held = [number for hand in played.hands.values() for number in hand]
    seen = [*held, *played.stock, *played.pile, *played.skips.values()]
    assert len(set(seen)) == len(seen)
    assert len(seen) + len(end.table.cards()) == edition.deck_size
    assert table_after(seats, end.plays) == end.table
    assert end.table.out is not None
    assert not end.hands[end.table.out]


def test_a_skip_lies_in_front_of_its_player_and_is_never_drawn() -> None:
    """Each play is followed here as with real cards, without the referee's table."""

    class SkipsTheRight(Middle):
        def discard(self, view: PlayerView, rng: Random) -> WantedDiscard:
            wanted = super().discard(view, rng)
            others = view.can_be_skipped()
            return wanted if wanted.skips is None else replace(wanted, skips=others[-1])

    seen: Counter[str] = Counter()
    for seed in range(50):
        seats = list(seating(EDITIONS["express"], 8).seats)
        pile: list[Card | None] = []
        waiting: set[int] = set()
        for play in deal(EDITIONS["express"], 8, SkipsTheRight(), seed).plays:
            if isinstance(play, Draw) and play.pile is Pile.DISCARD:
                top = pile.pop()
                assert top is not None
                assert not top.is_skip
                seen["drawn past a Skip"] += bool(waiting)
            elif isinstance(play, Discard):
                if play.seat is not None and play.skips is not None:
                    waiting.add(play.skips)
                else:
                    pile.append(play.card)
                if play.seat is None or play.goes_out:
                    continue
                following = (play.seat + 1) % len(seats)
                while following in waiting:
                    waiting.remove(following)
                    pile.append(parse_card("S"))
                    seen["put on the pile"] += 1
                    following = (following + 1) % len(seats)
    assert min(seen["drawn past a Skip"], seen["put on the pile"]) >= 2, seen


def test_the_cards_of_the_pile_are_those_that_the_table_knows() -> None:
    """But for those below the top, which may have been shuffled into the draw pile."""
    reshuffled = 0

    class Watched(RoundInPlay):
        def take_turn(self, seat: int) -> bool:
            if self.pile:
                assert self.face(self.pile[-1]) == self.table.pile[-1]
            lying = {seat: self.face(number) for seat, number in self.skips.items()}
            assert lying == dict.fromkeys(self.table.skips, parse_card("S"))
            nonlocal reshuffled
            before = len(self.stock)
            goes_on = super().take_turn(seat)
            reshuffled += len(self.stock) > before
            return goes_on

    asked = seating(EDITIONS["express"], 10, 6)
    for seed in range(15):
        rng = Random(seed)
        deck = make_deck(asked.edition, "same", rng)
        Watched(asked, dict.fromkeys(range(6), BOTS["weak"]), deck, rng).play(100)
    assert reshuffled


@everywhere
def test_a_round_that_nobody_ends_is_bounded_and_not_counted(edition: Edition) -> None:
    class Waits(Middle):
        def lay_down(self, view: PlayerView, rng: Random) -> None:
            return None

    end = deal(edition, 1, Waits(), max_turns=30)
    assert end.table.out is None
    assert end.turns == 90
    plan = Plan(edition, edition.phases, seats=2)
    setup = Setup(plan, (Waits(), Waits()), max_rounds=2, max_turns=10)
    game = play_game(setup, Random(1))
    assert not game.state.over
    assert [played.scores for played in game.rounds] == [None, None]


# --- What the referee would not pass ----------------------------------------------------


def test_an_illegal_play_stops_the_game() -> None:
    class LaysDownAnything(Middle):
        def lay_down(self, view: PlayerView, rng: Random) -> Sequence[Sequence[Card]]:
            return [view.hand[:3], view.hand[3:6]]

    with pytest.raises(IllegalPlay, match="TablePlay: LayDown"):
        deal(EDITIONS["classic"], 1, LaysDownAnything())


def test_cards_that_are_not_in_hand_stop_the_game() -> None:
    class Conjurer(Middle):
        def discard(self, view: PlayerView, rng: Random) -> WantedDiscard:
            return WantedDiscard(next(c for c in ALL_CLASSIC if c not in view.hand))

    with pytest.raises(Disagreement, match="is not in hand"):
        deal(EDITIONS["classic"], 1, Conjurer())


ALL_CLASSIC = list(EDITIONS["classic"].sides[0].copies)


def test_a_hit_that_does_not_fit_stops_the_game() -> None:
    class HitsAnything(Middle):
        def hit(self, view: PlayerView, rng: Random) -> WantedHit:
            return WantedHit(view.table.groups[0].id, view.hand[:1])

    with pytest.raises(IllegalPlay):
        deal(EDITIONS["classic"], 4, HitsAnything())


def test_a_wrong_count_is_refused() -> None:
    edition = EDITIONS["classic"]
    end = deal(edition, 8, MIDDLE)
    setup = Setup(Plan(edition, edition.phases, seats=3), (MIDDLE,) * 3)
    phases = dict.fromkeys(range(3), 8)
    assert tally_round(setup, phases, end)
    (loser, *_others) = (seat for seat in end.hands if seat not in end.table.down)
    short = {**end.hands, loser: end.hands[loser][1:]}
    with pytest.raises(RefusedTally):
        tally_round(setup, phases, replace(end, hands=short))


# --- The parts --------------------------------------------------------------------------


@everywhere
def test_a_deck_has_every_card_and_symbol(edition: Edition) -> None:
    deck = make_deck(edition, "random:3", Random(0))
    for side in edition.sides:
        faces = deck[side.name]
        plain = [replace(card, flip=False) for card in faces]
        assert {card: plain.count(card) for card in plain} == dict(side.copies)
        assert sorted(c.printed for c in faces if c.flip) == sorted(side.flip_symbols)


def test_a_pairing_is_the_same_for_its_seed_and_as_stated() -> None:
    flip = EDITIONS["flip"]
    same = make_deck(flip, "same", Random(0))
    assert all(a.number == b.number for a, b in zip(same["color"], same["wild"], strict=True))
    fixed = [make_deck(flip, "random:5", Random(n))["wild"] for n in (1, 2)]
    assert fixed[0] == fixed[1] != same["wild"]
    anew = [make_deck(flip, "random", Random(n))["wild"] for n in (1, 2)]
    assert anew[0] != anew[1]


@pytest.mark.parametrize("text", ["", "same:1", "random:", "true"])
def test_no_other_pairing_is_known(text: str) -> None:
    assert not is_pairing(text)


@everywhere
@pytest.mark.parametrize("rules", [STANDARD_RULES, HouseRules(number_card_per_group=True)])
def test_an_estimate_promises_nothing_that_the_referee_refuses(
    edition: Edition, rules: HouseRules
) -> None:
    rng = Random(f"{edition.slug} {rules}")
    possible = 0
    for phase in edition.phases:
        for side in edition.sides:
            deck = [card for card, copies in side.copies.items() for _ in range(copies)]
            for _hand in range(15):
                hand = rng.sample(deck, edition.max_held)
                found = estimate_hand(phase, hand, 3, rules)
                exact = fewest_missing(read_hand(edition, hand), phase, rules, Budget(100_000))
                assert found.missing >= exact
                if not found.missing:
                    possible += 1
                    verdict = check_phase(edition, phase, complete_groups(found), rules)
                    assert verdict.is_legal, (phase, hand)
                    assert not verdict.is_ambiguous
    assert possible


def test_an_estimate_wants_what_fills_a_place() -> None:
    phase = EDITIONS["classic"].phases[1]  # set 3 + run 4
    hand = [parse_card(card) for card in ("R9", "G9", "Y1", "Y2", "R3", "S")]
    found = estimate_hand(phase, hand, 3)
    assert found.missing == 2
    wanted = [card for card in ("B9", "B4", "W", "S", "B2", "R12") if found.wants(parse_card(card))]
    assert wanted == ["B9", "B4", "W"]


def test_phases_are_read_by_number_or_written_out() -> None:
    flip = EDITIONS["flip"]
    assert read_phases(flip, "10; set 3+run 4") == ("color_run 3 + set 2 + set 2", "set 3 + run 4")


@pytest.mark.parametrize(
    "text", ["", "11", "0", "set", "set x", "sett 3", "run 13", "set 1", "set 5 + set 6", "1;;2"]
)
def test_what_nobody_could_play_is_no_phase(text: str) -> None:
    with pytest.raises(UnplayablePhase):
        read_phases(EDITIONS["classic"], text)


def test_a_picture_is_svg_and_says_what_it_shows() -> None:
    bars = [Bar("1 <set>", 0.5, "50 %"), Bar("2", None, "–")]
    sections = [
        Section("Official & own", bars, "Games", {10: 3, 12: 1}),
        Section("Empty", bars, "", {}),
    ]
    root = ElementTree.fromstring(draw_chart("Title", "Subtitle", sections))
    words = [element.text for element in root.iter() if element.text and element.text.strip()]
    assert {"Title", "Subtitle", "1 <set>", "50 %", "Official & own"} <= set(words)


def test_shares_of_nothing_are_unknown() -> None:
    nothing = series(EDITIONS["classic"]).play(0, 0)
    assert nothing.mean_rounds is None
    assert nothing.mean_points is None
    assert nothing.hardness is None


def test_variants_are_those_of_the_referee() -> None:
    setup = series(EDITIONS["classic"], variant="fixed_rounds").setup(Random(1))
    assert setup.plan.variant is Variant.FIXED_ROUNDS
