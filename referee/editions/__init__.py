"""The editions: decks, Phases and points, read from the data files in this directory.

To add an edition, add a file.
"""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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
    def _by_print(self) -> dict[str, tuple[Side, int]]:
        return {
            card.printed: (side, copies)
            for side in self.sides
            for card, copies in side.copies.items()
        }

    @cached_property
    def copies_by_points(self) -> dict[int, int]:
        """For points, from the lowest: how many cards count so many, on the side that has most."""
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
        return sum(self.sides[0].copies.values())

    @property
    def max_held(self) -> int:
        """The maximum number of cards in a hand, after the draw (3.7)."""
        return self.dealt + 1

    def holds(self, card: Card) -> bool:
        """Tell whether the deck has this card; its Flip symbol matters."""
        found = self._by_print.get(card.printed)
        return found is not None and (not card.flip or card.printed in found[0].flip_symbols)

    def copies(self, card: Card) -> int:
        """Return the number of copies of this card, with and without the symbol together."""
        return self._by_print[card.printed][1]

    def copies_of_all_colors(self, card: Card) -> int:
        """Return the number of cards that are like this one except for the color."""
        return sum(
            copies
            for side in self.sides
            for other, copies in side.copies.items()
            if (other.face, other.number) == (card.face, card.number)
        )

    def side_of(self, card: Card) -> str:
        """Return the name of the side that shows this card."""
        return self._by_print[card.printed][0].name

    def unused(self, used: Iterable[Card], side: str) -> list[tuple[Card, int]]:
        """Return the cards of a side of which some are not among `used`, and how many of each.

        They are undeclared and without symbol.

        >>> [(str(card), count) for card, count in EDITIONS["flip"].unused((), "wild")][-2:]
        [('W12', 8), ('W*', 8)]
        """
        counts = Counter([card.printed for card in used])
        return [
            (card, left)
            for each in self.sides
            if each.name == side
            for card, copies in each.copies.items()
            if (left := copies - counts.get(card.printed, 0)) > 0
        ]

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
