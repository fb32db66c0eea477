"""The cards that would complete a Phase, named by what they have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from referee.cards import Card, Color, Face
from referee.rulings.card_phrases import (
    Number,
    a_number,
    a_star,
    any_card,
    any_of_color,
    any_of_parity_and_color,
)
from referee.wording import Text, gettext_noop

FEW = 2  # numbers up to which "any red card" would promise too much
LONG_RANGE = 4  # with this many numbers in a row, only the first and the last are named


def name_outs(outs: Mapping[Card, int], unseen: Mapping[Card, int]) -> list[tuple[Text, int]]:
    """Name the outs in a few words: whole colors, then numbers, then Stars and Wilds.

    Both map cards without Flip symbols, all of one side, to how many copies are unseen.
    Every out is named exactly once, and no other card is. Beside each name is how many copies of
    these cards are unseen.

    >>> from referee.cards import parse_card
    >>> unseen = {parse_card(card): 2 for card in ("R3", "R4", "R5", "G4", "R*", "G*")}
    >>> outs = {card: 2 for card in unseen if str(card) != "G*"}
    >>> [(name.render(), count) for name, count in name_outs(outs, unseen)]
    [('Any red card', 8), ('A green 4', 2)]
    """
    by_color, shown = _numbers_by_color(outs), _numbers_by_color(unseen)
    named = list(_whole_colors(outs, unseen, by_color, shown))
    if not named:
        named = list(_numbers_of_any_color(by_color, shown, unseen))
    taken = {card for cards, _ in named for card in cards}
    rest = [card for card in outs if card not in taken]
    named += _numbers_by_colors(_numbers_by_color(rest), shown)
    named += _without_number([card for card in rest if card.is_wild], unseen)
    return [(name, sum(outs[card] for card in cards)) for cards, name in named]


# Cards and what they are called.
_Named = tuple[Sequence[Card], Text]
_NumbersByColor = dict[Color | None, dict[int, Card]]


def _numbers_by_color(cards: Iterable[Card]) -> _NumbersByColor:
    by_color: _NumbersByColor = {}
    for card in cards:
        if card.number is not None:
            by_color.setdefault(card.color, {})[card.number] = card
    return by_color


def _whole_colors(
    outs: Mapping[Card, int],
    unseen: Mapping[Card, int],
    by_color: _NumbersByColor,
    shown: _NumbersByColor,
) -> Iterator[_Named]:
    """Name the colors of which every unseen number would do, with their Stars if those would."""
    whole = [
        color
        for color, cards in by_color.items()
        if len(cards) > FEW and len(cards) == len(shown[color])
    ]
    if whole and len(whole) == len(shown):
        yield [card for color in whole for card in by_color[color].values()], any_card("number")
        return
    with_star: list[Color] = []
    without: list[Color] = []
    for color in Color:
        if color in whole:
            star = Card(Face.STAR, color)
            (with_star if star in outs or star not in unseen else without).append(color)
    if with_star:
        cards = [card for color in with_star for card in by_color[color].values()]
        cards += [card for card in outs if card.face is Face.STAR and card.color in with_star]
        yield cards, any_of_color(with_star, with_stars=True)
    if without:
        cards = [card for color in without for card in by_color[color].values()]
        yield cards, any_of_color(without, with_stars=False)


def _numbers_of_any_color(
    by_color: _NumbersByColor, shown: _NumbersByColor, unseen: Mapping[Card, int]
) -> Iterator[_Named]:
    """Name the numbers of which every unseen card would do, whatever its color."""
    of_number: dict[int, list[Card]] = {}
    for cards in by_color.values():
        for number, card in cards.items():
            of_number.setdefault(number, []).append(card)
    available: dict[int, int] = {}
    for cards in shown.values():
        for number in cards:
            available[number] = available.get(number, 0) + 1
    numbers = sorted(n for n, cards in of_number.items() if len(cards) == available[n])
    if numbers:
        cards_of = [card for number in numbers for card in of_number[number]]
        parity = _parity(numbers, available)
        odd_or_even = any_card("odd" if parity == 1 else "even") if parity is not None else None
        yield cards_of, odd_or_even or a_number(*_in_a_row(numbers))


def _numbers_by_colors(by_color: _NumbersByColor, shown: _NumbersByColor) -> Iterator[_Named]:
    """Name the other numbers, colors of which the same numbers would do together."""
    alike: dict[tuple[tuple[int, ...], int | None], list[Color]] = {}
    for color in Color:
        if color in by_color:
            numbers = tuple(sorted(by_color[color]))
            parity = _parity(numbers, shown[color])
            alike.setdefault((numbers, parity), []).append(color)
    for (numbers, parity), colors in alike.items():
        name = a_number(*_in_a_row(numbers), colors=colors)
        if parity is not None:
            name = any_of_parity_and_color(colors, odd=parity == 1)
        yield [by_color[color][number] for color in colors for number in numbers], name


def _without_number(cards: Sequence[Card], unseen: Mapping[Card, int]) -> Iterator[_Named]:
    """Name Stars by their colors, and Wilds."""
    stars = [card for card in cards if card.face is Face.STAR]
    if len(stars) > 1 and len(stars) == sum(card.face is Face.STAR for card in unseen):
        yield stars, Text(gettext_noop("any Star"))
    elif stars:
        yield stars, a_star([star.color for star in stars if star.color])
    for card in cards:
        if card.face is not Face.STAR:
            text = gettext_noop("a wild-side Star")
            yield [card], Text(gettext_noop("a Wild") if card.face is Face.WILD else text)


def _parity(numbers: Sequence[int], available: Iterable[int]) -> int | None:
    """Return 1 if these are all the odd numbers available, 0 if all the even ones."""
    parity = numbers[0] % 2
    of_parity = [number for number in available if number % 2 == parity]
    return parity if len(numbers) > FEW and sorted(of_parity) == list(numbers) else None


def _in_a_row(numbers: Sequence[int]) -> list[Number]:
    """Return long ranges by their ends, and every other number.

    >>> _in_a_row([1, 2, 3, 4, 7, 8])
    ['1–4', 7, 8]
    """
    ranges: list[Number] = []
    for _, row in groupby(enumerate(numbers), lambda place: place[1] - place[0]):
        run = [number for _, number in row]
        ranges += [f"{run[0]}–{run[-1]}"] if len(run) >= LONG_RANGE else run
    return ranges
