"""What is asked about people and devices, and what is answered."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.fields import CodeField, DeviceField, EmailField, NameField, PasswordField
from rest.serializers import StrictBooleanField, StrictCharField, StrictSerializer

SECRET = "Secret, and told only here: whoever has it is this person. Keep it in the device."  # noqa: S105
TYPED_CODE = "As it is shown; capitals, dashes and blanks do not matter."
CURRENT = "The present password, once the account is claimed."


class GuestRequestSerializer(StrictSerializer):
    """Somebody new, by a name alone."""

    name = NameField()
    device = DeviceField()


class CredentialsRequestSerializer(StrictSerializer):
    """An e-mail and a password."""

    email = EmailField()
    password = PasswordField()
    device = DeviceField()


class PairRequestSerializer(StrictSerializer):
    """A code that another device shows."""

    code = CodeField(help_text=TYPED_CODE)
    device = DeviceField()


class PasswordResetRequestSerializer(StrictSerializer):
    """Where to send the mail."""

    email = EmailField()


class PasswordResetConfirmRequestSerializer(StrictSerializer):
    """What the mailed link holds behind `#`, parted by a dot, and the new password."""

    uid = StrictCharField(max_length=100)
    token = StrictCharField(max_length=100, write_only=True, help_text="Secret.")
    password = PasswordField()
    device = DeviceField()


class ProfileRequestSerializer(StrictSerializer):
    """What to change."""

    name = NameField(required=False)
    email = EmailField(required=False, help_text="Takes `current_password`.")
    password = PasswordField(required=False, help_text="A new one; takes `current_password`.")
    current_password = PasswordField(required=False, help_text=CURRENT)


class DeletionRequestSerializer(StrictSerializer):
    """That it is meant."""

    confirm = StrictBooleanField(help_text="true")
    current_password = PasswordField(required=False, help_text=CURRENT)

    def validate_confirm(self, value: bool) -> bool:
        if not value:
            text = _("Say true: a deleted account cannot be restored.")
            raise serializers.ValidationError(text, code="not_confirmed")
        return value
