"""Answers that a client may keep: an entity tag, and 304 to who has it already."""

from __future__ import annotations

import hashlib

from django.http import HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.request import Request


def entity_tag(content: bytes) -> str:
    """A strong tag of these very bytes."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def cacheable(
    request: Request,
    content: bytes,
    *,
    content_type: str,
    max_age: int | None = None,
    vary: str = "",
) -> HttpResponseBase:
    """Answer with `content`, or 304 where it is known.

    Anybody may keep it for `max_age` seconds. Without, it is for who asked alone, and only to
    be used again once we have said that it still holds.
    """
    etag = entity_tag(content)
    kept = "private, no-cache" if max_age is None else f"public, max-age={max_age}"
    # Django's own response, for the content is rendered already.
    headers = {"ETag": etag, "Cache-Control": kept}
    if vary:
        headers["Vary"] = vary
    response = HttpResponse(content, content_type=content_type, headers=headers)
    return get_conditional_response(request._request, etag=etag, response=response) or response
