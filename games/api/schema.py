"""Tickets in the published schema. Loaded by the app's `ready`."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema


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
