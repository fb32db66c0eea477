"""Tickets: `EventSource` sends no headers, and a token does not belong in an address.

A ticket is signed, says which device may listen to which game or group, and expires after a minute:
long enough to open the stream, too short to be useful to somebody who finds it in a log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.core import signing
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated

from accounts.attempts import limit_attempts
from accounts.authentication import DeviceAuthentication
from accounts.models import DeviceToken, User
from accounts.selectors import unexpired
from rest.throttling import network_of

if TYPE_CHECKING:
    from rest_framework.request import Request

TICKET_LIFETIME = 60  # seconds


def issue_ticket(topic: UUID, token: DeviceToken) -> str:
    """Return a ticket with which the device of this token may listen to the game or group."""
    return _signer().sign_object([str(topic), str(token.id)])


class TicketAuthentication(BaseAuthentication):
    """Accept `?ticket=` for the stream of the game or the group in the address."""

    def authenticate(self, request: Request) -> tuple[User, DeviceToken] | None:
        ticket = request.query_params.get("ticket")
        if ticket is None or "wait" in request.query_params:  # which asks for no stream
            return None
        try:
            topic, token_id = _signer().unsign_object(ticket, max_age=TICKET_LIFETIME)
        except (signing.BadSignature, ValueError):
            topic = token_id = None
        token = DeviceToken.objects.select_related("user").filter(unexpired(), id=token_id).first()
        [requested] = request.parser_context["kwargs"].values()
        if token is None or topic != str(requested):
            limit_attempts("token", network_of(request))
            raise NotAuthenticated(_("This ticket is invalid or has expired: request a new one."))
        return DeviceAuthentication().validate_user(token)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt="ticket")
