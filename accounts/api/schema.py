"""Device tokens and the `Idempotency-Key` header in the published schema."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from accounts.idempotency import MAX_KEY, MIN_ANONYMOUS_KEY
from rest.schema import TypedSchema

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Any text, a new one for each write. If the same request is sent again with the "
    "same key, it gets the same answer and is not carried out twice.",
)
ANONYMOUS_IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": MIN_ANONYMOUS_KEY, "maxLength": MAX_KEY},
    OpenApiParameter.HEADER,
    description="A random text such as a UUID, a new one for each write. If the same request is "
    "sent again with the same key, it gets the same answer and is not carried out twice. Keep it "
    "secret: without an account, only the key shows who sent the request.",
)


class AccountSchema(TypedSchema):
    """Every write takes an `Idempotency-Key`."""

    def get_override_parameters(self) -> list[Any]:
        if self.method not in ("POST", "PUT", "PATCH", "DELETE"):
            return []
        return [IDEMPOTENCY_KEY if self.view.authentication_classes else ANONYMOUS_IDEMPOTENCY_KEY]

    def get_auth(self) -> list[dict[str, Any]]:
        """Name the scope that an access token needs."""
        needed = self.view.scope_of(self.method)  # type: ignore[attr-defined]
        ways = super().get_auth()
        return [{"deviceToken": [needed]} if "deviceToken" in way else way for way in ways]


class _DeviceTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.authentication.DeviceAuthentication"
    name = "deviceToken"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a device, from the response that logged it in, or an "
            "access token. Each operation names the scope that an access token needs; `device` "
            "means that no access token will do.",
        }
