"""People and their devices, and stored answers to idempotent writes."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from knox.crypto import create_token_string, hash_token
from knox.settings import CONSTANTS

NAME_LENGTH = 80
TIME_ZONE_LENGTH = 64
LANGUAGE_LENGTH = 10
SCOPES_LENGTH = 60


class UserManager(BaseUserManager["User"]):
    def create_guest(self, name: str, time_zone: str = "") -> User:
        """Create a user who has only a name, and perhaps an e-mail address later."""
        user = self.model(name=name, time_zone=time_zone)
        user.set_unusable_password()
        user.save()
        return user


class User(AbstractBaseUser):
    """A person: a guest with only a name until they claim the account with an e-mail address.

    `time_zone` is an IANA name; empty if it is not known. `language` is a code of `LANGUAGES`;
    empty if each phone has its own.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    email = models.EmailField(unique=True, null=True, blank=True)
    time_zone = models.CharField(max_length=TIME_ZONE_LENGTH, blank=True, default="")
    language = models.CharField(max_length=LANGUAGE_LENGTH, blank=True, default="")
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)
    last_login = None  # see DeviceToken.seen_at

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="email_is_lower_case",
                condition=models.Q(email=Lower("email")) | models.Q(email__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_guest(self) -> bool:
        """Whether this account can only be reached from devices that are logged in."""
        return self.email is None


class DeviceTokenManager(models.Manager["DeviceToken"]):
    def create(self, *, user: User, device: str = "", **limits: Any) -> tuple[DeviceToken, str]:  # type: ignore[override]
        """Create a device or, with `limits`, an access token; the token itself is not stored."""
        token = create_token_string()
        row = super().create(
            user=user,
            device=device,
            digest=hash_token(token),
            token_key=token[: CONSTANTS.TOKEN_KEY_LENGTH],
            **limits,
        )
        return row, token


class DeviceToken(models.Model):
    """A device of a person, with a hash of its token; deleting the row logs it out.

    With `scopes`, an access token for somebody else's program, `device` being its name: then it is
    good only for these, until `expiry`, and in `group` if that is set (which belongs to another
    app, so it is not a foreign key). Knox needs the fields up to `expiry`.
    """

    digest = models.CharField(max_length=CONSTANTS.DIGEST_LENGTH, primary_key=True)
    token_key = models.CharField(
        max_length=CONSTANTS.MAXIMUM_TOKEN_PREFIX_LENGTH + CONSTANTS.TOKEN_KEY_LENGTH,
        db_index=True,
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="auth_token_set"
    )
    created = models.DateTimeField(auto_now_add=True)
    expiry = models.DateTimeField(null=True, blank=True)
    id = models.UUIDField(default=uuid.uuid4, editable=False, unique=True)
    device = models.CharField(max_length=NAME_LENGTH, blank=True)
    seen_at = models.DateTimeField(default=timezone.now)
    scopes = models.CharField(max_length=SCOPES_LENGTH, blank=True, default="")
    group = models.UUIDField(null=True, blank=True)

    objects: ClassVar[DeviceTokenManager] = DeviceTokenManager()


class StoredAnswer(models.Model):
    """The answer to a write that came with an Idempotency-Key.

    Stored in the write's own transaction: it is there if and only if the write is.
    `digest` identifies the owner and the key; `answer` is encrypted with the key.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    request_digest = models.CharField(max_length=64)
    answer = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now, db_index=True)


class PendingEmail(models.Model):
    """An e-mail address that a person has asked for and not confirmed: it counts nowhere yet.

    `password` is the hash that the account gets with the address; empty if it keeps its own.
    `digest` is that of the mailed key. Several people may wait for the same address.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True
    )
    email = models.EmailField()
    password = models.CharField(max_length=128, blank=True, default="")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField(db_index=True)


class PairingCode(models.Model):
    """A one-time code that logs in one more device of `user`."""

    digest = models.CharField(max_length=64, primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    expires_at = models.DateTimeField(db_index=True)
