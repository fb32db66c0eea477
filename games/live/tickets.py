"""Tickets: `EventSource` sends no headers, and a token does not belong in an address.

A ticket is signed, says which device may listen to which game, and is good for a minute:
time to open the stream, and too short to be of use in a log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.core import signing
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated

from accounts.authentication import DeviceAuthentication
from accounts.models import DeviceToken, User

if TYPE_CHECKING:
    from rest_framework.request import Request

GOOD_FOR = 60  # seconds


def issue(game: UUID, token: DeviceToken) -> str:
    """A ticket with which the device of this token may listen to the game."""
    return _signer().sign_object([str(game), str(token.id)])


class TicketAuthentication(BaseAuthentication):
    """Accepts `?ticket=` for the game in the address."""

    def authenticate(self, request: Request) -> tuple[User, DeviceToken] | None:
        ticket = request.query_params.get("ticket")
        if ticket is None:
            return None
        try:
            game, token_id = _signer().unsign_object(ticket, max_age=GOOD_FOR)
        except (signing.BadSignature, ValueError):
            game = token_id = None
        token = DeviceToken.objects.select_related("user").filter(id=token_id).first()
        asked = str(request.parser_context["kwargs"]["game"])
        if token is None or game != asked:
            raise NotAuthenticated(_("This ticket is not valid, or no longer: ask for a new one."))
        return DeviceAuthentication().validate_user(token)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt="ticket")
