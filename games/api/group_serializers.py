"""Groups, members, invites and players on the wire: what is asked, and what is answered."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.api.fields import CodeField, NameField
from games.models import Role
from games.services.invites import DEFAULT_HOURS, MAX_HOURS, MAX_USES
from referee.api.answers import Shape
from rest.serializers import (
    StrictBooleanField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)

ROLE_CHOICES = [(role.value, role.value) for role in Role]


class RoleField(StrictChoiceField):
    """What a member may do; gives the `Role`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=ROLE_CHOICES, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        return Role(super().to_internal_value(data))


# --- What is asked ----------------------------------------------------------------------


class GroupNameSerializer(StrictSerializer):
    """A group's name."""

    name = NameField()


class ConfirmSerializer(StrictSerializer):
    """That it is meant."""

    confirm = StrictBooleanField(help_text="Must be true: this cannot be undone.")

    def validate_confirm(self, value: bool) -> bool:
        if not value:
            raise serializers.ValidationError(
                ErrorDetail(_("This cannot be undone: confirm it with true."), code="not_confirmed")
            )
        return value


class RoleSerializer(StrictSerializer):
    """A member's role."""

    role = RoleField()


class HandOverSerializer(StrictSerializer):
    """Who shall own the group."""

    member = StrictUUIDField(help_text="The id of another member.")


class NewInviteSerializer(StrictSerializer):
    """Whom to let in, how long, and how many of them."""

    role = RoleField(help_text="A scorer can make invites to `viewer` only.")
    expires_in_hours = StrictIntegerField(min_value=1, max_value=MAX_HOURS, default=DEFAULT_HOURS)
    max_uses = StrictIntegerField(
        min_value=1,
        max_value=MAX_USES,
        default=None,
        allow_null=True,
        help_text="How many may come; null for no limit.",
    )


class CodeSerializer(StrictSerializer):
    """The code of an invite."""

    code = CodeField(help_text="As it was told: case, blanks and dashes do not matter.")


class NewPlayerSerializer(StrictSerializer):
    """Somebody new at the table."""

    name = NameField()


class PlayerChangeSerializer(StrictSerializer):
    """What changes about a player: what is left out stays."""

    name = NameField(required=False)
    has_left = StrictBooleanField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError(
                ErrorDetail(_("Say what should change."), code="empty")
            )
        return attrs


class MergeSerializer(StrictSerializer):
    """Who the player really is."""

    into = StrictUUIDField(help_text="The player who stays, of the same group.")


# --- What is answered -------------------------------------------------------------------


class PersonSerializer(Shape):
    """Somebody with an account."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class MemberSerializer(Shape):
    """A person in a group."""

    id = serializers.UUIDField(help_text="Of the membership, not of the person.")
    user = PersonSerializer()
    role = serializers.ChoiceField(choices=ROLE_CHOICES)
    joined_at = serializers.DateTimeField()
    is_me = serializers.BooleanField()


class PlayerSerializer(Shape):
    """Somebody who plays, with an account or without."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    has_left = serializers.BooleanField(help_text="Whether they play no more; their games stay.")
    user = PersonSerializer(allow_null=True, help_text="Who claimed to be this player.")
    is_me = serializers.BooleanField()


class OnePlayerSerializer(PlayerSerializer):
    """A player; of one who was merged into another, that other one."""

    group = serializers.UUIDField()
    merged_from = serializers.UUIDField(
        allow_null=True,
        help_text="The id that was asked for, where that player was merged into this one.",
    )


class ListedGroupSerializer(Shape):
    """A group of mine."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    my_role = serializers.ChoiceField(choices=ROLE_CHOICES)
    created_at = serializers.DateTimeField()
    member_count = serializers.IntegerField()
    player_count = serializers.IntegerField(help_text="Without those who have left.")


class GroupSerializer(ListedGroupSerializer):
    """A group with its members and players."""

    members = MemberSerializer(
        many=True, help_text="The first 100; the members' own list has them all."
    )
    players = PlayerSerializer(
        many=True, help_text="The first 100 who still play; the players' own list has them all."
    )


class InviteSerializer(Shape):
    """A code that lets people into a group."""

    id = serializers.UUIDField()
    role = serializers.ChoiceField(choices=ROLE_CHOICES)
    code = serializers.CharField(help_text="To be told or typed, such as `K7PM-4XWY`.")
    link = serializers.CharField(help_text="To be sent.")
    svg = serializers.CharField(help_text="The link as a QR picture.")
    expires_at = serializers.DateTimeField()
    max_uses = serializers.IntegerField(allow_null=True)
    uses = serializers.IntegerField()
