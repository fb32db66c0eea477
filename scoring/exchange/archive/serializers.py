"""Parse the parts of an archive, each by itself.

A list that may be long is only checked for its length: its items are parsed one by one, so that
reading can stop after too many problems. `game_checks` and `play_checks` check whether the
parts fit together.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.api.fields import NameField
from accounts.models import NAME_LENGTH, TIME_ZONE_LENGTH
from games.api.faces import SignField
from games.api.game_requests import NewPhaseListRequestSerializer
from games.domain.attendance import MAX_TAKING_PART
from games.domain.faces import COLORS
from games.domain.play_codec import NEED_A_SEAT, PlayKind
from games.limits import MAX_SEASONS
from games.models.games import MAX_SEATS, VARIANTS
from games.services.phase_lists import MAX_PHASE_LISTS
from referee.api.fields import (
    AnyCardsField,
    CardField,
    CardsField,
    EditionField,
    HouseRulesField,
    KindField,
    PhasesField,
)
from referee.plays import Pile
from referee.stints import StartingPhase
from referee.wire.tally import MAX_POINTS
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictDateField,
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
    PartsField,
    ReasonField,
    RecorderField,
)

MAX_PLAYERS = 10_000
MAX_GAMES = 20_000
MAX_MEMBERS = 10_000
# Of one game: several times as many as in the longest games with all plays recorded.
MAX_ROUNDS = 1_000
MAX_PLAYS = 10_000
MAX_CHANGES = 10_000 + MAX_PLAYERS  # beyond the limit of a game, each player can still be merged
MAX_TOTAL = 1_000_000_000
KEY_LENGTH = 100
MAX_GROUPS = 12  # in a lay-down
MAX_NOTE = 500
SEVERAL_WENT_OUT = _("Only one player can go out in a round.")


class ArchivedGroupSerializer(StrictSerializer):
    name = StrictCharField(max_length=NAME_LENGTH)
    time_zone = StrictCharField(max_length=TIME_ZONE_LENGTH, default=None)  # older ones have none
    # Older ones have none. An import leaves those of its group as they are.
    seasons = StrictListField(child=StrictDateField(), default=list, max_length=MAX_SEASONS)
    created_at = MomentField()


class ArchivedMemberSerializer(StrictSerializer):
    name = StrictCharField(max_length=NAME_LENGTH)
    role = StrictCharField(max_length=10)


class ArchiveSerializer(StrictSerializer):
    """An archive without its members, players and games, which are parsed one by one."""

    kind = StrictCharField()
    format = StrictIntegerField()
    exported_at = MomentField()
    group = ArchivedGroupSerializer()
    members = PartsField(max_length=MAX_MEMBERS)
    phase_lists = PartsField(max_length=MAX_PHASE_LISTS, default=list)  # older ones have none
    players = PartsField(max_length=MAX_PLAYERS)
    games = PartsField(max_length=MAX_GAMES)


class ArchivedPhaseListSerializer(NewPhaseListRequestSerializer):
    created_at = MomentField()


class ArchivedPlayerSerializer(StrictSerializer):
    id = StrictUUIDField()
    name = NameField()
    has_left = StrictBooleanField()
    merged_into = StrictUUIDField(allow_null=True)
    created_at = MomentField()
    color = StrictChoiceField(choices=COLORS, default=None)  # older ones have none
    sign = SignField(default=None, allow_null=True)


class ArchivedLineSerializer(StrictSerializer):
    player = StrictUUIDField()
    points = StrictIntegerField(min_value=0, max_value=MAX_POINTS)
    cards = AnyCardsField(allow_null=True)
    laid_down = StrictBooleanField()
    went_out = StrictBooleanField()


class ArchivedRoundSerializer(StrictSerializer):
    number = StrictIntegerField(min_value=1, max_value=MAX_ROUNDS)
    overrule = ReasonField()
    recorded_by = RecorderField()
    recorded_at = MomentField()
    phone_time = OptionalMomentField()
    lines = StrictListField(child=ArchivedLineSerializer(), min_length=2, max_length=MAX_SEATS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        out = [index for index, line in enumerate(attrs["lines"]) if line["went_out"]]
        if len(out) > 1:
            error = ErrorDetail(str(SEVERAL_WENT_OUT), code="several_went_out")
            wrong: Any = {"lines": {index: [error] for index in out[1:]}}
            raise serializers.ValidationError(wrong)
        return attrs


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


class ArchivedChangeSerializer(StrictSerializer):
    version = StrictIntegerField(min_value=1, max_value=MAX_VERSION)
    kind = serializers.RegexField(r"\A[a-z_]{1,30}\Z")
    actor = StrictCharField(max_length=NAME_LENGTH, allow_blank=True)
    round = StrictIntegerField(min_value=1, max_value=MAX_ROUND_NUMBER, allow_null=True)
    before = AnyJsonField(allow_null=True)
    after = AnyJsonField(allow_null=True)
    reason = ReasonField()
    at = MomentField()
    phone_time = OptionalMomentField()


class ArchivedTotalSerializer(StrictSerializer):
    completed = StrictIntegerField(min_value=0, allow_null=True)
    total = StrictIntegerField(min_value=0, max_value=MAX_TOTAL)
    won = StrictBooleanField()


class BeginningField(StrictChoiceField):
    """Where a player begins: a late joiner, or one with a handicap, by the number of a Phase."""

    def to_internal_value(self, data: Any) -> Any:
        if type(data) is int and data >= 1:
            return data
        return super().to_internal_value(data)


class ArchivedStintSerializer(StrictSerializer):
    first_round = StrictIntegerField(min_value=1, max_value=MAX_ROUND_NUMBER)
    last_round = StrictIntegerField(min_value=1, max_value=MAX_ROUND_NUMBER, allow_null=True)
    phase = BeginningField(choices=list(StartingPhase), allow_null=True)
    total = StrictIntegerField(min_value=0, max_value=MAX_TOTAL, allow_null=True)


class ArchivedGameSerializer(StrictSerializer):
    """A game without its rounds, plays and changes, which are parsed one by one."""

    id = StrictUUIDField()
    source = StrictCharField(max_length=KEY_LENGTH, allow_null=True)  # type: ignore[assignment]
    edition = EditionField()
    variant = StrictChoiceField(choices=VARIANTS)
    players = StrictListField(child=StrictUUIDField(), min_length=1, max_length=MAX_TAKING_PART)
    stints = StrictListField(
        child=StrictListField(child=ArchivedStintSerializer(), max_length=MAX_ROUNDS),
        max_length=MAX_TAKING_PART,
        default=None,  # older ones have none
        allow_null=True,
    )
    first_dealer = StrictIntegerField(min_value=0, max_value=MAX_TAKING_PART - 1)
    phases = PhasesField()
    house_rules = HouseRulesField()
    turns_logged = StrictBooleanField()
    totals = StrictListField(child=ArchivedTotalSerializer(), allow_null=True, max_length=MAX_SEATS)
    ended_early = StrictBooleanField()
    abandoned = StrictBooleanField()
    archived = StrictBooleanField()
    version = StrictIntegerField(min_value=1, max_value=MAX_VERSION)
    started_at = MomentField()
    phone_time = OptionalMomentField()
    changed_at = MomentField()
    rounds = PartsField(max_length=MAX_ROUNDS)
    plays = PartsField(max_length=MAX_PLAYS)
    changes = PartsField(max_length=MAX_CHANGES)


# How the items of the lists of a game are parsed.
GAME_PARTS: dict[str, type[StrictSerializer]] = {
    "rounds": ArchivedRoundSerializer,
    "plays": ArchivedPlaySerializer,
    "changes": ArchivedChangeSerializer,
}
