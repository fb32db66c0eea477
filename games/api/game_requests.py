"""Requests to start a game, and to change how it is played."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.api.fields import NameField
from games.api.added_players import Entry, PlayerToSeatField, repetitions
from games.api.creation import ChosenIdField, OldPhoneTimeField, PhoneTimeSerializer
from games.api.round_requests import MAX_ROUND
from games.domain.game_record import Outcome
from games.models.games import MAX_SEATS
from games.wire.handicaps import HandicapList, read_handicaps
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
from referee.kinds import Phase
from referee.stints import StartingPhase
from referee.wire.phases import PHASES_OF_THE_EDITION, phases_of
from referee.wire.presets import PresetName, preset_phases
from referee.wire.reading import InvalidRequest, below
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


def read_phases(edition: Edition, chosen: list[int | Phase]) -> tuple[Phase, ...]:
    """Turn numbers into Phases of the edition; raise ValidationError if it lacks one."""
    try:
        with below("phases"):
            return phases_of(edition, chosen)
    except InvalidRequest as error:
        raise validation_error(error) from None


class NewPhaseListRequestSerializer(StrictSerializer):
    """A list of Phases to save."""

    name = NameField()
    edition = EditionField()
    phases = PhasesField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs["phases"] = read_phases(attrs["edition"], attrs["phases"])
        return attrs


class PresetField(StrictCharField):
    """The name of a preset, or the id of a list that the group has saved."""

    default_error_messages = {
        "unknown": gettext_lazy(
            "Give the id of a list of Phases of the group, or one of: {names}."
        ),
    }

    def to_internal_value(self, data: Any) -> Any:
        text: str = super().to_internal_value(data)
        try:
            return PresetName(text) if text in list(PresetName) else UUID(text)
        except ValueError:
            self.fail("unknown", names=", ".join(PresetName))


class HandicapsField(ReadField):
    """Handicaps in the order of the seats; gives a `Handicap` or None for each."""

    type_hint = HandicapList
    read = staticmethod(read_handicaps)


class ChangesSerializer(StrictSerializer):
    """Changes of something, at least one; fields that are left out stay as they are."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError(
                ErrorDetail(_("Give at least one field to change."), code="empty")
            )
        return attrs


class _SettingsSerializer(StrictSerializer):
    """The settings that can be given at the start and changed later."""

    variant = StrictChoiceField(choices=list(Variant), required=False)
    phases = PhasesField(required=False)
    first_dealer = StrictUUIDField(required=False, help_text="One of the players.")
    handicaps = HandicapsField(
        required=False,
        help_text="What players begin with, in the order of the seats; null for one who begins on "
        "Phase 1 without points.",
    )
    turns_logged = StrictBooleanField(
        required=False,
        help_text="Whether every turn is logged on the live table, with its draw and each "
        "lay-down, hit and discard, so that the referee knows whose turn it is and how many "
        "cards are left.",
    )


class StartGameRequestSerializer(_SettingsSerializer, PhoneTimeSerializer):
    """A game to start: who plays, and how."""

    id = ChosenIdField()
    started_at = OldPhoneTimeField()
    edition = EditionField()
    phases = PhasesField(required=False, help_text=PHASES_OF_THE_EDITION)
    first_dealer = StrictUUIDField(
        required=False, help_text="One of the players; the first by default."
    )
    preset = PresetField(
        required=False,
        help_text="Which Phases to play, instead of `phases`: `official`, `even` or `random`, or "
        "the id of a list that the group has saved. `random` draws them when the game starts.",
    )
    house_rules = HouseRulesField(required=False)
    players = StrictListField(
        child=PlayerToSeatField(),
        min_length=2,
        max_length=MAX_SEATS,
        help_text="In the order of the seats, each to the left of the one before: ids of players, "
        "and players who are created with the game.",
    )

    def validate_players(self, entries: list[Entry]) -> list[Entry]:
        if errors := repetitions(entries):
            raise serializers.ValidationError(errors)
        return entries

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "phases" in attrs:
            attrs["phases"] = read_phases(attrs["edition"], attrs["phases"])
        if (preset := attrs.pop("preset", None)) is not None:
            if "phases" in attrs:
                text = _("Give either a preset or phases.")
                raise serializers.ValidationError({"preset": [ErrorDetail(text, code="not_both")]})
            is_saved = isinstance(preset, UUID)
            attrs["phases"] = preset if is_saved else preset_phases(attrs["edition"], preset)
        attrs.setdefault("phases", attrs["edition"].phases)
        attrs.setdefault("variant", Variant.STANDARD)
        attrs.setdefault("first_dealer", None)
        attrs["house_rules"] = asdict(attrs.get("house_rules") or HouseRules())
        return attrs


class FirstGameRequestSerializer(StartGameRequestSerializer):
    """The first game of a group that is created with it."""

    players = StrictListField(
        child=PlayerToSeatField(),
        required=False,
        min_length=2,
        max_length=MAX_SEATS,
        help_text="In the order of the seats; by default the players of the group in their order.",
    )


class GameSettingsRequestSerializer(_SettingsSerializer, ChangesSerializer):
    """Changes to how a game is played; what is left out stays as it is."""

    house_rules = ChangedHouseRulesField(required=False)
    players = StrictListField(
        child=StrictUUIDField(), min_length=2, max_length=MAX_SEATS, required=False
    )
    status = StrictChoiceField(
        choices=[Outcome.PLAYING, Outcome.OVER, Outcome.ABANDONED],
        required=False,
        help_text="`over` ends the game early: the leader, who is furthest in the Phases, wins, "
        "and the fewest points break a tie. `abandoned` stops it, and nobody wins. `playing` "
        "resumes a game that was ended early or abandoned.",
    )
    archived = StrictBooleanField(
        required=False,
        help_text="An archived game no longer appears among the current games; nothing else "
        "changes.",
    )

    deleted = StrictBooleanField(
        required=False,
        help_text="`false`, alone and without `If-Match`, restores a deleted game; owners, within "
        "30 days. An access token needs the scope `manage`, too.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs.get("deleted") or ("deleted" in attrs and len(attrs) > 1):
            text = _("Only false, and nothing else with it: DELETE deletes a game.")
            raise serializers.ValidationError({"deleted": ErrorDetail(text, code="not_alone")})
        return super().validate(attrs)


class JoinGameRequestSerializer(StrictSerializer):
    """A player who joins a game late, or comes back to it.

    One who comes back takes the same seat and continues with their Phase and total, so only
    `player` is given.
    """

    player = PlayerToSeatField(
        help_text="One of the group's players, or one who is created to join."
    )
    left_of = StrictUUIDField(
        required=False,
        help_text="The player to whose left the newcomer sits: to the left of the last seat by "
        "default, which is to the right of the first.",
    )
    phase = StrictChoiceField(
        choices=list(StartingPhase),
        required=False,
        help_text="`first`, the default, is Phase 1; `lowest` is the lowest Phase that somebody "
        "at the table is on. Not in a game of fixed rounds, where all are on the same Phase.",
    )
    total = StrictIntegerField(
        required=False,
        min_value=0,
        max_value=MAX_POINTS,
        help_text="With how many points the newcomer begins; needed for a newcomer.",
    )
    round = StrictIntegerField(
        required=False,
        min_value=1,
        max_value=MAX_ROUND,
        help_text="The first round with the player, as the phone shows it. If it is not the next "
        "one, 409: so a request that was kept while offline never means another round.",
    )
