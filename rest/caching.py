"""Answers that a client may cache: an entity tag, and 304 if the client has it already."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from django.http import HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from rest_framework.request import Request


def entity_tag(content: bytes) -> str:
    """Return a strong entity tag for these bytes."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def conditional_response(
    request: Request,
    content: bytes | Callable[[], bytes],
    *,
    content_type: str,
    etag: str = "",
    max_age: int | None = None,
    file_name: str = "",
) -> HttpResponseBase:
    """Answer with `content`, or with 304 if the client has it already.

    If the `etag` is known beforehand, `content` can be a function: it is only called if the
    client needs its bytes. With `max_age`, any cache may store the answer for that many seconds.
    Without it, only the client may, and has to ask each time whether the answer is still valid.
    """
    if not etag:
        assert isinstance(content, bytes)
        etag = entity_tag(content)
    cache_control = "private, no-cache" if max_age is None else f"public, max-age={max_age}"
    headers = {"ETag": etag, "Cache-Control": cache_control}
    if file_name:
        headers["Content-Disposition"] = content_disposition_header(False, file_name) or "inline"
    # A Django response, because the content needs no renderer.
    response = HttpResponse(content_type=content_type, headers=headers)
    conditional = get_conditional_response(request._request, etag=etag, response=response)
    if conditional is not None and conditional is not response:
        return conditional
    response.content = content if isinstance(content, bytes) else content()
    return response
