"""The requests about people and their devices."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.fields import (
    CodeField,
    DeviceField,
    EmailField,
    MailboxField,
    NameField,
    PasswordField,
    TimeZoneField,
)
from accounts.scopes import Scope
from accounts.wire import LANGUAGES
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictListField,
    StrictMomentField,
    StrictSerializer,
    StrictUUIDField,
)

OWN_TIME_ZONE = "An IANA name, such as Europe/Berlin: where this person plays."
TYPED_CODE = "As shown; case, dashes and spaces do not matter."
CURRENT = "The current password, if the account is claimed."


class GuestRequestSerializer(StrictSerializer):
    """A new person, with only a name."""

    name = NameField()
    device = DeviceField()
    time_zone = TimeZoneField(required=False, help_text=OWN_TIME_ZONE)


class CredentialsRequestSerializer(StrictSerializer):
    """An e-mail address and a password."""

    email = MailboxField()
    password = PasswordField()
    device = DeviceField()


class LoginRequestSerializer(StrictSerializer):
    """An e-mail address and a password; also an address of before that no mail is sent to."""

    email = EmailField()
    password = PasswordField()
    device = DeviceField()
    device_hint = StrictCharField(
        max_length=100,
        required=False,
        allow_null=True,
        write_only=True,
        help_text=(
            "What an earlier login on this device was answered with, kept when it was logged out. "
            "With it, wrong passwords that others enter do not slow this person down. Ignored if "
            "it belongs to somebody else, or is no longer known."
        ),
    )


class PairRequestSerializer(StrictSerializer):
    """A code that another device shows."""

    code = CodeField(help_text=TYPED_CODE)
    device = DeviceField()


class PasswordResetRequestSerializer(StrictSerializer):
    """Where to send the e-mail."""

    email = MailboxField()


class PasswordResetConfirmRequestSerializer(StrictSerializer):
    """The two parts of the mailed link after `#`, separated by a dot, and the new password."""

    uid = StrictCharField(max_length=100)
    token = StrictCharField(max_length=100, write_only=True, help_text="Secret.")
    password = PasswordField()
    device = DeviceField()


class EmailConfirmRequestSerializer(StrictSerializer):
    """The part of the mailed link after `#`."""

    key = StrictCharField(max_length=100, write_only=True, help_text="Secret.")


class ProfileRequestSerializer(StrictSerializer):
    """What to change."""

    name = NameField(required=False)
    email = MailboxField(required=False, help_text="Requires `current_password`.")
    password = PasswordField(
        required=False, help_text="The new password; requires `current_password`."
    )
    current_password = PasswordField(required=False, help_text=CURRENT)
    time_zone = TimeZoneField(
        required=False, allow_null=True, help_text=f"{OWN_TIME_ZONE} null forgets it."
    )
    language = StrictChoiceField(
        choices=LANGUAGES,
        required=False,
        allow_null=True,
        help_text="The language of all texts. null: each phone asks for its own.",
    )


class DeletionRequestSerializer(StrictSerializer):
    """A confirmation."""

    confirm = StrictBooleanField(help_text="true")
    current_password = PasswordField(required=False, help_text=CURRENT)

    def validate_confirm(self, value: bool) -> bool:
        if not value:
            text = _("Must be true, because a deleted account cannot be restored.")
            raise serializers.ValidationError(text, code="not_confirmed")
        return value


class ExpiryField(StrictMomentField):
    """A moment to come, in this century."""

    default_error_messages = {"out_of_range": _("This must lie in the future, before 2100.")}

    def check_range(self, moment: datetime) -> None:
        if moment.year >= 2100 or moment <= timezone.now():
            self.fail("out_of_range")


class AccessTokenRequestSerializer(StrictSerializer):
    """A token for a program."""

    name = NameField(help_text="What it is for, as you will find it in the list.")
    scopes = StrictListField(
        child=StrictChoiceField(choices=list(Scope)),
        min_length=1,
        help_text="What it may be used for: `read` games, groups and statistics; `score`: begin "
        "games, enter and correct rounds; `manage`: people, invites, files and settings of groups, "
        "deleting included; `referee`: ask the referee where that needs a token.",
    )
    group = StrictUUIDField(
        required=False, allow_null=True, help_text="The only group that it is to be good for."
    )
    expires_at = ExpiryField(
        required=False,
        allow_null=True,
        help_text="From when on it is no longer valid; null or left out: until it is revoked.",
    )

    def validate_scopes(self, value: list[str]) -> list[str]:
        return [scope for scope in Scope if scope in value]
