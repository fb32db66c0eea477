"""What each play does to the table: whose turn it is, what lies where, which side shows."""

from __future__ import annotations

from typing import Any

import pytest

from referee.cards import Card, parse_card
from referee.editions import EDITIONS
from referee.house_rules import HouseRules
from referee.kinds import KindName
from referee.plays import Discard, Draw, Flip, Hit, LaidGroup, LayDown, Note, TablePlay
from referee.table import Seating, Table

from .states import table_after

NAMES = ("Ann", "Ben", "Cleo", "Dev", "Eva", "Finn")


def seat_them(
    edition: str = "express",
    *,
    players: int = 3,
    phase: int = 5,
    starter: int = 0,
    turns_logged: bool = True,
    **rules: Any,
) -> Seating:
    """Players at a table; in express, Phase 5 is a set of 3."""
    known, seats = EDITIONS[edition], tuple(range(players))
    phases = dict.fromkeys(seats, known.phases[phase - 1])
    names = dict(zip(seats, NAMES, strict=False))
    return Seating(known, seats, phases, names, starter, HouseRules(**rules), turns_logged)


def cards_of(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def discard(seat: int | None, card: str | None = None, **more: Any) -> Discard:
    return Discard(seat, None if card is None else parse_card(card), **more)


def lay(seat: int, *groups: tuple[KindName, str], goes_out: bool = False) -> LayDown:
    """Groups that are called a, b, c ..."""
    laid = zip("abc", groups, strict=False)
    return LayDown(
        seat, tuple(LaidGroup(id, kind, cards_of(text)) for id, (kind, text) in laid), goes_out
    )


def hit(seat: int, group: str, cards: str, *, goes_out: bool = False) -> Hit:
    return Hit(seat, group, cards_of(cards), goes_out)


def waiting(table: Table) -> dict[int, int]:
    """Who is going to lose a turn, and by whom."""
    return {skipped: skip.by for skipped, skip in table.skips.items()}


def turns_of(seating: Seating, *plays: TablePlay, count: int) -> list[int | None]:
    """Whose turns come after these plays, everybody discarding something harmless."""
    past, turns = list(plays), []
    for _ in range(count):
        turn = table_after(seating, past).turn
        turns.append(turn)
        past.append(Discard(turn))
    return turns


@pytest.mark.parametrize("players", range(2, 7))
def test_the_turn_passes_to_the_left_from_the_starter(players: int) -> None:
    seats = list(range(players))
    seating = seat_them(players=players, starter=players - 1)
    assert turns_of(seating, count=2 * players) == (seats[-1:] + seats[:-1]) * 2


def test_only_who_plays_the_round_has_turns() -> None:
    """In a tie-break the others sit by."""
    known = EDITIONS["express"]
    seating = Seating(known, (1, 4), {}, {}, starter=4, turns_logged=True)
    assert turns_of(seating, count=3) == [4, 1, 4]


@pytest.mark.parametrize("play", [Draw(0), Flip(0), Note("Tea", 0), Note("Tea"), Flip()])
def test_the_turn_ends_with_the_discard_and_nothing_else(play: TablePlay) -> None:
    assert table_after(seat_them(), [play]).turn == 0


def test_the_turn_does_not_end_with_laying_down_or_a_hit() -> None:
    plays: list[TablePlay] = [lay(0, (KindName.SET, "R6 G6 B6")), hit(0, "a", "Y6")]
    assert table_after(seat_them(), plays).turn == 0


def test_who_has_the_turn_is_unknown_where_turns_are_not_logged() -> None:
    table = table_after(seat_them(turns_logged=False), [discard(0, "R5")])
    assert table.turn is None
    assert table.pile == cards_of("R5")


# --- Skips -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "skipped"), [(n, seat) for n in range(2, 7) for seat in range(1, n)]
)
def test_a_skip_costs_one_turn_and_no_more(players: int, skipped: int) -> None:
    seats = [*range(1, players), 0]
    turns = turns_of(
        seat_them(players=players), discard(0, "S", skips=skipped), count=2 * players - 1
    )
    assert turns == [seat for seat in seats if seat != skipped] + seats


def test_several_skips_in_a_row_are_all_spent() -> None:
    seating = seat_them(players=4)
    plays = [discard(0, "S", skips=3), discard(1, "S", skips=2)]
    assert waiting(table_after(seating, plays[:1])) == {3: 0}
    table = table_after(seating, plays)
    assert (table.turn, table.skips) == (0, {})


@pytest.mark.parametrize(
    ("players", "skipped"), [(n, seat) for n in range(2, 7) for seat in range(1, n)]
)
def test_where_turns_are_not_logged_a_skip_lies_until_its_turn_has_passed(
    players: int, skipped: int
) -> None:
    seating = seat_them(players=players, turns_logged=False)
    skip = discard(0, "S", skips=skipped)
    assert waiting(table_after(seating, [skip])) == {skipped: 0}
    for seat in range(players):
        left = table_after(seating, [skip, Draw(seat)]).skips
        # Whoever sits between the two plays first; all others, after that turn was lost.
        assert (skipped in left) == (0 < seat < skipped), seat


@pytest.mark.parametrize("turns", [True, False])
@pytest.mark.parametrize("players", range(2, 7))
def test_a_skip_turned_up_skips_the_first_player_once(players: int, turns: bool) -> None:
    seating = seat_them(players=players, starter=players - 1, turns_logged=turns)
    turned_up = discard(None, "S", skips=players - 1)
    if turns:
        assert turns_of(seating, turned_up, count=players) == list(range(players))
        return
    assert table_after(seating, [turned_up]).skips.keys() == {players - 1}
    for seat in range(players):
        assert not table_after(seating, [turned_up, Draw(seat)]).skips, seat


def test_any_other_card_turned_up_leaves_the_turn() -> None:
    assert table_after(seat_them(starter=1), [discard(None, "W")]).turn == 1


def test_a_skip_in_front_of_oneself_costs_the_next_turn_where_the_table_wants_it() -> None:
    skip = discard(0, "S", skips=0)
    assert turns_of(seat_them(), skip, count=4) == [1, 2, 1, 2]
    unlogged = seat_them(turns_logged=False)
    assert waiting(table_after(unlogged, [skip, Draw(2)])) == {0: 0}
    assert not table_after(unlogged, [skip, Draw(0)]).skips


# --- where a Skip lies -----------------------------------------------------------------

ANN, BEN, CLEO = range(3)
R5, S = cards_of("R5 S")
# Ben starts and skips Ann, who comes after Cleo.
SKIPPED: list[TablePlay] = [discard(None, "R5"), discard(BEN, "S", skips=ANN)]


@pytest.mark.parametrize("turns", [True, False])
def test_a_skip_lies_in_front_of_its_player_and_the_pile_keeps_its_top(turns: bool) -> None:
    seating = seat_them(starter=BEN, turns_logged=turns)
    table = table_after(seating, SKIPPED)
    assert (table.pile, waiting(table)) == ((R5,), {ANN: BEN})
    table = table_after(seating, [*SKIPPED, Draw(CLEO)])
    assert (table.pile, waiting(table)) == ((), {ANN: BEN})


def test_a_skip_is_put_on_the_pile_when_its_turn_is_lost() -> None:
    seating = seat_them(starter=BEN)
    table = table_after(seating, [*SKIPPED, Draw(CLEO), discard(CLEO, "G7")])
    assert (table.turn, table.pile, waiting(table)) == (BEN, cards_of("G7 S"), {})
    # It stays there, under what Ben discards.
    table = table_after(
        seating, [*SKIPPED, Draw(CLEO), discard(CLEO, "G7"), discard(BEN, "R1"), Draw(CLEO)]
    )
    assert table.pile == cards_of("G7 S")


@pytest.mark.parametrize("seat", [BEN, ANN])
def test_where_turns_are_not_logged_it_is_on_the_pile_once_a_later_player_plays(seat: int) -> None:
    seating = seat_them(starter=BEN, turns_logged=False)
    plays = [*SKIPPED, Draw(CLEO), discard(CLEO, "G7")]
    assert table_after(seating, plays).pile == cards_of("G7")
    assert table_after(seating, [*plays, Note("Tea", seat)]).skips  # nobody plays a card
    table = table_after(seating, [*plays, discard(seat, "R1")])
    assert (table.pile, waiting(table)) == (cards_of("G7 S R1"), {})


def test_whoever_comes_next_puts_the_skip_on_the_pile_at_once() -> None:
    plays = [discard(None, "R5"), discard(ANN, "S", skips=BEN)]
    assert table_after(seat_them(), plays).pile == (R5, S)
    assert table_after(seat_them(turns_logged=False), plays).pile == (R5,)


def test_between_two_players_the_skip_is_the_top_in_the_same_players_next_turn() -> None:
    table = table_after(seat_them(players=2), [discard(None, "R5"), discard(0, "S", skips=1)])
    assert (table.turn, table.pile) == (0, (R5, S))


@pytest.mark.parametrize("turns", [True, False])
def test_two_skips_lie_in_front_of_two_players_and_go_with_their_turns(turns: bool) -> None:
    seating = seat_them(players=5, turns_logged=turns)
    plays: list[TablePlay] = [discard(0, "S", skips=3), discard(1, "S", skips=4)]
    assert waiting(table_after(seating, plays)) == {3: 0, 4: 1}
    assert table_after(seating, plays).pile == ()
    # 3 and 4 lose their turns one after the other.
    assert table_after(seating, [*plays, discard(2, "R5"), discard(0, "R1")]).pile == cards_of(
        "R5 S S R1"
    )


def test_a_skip_that_skips_nobody_is_a_discard_like_any_other() -> None:
    assert table_after(seat_them(), [discard(0, "S", goes_out=True)]).pile == (S,)
    # Turned up, it is on the pile, and the starter does not put it there again.
    for turns in (True, False):
        seating = seat_them(turns_logged=turns)
        plays = [discard(None, "S", skips=0), discard(1, "R1")]
        assert table_after(seating, plays).pile == cards_of("S R1")


def test_a_skip_that_nobody_named_is_one_all_the_same() -> None:
    assert table_after(seat_them(), [discard(0, "R5"), discard(1, None, skips=2)]).pile == (R5, S)


def test_a_skip_in_front_of_a_player_does_not_turn_over_with_the_pile() -> None:
    plays: list[TablePlay] = [discard(0, "R5"), discard(1, "S", skips=0), Flip(), discard(2, None)]
    assert table_after(seat_them(), plays).pile == (None, None, None, S)


def test_a_skip_recorded_as_lying_on_the_pile_stays_there() -> None:
    """So plays of earlier versions said, and costs a turn like any other."""
    for turns in (True, False):
        seating = seat_them(starter=BEN, turns_logged=turns)
        plays = [discard(None, "R5"), discard(BEN, "S", skips=ANN, skip_on_pile=True)]
        table = table_after(seating, plays)
        assert (table.pile, waiting(table)) == ((R5, S), {ANN: BEN})
        table = table_after(seating, [*plays, discard(CLEO, "G7"), discard(BEN, "R1")])
        assert (table.pile, waiting(table)) == (cards_of("R5 S G7 R1"), {})


# --- going out -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "last",
    [
        lay(0, (KindName.SET, "R6 G6 B6"), goes_out=True),
        hit(0, "a", "Y6", goes_out=True),
        discard(0, "R1", goes_out=True),
        discard(0, "S", goes_out=True),
    ],
    ids=lambda play: type(play).__name__,
)
def test_after_somebody_went_out_it_is_nobodys_turn(last: TablePlay) -> None:
    seating = seat_them()
    before: list[TablePlay] = [lay(0, (KindName.SET, "R6 G6 B6"))]
    assert table_after(seating, before).out is None
    table = table_after(seating, [*before, last])
    assert (table.out, table.turn) == (0, None)
    # Even if the table has somebody play on.
    table = table_after(seating, [*before, last, discard(1, "R2")])
    assert (table.out, table.turn) == (0, None)


# --- sides and the pile ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "side"),
    [
        ([], "color"),
        ([discard(0, "R5")], "color"),
        ([discard(0, "R5!")], "wild"),
        ([discard(0, "R5!"), discard(1, "W*!")], "color"),
        ([discard(None, "R5!")], "color"),  # turned up, it does nothing
        ([Flip()], "wild"),
        ([Discard(0), Flip(0)], "wild"),
        ([lay(0, (KindName.SET, "R5! G5"))], "color"),
    ],
)
def test_a_discarded_flip_symbol_turns_the_cards_over(plays: list[TablePlay], side: str) -> None:
    assert table_after(seat_them("flip"), plays).side == side


@pytest.mark.parametrize(("turns_last", "side"), [(True, "wild"), (False, "color")])
def test_a_flip_symbol_as_the_last_card_turns_unless_the_house_says_no(
    turns_last: bool, side: str
) -> None:
    seating = seat_them("flip", flip_on_going_out=turns_last)
    assert table_after(seating, [discard(0, "R5!", goes_out=True)]).side == side
    # The house rule is about the last card only.
    assert table_after(seating, [discard(0, "R5!")]).side == "wild"


def test_the_pile_turns_over_too_and_the_groups_do_not() -> None:
    laid = lay(0, (KindName.SET, "R7 G7"))
    table = table_after(seat_them("flip"), [laid, discard(0, "R2"), discard(1, "R5!")])
    assert table.pile == (None, None)
    assert table.cards() == [*cards_of("R7 G7")]


@pytest.mark.parametrize(
    ("plays", "pile"),
    [
        ([discard(0, "R5!"), discard(1, "W2"), discard(2, "W7!")], (None, None, "R5!")),
        ([discard(0, "R5!"), discard(1, "W2"), discard(2, "W7!"), Draw(0)], (None, None)),
        # What is drawn is no longer there when the pile has turned back.
        ([discard(0, "R5!"), discard(1, "W2"), Draw(2), discard(2, "W7!")], (None, "R5!")),
        ([discard(0, "R5!"), Draw(1), discard(1, "W7!")], (None,)),
        # The other side of what was discarded in between comes up with the third turn.
        (
            [discard(0, "R5!"), discard(1, "W2"), discard(2, "W7!"), discard(0, "B2!")],
            (None, None, "W2", "W7!"),
        ),
        # Below the card that turned the pile back lies what was there when it first turned.
        (
            [discard(None, "B9"), discard(0, "R5!"), discard(1, "W7!")],
            (None, "B9", "R5!"),
        ),
        # A discard that nobody recorded turned the pile, and lies where nobody knows it.
        ([discard(0, "R5"), Flip(), discard(1, "W7!")], (None, "R5", None)),
        ([discard(0, "R5"), Discard(1), Flip(1), discard(2, "W7!")], (None, "R5", None)),
        ([discard(0, "R5"), Flip(), Flip()], (None, "R5", None)),
    ],
)
def test_the_pile_turns_over_as_a_whole(
    plays: list[TablePlay], pile: tuple[str | None, ...]
) -> None:
    """What lay at the bottom is the top, and known if it was seen before (section 5)."""
    table = table_after(seat_them("flip"), plays)
    assert table.pile == tuple(card and parse_card(card) for card in pile)


def test_the_top_of_the_pile_is_drawn() -> None:
    plays: list[TablePlay] = [discard(0, "R5"), discard(1), discard(2, "G7"), Draw(0)]
    assert table_after(seat_them(), plays).pile == (parse_card("R5"), None)
    assert table_after(seat_them(), [Draw(0)]).pile == ()


# --- groups ----------------------------------------------------------------------------


def test_a_lay_down_puts_groups_on_the_table() -> None:
    table = table_after(seat_them(), [lay(1, (KindName.SET, "R6 W=6"), (KindName.RUN, "R3 G4"))])
    assert table.down == {1}
    assert [(group.id, group.seat, group.standing.kind) for group in table.groups] == [
        ("a", 1, "set"),
        ("b", 1, "run"),
    ]
    assert (table.groups[1].standing.low, table.groups[1].standing.high) == (3, 4)
    assert table.group("c") is None
    assert table.cards(excluding=table.groups[0]) == [*cards_of("R3 G4")]


def test_a_hit_joins_its_group_and_no_other() -> None:
    laid = lay(0, (KindName.RUN, "R3 G4"), (KindName.RUN, "B3 Y4"))
    table = table_after(seat_them(), [laid, hit(2, "b", "G5 R2")])
    assert [str(card) for card in table.groups[1].standing.cards] == ["R2", "B3", "Y4", "G5"]
    assert table.groups[1].seat == 0  # it stays the group of who laid it down
    assert table.groups[0].standing.cards == cards_of("R3 G4")


def test_a_hit_on_nothing_is_an_error() -> None:
    with pytest.raises(KeyError):
        table_after(seat_them(), [hit(0, "a", "R5")])


@pytest.mark.parametrize(
    ("kind", "cards"),
    [
        (KindName.SET, "R6 G6 B7"),
        (KindName.RUN, "R3 R5"),
        (KindName.SET, "R6"),  # one card is not a group that anything could be added to
        (KindName.SET, "R6 G6 B6=7"),
        (KindName.SET, "W W"),  # nobody said of what number
        (KindName.SET, "R6 S"),
    ],
)
def test_what_is_no_group_lies_there_as_it_is(kind: KindName, cards: str) -> None:
    table: Table = table_after(seat_them(), [lay(0, (kind, cards))])
    (group,) = table.groups
    assert group.is_irregular
    assert group.standing.cards == cards_of(cards)
    assert (group.standing.kind, group.standing.number, group.standing.low) == (kind, None, None)


def test_a_group_is_irregular_only_while_something_is_wrong_with_it() -> None:
    laid = lay(0, (KindName.RUN, "R3 R5"))
    (group,) = table_after(seat_them(), [laid, hit(1, "a", "G4")]).groups
    assert not group.is_irregular
    assert group.standing.high == 5
    (group,) = table_after(seat_them(), [laid, hit(1, "a", "G4"), hit(1, "a", "G9")]).groups
    assert group.is_irregular
