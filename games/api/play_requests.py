"""Requests to play on the live table."""

from __future__ import annotations

from drf_spectacular.utils import PolymorphicProxySerializer

from games.api.creation import ChosenIdField, OldPhoneTimeField, PhoneTimeSerializer
from games.api.round_requests import MAX_ROUND
from games.domain.play_codec import PlayKind
from games.models.games import REASON_LENGTH
from referee.api.fields import CardField, CardsField, GroupsField
from referee.editions import EDITIONS
from referee.plays import Pile
from referee.wire.cards import MAX_GROUPS
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
    StrictUUIDField,
)

NOTE_LENGTH = 500
# Of cards that can be turned over.
SIDES = {side.name for each in EDITIONS.values() if len(each.sides) > 1 for side in each.sides}


class _PlaySerializer(PhoneTimeSerializer):
    """The fields of every play. It names its round, so that it cannot end up in another one."""

    id = ChosenIdField()
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


class LayDownPlayRequestSerializer(_CardPlaySerializer):
    """A Phase to lay down: its groups, each a list of cards."""

    kind = StrictChoiceField(choices=[PlayKind.LAY_DOWN])
    groups = GroupsField()
    group_ids = StrictListField(
        child=ChosenIdField(help_text=""),
        required=False,
        max_length=MAX_GROUPS,
        help_text="Ids that you choose for the groups, in their order, so that you can hit them "
        "before the server knows them: UUIDs of version 4 or 7.",
    )


class HitPlayRequestSerializer(_CardPlaySerializer):
    """Cards for a group on the table."""

    kind = StrictChoiceField(choices=[PlayKind.HIT])
    group = StrictUUIDField()
    cards = CardsField()


class DiscardPlayRequestSerializer(_RuledPlaySerializer):
    """A discard, which ends the turn; a Skip needs the player to skip."""

    kind = StrictChoiceField(choices=[PlayKind.DISCARD])
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


class DrawPlayRequestSerializer(_RuledPlaySerializer):
    """Drawing a card."""

    kind = StrictChoiceField(choices=[PlayKind.DRAW])
    player = StrictUUIDField()
    pile = StrictChoiceField(
        choices=list(Pile),
        default=Pile.DISCARD,
        help_text="Where the card comes from.",
    )


class FlipPlayRequestSerializer(_PlaySerializer):
    """Turning the cards over, if the discard that caused it was not logged."""

    kind = StrictChoiceField(choices=[PlayKind.FLIP])
    player = StrictUUIDField(default=None, allow_null=True)
    side = StrictChoiceField(
        choices=sorted(SIDES),
        default=None,
        allow_null=True,
        help_text="The side that you see in play: if somebody else has turned the cards over "
        "meanwhile, they are not turned back.",
    )


class NotePlayRequestSerializer(_PlaySerializer):
    """A note to keep among the plays."""

    kind = StrictChoiceField(choices=[PlayKind.NOTE])
    text = StrictCharField(max_length=NOTE_LENGTH)
    player = StrictUUIDField(default=None, allow_null=True)


REQUESTS: dict[PlayKind, type[StrictSerializer]] = {
    PlayKind.LAY_DOWN: LayDownPlayRequestSerializer,
    PlayKind.HIT: HitPlayRequestSerializer,
    PlayKind.DISCARD: DiscardPlayRequestSerializer,
    PlayKind.DRAW: DrawPlayRequestSerializer,
    PlayKind.FLIP: FlipPlayRequestSerializer,
    PlayKind.NOTE: NotePlayRequestSerializer,
}
PLAY_REQUEST = PolymorphicProxySerializer(
    "PlayRequest",
    {kind.value: serializer for kind, serializer in REQUESTS.items()},
    resource_type_field_name="kind",
)


def _at_old_address(name: str, request: type[StrictSerializer]) -> type[StrictSerializer]:
    """Return the request of an address that says the kind, with the old name of the time."""
    fields = {"kind": None, "recorded_at": OldPhoneTimeField()}
    return type(f"{name}RequestSerializer", (request,), {"__doc__": request.__doc__, **fields})


# What each deprecated address takes.
OLD_REQUESTS: dict[PlayKind, type[StrictSerializer]] = {
    PlayKind.LAY_DOWN: _at_old_address("LayDown", LayDownPlayRequestSerializer),
    PlayKind.HIT: _at_old_address("HitGroup", HitPlayRequestSerializer),
    PlayKind.DISCARD: _at_old_address("Discard", DiscardPlayRequestSerializer),
    PlayKind.DRAW: _at_old_address("Draw", DrawPlayRequestSerializer),
    PlayKind.FLIP: _at_old_address("Flip", FlipPlayRequestSerializer),
    PlayKind.NOTE: _at_old_address("Note", NotePlayRequestSerializer),
}
