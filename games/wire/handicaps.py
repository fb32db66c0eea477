"""What a player begins the first round with, as typed JSON. Plain Python: phones send it, too."""

from __future__ import annotations

from functools import partial
from typing import Annotated, NotRequired, TypedDict

from referee.stints import Handicap
from referee.wire.annotations import Doc, Keywords, strict
from referee.wire.phases import MAX_PHASES
from referee.wire.reading import Fields, read_integer, read_list
from referee.wire.tally import MAX_PLAYERS, MAX_POINTS


@strict
class HandicapRequest(TypedDict):
    """What a player begins with; Phase 1 without points is no handicap."""

    phase: NotRequired[
        Annotated[
            int,
            Doc("One of the game's Phases, by its number. With fixed rounds, only points count."),
            Keywords(minimum=1, maximum=MAX_PHASES, default=1),
        ]
    ]
    total: NotRequired[
        Annotated[
            int,
            Doc("With how many points the player begins, a multiple of 5: fewer are better."),
            Keywords(minimum=0, maximum=MAX_POINTS, default=0),
        ]
    ]


read_points = partial(read_integer, minimum=0, maximum=MAX_POINTS)
HandicapList = Annotated[list[HandicapRequest | None], Keywords(maxItems=MAX_PLAYERS)]


class HandicapDetail(TypedDict):
    """What a player began the first round with."""

    phase: Annotated[
        int,
        Doc("The Phase they began on; 1 if they began with points alone."),
        Keywords(example=4),
    ]
    total: Annotated[int, Doc("With how many points they began."), Keywords(example=20)]


def handicap_answer(handicap: Handicap | None) -> HandicapDetail | None:
    return None if handicap is None else {"phase": handicap.phase, "total": handicap.total}


def read_handicap(value: object) -> Handicap:
    """Read a `HandicapRequest`."""
    with Fields(value, HandicapRequest) as fields:
        phase = fields.optional("phase", partial(read_integer, minimum=1, maximum=MAX_PHASES), 1)
        total = fields.optional("total", read_points, 0)
    return Handicap(phase, total)


def read_handicaps(value: object) -> list[Handicap | None]:
    """Read a list of `HandicapRequest`s, and null for players without one."""
    return read_list(
        value,
        lambda each: None if each is None else read_handicap(each),
        max_length=MAX_PLAYERS,
    )
