"""What a person enters about a round."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from referee.cards import Card


@dataclass(frozen=True, slots=True)
class Entry:
    """A player's line as it was entered: `points`, or the `cards` left in hand.

    `laid_down` and `went_out` are None to let the points decide.
    """

    player: UUID
    points: int | None = None
    cards: tuple[Card, ...] | None = None
    laid_down: bool | None = None
    went_out: bool | None = None
