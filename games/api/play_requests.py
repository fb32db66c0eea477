"""Requests to play on the live table."""

from __future__ import annotations

from games.api.creation import ChosenIdField, OldPhoneTimeField, PhoneTimeSerializer
from games.api.round_requests import MAX_ROUND
from games.models.games import REASON_LENGTH
from referee.api.fields import CardField, CardsField, GroupsField
from referee.plays import Pile
from referee.wire.cards import MAX_GROUPS
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictUUIDField,
)

NOTE_LENGTH = 500


class _PlaySerializer(PhoneTimeSerializer):
    """The fields of every play. It names its round, so that it cannot end up in another one."""

    id = ChosenIdField()
    recorded_at = OldPhoneTimeField()
    round = StrictIntegerField(min_value=1, max_value=MAX_ROUND)


class _RuledPlaySerializer(_PlaySerializer):
    overrule = StrictCharField(
        max_length=REASON_LENGTH,
        default="",
        allow_blank=True,
        trim_whitespace=True,
        help_text="Why the play should be accepted even if the referee refuses it; recorded and "
        "shown. It is kept only if the referee would have refused the play.",
    )


class _CardPlaySerializer(_RuledPlaySerializer):
    player = StrictUUIDField()
    goes_out = StrictBooleanField(
        default=False, help_text="Whether this play uses the last card in the hand."
    )


class LayDownRequestSerializer(_CardPlaySerializer):
    """A Phase to lay down: its groups, each a list of cards."""

    groups = GroupsField()
    group_ids = StrictListField(
        child=ChosenIdField(help_text=""),
        required=False,
        max_length=MAX_GROUPS,
        help_text="Ids that you choose for the groups, in their order, so that you can hit them "
        "before the server knows them: UUIDs of version 4 or 7.",
    )


class HitGroupRequestSerializer(_CardPlaySerializer):
    """Cards for a group on the table."""

    group = StrictUUIDField()
    cards = CardsField()


class DiscardRequestSerializer(_RuledPlaySerializer):
    """A discard, which ends the turn; a Skip needs the player to skip."""

    player = StrictUUIDField(
        allow_null=True, help_text="null for the card that is turned up to start the pile."
    )
    card = CardField(default=None, allow_null=True, help_text="null if nobody noted it.")
    skips = StrictUUIDField(
        default=None, allow_null=True, help_text="The player to skip, if the card is a Skip."
    )
    goes_out = StrictBooleanField(
        default=False, help_text="Whether this play uses the last card in the hand."
    )


class DrawRequestSerializer(_RuledPlaySerializer):
    """Drawing a card."""

    player = StrictUUIDField()
    pile = StrictChoiceField(
        choices=[(pile, pile.value) for pile in Pile],
        default=Pile.DISCARD,
        help_text="Where the card comes from.",
    )


class FlipRequestSerializer(_PlaySerializer):
    """Turning the cards over, if the discard that caused it was not logged."""

    player = StrictUUIDField(default=None, allow_null=True)


class NoteRequestSerializer(_PlaySerializer):
    """A note to keep among the plays."""

    text = StrictCharField(max_length=NOTE_LENGTH)
    player = StrictUUIDField(default=None, allow_null=True)
