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
    request: Request, content: bytes, *, content_type: str, max_age: int, vary: str = ""
) -> HttpResponseBase:
    """Answer with `content` to be kept for `max_age` seconds, or 304 where it is known."""
    etag = entity_tag(content)
    # Django's own response, for the content is rendered already.
    headers = {"ETag": etag, "Cache-Control": f"public, max-age={max_age}"}
    if vary:
        headers["Vary"] = vary
    response = HttpResponse(content, content_type=content_type, headers=headers)
    return get_conditional_response(request._request, etag=etag, response=response) or response
