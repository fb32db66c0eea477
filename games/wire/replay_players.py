"""The players in a request of `game/`: who they are, and who joins or leaves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Annotated, NotRequired, TypedDict
from uuid import UUID

from games.domain.attendance import MAX_TAKING_PART, JoinTerms
from games.domain.faces import COLORS, SIGN_LENGTH, Face, is_sign, with_colors
from games.domain.game_record import SeatRecord
from games.wire.entries import read_uuid
from games.wire.handicaps import HandicapRequest, read_handicap, read_points
from games.wire.references import COLOR, NOT_A_SIGN, SIGN
from games.wire.replay_rounds import MAX_ROUNDS
from referee.stints import StartingPhase, Stint, stint_in, with_handicap
from referee.wire.annotations import Doc, Keywords, OneOf, strict
from referee.wire.reading import (
    Fields,
    below,
    invalid,
    read_choice,
    read_integer,
    read_list,
    read_text,
)
from referee.wire.tally import MAX_NAME, MAX_POINTS, MIN_PLAYERS
from referee.wording import gettext_noop
from rest.annotations import Uuid

MAX_STINTS = 20  # of one player
_read_round_number = partial(read_integer, minimum=1, maximum=MAX_ROUNDS + 1)
_read_color = partial(read_choice, choices={color: color for color in COLORS})
_read_starting_phase = partial(read_choice, choices={phase.value: phase for phase in StartingPhase})


@strict
class ReplayStint(TypedDict):
    """Rounds in a row in which a player is at the table, as in the answers about games."""

    first_round: Annotated[int, Keywords(minimum=1, maximum=MAX_ROUNDS + 1)]
    last_round: NotRequired[Annotated[int | None, Keywords(minimum=1, maximum=MAX_ROUNDS + 1)]]
    phase: NotRequired[Annotated[str | None, OneOf(StartingPhase)]]
    total: NotRequired[Annotated[int | None, Keywords(minimum=0, maximum=MAX_POINTS)]]


class NamedPlayer(TypedDict):
    """How a player is called and shown; by default, each has another color."""

    name: Annotated[str, Keywords(minLength=1, maxLength=MAX_NAME)]
    color: NotRequired[Annotated[str, COLOR]]
    sign: NotRequired[Annotated[str | None, SIGN, Keywords(maxLength=SIGN_LENGTH)]]


@strict
class ReplayPlayer(NamedPlayer):
    """A player of the game."""

    id: Uuid
    stints: NotRequired[
        Annotated[
            list[ReplayStint],
            Doc("For one who joined late, left or came back; else empty."),
            Keywords(maxItems=MAX_STINTS),
        ]
    ]
    handicap: NotRequired[
        Annotated[
            HandicapRequest | None,
            Doc("For one who begins at a later Phase or with points; not for a late joiner."),
        ]
    ]


@strict
class JoiningPlayer(NamedPlayer):
    """A player who joins, or comes back, from the next round on; the terms are for a newcomer."""

    player: Uuid
    left_of: NotRequired[
        Annotated[Uuid | None, Doc("To whose left the newcomer sits; by default the last one.")]
    ]
    phase: NotRequired[Annotated[str | None, OneOf(StartingPhase)]]
    total: NotRequired[Annotated[int | None, Keywords(minimum=0, maximum=MAX_POINTS)]]
    round: NotRequired[Annotated[int | None, Keywords(minimum=1, maximum=MAX_ROUNDS + 1)]]


@strict
class LeavingPlayer(TypedDict):
    """A player who leaves before the next round."""

    player: Uuid
    round: NotRequired[Annotated[int | None, Keywords(minimum=1, maximum=MAX_ROUNDS + 1)]]


@dataclass(frozen=True, slots=True)
class Joining:
    """Who joins, and on which terms."""

    player: UUID
    name: str
    face: Face
    terms: JoinTerms


@dataclass(frozen=True, slots=True)
class Leaving:
    """Who leaves; `round` is the first without them, if that was said."""

    player: UUID
    round: int | None


def read_players(value: object) -> tuple[SeatRecord, ...]:
    """Read the players of a game, as `ReplayPlayer`s."""
    players = read_list(value, _read_player, min_length=MIN_PLAYERS, max_length=MAX_TAKING_PART)
    faces = with_colors(player.face for player in players)
    return tuple(
        replace(player, place=place, face=face)
        for place, (player, face) in enumerate(zip(players, faces, strict=True))
    )


def _read_player(value: object) -> SeatRecord:
    with Fields(value, ReplayPlayer) as fields:
        id = fields.required("id", read_uuid)
        name, face = _read_named(fields)
        listed = fields.optional("stints", _read_stints, ())
        handicap = fields.nullable("handicap", read_handicap)
    stints = tuple(listed)
    if handicap is not None:
        if stint_in(stints, 1) is None:
            text = gettext_noop("Whoever joins late begins as their stint says: leave this out.")
            with below("handicap"):
                raise invalid("joins_late", text)
        stints = with_handicap(stints, handicap)
    return SeatRecord(id, name, place=-1, stints=stints, face=face)


def _read_stints(value: object) -> list[Stint]:
    stints = read_list(value, _read_stint, max_length=MAX_STINTS)
    for index, (before, after) in enumerate(pairwise(stints), 1):
        if before.last_round is None or before.last_round + 1 >= after.first_round:
            text = gettext_noop("A player comes back after they left: give a later round.")
            with below(index, "first_round"):
                raise invalid("not_in_order", text)
    return stints


def _read_stint(value: object) -> Stint:
    with Fields(value, ReplayStint) as fields:
        first_round = fields.required("first_round", _read_round_number)
        last_round = fields.nullable("last_round", _read_round_number)
        phase = fields.nullable("phase", _read_starting_phase)
        total = fields.nullable("total", read_points)
    if last_round is not None and last_round < first_round:
        text = gettext_noop("Must be %(limit)s or more.")
        with below("last_round"):
            raise invalid("min_value", text, limit=first_round)
    return Stint(first_round, last_round, phase, total)


def read_joining(value: object) -> Joining:
    """Read a `JoiningPlayer`."""
    with Fields(value, JoiningPlayer) as fields:
        player = fields.required("player", read_uuid)
        name, face = _read_named(fields)
        left_of = fields.nullable("left_of", read_uuid)
        phase = fields.nullable("phase", _read_starting_phase)
        total = fields.nullable("total", read_points)
        round = fields.nullable("round", _read_round_number)
    return Joining(player, name, face, JoinTerms(left_of, phase, total, round))


def read_leaving(value: object) -> Leaving:
    """Read a `LeavingPlayer`."""
    with Fields(value, LeavingPlayer) as fields:
        player = fields.required("player", read_uuid)
        round = fields.nullable("round", _read_round_number)
    return Leaving(player, round)


def _read_named(fields: Fields) -> tuple[str, Face]:
    """Read a name and a face; one without a color has yet to get it."""
    name = fields.required("name", partial(read_text, max_length=MAX_NAME))
    color = fields.optional("color", _read_color, "")
    return name, Face(color, fields.nullable("sign", _read_sign) or "")


def _read_sign(value: object) -> str:
    sign = read_text(value, SIGN_LENGTH)
    if not is_sign(sign):
        raise invalid("not_a_sign", NOT_A_SIGN)
    return sign
