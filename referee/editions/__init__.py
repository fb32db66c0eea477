"""The editions: decks, Phases and points, read from the data files in this directory.

To add an edition, add a file.
"""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.cards import NUMBERS, Card, Color, Face, parse_card, sort_key
from referee.kinds import Phase, parse_phase


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a deck: each distinct card, without Flip symbol, and its copies.

    One copy of each of the `flip_symbols` bears the symbol.
    """

    name: str
    copies: Mapping[Card, int]
    flip_symbols: frozenset[str]

    @property
    def size(self) -> int:
        """How many cards show this side."""
        return sum(self.copies.values())


@dataclass(frozen=True, eq=False)
class Edition:
    """One edition of the game (rulebook, sections 1, 2 and 6); a single object for each."""

    slug: str
    name: str
    dealt: int
    min_players: int
    max_players: int
    phases: tuple[Phase, ...]
    sides: tuple[Side, ...]
    face_points: Mapping[Face, int]
    number_points: Mapping[int, int]
    house_rules: tuple[str, ...]

    @cached_property
    def _sides_by_print(self) -> dict[str, Side]:
        return {card.printed: side for side in self.sides for card in side.copies}

    @cached_property
    def _copies_by_print(self) -> dict[str, int]:
        return {card.printed: n for side in self.sides for card, n in side.copies.items()}

    @cached_property
    def copies_by_points(self) -> dict[int, int]:
        """How many cards of a side count so many points, the lowest points first."""
        most: Counter[int] = Counter()
        for side in self.sides:
            by_points: Counter[int] = Counter()
            for card, copies in side.copies.items():
                by_points[self.points(card)] += copies
            most |= by_points
        return dict(sorted(most.items()))

    @property
    def deck_size(self) -> int:
        """The number of cards; a two-sided card counts once."""
        return self.sides[0].size

    @property
    def max_held(self) -> int:
        """The maximum number of cards in a hand, after the draw (3.7)."""
        return self.dealt + 1

    def holds(self, card: Card) -> bool:
        """Tell whether the deck has this card; its Flip symbol matters."""
        side = self._sides_by_print.get(card.printed)
        return side is not None and (not card.flip or card.printed in side.flip_symbols)

    def copies(self, card: Card) -> int:
        """Return the number of copies of this card, with and without the symbol together."""
        return self._copies_by_print[card.printed]

    def copies_of_all_colors(self, card: Card) -> int:
        """Return the number of cards that are like this one but for the color."""
        return sum(
            copies
            for side in self.sides
            for other, copies in side.copies.items()
            if (other.face, other.number) == (card.face, card.number)
        )

    def side_of(self, card: Card) -> str:
        """Return the name of the side that shows this card."""
        return self._sides_by_print[card.printed].name

    def unused(self, used: Sequence[Card], side: str) -> Counter[Card]:
        """Return the cards of a side that are not among `used`, undeclared and without symbol."""
        left = Counter(dict(next(each for each in self.sides if each.name == side).copies))
        left.subtract(parse_card(card.printed) for card in used)
        return +left

    def still_there(self, used: Sequence[Card], side: str) -> list[Card]:
        """Return each card of a side of which not all copies are among `used`.

        >>> [str(card) for card in EDITIONS["flip"].still_there((), "wild")][-2:]
        ['W12', 'W*']
        """
        counts = Counter([card.printed for card in used])
        return [card for printed, card, copies in self._prints[side] if counts[printed] < copies]

    @cached_property
    def _prints(self) -> dict[str, list[tuple[str, Card, int]]]:
        return {
            side.name: [(card.printed, card, copies) for card, copies in side.copies.items()]
            for side in self.sides
        }

    def points(self, card: Card) -> int:
        """Return what the card counts in hand (section 6).

        >>> EDITIONS["classic"].points(parse_card("R12"))
        10
        """
        if card.number is not None:
            return self.number_points[card.number]
        return self.face_points[card.face]


def _expand(pattern: str) -> Iterator[Card]:
    colors = list(Color) if "C" in pattern else [None]
    numbers = NUMBERS if "#" in pattern else (None,)
    for color in colors:
        for number in numbers:
            yield parse_card(pattern.replace("C", color or "").replace("#", str(number or "")))


def _side(data: Mapping[str, Any]) -> Side:
    copies = {card: n for pattern, n in data["cards"].items() for card in _expand(pattern)}
    marked = (card for pattern in data.get("flip_symbols", ()) for card in _expand(pattern))
    return Side(
        name=data["name"],
        copies={card: copies[card] for card in sorted(copies, key=sort_key)},
        flip_symbols=frozenset(card.printed for card in marked),
    )


def _number_points(ranges: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    for text, points in ranges.items():
        first, last = map(int, text.split("-"))
        for number in range(first, last + 1):
            yield number, points


def load_edition(slug: str, data: Mapping[str, Any]) -> Edition:
    """Make an edition from the contents of its data file.

    >>> EDITIONS["flip"].deck_size
    104
    """
    faces = {Face(face): points for face, points in data["points"].items() if face != "numbers"}
    min_players, max_players = data["players"]
    return Edition(
        slug=slug,
        name=data["name"],
        dealt=data["dealt"],
        min_players=min_players,
        max_players=max_players,
        phases=tuple(map(parse_phase, data["phases"])),
        sides=tuple(map(_side, data["sides"])),
        face_points=faces,
        number_points=dict(_number_points(data["points"]["numbers"])),
        house_rules=tuple(data["house_rules"]),
    )


def _load_all() -> dict[str, Edition]:
    directory = os.path.dirname(__file__)  # importing pathlib takes longer than all the files
    editions = {}
    for name in sorted(os.listdir(directory)):
        slug, extension = os.path.splitext(name)
        if extension == ".toml":
            with open(os.path.join(directory, name), "rb") as file:
                editions[slug] = load_edition(slug, tomllib.load(file))
    return editions


EDITIONS: dict[str, Edition] = _load_all()
