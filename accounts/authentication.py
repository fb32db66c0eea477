"""Authentication by device token: `Authorization: Bearer ...`."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from hmac import compare_digest
from typing import TYPE_CHECKING

from django.db import DEFAULT_DB_ALIAS, DatabaseError
from django.utils import timezone
from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.settings import CONSTANTS
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated

from accounts.attempts import limit_attempts
from accounts.credentials import account_disabled
from accounts.models import DeviceToken, User
from rest.languages import use_language
from rest.throttling import network_of
from store.queries import Parameter, Query

if TYPE_CHECKING:
    from rest_framework.request import Request

DEVICE, USER = (
    tuple(field.attname for field in model._meta.concrete_fields) for model in (DeviceToken, User)
)
# Tokens are stored as digests, with a prefix to find them by: there is hardly ever more than one.
_WITH_PREFIX = Query(
    lambda: DeviceToken.objects.filter(token_key=Parameter("prefix")).values_list(
        *DEVICE, *(f"user__{name}" for name in USER)
    )
)

SEEN_PRECISION = timedelta(hours=1)  # of `seen_at`, to spare most requests a write


class DeviceAuthentication(TokenAuthentication):  # type: ignore[misc]
    """Knox's tokens, looked up in one statement; also records when the device was last seen."""

    def authenticate(self, request: Request) -> tuple[User, DeviceToken] | None:
        try:
            authenticated: tuple[User, DeviceToken] | None = super().authenticate(request)
        except AuthenticationFailed as error:
            limit_attempts("token", network_of(request))
            # Clients do the same for a missing, malformed or revoked token: log in again.
            raise NotAuthenticated(_("This token is not valid: log in again.")) from error
        return authenticated

    def authenticate_credentials(self, token: bytes) -> tuple[User, DeviceToken]:
        if not token.isalnum():  # for bytes, only ASCII: safe to decode and to look up
            raise AuthenticationFailed
        text = token.decode()
        digest = hash_token(text)
        for columns in _WITH_PREFIX.rows(prefix=text[: CONSTANTS.TOKEN_KEY_LENGTH]):
            device = DeviceToken.from_db(DEFAULT_DB_ALIAS, DEVICE, columns[: len(DEVICE)])
            if compare_digest(digest, device.digest) and not _has_expired(device):
                device.user = User.from_db(DEFAULT_DB_ALIAS, USER, columns[len(DEVICE) :])
                return self.validate_user(device)
        raise AuthenticationFailed

    def validate_user(self, auth_token: DeviceToken) -> tuple[User, DeviceToken]:
        if not auth_token.user.is_active:
            raise account_disabled()
        user, token = super().validate_user(auth_token)
        use_language(user.language)
        now = timezone.now()
        if now - token.seen_at > SEEN_PRECISION:
            # Outside of a transaction: it belongs to no other change. A database that is full or
            # read-only still answers reads, so the request goes on.
            with suppress(DatabaseError):
                DeviceToken.objects.filter(pk=token.pk).update(seen_at=now)
        return user, token


def _has_expired(token: DeviceToken) -> bool:
    return token.expiry is not None and token.expiry < timezone.now()
