"""Parse the plays of an archived game, each by itself."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from games.domain.attendance import MAX_TAKING_PART
from games.domain.play_codec import NEED_A_SEAT, PlayKind
from referee.api.fields import CardField, CardsField, KindField
from referee.plays import Pile
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
    StrictUUIDField,
)
from scoring.exchange.archive.fields import (
    MAX_ROUND_NUMBER,
    MAX_VERSION,
    AnyJsonField,
    MomentField,
    OptionalMomentField,
    ReasonField,
    RecorderField,
)

MAX_GROUPS = 12  # in a lay-down
MAX_NOTE = 500


class GroupIdField(StrictUUIDField):
    """The id of a group on the table in its canonical form, as ids are compared as text."""

    def to_internal_value(self, data: Any) -> Any:
        pk = super().to_internal_value(data)
        if str(pk) != data:
            self.fail("invalid", value=data)
        return pk


class PlayDataSerializer(StrictSerializer):
    """The data of a play that has no other."""

    turns = StrictBooleanField(required=False)
    draws = StrictBooleanField(required=False)


class LaidGroupSerializer(StrictSerializer):
    id = GroupIdField()
    kind = KindField()
    cards = CardsField()


class LayDownDataSerializer(PlayDataSerializer):
    groups = StrictListField(child=LaidGroupSerializer(), min_length=1, max_length=MAX_GROUPS)
    goes_out = StrictBooleanField()


class HitDataSerializer(PlayDataSerializer):
    group = GroupIdField()
    cards = CardsField()
    goes_out = StrictBooleanField()


class DiscardDataSerializer(PlayDataSerializer):
    card = CardField(allow_null=True)
    skips = StrictIntegerField(allow_null=True, min_value=0, max_value=MAX_TAKING_PART - 1)
    goes_out = StrictBooleanField()
    in_front = StrictBooleanField(required=False)


class DrawDataSerializer(PlayDataSerializer):
    pile = StrictChoiceField(choices=[(pile.value, pile.value) for pile in Pile], required=False)


class NoteDataSerializer(PlayDataSerializer):
    text = StrictCharField(max_length=MAX_NOTE)


# What the codec of each kind can read; a test checks that no kind is missing.
PLAY_DATA: dict[PlayKind, type[StrictSerializer]] = {
    PlayKind.LAY_DOWN: LayDownDataSerializer,
    PlayKind.HIT: HitDataSerializer,
    PlayKind.DISCARD: DiscardDataSerializer,
    PlayKind.DRAW: DrawDataSerializer,
    PlayKind.FLIP: PlayDataSerializer,
    PlayKind.NOTE: NoteDataSerializer,
}


class ArchivedPlaySerializer(StrictSerializer):
    """A play; its `data` is returned unchanged, so that its codec can read it."""

    round = StrictIntegerField(min_value=1, max_value=MAX_ROUND_NUMBER)
    number = StrictIntegerField(min_value=1, max_value=MAX_VERSION)
    kind = StrictChoiceField(choices=[(kind.value, kind.value) for kind in PlayKind])
    player = StrictUUIDField(allow_null=True)
    data = AnyJsonField()  # type: ignore[assignment]  # no property: fields are taken out
    overrule = ReasonField()
    recorded_by = RecorderField()
    recorded_at = MomentField()
    phone_time = OptionalMomentField()
    taken_back_at = MomentField(allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        kind = PlayKind(attrs["kind"])
        errors: dict[str, Any] = {}
        if attrs["player"] is None and kind in NEED_A_SEAT:
            text = _("This kind of play needs a player.")
            errors["player"] = [ErrorDetail(str(text), code="required")]
        try:
            PLAY_DATA[kind].parse(attrs["data"])
        except serializers.ValidationError as error:
            errors["data"] = error.detail
        if errors:
            raise serializers.ValidationError(errors)
        return attrs
