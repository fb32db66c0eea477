"""Device tokens: `Authorization: Bearer ...`."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated

from accounts.models import DeviceToken, User

if TYPE_CHECKING:
    from rest_framework.request import Request

SEEN_EVERY = timedelta(hours=1)  # how exactly a device's last visit is known


class DeviceAuthentication(TokenAuthentication):  # type: ignore[misc]
    """Knox's check of a token, in one query, and a note of when the device was last seen."""

    def authenticate(self, request: Request) -> tuple[User, DeviceToken] | None:
        try:
            found: tuple[User, DeviceToken] | None = super().authenticate(request)
        except AuthenticationFailed as error:
            # No token, half a token, a revoked one: a client does the same about all of them.
            raise NotAuthenticated(_("This token is not valid, or no longer: log in.")) from error
        return found

    def authenticate_credentials(self, token: bytes) -> tuple[User, DeviceToken]:
        if not token.isalnum():  # of bytes, so ASCII: fit to be decoded, and to be looked for
            raise AuthenticationFailed
        found: tuple[User, DeviceToken] = super().authenticate_credentials(token)
        return found

    def validate_user(self, auth_token: DeviceToken) -> tuple[User, DeviceToken]:
        user, token = super().validate_user(auth_token)
        now = timezone.now()
        if now - token.seen_at > SEEN_EVERY:
            DeviceToken.objects.filter(pk=token.pk).update(seen_at=now)
        return user, token

    def _cleanup_token(self, auth_token: DeviceToken) -> bool:
        # Knox would look through all of the person's tokens for expired ones, each time.
        return auth_token.expiry is not None and auth_token.expiry < timezone.now()
