"""What is asked about people and devices, and what is answered."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.fields import CodeField, DeviceField, EmailField, NameField, PasswordField
from accounts.models import DeviceToken, User
from config.serializers import StrictBooleanField, StrictCharField, StrictSerializer

SECRET = "Secret, and told only here: whoever has it is this person. Keep it in the device."  # noqa: S105
TYPED_CODE = "As it is shown; capitals, dashes and blanks do not matter."
CURRENT = "The present password, once the account is claimed."


# --- Questions --------------------------------------------------------------------------


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


# --- Answers ----------------------------------------------------------------------------


class UserSerializer(serializers.ModelSerializer[User]):
    """A person, as they see themselves."""

    email = serializers.EmailField(allow_null=True, help_text="null for a guest.")
    is_guest = serializers.BooleanField(
        help_text="Whether only the devices that are logged in lead to this account."
    )

    class Meta:
        model = User
        fields = ["id", "name", "email", "is_guest", "created_at"]
        extra_kwargs = {"created_at": {"required": True}}


class LoginSerializer(serializers.Serializer[Any]):
    """A device that is logged in."""

    token = serializers.CharField(help_text=SECRET)
    user = UserSerializer()


class PasswordResetSerializer(serializers.Serializer[Any]):
    """Words alone: whether there is such an account is not told."""

    message = serializers.CharField()


class PairingSerializer(serializers.Serializer[Any]):
    """A code that logs one further device in."""

    code = serializers.CharField(help_text="Secret, good for one device, in groups of four.")
    link = serializers.CharField(help_text="Secret: the code as an address to open.")
    svg = serializers.CharField(help_text="Secret: the link as a QR picture, an SVG element.")
    expires_at = serializers.DateTimeField()


class DeviceSerializer(serializers.Serializer[DeviceToken]):
    """A device that is logged in."""

    id = serializers.UUIDField()
    device = serializers.CharField(help_text="What it is called; empty where nobody said.")
    created = serializers.DateTimeField()
    seen_at = serializers.DateTimeField(help_text="When it was last used, to the hour.")
    current = serializers.SerializerMethodField(help_text="Whether it is the one that asks.")

    def get_current(self, row: DeviceToken) -> bool:
        return bool(row.pk == self.context["token"].pk)


class ExportSerializer(serializers.Serializer[Any]):
    """All that is known of a person."""

    exported_at = serializers.DateTimeField()
    user = UserSerializer()
    devices = DeviceSerializer(many=True)
    sections = serializers.DictField(
        child=serializers.JSONField(), help_text="By name: groups, games and so on."
    )
