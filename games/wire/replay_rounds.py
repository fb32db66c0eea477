"""The rounds in a request of `game/`: recorded ones, and those that people enter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, NotRequired, TypedDict
from uuid import UUID

from games.domain.entry import Entry
from games.domain.game_record import LineRecord
from games.wire.entries import RoundEntry, read_entry, read_uuid
from games.wire.handicaps import read_points
from referee.cards import Card
from referee.wire.annotations import Doc, Keywords, strict
from referee.wire.cards import AnyCards, read_any_cards
from referee.wire.reading import Fields, read_boolean, read_integer, read_list, read_text
from referee.wire.tally import MAX_PLAYERS, MAX_POINTS, MIN_PLAYERS
from rest.annotations import Uuid

MAX_ROUNDS = 100  # far more than any game; a correction checks each of them again
MAX_REASON = 200

Overrule = Annotated[
    str | None,
    Doc("Why the round is accepted even if the check refuses it."),
    Keywords(maxLength=MAX_REASON),
]


@strict
class SettledLine(TypedDict):
    """One player's line of a recorded round, as in the answers of this function and of games."""

    player: Uuid
    points: Annotated[int, Keywords(minimum=0, maximum=MAX_POINTS)]
    cards: NotRequired[AnyCards | None]
    laid_down: bool
    went_out: bool


@strict
class SettledRound(TypedDict):
    """A recorded round, with a line for each of its players."""

    lines: Annotated[list[SettledLine], Keywords(minItems=MIN_PLAYERS, maxItems=MAX_PLAYERS)]
    overrule: NotRequired[Overrule]


@strict
class NewRound(TypedDict):
    """A round to record after the others, as people enter it."""

    results: Annotated[list[RoundEntry], Keywords(minItems=MIN_PLAYERS, maxItems=MAX_PLAYERS)]
    overrule: NotRequired[Overrule]


@strict
class RoundCorrection(NewRound):
    """A round to correct, as people enter it."""

    number: Annotated[int, Keywords(minimum=1, maximum=MAX_ROUNDS)]


@dataclass(frozen=True, slots=True)
class EnteredRound:
    """A round as people enter it; `number` is None for the next one."""

    entries: Sequence[Entry]
    overrule: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A recorded round as it was sent, `lines` by the ids of their players."""

    lines: Sequence[tuple[UUID, LineRecord, tuple[Card, ...] | None]]
    overrule: str


def read_rounds(value: object) -> list[RecordedRound]:
    """Read the recorded rounds of a game, as `SettledRound`s."""
    return read_list(value, _read_round, max_length=MAX_ROUNDS)


def _read_round(value: object) -> RecordedRound:
    with Fields(value, SettledRound) as fields:
        lines = fields.required("lines", _read_lines)
        overrule = fields.nullable("overrule", _read_reason)
    return RecordedRound(lines, overrule or "")


def _read_lines(value: object) -> list[tuple[UUID, LineRecord, tuple[Card, ...] | None]]:
    return read_list(value, _read_line, min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)


def _read_line(value: object) -> tuple[UUID, LineRecord, tuple[Card, ...] | None]:
    with Fields(value, SettledLine) as fields:
        player = fields.required("player", read_uuid)
        points = fields.required("points", read_points)
        cards = fields.nullable("cards", read_any_cards)
        laid_down = fields.required("laid_down", read_boolean)
        went_out = fields.required("went_out", read_boolean)
    written = None if cards is None else [str(card) for card in cards]
    return player, LineRecord(-1, points, laid_down, went_out, written), cards


def read_new_round(value: object) -> EnteredRound:
    with Fields(value, NewRound) as fields:
        entries = fields.required("results", _read_entries)
        overrule = fields.nullable("overrule", _read_reason)
    return EnteredRound(entries, overrule or "")


def read_correction(value: object) -> EnteredRound:
    with Fields(value, RoundCorrection) as fields:
        number = fields.required("number", partial(read_integer, minimum=1, maximum=MAX_ROUNDS))
        entries = fields.required("results", _read_entries)
        overrule = fields.nullable("overrule", _read_reason)
    return EnteredRound(entries, overrule or "", number)


def _read_entries(value: object) -> list[Entry]:
    return read_list(value, read_entry, min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)


def _read_reason(value: object) -> str:
    # An empty reason is none, as when a round is recorded.
    return "" if isinstance(value, str) and not value.strip() else read_text(value, MAX_REASON)
