"""Parse the parts of an archive, each by itself.

Of a list that may be long only the length is checked here: its items are parsed one by one, so
that reading can stop after too many problems. `game_checks` and `play_checks` check whether the
parts fit together.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.api.fields import NameField
from accounts.models import NAME_LENGTH
from games.domain.play_codec import PlayKind
from games.models.games import MAX_SEATS, REASON_LENGTH, VARIANTS
from referee.api.fields import (
    AnyCardsField,
    CardField,
    CardsField,
    EditionField,
    HouseRulesField,
    KindField,
    PhasesField,
)
from referee.wire.tally import MAX_POINTS
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
    StrictUUIDField,
)

MAX_PLAYERS = 10_000
MAX_GAMES = 20_000
MAX_MEMBERS = 10_000
# Of one game: several times as many as in the longest games with all plays recorded.
MAX_ROUNDS = 1_000
MAX_PLAYS = 10_000
MAX_CHANGES = 10_000
MAX_ROUND_NUMBER = 10_000  # of a play or a change
MAX_TOTAL = 1_000_000_000
MAX_VERSION = 1_000_000_000
NOTE_LENGTH = 500
KEY_LENGTH = 100
FIRST_YEAR, LAST_YEAR = 1900, 2200
START, END = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC), datetime(LAST_YEAR + 1, 1, 1, tzinfo=UTC)
MAX_GROUPS = 12  # in a lay-down
SEVERAL_WENT_OUT = _("Only one player can go out in a round.")


class MomentField(StrictCharField):
    """A moment with its time zone, such as `2026-11-21T19:30:00Z`; returned in UTC.

    Years before `FIRST_YEAR` or after `LAST_YEAR` must be typing mistakes.
    """

    default_error_messages = {
        "not_a_moment": _(
            "Write a date and time with its time zone, such as 2026-11-21T19:30:00Z."
        ),
        "out_of_range": _("The year must be from {first} to {last}."),
    }

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            self.fail("not_a_moment")
        if moment.tzinfo is None:
            self.fail("not_a_moment")
        # Before the conversion to UTC, which fails for the first and the last of all days.
        if not START <= moment < END:
            self.fail("out_of_range", first=FIRST_YEAR, last=LAST_YEAR)
        return moment.astimezone(UTC)


class ReasonField(StrictCharField):
    """The reason of an overrule; null if there is none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=REASON_LENGTH, allow_null=True, **kwargs)


class RecorderField(StrictCharField):
    """The name of who recorded something; null if unknown."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=NAME_LENGTH, allow_null=True, **kwargs)


class AnythingField(serializers.Field[Any, Any, Any, Any]):
    """Any JSON."""

    def to_internal_value(self, data: Any) -> Any:
        return data


class PartsField(StrictListField):
    """A list of which only the length is checked; its items are parsed one by one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=AnythingField(), **kwargs)

    def run_child_validation(self, data: Any) -> list[Any]:
        return list(data)


class ArchivedGroupSerializer(StrictSerializer):
    name = StrictCharField(max_length=NAME_LENGTH)
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
    players = PartsField(max_length=MAX_PLAYERS)
    games = PartsField(max_length=MAX_GAMES)


class ArchivedPlayerSerializer(StrictSerializer):
    id = StrictUUIDField()
    name = NameField()
    has_left = StrictBooleanField()
    merged_into = StrictUUIDField(allow_null=True)
    created_at = MomentField()


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
    lines = StrictListField(child=ArchivedLineSerializer(), min_length=2, max_length=MAX_SEATS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        out = [index for index, line in enumerate(attrs["lines"]) if line["went_out"]]
        if len(out) > 1:
            error = ErrorDetail(str(SEVERAL_WENT_OUT), code="several_went_out")
            wrong: Any = {"lines": {index: [error] for index in out[1:]}}
            raise serializers.ValidationError(wrong)
        return attrs


# --- The data of each kind of play ---------------------------------------------------------


class _PlayData(StrictSerializer):
    turns = StrictBooleanField(required=False)


class _GoingOut(_PlayData):
    goes_out = StrictBooleanField()


class GroupIdField(StrictUUIDField):
    """The id of a group on the table in its canonical form, as ids are compared as text."""

    def to_internal_value(self, data: Any) -> Any:
        pk = super().to_internal_value(data)
        if str(pk) != data:
            self.fail("invalid", value=data)
        return pk


class _LaidSerializer(StrictSerializer):
    id = GroupIdField()
    kind = KindField()
    cards = CardsField()


class LayDownDataSerializer(_GoingOut):
    groups = StrictListField(child=_LaidSerializer(), min_length=1, max_length=MAX_GROUPS)


class HitDataSerializer(_GoingOut):
    group = GroupIdField()
    cards = CardsField()


class DiscardDataSerializer(_GoingOut):
    card = CardField(allow_null=True)
    skips = StrictIntegerField(allow_null=True, min_value=0, max_value=MAX_SEATS - 1)


class NoteDataSerializer(_PlayData):
    text = StrictCharField(max_length=NOTE_LENGTH)


PLAY_DATA: dict[str, type[StrictSerializer]] = {
    PlayKind.LAY_DOWN: LayDownDataSerializer,
    PlayKind.HIT: HitDataSerializer,
    PlayKind.DISCARD: DiscardDataSerializer,
    PlayKind.DRAW: _PlayData,
    PlayKind.FLIP: _PlayData,
    PlayKind.NOTE: NoteDataSerializer,
}
KINDS_WITH_PLAYER = {PlayKind.LAY_DOWN, PlayKind.HIT, PlayKind.DRAW}


class ArchivedPlaySerializer(StrictSerializer):
    """A play; returns its `data` unchanged, and parsed as `read`."""

    round = StrictIntegerField(min_value=1, max_value=MAX_ROUND_NUMBER)
    number = StrictIntegerField(min_value=1, max_value=MAX_VERSION)
    kind = StrictChoiceField(choices=[(kind.value, kind.value) for kind in PlayKind])
    player = StrictUUIDField(allow_null=True)
    data = AnythingField()  # type: ignore[assignment]  # no property: fields are taken out
    overrule = ReasonField()
    recorded_by = RecorderField()
    recorded_at = MomentField()
    taken_back_at = MomentField(allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        kind = attrs["kind"]
        errors: dict[str, Any] = {}
        if attrs["player"] is None and kind in KINDS_WITH_PLAYER:
            text = _("This kind of play must have a player.")
            errors["player"] = [ErrorDetail(str(text), code="required")]
        try:
            attrs["read"] = PLAY_DATA[kind].parse(attrs["data"])
        except serializers.ValidationError as error:
            errors["data"] = error.detail
        if errors:
            raise serializers.ValidationError(errors)
        return attrs


class ArchivedChangeSerializer(StrictSerializer):
    version = StrictIntegerField(min_value=1, max_value=MAX_VERSION)
    kind = serializers.RegexField(r"\A[a-z_]{1,30}\Z")
    actor = StrictCharField(max_length=NAME_LENGTH)
    round = StrictIntegerField(min_value=1, max_value=MAX_ROUND_NUMBER, allow_null=True)
    before = AnythingField(allow_null=True)
    after = AnythingField(allow_null=True)
    reason = ReasonField()
    at = MomentField()


class ArchivedTotalSerializer(StrictSerializer):
    completed = StrictIntegerField(min_value=0, allow_null=True)
    total = StrictIntegerField(min_value=0, max_value=MAX_TOTAL)
    won = StrictBooleanField()


class ArchivedGameSerializer(StrictSerializer):
    """A game without its rounds, plays and changes, which are parsed one by one."""

    id = StrictUUIDField()
    source = StrictCharField(max_length=KEY_LENGTH, allow_null=True)  # type: ignore[assignment]
    edition = EditionField()
    variant = StrictChoiceField(choices=VARIANTS)
    players = StrictListField(child=StrictUUIDField(), min_length=1, max_length=MAX_SEATS)
    first_dealer = StrictIntegerField(min_value=0, max_value=MAX_SEATS - 1)
    phases = PhasesField()
    house_rules = HouseRulesField()
    turns_logged = StrictBooleanField()
    totals = StrictListField(child=ArchivedTotalSerializer(), allow_null=True, max_length=MAX_SEATS)
    ended_early = StrictBooleanField()
    abandoned = StrictBooleanField()
    archived = StrictBooleanField()
    version = StrictIntegerField(min_value=1, max_value=MAX_VERSION)
    started_at = MomentField()
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
