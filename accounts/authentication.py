"""Authentication by device token: `Authorization: Bearer ...`."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated

from accounts.models import DeviceToken, User
from rest.languages import use_language

if TYPE_CHECKING:
    from rest_framework.request import Request

SEEN_PRECISION = timedelta(hours=1)  # of `seen_at`, to spare most requests a write


class DeviceAuthentication(TokenAuthentication):  # type: ignore[misc]
    """Knox's check of a token, in one query; also records when the device was last seen."""

    def authenticate(self, request: Request) -> tuple[User, DeviceToken] | None:
        try:
            authenticated: tuple[User, DeviceToken] | None = super().authenticate(request)
        except AuthenticationFailed as error:
            # Clients do the same for a missing, malformed or revoked token: log in again.
            raise NotAuthenticated(_("This token is not valid: log in again.")) from error
        return authenticated

    def authenticate_credentials(self, token: bytes) -> tuple[User, DeviceToken]:
        if not token.isalnum():  # for bytes, only ASCII: safe to decode and to look up
            raise AuthenticationFailed
        authenticated: tuple[User, DeviceToken] = super().authenticate_credentials(token)
        return authenticated

    def validate_user(self, auth_token: DeviceToken) -> tuple[User, DeviceToken]:
        user, token = super().validate_user(auth_token)
        use_language(user.language)
        now = timezone.now()
        if now - token.seen_at > SEEN_PRECISION:
            # On its own, outside of a transaction: it belongs to no other change.
            DeviceToken.objects.filter(pk=token.pk).update(seen_at=now)
        return user, token

    def _cleanup_token(self, auth_token: DeviceToken) -> bool:
        # Knox would look for expired ones among all tokens of the person, in every request.
        return auth_token.expiry is not None and auth_token.expiry < timezone.now()
