"""Tickets in the published schema. Loaded by the app's `ready`."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction

from games.api.added_players import PlayerToSeat
from rest.schema import schema_of


class _TicketScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "games.live.tickets.TicketAuthentication"
    name = "ticket"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "query",
            "name": "ticket",
            "description": "For a browser's `EventSource`, which cannot send headers.",
        }


class _PlayerToSeatExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = "games.api.added_players.PlayerToSeatField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        return schema_of(PlayerToSeat, auto_schema, direction)
