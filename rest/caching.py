"""Answers that a client may cache: an entity tag, and 304 if the client has it already."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, parse_etags
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of the answer that you have: 304 if nothing in it has changed.",
)


def entity_tag(content: bytes) -> str:
    """Return a strong entity tag for these bytes."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def fingerprint(*facts: object) -> str:
    """Return what identifies an answer, given the facts that it is made from.

    The language of its texts and the release that makes it are added.
    """
    everything = repr((*facts, get_language(), settings.RELEASE))
    return hashlib.sha256(everything.encode()).hexdigest()[:16]


def quoted(fingerprint: str) -> str:
    """Return the entity tag of an answer that has no version."""
    return f'"{fingerprint}"'


def validators(etag: str) -> dict[str, str]:
    """Return the headers of an answer that its reader may keep, but must revalidate each time."""
    return {
        "ETag": etag,
        "Cache-Control": "private, no-cache",
        "Vary": "Accept-Language, Authorization",
    }


def not_modified(request: Request, etag: str) -> HttpResponseBase | None:
    """Return 304 if the client has the answer with this entity tag, else None (`If-None-Match`)."""
    known = [
        tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))
    ]
    if "*" not in known and etag not in known:
        return None
    return HttpResponseNotModified(headers=validators(etag))


def kept_response(request: Request, etag: str, answer: Callable[[], Any]) -> HttpResponseBase:
    """Answer with what `answer` returns, or with 304 if the client has it already.

    The facts behind the `etag` must not be newer than the answer: an answer that is newer than its
    tag is merely sent once more, but one that is older would be kept.
    """
    return not_modified(request, etag) or Response(answer(), headers=validators(etag))


def conditional_response(
    request: Request,
    content: bytes,
    *,
    content_type: str,
    etag: str = "",
    max_age: int | None = None,
    file_name: str = "",
) -> HttpResponse:
    """Answer with `content`, or with 304 if the client has it already.

    With `max_age`, any cache may store the answer for that many seconds.
    Without it, only the client may, and has to ask each time whether the answer is still valid.
    """
    etag = etag or entity_tag(content)
    cache_control = "private, no-cache" if max_age is None else f"public, max-age={max_age}"
    headers = {"ETag": etag, "Cache-Control": cache_control}
    if file_name:
        headers["Content-Disposition"] = content_disposition_header(False, file_name) or "inline"
    # A Django response, because the content needs no renderer.
    response = HttpResponse(content, content_type=content_type, headers=headers)
    return get_conditional_response(request._request, etag=etag, response=response) or response
