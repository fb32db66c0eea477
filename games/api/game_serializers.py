"""Games on the wire: what is asked, and the shapes of what is answered."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from games.domain.entry import Entry
from games.domain.record import Outcome
from games.models.games import MAX_SEATS, REASON_LENGTH, VARIANTS
from games.wire.groups import ROLES
from referee.api.answers import Shape
from referee.api.choices import EDITION_CHOICES
from referee.api.errors import validation_error
from referee.api.fields import (
    ChangedHouseRulesField,
    EditionField,
    HouseRulesField,
    PhasesField,
    ReadField,
)
from referee.editions import Edition
from referee.game import Variant
from referee.house_rules import HouseRules
from referee.wire.notes import strict
from referee.wire.phases import GroupRequirement, phases_of
from referee.wire.reading import Fields, InvalidRequest, below, invalid
from referee.wire.tally import CountRequest, check_count, read_count
from referee.wording import gettext_noop
from rest.schema import Uuid
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
    StrictUUIDField,
    TypedField,
)

STATUS_CHOICES = [(outcome.value, outcome.value) for outcome in Outcome]
EFFECT_CHOICES = [("dropped", "dropped"), ("doubtful", "doubtful")]


class VariantField(StrictChoiceField):
    """How a game ends; gives the `Variant`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=VARIANTS, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        return Variant(super().to_internal_value(data))


class _Plan(StrictSerializer):
    """What starting a game and changing its settings have in common."""

    variant = VariantField(required=False)
    phases = PhasesField(required=False)
    first_dealer = StrictUUIDField(
        required=False, help_text="One of the players; the first by default."
    )
    turns_logged = StrictBooleanField(
        required=False,
        help_text="Whether every discard is logged on the live table, so that the referee "
        "knows whose turn it is.",
    )

    def read_phases(self, edition: Edition, attrs: dict[str, Any]) -> None:
        """Turn numbers into Phases of the edition, in place."""
        if "phases" not in attrs:
            return
        try:
            with below("phases"):
                attrs["phases"] = phases_of(edition, attrs["phases"])
        except InvalidRequest as error:
            raise validation_error(error) from None


class StartGameSerializer(_Plan):
    """A game to be begun: who plays, from the first to their left, and what."""

    edition = EditionField()
    house_rules = HouseRulesField(required=False)
    players = StrictListField(
        child=StrictUUIDField(),
        min_length=2,
        max_length=MAX_SEATS,
        help_text="In the order of the seats, each to the left of the one before.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        self.read_phases(attrs["edition"], attrs)
        attrs.setdefault("phases", attrs["edition"].phases)
        attrs.setdefault("variant", Variant.STANDARD)
        attrs.setdefault("first_dealer", None)
        attrs["house_rules"] = rules_to_store(attrs.get("house_rules"))
        return attrs


class SettingsSerializer(_Plan):
    """What changes in how a game is played: what is left out stays."""

    house_rules = ChangedHouseRulesField(required=False)
    players = StrictListField(
        child=StrictUUIDField(), min_length=2, max_length=MAX_SEATS, required=False
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError(
                ErrorDetail(_("Say what should change."), code="empty")
            )
        return attrs


def rules_to_store(rules: HouseRules | None) -> dict[str, bool]:
    """House rules as a game keeps them: all of them by name."""
    return asdict(rules or HouseRules())


@strict
class EntryRequest(CountRequest):
    """One player's line of a round: `points` or `cards`, as the table has it."""

    player: Uuid


def read_entry(value: object) -> Entry:
    """Read one player's line of a round."""
    with Fields(value, EntryRequest) as fields:
        count = read_count(fields)
        player = fields.required("player", _read_uuid)
    check_count(count)
    return Entry(player, **count._asdict())


def _read_uuid(value: object) -> UUID:
    try:
        return UUID(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, AttributeError):
        raise invalid("invalid", gettext_noop("This must be a UUID.")) from None


class EntryField(ReadField):
    """One player's line of a round; gives the `Entry`."""

    type_hint = EntryRequest
    read = staticmethod(read_entry)


class _Entries(StrictSerializer):
    results = StrictListField(
        child=EntryField(),
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
        help_text="Why the table knows better than the check; recorded and shown. "
        "It is kept only where the check would have refused the round.",
    )


class RecordRoundSerializer(_Entries):
    """A round as the table tallied it. It names its number, so that no phone doubles it."""

    number = StrictIntegerField(min_value=1, max_value=10_000)


class CorrectRoundSerializer(_Entries):
    """What a round should have been."""

    confirm = StrictBooleanField(
        default=False, help_text="Whether what becomes of later rounds was seen and is meant."
    )


class GamePhaseSerializer(Shape):
    phase = serializers.IntegerField()
    name = serializers.CharField()
    groups = TypedField(list[GroupRequirement])


class NextRoundSerializer(Shape):
    """The round to be played."""

    number = serializers.IntegerField()
    tie_break = serializers.BooleanField(help_text="Whether only those who are tied play it.")
    dealer = serializers.UUIDField(allow_null=True)
    starter = serializers.UUIDField(allow_null=True)
    playing = serializers.ListField(child=serializers.UUIDField())


class StandingOfPlayerSerializer(Shape):
    """Where a player is in a game."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    seat = serializers.IntegerField(help_text="From 0, each to the left of the one before.")
    phase = serializers.IntegerField(
        allow_null=True, help_text="The Phase to be made next; null after the last."
    )
    completed = serializers.IntegerField(
        allow_null=True,
        help_text="How many Phases were laid down; null where only totals are known, without it.",
    )
    total = serializers.IntegerField()
    rank = serializers.IntegerField(help_text="The place in the standings; equals share one.")
    won = serializers.BooleanField()


class RoundLineSerializer(Shape):
    player = serializers.UUIDField()
    phase = serializers.IntegerField()
    points = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField(), allow_null=True)
    laid_down = serializers.BooleanField()
    went_out = serializers.BooleanField()
    total = serializers.IntegerField(help_text="After this round.")


class RoundSerializer(Shape):
    """A round as it was tallied."""

    number = serializers.IntegerField()
    tie_break = serializers.BooleanField()
    dealer = serializers.UUIDField(allow_null=True)
    overrule = serializers.CharField(
        allow_null=True, help_text="Why the table overruled the check, where it did."
    )
    recorded_by = serializers.CharField(allow_null=True)
    recorded_at = serializers.DateTimeField(allow_null=True)
    lines = RoundLineSerializer(many=True)


class GameSerializer(Shape):
    """A game with all that a client draws of it."""

    id = serializers.UUIDField()
    group = serializers.UUIDField()
    version = serializers.IntegerField(help_text="Counts the changes; also the ETag.")
    event = serializers.IntegerField(
        help_text="The latest event that this answer knows of: a stream goes on from here."
    )
    my_role = serializers.ChoiceField(choices=ROLES, allow_null=True)
    edition = serializers.ChoiceField(choices=EDITION_CHOICES)
    variant = serializers.ChoiceField(choices=VARIANTS)
    phases = GamePhaseSerializer(many=True)
    house_rules = HouseRulesField()
    first_dealer = serializers.UUIDField()
    turns_logged = serializers.BooleanField()
    status = serializers.ChoiceField(choices=STATUS_CHOICES)
    ended_early = serializers.BooleanField()
    archived = serializers.BooleanField()
    started_at = serializers.DateTimeField()
    totals_only = serializers.BooleanField(
        help_text="Whether only the end is known, as from paper: there are no rounds then."
    )
    changed_at = serializers.DateTimeField()
    next_round = NextRoundSerializer(allow_null=True)
    winners = serializers.ListField(child=serializers.UUIDField())
    players = StandingOfPlayerSerializer(many=True)
    rounds = RoundSerializer(many=True)


class ListedPlayerSerializer(Shape):
    id = serializers.UUIDField()
    name = serializers.CharField()


class ListedGameSerializer(Shape):
    """A game in a list."""

    id = serializers.UUIDField()
    edition = serializers.ChoiceField(choices=EDITION_CHOICES)
    variant = serializers.ChoiceField(choices=VARIANTS)
    status = serializers.ChoiceField(choices=STATUS_CHOICES)
    archived = serializers.BooleanField()
    started_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()
    restorable_until = serializers.DateTimeField(allow_null=True)
    players = ListedPlayerSerializer(many=True)


class ChangeSerializer(Shape):
    """Who changed what in a game, when, from what to what."""

    version = serializers.IntegerField(help_text="The game's version after the change.")
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    actor = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    # Anything, null too; `allow_null` would say so twice, and by that exclude it.
    before = serializers.JSONField()
    after = serializers.JSONField()
    reason = serializers.CharField(allow_null=True)


class ShareLinkSerializer(Shape):
    """A link by which anyone may watch one game."""

    id = serializers.UUIDField()
    token = serializers.CharField()
    link = serializers.CharField()
    svg = serializers.CharField(help_text="The link as a QR picture.")
    created_at = serializers.DateTimeField()


class ConsequenceSerializer(Shape):
    """What a correction does to a later round."""

    round = serializers.IntegerField()
    effect = serializers.ChoiceField(choices=EFFECT_CHOICES)
    message = serializers.CharField()
