"""Cards and their notation (rulebook, section 1)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

LOWEST, HIGHEST = 1, 12
NUMBERS = tuple(range(LOWEST, HIGHEST + 1))
MAX_CARD_LENGTH = 24  # blanks included; the longest card is "W*!=R12"


class Color(StrEnum):
    """The color of a card, by its letter, in the order of hands and decks."""

    RED = "R"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"


class Face(StrEnum):
    """What is printed on a card, apart from its number and color."""

    NUMBER = "number"
    STAR = "star"
    WILD_NUMBER = "wild_number"
    WILD_STAR = "wild_star"
    WILD = "wild"
    SKIP = "skip"


class UnreadableCard(ValueError):
    """The text is not a card of any edition."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card: what is printed on it, and what its player declared it to be.

    `color` and `number` are as printed, None if left open; `declared_color` and
    `declared_number` are what follows the ``=``. `as_color` and `as_number` are what the card
    stands for, None while it is open. `printed` is what is printed, without Flip symbol and
    declaration: copies are counted by it. Of a `colorless` card nobody has told the color: it has
    one, but texts do not name it.
    """

    face: Face
    color: Color | None = None
    number: int | None = None
    flip: bool = False
    declared_color: Color | None = None
    declared_number: int | None = None
    colorless: bool = field(default=False, repr=False)
    # Worked out once: they are read often.
    printed: str = field(init=False, repr=False, compare=False)
    as_color: Color | None = field(init=False, repr=False, compare=False)
    as_number: int | None = field(init=False, repr=False, compare=False)
    is_skip: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        color, number = self.color, self.number
        object.__setattr__(self, "printed", self._printed())
        object.__setattr__(self, "as_color", self.declared_color if color is None else color)
        object.__setattr__(self, "as_number", self.declared_number if number is None else number)
        object.__setattr__(self, "is_skip", self.face is Face.SKIP)

    def __str__(self) -> str:
        """The card as it is written on the wire: ``R7``, ``W*!``, ``W=R7``."""
        text = self.printed + ("!" if self.flip else "")
        if self.declared_color is None and self.declared_number is None:
            return text
        return f"{text}={self.declared_color or ''}{self.declared_number or ''}"

    def _printed(self) -> str:
        if self.number is not None:  # most cards; on the wild side they have no color
            return f"{self.color or 'W'}{self.number}"
        match self.face:
            case Face.STAR:
                return f"{self.color}*"
            case Face.WILD_STAR:
                return "W*"
            case Face.WILD:
                return "W"
            case _:
                return "S"

    @property
    def said(self) -> str:
        """What is said of the print: a card that is said alike cannot be told apart."""
        return f"{self.number or '*'}" if self.colorless else self.printed

    @property
    def is_numbered(self) -> bool:
        """Whether a number is printed on it: Wilds and Stars are not numbered (3.3)."""
        return self.number is not None

    @property
    def is_wild(self) -> bool:
        """Whether the player chooses its number: Wilds and Stars."""
        return self.number is None and self.face is not Face.SKIP

    @property
    def is_declared(self) -> bool:
        return self.declared_color is not None or self.declared_number is not None

    @property
    def is_badly_declared(self) -> bool:
        """Whether the declaration concerns what the print already fixes (section 1)."""
        if self.face is Face.SKIP:
            return self.is_declared
        return (self.declared_number is not None and self.number is not None) or (
            self.declared_color is not None and self.color is not None
        )

    def declared_as(self, number: int | None, color: Color | None) -> Card:
        """Return the card with these declarations, for what is still open."""
        fixed_number = number if self.as_number is None else self.declared_number
        fixed_color = color if self.as_color is None else self.declared_color
        if fixed_number == self.declared_number and fixed_color == self.declared_color:
            return self
        return Card(
            self.face,
            self.color,
            self.number,
            self.flip,
            fixed_color,
            fixed_number,
            self.colorless,
        )

    def undeclared(self) -> Card:
        """Return the card as it is held in a hand."""
        if not self.is_declared:
            return self
        return Card(self.face, self.color, self.number, self.flip, colorless=self.colorless)


_CARD = re.compile(
    r"""
    (?: (?P<color>[RYGB]) (?: (?P<number>1[0-2]|[1-9]) (?P<flip>!?) | (?P<star>\*) )
      | W (?P<wild_number>1[0-2]|[1-9]) (?P<wild_number_flip>!?)
      | (?P<wild_star>W\*) (?P<wild_star_flip>!?)
      | (?P<wild>W)
      | (?P<skip>S)
    )
    (?: = (?P<as_color>[RYGB])? (?P<as_number>1[0-2]|[1-9])? (?<!=) )?
    """,
    re.VERBOSE,
)


def parse_card(text: str) -> Card:
    """Read one card, ignoring case and surrounding blanks.

    Raises `UnreadableCard` for a text that is not a card of any edition. Whether the
    declaration makes sense is for a verdict to say, not for the parser.

    >>> str(parse_card(" w*!=g5 "))
    'W*!=G5'
    """
    if len(text) > MAX_CARD_LENGTH:
        raise UnreadableCard
    return _parse(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Card:
    text = text.strip()
    # upper() would turn some letters outside ASCII into card letters.
    match = _CARD.fullmatch(text.upper()) if text.isascii() else None
    if match is None:
        raise UnreadableCard
    part = match.groupdict()
    color = Color(part["color"]) if part["color"] else None
    number = int(part["number"] or part["wild_number"] or 0) or None
    return Card(
        face=next(face for face in Face if part[face]),  # each has the name of a part
        color=color,
        number=number,
        flip=bool(part["flip"] or part["wild_number_flip"] or part["wild_star_flip"]),
        declared_color=Color(part["as_color"]) if part["as_color"] else None,
        declared_number=int(part["as_number"]) if part["as_number"] else None,
    )


_FACES = list(Face)
_COLORS: list[Color | None] = [*Color, None]


def sort_key(card: Card) -> tuple[int, int, int, str]:
    """Return the sort key for hands and lists: by face, then color if it is told, then number.

    >>> [str(c) for c in sorted(map(parse_card, ["W", "G2", "R12", "G1"]), key=sort_key)]
    ['R12', 'G1', 'G2', 'W']
    """
    color = None if card.colorless else card.color
    return (_FACES.index(card.face), _COLORS.index(color), card.number or 0, str(card))
