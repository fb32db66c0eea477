"""Requests to record or correct a round."""

from __future__ import annotations

from uuid import UUID

from games.domain.entry import Entry
from games.models.games import MAX_SEATS, REASON_LENGTH
from referee.api.fields import ReadField
from referee.wire.annotations import strict
from referee.wire.reading import Fields, invalid
from referee.wire.tally import CountRequest, check_count, read_count
from referee.wording import gettext_noop
from rest.annotations import Uuid
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
)

MAX_ROUND = 10_000


@strict
class RoundEntry(CountRequest):
    """One player's line of a round: `points`, or the `cards` left in hand."""

    player: Uuid


def read_entry(value: object) -> Entry:
    """Read one player's line of a round."""
    with Fields(value, RoundEntry) as fields:
        count = read_count(fields)
        player = fields.required("player", _read_uuid)
    check_count(count)
    return Entry(player, **count._asdict())


def _read_uuid(value: object) -> UUID:
    try:
        return UUID(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, AttributeError):
        raise invalid("invalid", gettext_noop("Must be a UUID.")) from None


class RoundEntryField(ReadField):
    """One player's line of a round; gives the `Entry`."""

    type_hint = RoundEntry
    read = staticmethod(read_entry)


class _EntriesSerializer(StrictSerializer):
    results = StrictListField(
        child=RoundEntryField(),
        min_length=2,
        max_length=MAX_SEATS,
        help_text="A line for each player of the round.",
    )
    overrule = StrictCharField(
        required=False,
        default="",
        allow_blank=True,
        trim_whitespace=True,
        max_length=REASON_LENGTH,
        help_text="Why the round should be accepted even if the check refuses it; recorded and "
        "shown. It is kept only if the check would have refused the round.",
    )


class RecordRoundRequestSerializer(_EntriesSerializer):
    """The tally of a round. It names the round, so that two phones cannot record it twice."""

    number = StrictIntegerField(min_value=1, max_value=MAX_ROUND)


class CorrectRoundRequestSerializer(_EntriesSerializer):
    """The corrected tally of a round."""

    confirm = StrictBooleanField(
        default=False, help_text="Whether you accept the effects on later rounds."
    )
