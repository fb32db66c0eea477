"""One round with real cards, every play ruled on (rulebook, section 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from referee.cards import Card
from referee.plays import LayDown, Pile, TablePlay
from referee.rulings.table_plays import (
    PlayVerdict,
    rule_discard,
    rule_draw,
    rule_hit,
    rule_lay_down,
)
from referee.simulator.deck import Deck
from referee.simulator.estimate import HandEstimate, estimate_hand
from referee.simulator.player_view import Bot, PlayerView
from referee.table import Seating, Table, apply_play, new_table

MAX_TURNS = 100  # of each player, in one round; at a real table it is some ten


class Disagreement(Exception):
    """The referee and the simulator disagree, so one of them is wrong."""


class IllegalPlay(Disagreement):
    """The referee ruled a play illegal, or could not tell what it is."""

    def __init__(self, verdict: PlayVerdict, table: Table, hand: Sequence[Card]) -> None:
        why = [problem.message for problem in verdict.problems] or ["ambiguous"]
        lying = [[str(card) for card in group.standing.cards] for group in table.groups]
        super().__init__(
            f"{table.edition.slug}: {'; '.join(why)} TablePlay: {verdict.play}. "
            f"Hand: {' '.join(map(str, hand))}. Groups: {lying}. Side: {table.side}."
        )


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """How a round ended: the table, and the cards left in each hand as they are counted.

    If nobody is `out` on the table, the round could not be ended: after the maximum number
    of `turns`, or because no card was left to draw.
    """

    table: Table
    hands: Mapping[int, tuple[Card, ...]]
    plays: tuple[TablePlay, ...]
    turns: int


def play_round(
    seating: Seating,
    bots: Mapping[int, Bot],
    deck: Deck,
    rng: Random,
    max_turns: int = MAX_TURNS,
) -> RoundEnd:
    """Deal and play until a player goes out, or everyone has had `max_turns`.

    `seating` logs turns and draws. Raises `IllegalPlay`, and `Disagreement` for a card that is
    not in the player's hand.
    """
    return RoundInPlay(seating, bots, deck, rng).play(max_turns)


class RoundInPlay:
    """A round being played. Cards are indexes of the deck's faces; the top card is the last.

    `skips` has the Skip in front of each seat that has one.
    """

    def __init__(self, seating: Seating, bots: Mapping[int, Bot], deck: Deck, rng: Random) -> None:
        self.bots, self.deck, self.rng = bots, deck, rng
        self.stock = list(range(seating.edition.deck_size))
        rng.shuffle(self.stock)
        self.hands: dict[int, list[int]] = {}
        for seat in seating.seats:
            self.hands[seat] = [self.stock.pop() for _ in range(seating.edition.dealt)]
        self.pile = [self.stock.pop()]
        self.skips: dict[int, int] = {}
        self.table = new_table(seating)
        self.plays: list[TablePlay] = []
        self.estimates: dict[int, HandEstimate] = {}
        self.do(rule_discard(self.table, None, self.face(self.pile[-1])), ())

    def play(self, max_turns: int) -> RoundEnd:
        turns, limit = 0, max_turns * len(self.hands)
        while self.table.turn is not None and turns < limit:
            if not self.take_turn(self.table.turn):
                break
            turns += 1
        hands = {seat: self.hand(seat) for seat in self.hands}
        return RoundEnd(self.table, hands, tuple(self.plays), turns)

    def take_turn(self, seat: int) -> bool:
        """Draw, lay down, hit, discard (section 5); return False if there is nothing to draw."""
        bot = self.bots[seat]
        if not self.draw(seat, bot):
            return False
        if seat not in self.table.down:
            self.estimates.pop(seat, None)
            groups = bot.lay_down(self.view(seat), self.rng)
            if groups is not None:
                self.lay_down(seat, groups)
        if seat in self.table.down:
            while self.table.out is None:
                wanted = bot.hit(self.view(seat), self.rng)
                if wanted is None:
                    break
                self.hit(seat, wanted.group, wanted.cards)
        if self.table.out is None:
            choice = bot.discard(self.view(seat), self.rng)
            self.discard(seat, choice.card, choice.skips)
        return True

    def draw(self, seat: int, bot: Bot) -> bool:
        top = self.face(self.pile[-1]) if self.pile else None
        on_offer = None if top is None or top.is_skip else top
        if on_offer is not None and bot.takes_top(self.view(seat), self.rng):
            self.do(rule_draw(self.table, seat), self.hand(seat))
            self.hands[seat].append(self.pile.pop())
            return True
        if not self.stock:
            # All discards but the top one are shuffled and become the draw pile.
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.rng.shuffle(self.stock)
        if not self.stock:
            return False
        self.do(rule_draw(self.table, seat, Pile.DRAW), self.hand(seat))
        self.hands[seat].append(self.stock.pop())
        return True

    def lay_down(self, seat: int, groups: Sequence[Sequence[Card]]) -> None:
        hand = self.hand(seat)
        verdict = rule_lay_down(self.table, seat, groups)
        self.give(seat, [card for group in groups for card in group])
        assert isinstance(verdict.play, LayDown)
        named = tuple(
            replace(group, id=f"{seat}.{index}") for index, group in enumerate(verdict.play.groups)
        )
        self.do(replace(verdict, play=replace(verdict.play, groups=named)), hand)
        self.estimates.pop(seat, None)

    def hit(self, seat: int, id: str, cards: Sequence[Card]) -> None:
        hand, group = self.hand(seat), self.table.group(id)
        assert group is not None
        goes_out = len(cards) == len(hand)
        verdict = rule_hit(self.table, seat, group, cards, goes_out=goes_out)
        self.give(seat, cards)
        self.do(verdict, hand)

    def discard(self, seat: int, card: Card, skips: int | None) -> None:
        hand, side = self.hand(seat), self.table.side
        verdict = rule_discard(self.table, seat, card, skips=skips, goes_out=len(hand) == 1)
        estimate = self.estimates.get(seat)
        (given,) = self.give(seat, [card])
        if skips is None:
            self.pile.append(given)
        else:
            self.skips[skips] = given
        self.do(verdict, hand)
        if self.table.side != side:
            # A pile that is turned over as a whole has its lowest card on top.
            self.stock.reverse()
            self.pile.reverse()
            self.estimates.clear()
        elif estimate is not None and estimate.kept >> hand.index(card) & 1:
            del self.estimates[seat]
        self.put_skips_on_the_pile()

    def put_skips_on_the_pile(self) -> None:
        """A skipped player does nothing else in their turn (section 5)."""
        for seat in [seat for seat in self.skips if seat not in self.table.skips]:
            self.pile.append(self.skips.pop(seat))

    def do(self, verdict: PlayVerdict, hand: Sequence[Card]) -> None:
        """Make a play; raises `IllegalPlay` unless it is legal and unambiguous."""
        if not verdict.is_legal or verdict.is_ambiguous:
            raise IllegalPlay(verdict, self.table, hand)
        self.table = apply_play(self.table, verdict.play)
        self.plays.append(verdict.play)
        if any(group.is_irregular for group in self.table.groups):
            raise Disagreement(f"A legal play left an irregular group: {verdict.play}")

    def give(self, seat: int, cards: Sequence[Card]) -> list[int]:
        """Take cards, declared or not, out of a hand and return their indexes."""
        given = []
        for card in cards:
            held = self.hands[seat]
            faces = [self.face(number) for number in held]
            if (plain := card.undeclared()) not in faces:
                raise Disagreement(f"{card} is not in hand: {' '.join(map(str, faces))}")
            given.append(held.pop(faces.index(plain)))
        return given

    def view(self, seat: int) -> PlayerView:
        hand = self.hand(seat)
        estimate = None
        if seat not in self.table.down:
            estimate = self.estimates.get(seat)
            if estimate is None:
                seating, width = self.table.seating, self.bots[seat].width
                estimate = estimate_hand(seating.phases[seat], hand, width, seating.rules)
                self.estimates[seat] = estimate
        top = self.face(self.pile[-1]) if self.pile else None
        held = {other: len(cards) for other, cards in self.hands.items()}
        return PlayerView(self.table, seat, hand, held, top, estimate)

    def hand(self, seat: int) -> tuple[Card, ...]:
        faces = self.deck[self.table.side]
        return tuple([faces[number] for number in self.hands[seat]])

    def face(self, number: int) -> Card:
        return self.deck[self.table.side][number]
