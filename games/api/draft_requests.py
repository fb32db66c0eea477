"""Requests to enter a round line by line."""

from __future__ import annotations

from typing import Annotated, NamedTuple, NotRequired
from uuid import UUID

from games.api.round_requests import MAX_ROUND
from games.domain.entry import Entry
from referee.api.errors import validation_error
from referee.wire.annotations import Doc, Keywords, strict
from referee.wire.reading import Fields, InvalidRequest, read_integer
from referee.wire.tally import CountRequest, check_count, read_count
from rest.serializers import StrictIntegerField, StrictSerializer

MAX_VERSION = 2_147_483_647


@strict
class DraftLineRequest(CountRequest):
    """One player's line of the round that is being entered, as far as it is known."""

    round: Annotated[int, Keywords(minimum=1, maximum=MAX_ROUND)]
    seen: NotRequired[
        Annotated[
            int,
            Doc("The `version` of the line that you are replacing; 0 if there was none."),
            Keywords(minimum=0, maximum=MAX_VERSION, default=0),
        ]
    ]


class LineRequest(NamedTuple):
    """A line, the round that it is of, and the version of the line that its sender has seen."""

    number: int
    entry: Entry
    seen: int


def read_line(body: object, player: UUID) -> LineRequest:
    """Read the line of a player; ValidationError if it cannot be read."""
    try:
        with Fields(body, DraftLineRequest) as fields:
            count = read_count(fields)
            number = fields.required("round", lambda value: read_integer(value, 1, MAX_ROUND))
            seen = fields.optional("seen", lambda value: read_integer(value, 0, MAX_VERSION), 0)
        check_count(count, may_be_open=True)
    except InvalidRequest as error:
        raise validation_error(error) from None
    return LineRequest(number, Entry(player, **count._asdict()), seen)


class StartDraftRequestSerializer(StrictSerializer):
    """The round to enter. It is named, so that nobody begins another one by mistake."""

    round = StrictIntegerField(min_value=1, max_value=MAX_ROUND)
