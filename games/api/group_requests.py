"""Requests about groups, members, invites and players."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.api.fields import CodeField, NameField, TimeZoneField
from games.api.added_players import (
    AddedPlayerRequestSerializer,
    repetitions,
)
from games.api.creation import ChosenIdField
from games.api.faces import SignField
from games.api.game_requests import ChangesSerializer, FirstGameRequestSerializer
from games.domain.faces import COLORS
from games.limits import MAX_SEASONS
from games.models import Role
from games.selectors.groups import MAX_LISTED
from games.services.invites import DEFAULT_HOURS, MAX_HOURS, MAX_USES
from rest.serializers import (
    StrictBooleanField,
    StrictChoiceField,
    StrictDateField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
    StrictUUIDField,
)


class NewGroupRequestSerializer(StrictSerializer):
    """The name of a group, where it plays, its players and its first game."""

    id = ChosenIdField()
    name = NameField()
    time_zone = TimeZoneField(
        required=False,
        help_text="An IANA name, such as Europe/Berlin. By default the time zone of the person who "
        "creates the group; UTC if it is not known.",
    )
    players = StrictListField(
        child=AddedPlayerRequestSerializer(),
        required=False,
        max_length=MAX_LISTED,
        help_text="Players who are created with the group.",
    )
    game = FirstGameRequestSerializer(
        required=False,
        help_text="A game that is started with the group. If you choose the group's `id`, choose "
        "that of the game, too.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        players, game = attrs.setdefault("players", []), attrs.setdefault("game", None)
        errors: dict[str, Any] = {}
        if twice := repetitions(players):
            errors["players"] = twice
        if game:
            if twice := repetitions(game.get("players", ()), others=players):
                errors.setdefault("game", {})["players"] = twice
            if "id" in attrs and "id" not in game:
                text = _("Choose an id for the game too, so that the request can be repeated.")
                errors.setdefault("game", {})["id"] = [ErrorDetail(text, code="required")]
        if errors:
            raise serializers.ValidationError(errors)
        return attrs


class GroupChangeRequestSerializer(ChangesSerializer):
    """Changes to a group; fields that are left out stay as they are."""

    name = NameField(required=False)
    time_zone = TimeZoneField(
        required=False,
        help_text="An IANA name, such as Europe/Berlin. Statistics are recomputed by it.",
    )
    seasons = StrictListField(
        child=StrictDateField(),
        required=False,
        max_length=MAX_SEASONS,
        help_text="All the nights on which a season begins, such as 2026-03-01; empty for none.",
    )


class MemberChangeRequestSerializer(StrictSerializer):
    """Another role for a member, or what becomes of the claim to a player."""

    role = StrictChoiceField(choices=list(Role), required=False)
    hand_over = StrictBooleanField(
        required=False,
        help_text="With `role`: `owner`: whether I become a scorer in the same step.",
    )
    claim = StrictChoiceField(
        choices=["approved", "refused"],
        required=False,
        help_text="Whether the member is the `player` they say to be.",
    )
    player = StrictUUIDField(required=False, help_text="With `claim`: as in the member's `claims`.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        given = attrs.keys()
        hands_over = given == {"role", "hand_over"} and attrs["role"] == Role.OWNER
        if given in ({"role"}, {"claim", "player"}) or hands_over:
            return attrs
        text = _("Give a role, or a claim and its player.")
        raise serializers.ValidationError(ErrorDetail(text, code="either"))


class ClaimDecisionRequestSerializer(StrictSerializer):
    """The player that the member says to be."""

    player = StrictUUIDField(help_text="As in `claims` of the member.")


class HandOverRequestSerializer(StrictSerializer):
    """The next owner of a group."""

    member = StrictUUIDField(help_text="The id of another member.")


class NewInviteRequestSerializer(StrictSerializer):
    """The role, the lifetime and the number of uses of an invite."""

    id = ChosenIdField()
    role = StrictChoiceField(choices=list(Role), help_text="A scorer can only invite viewers.")
    expires_in_hours = StrictIntegerField(min_value=1, max_value=MAX_HOURS, default=DEFAULT_HOURS)
    max_uses = StrictIntegerField(
        min_value=1,
        max_value=MAX_USES,
        default=None,
        allow_null=True,
        help_text="How many people it lets in; null for no limit.",
    )


class JoinRequestSerializer(StrictSerializer):
    """The code of an invite."""

    code = CodeField(help_text="Case, spaces and hyphens do not matter.")


class NewPlayerRequestSerializer(StrictSerializer):
    """A player to add."""

    id = ChosenIdField()
    name = NameField()


class PlayerChangeRequestSerializer(ChangesSerializer):
    """Changes to a player; fields that are left out stay as they are."""

    name = NameField(required=False)
    has_left = StrictBooleanField(required=False)
    color = StrictChoiceField(choices=COLORS, required=False)
    sign = SignField(
        required=False,
        allow_null=True,
        help_text="An emoji, or one or two letters; null for the first letter of the name.",
    )
    claimed = StrictBooleanField(
        required=False,
        help_text="`true` says that I am this player; `false` takes it back, or what somebody else "
        "says. Alone.",
    )
    merged_into = StrictUUIDField(
        required=False,
        help_text="The player of the group who is the same person, and is kept. Alone.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        for name in ("claimed", "merged_into"):
            if name in attrs and len(attrs) > 1:
                text = _("Give this alone.")
                raise serializers.ValidationError({name: [ErrorDetail(text, code="not_alone")]})
        return super().validate(attrs)


class MergePlayersRequestSerializer(StrictSerializer):
    """The player that another one is merged into."""

    into = StrictUUIDField(help_text="The player to keep, in the same group.")
