"""Answers that a client may cache: an entity tag, and 304 if the client has it already."""

from __future__ import annotations

import hashlib

from django.http import HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.request import Request


def entity_tag(content: bytes) -> str:
    """Return a strong entity tag for these bytes."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def conditional_response(
    request: Request,
    content: bytes,
    *,
    content_type: str,
    max_age: int | None = None,
    vary: str = "",
) -> HttpResponseBase:
    """Answer with `content`, or with 304 if the client has it already.

    With `max_age`, any cache may store the answer for that many seconds. Without it, only the
    client may, and has to ask each time whether the answer is still valid.
    """
    etag = entity_tag(content)
    cache_control = "private, no-cache" if max_age is None else f"public, max-age={max_age}"
    # A Django response, because the content is already rendered.
    headers = {"ETag": etag, "Cache-Control": cache_control}
    if vary:
        headers["Vary"] = vary
    response = HttpResponse(content, content_type=content_type, headers=headers)
    return get_conditional_response(request._request, etag=etag, response=response) or response
