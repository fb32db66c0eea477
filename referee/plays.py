"""The plays on the table of a round, as values (sections 3 to 5).

`referee.table` says what each does, and `referee.rulings.table_plays` whether it is legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Card
from referee.kinds import KindName


@dataclass(frozen=True, slots=True)
class LaidGroup:
    """A group as it was laid down, its wild cards declared as far as that matters."""

    id: str
    kind: KindName
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LayDown:
    """A player lays down a Phase, and `goes_out` if no card is left in hand."""

    seat: int
    groups: tuple[LaidGroup, ...]
    goes_out: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A player adds cards to the group with the id `group`."""

    seat: int
    group: str
    cards: tuple[Card, ...]
    goes_out: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """A player ends the turn with a discard, or (`seat` None) a card starts the pile.

    `card` is None if nobody recorded it. A Skip lies in front of the seat `skips` until that
    turn is lost. It is on the pile at once if it was turned up, or if `skip_on_pile`: so it
    was taken to lie when older plays were recorded.
    """

    seat: int | None
    card: Card | None = None
    skips: int | None = None
    goes_out: bool = False
    skip_on_pile: bool = False

    @property
    def lies_in_front(self) -> bool:
        """Whether the card lies in front of a player, and not on the pile."""
        return self.skips is not None and self.seat is not None and not self.skip_on_pile


class Pile(StrEnum):
    """Where a card is drawn from."""

    DISCARD = "discard_pile"
    DRAW = "draw_pile"


@dataclass(frozen=True, slots=True)
class Draw:
    """A player draws the top card of a pile. Nobody sees that of the draw pile."""

    seat: int
    pile: Pile = Pile.DISCARD


@dataclass(frozen=True, slots=True)
class Flip:
    """The cards are turned over, by a discard that was not recorded."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A text for the record; nothing moves."""

    text: str
    seat: int | None = None


TablePlay = LayDown | Hit | Discard | Draw | Flip | Note
