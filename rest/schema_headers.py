"""The headers of responses in the published schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the settings import this module, before there is a framework
    from rest_framework.views import APIView

# `APPEND_COMPONENTS` of drf-spectacular.
HEADER_COMPONENTS = {
    "headers": {
        "ETag": {
            "description": "Names this state of what is answered: for If-Match and If-None-Match.",
            "schema": {"type": "string"},
            "example": '"7.1f0c9a"',
        },
        "IdempotencyReplayed": {
            "description": "The answer to an earlier request with the same Idempotency-Key, which "
            "was not carried out again. Otherwise absent.",
            "schema": {"type": "string", "enum": ["true"]},
        },
        "RateLimit": {
            "description": "What is left of the limit (`r`), and in how many seconds it is renewed "
            "(`t`), after draft-ietf-httpapi-ratelimit-headers.",
            "schema": {"type": "string"},
            "example": '"account";r=594;t=31',
        },
        "RateLimitPolicy": {
            "description": "The limit: how many requests (`q`) in how many seconds (`w`).",
            "schema": {"type": "string"},
            "example": '"account";q=600;w=60',
        },
        "RequestId": {
            "description": "The id of the request: the X-Request-Id that you sent, or a new one.",
            "schema": {"type": "string", "maxLength": 128},
            "example": "0b6f8c8e-8d0c-4a52-9a6f-0d0c6a1d7b00",
        },
        "RetryAfter": {
            "description": "After how many seconds to try again.",
            "schema": {"type": "integer", "minimum": 0},
        },
    }
}
_COMPONENTS = {
    "ETag": "ETag",
    "Idempotency-Replayed": "IdempotencyReplayed",
    "RateLimit": "RateLimit",
    "RateLimit-Policy": "RateLimitPolicy",
    "X-Request-Id": "RequestId",
    "Retry-After": "RetryAfter",
}


def add_headers(operation: dict[str, Any], view: APIView) -> None:
    """Add the headers that follow from what an operation takes, and from how it is limited."""
    taken = {parameter["name"] for parameter in operation.get("parameters", ())}
    for status, response in operation["responses"].items():
        headers = {
            name: {"$ref": f"#/components/headers/{_COMPONENTS[name]}"}
            for name in _names(str(status), taken, is_limited=bool(view.throttle_classes))
        }
        if headers:
            response["headers"] = {**headers, **response.get("headers", {})}


def _names(status: str, taken: set[str], *, is_limited: bool) -> Iterator[str]:
    is_good = status.startswith("2")
    if is_good or status == "304":
        yield "X-Request-Id"
    if is_limited and (is_good or status == "429"):
        yield from ("RateLimit", "RateLimit-Policy")
    if status == "429":
        yield "Retry-After"
    if is_good and "Idempotency-Key" in taken:
        yield "Idempotency-Replayed"
    if "If-None-Match" in taken and (is_good or status == "304"):
        yield "ETag"
    if "If-Match" in taken and status == "412":
        yield "ETag"
