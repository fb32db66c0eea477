"""What people enter about a round, read from a request. Plain Python: phones read it too."""

from __future__ import annotations

from uuid import UUID

from games.domain.entry import Entry
from referee.wire.annotations import strict
from referee.wire.reading import Fields, invalid
from referee.wire.tally import CountRequest, check_count, read_count
from referee.wording import gettext_noop
from rest.annotations import Uuid


@strict
class RoundEntry(CountRequest):
    """One player's line of a round: `points`, or the `cards` left in hand."""

    player: Uuid


def read_entry(value: object) -> Entry:
    """Read one player's line of a round."""
    with Fields(value, RoundEntry) as fields:
        count = read_count(fields)
        player = fields.required("player", read_uuid)
    check_count(count)
    return Entry(player, **count._asdict())


def read_uuid(value: object) -> UUID:
    try:
        return UUID(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, AttributeError):
        raise invalid("invalid", gettext_noop("Must be a UUID.")) from None
