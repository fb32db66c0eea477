"""A hand as bit masks: one bit for each card, so that sets of cards are plain integers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from referee.cards import NUMBERS, Card, Color, Face
from referee.editions import Edition

# A set of cards of one hand: bit i is the card at index i of the sorted hand.
Mask = int


class Holding(NamedTuple):
    """The cards of one hand, sorted, and the masks by which a group accepts them.

    `of_number[n]` are the cards with n printed on them; `of_color[c]` those that
    can be of colour c, the colourless ones included, and `of_color[None]` all that
    can lie in a group; `of_no_color` are the colourless ones. `wild` can be any number,
    `numbered` have one printed on them. `colors` are those of the side that the hand
    shows, None alone where it shows no colours.
    """

    cards: tuple[Card, ...]
    points: tuple[int, ...]
    of_number: tuple[Mask, ...]
    of_color: dict[Color | None, Mask]
    of_no_color: Mask
    wild: Mask
    numbered: Mask
    colors: tuple[Color | None, ...]

    @property
    def playable(self) -> Mask:
        """All cards but Skips."""
        return self.of_color[None]

    def accept(self, color: Color | None, number: int) -> Mask:
        """The cards that can be this number of this colour (None: of any)."""
        return (self.of_number[number] | self.wild) & self.of_color[color]

    def cards_of(self, mask: Mask) -> tuple[Card, ...]:
        """The cards of a mask, in the order of the hand."""
        return tuple(card for i, card in enumerate(self.cards) if mask >> i & 1)

    def card(self, bit: Mask) -> Card:
        """The card of a single bit."""
        return self.cards[bit.bit_length() - 1]


def hold(edition: Edition, cards: Iterable[Card]) -> Holding:
    """Sort a hand and put it into masks.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> holding = hold(EDITIONS["classic"], map(parse_card, ["W", "R7", "S", "B7"]))
    >>> [str(card) for card in holding.cards_of(holding.accept(Color.BLUE, 7))]
    ['B7', 'W']
    """
    hand = sorted(cards, key=_rank)
    of_number = [0] * (NUMBERS[-1] + 1)
    of_print = [0] * len(_COLORS)  # a list is quicker than a dictionary of colours
    wild = 0
    bit = 1
    for card in hand:
        number = card.number
        if number is not None:
            of_number[number] |= bit
        elif not card.is_skip:
            wild |= bit
        of_print[_COLORS.index(card.color)] |= bit
        bit <<= 1
    numbered = sum(of_number)
    playable = numbered | wild
    colorless = of_print.pop() & playable
    of_color = {color: mask | colorless for color, mask in zip(_COLORS, of_print, strict=False)}
    of_color[None] = playable
    return Holding(
        cards=tuple(hand),
        points=tuple(map(edition.points, hand)),
        of_number=tuple(of_number),
        of_color=of_color,
        of_no_color=colorless,
        wild=wild,
        numbered=numbered,
        colors=_colors(edition, edition.side_of(hand[0])),
    )


@cache
def _colors(edition: Edition, side: str) -> tuple[Color | None, ...]:
    copies = next(found.copies for found in edition.sides if found.name == side)
    shown = {card.color for card in copies}
    return tuple(color for color in Color if color in shown) or (None,)


_FACES = list(Face)
_COLORS: list[Color | None] = [*Color, None]


def _rank(card: Card) -> tuple[int, int, int, bool]:
    """The order of `sort_key` for undeclared cards, without writing them out."""
    return (_FACES.index(card.face), _COLORS.index(card.color), card.number or 0, card.flip)


def bits(mask: Mask) -> Iterator[Mask]:
    """The single bits of a mask, the lowest first.

    >>> list(bits(0b1010))
    [2, 8]
    """
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
