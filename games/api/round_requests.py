"""Requests to record or correct a round."""

from __future__ import annotations

from games.api.creation import ChosenIdField, OldPhoneTimeField, PhoneTimeSerializer
from games.models.games import MAX_SEATS, REASON_LENGTH
from games.wire.entries import RoundEntry, read_entry
from referee.api.fields import ReadField
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
)

MAX_ROUND = 10_000


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


class RecordRoundRequestSerializer(_EntriesSerializer, PhoneTimeSerializer):
    """The tally of a round. It names the round, so that two phones cannot record it twice."""

    id = ChosenIdField()
    recorded_at = OldPhoneTimeField()
    number = StrictIntegerField(min_value=1, max_value=MAX_ROUND)
    discard_draft = StrictBooleanField(
        default=False,
        help_text="Whether to record these lines although others were entered (`draft_differs`).",
    )


class CorrectRoundRequestSerializer(_EntriesSerializer):
    """The corrected tally of a round."""

    confirm = StrictBooleanField(
        default=False, help_text="Whether you accept the effects on later rounds."
    )
