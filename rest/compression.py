"""Compresses answers with brotli or gzip, and gives them entity tags of their own.

Streams are left alone, and so are answers with secrets, which must not be stored
(docs/decisions/0014-compression-and-secrets.md).

A strong entity tag stands for exact bytes, so that of a compressed answer differs: `"7"` becomes
`"7-br"`. Views never see it. In `If-Match` and `If-None-Match` the ending is removed before
they read it, so either tag can be sent back.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from functools import lru_cache

import brotli
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers

MIN_BYTES = 1024
LEVELS = {"br": 5, "gzip": 6}  # each takes less than a millisecond for a game

MEDIA_TYPES = re.compile(
    r"application/(?:(?:[\w.+-]+\+)?(?:json|yaml|xml)|vnd\.oai\.openapi)\b"
    r"|image/svg\+xml\b|text/(?!event-stream)"
)
NOT_TO_COMPRESS = re.compile(r"\bno-(?:store|transform)\b")
ENDING = re.compile(r'("[^"]*)-(?:br|gzip)"')
QUALITY = re.compile(r"q\s*=\s*([01](?:\.\d{0,3})?)")

Middleware = Callable[[HttpRequest], HttpResponseBase]


def compression(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Middleware:
    """Compress what is worth compressing, with the encoding that the caller prefers."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        tags = _remove_endings(request)
        response = get_response(request)
        if encoding := _encoding_for(request, response):
            is_public = response.headers.get("Cache-Control", "").startswith("public")
            shrink = _compressed_once if is_public else compress
            _replace(response, shrink(response.content, encoding), encoding)  # type: ignore[attr-defined]
        return _with_known_tag(response, tags)

    return middleware


def preferred_encoding(accepted: str) -> str | None:
    """Return the encoding that `Accept-Encoding` prefers among ours, or None for none.

    >>> preferred_encoding("gzip, deflate, br"), preferred_encoding("gzip;q=1, br;q=0.5")
    ('br', 'gzip')
    >>> preferred_encoding("br;q=0, identity"), preferred_encoding("")
    (None, None)
    """
    qualities: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, _semicolon, parameters = part.partition(";")
        quality = QUALITY.fullmatch(parameters.strip())
        if quality or not parameters.strip():
            qualities[name.strip()] = float(quality[1]) if quality else 1.0
    others = qualities.get("*", 0.0)
    best = max(LEVELS, key=lambda name: qualities.get(name, others))  # of equals, the first
    liking = qualities.get(best, others)
    return best if liking > 0 and liking >= qualities.get("identity", 0.0) else None


def compress(content: bytes, encoding: str) -> bytes:
    """Return the content compressed; the same bytes give the same result."""
    if encoding == "br":
        compressed: bytes = brotli.compress(content, quality=LEVELS[encoding])
        return compressed
    return gzip.compress(content, LEVELS[encoding], mtime=0)


@lru_cache(maxsize=16)
def _compressed_once(content: bytes, encoding: str) -> bytes:
    """Compress what is the same for everybody, such as the schema with its megabyte, only once."""
    return compress(content, encoding)


def _encoding_for(request: HttpRequest, response: HttpResponseBase) -> str | None:
    """Say how to compress a response, if at all; note in `Vary` that it depends on the caller."""
    if (
        response.streaming
        or NOT_TO_COMPRESS.search(response.headers.get("Cache-Control", ""))
        or "Content-Encoding" in response.headers
        or not MEDIA_TYPES.match(response.headers.get("Content-Type", ""))
        or len(response.content) < MIN_BYTES  # type: ignore[attr-defined]
    ):
        return None
    patch_vary_headers(response, ["Accept-Encoding"])
    return preferred_encoding(request.headers.get("Accept-Encoding", ""))


def _replace(response: HttpResponseBase, content: bytes, encoding: str) -> None:
    response.content = content  # type: ignore[attr-defined]
    response.headers["Content-Encoding"] = encoding
    if "Content-Length" in response.headers:
        response.headers["Content-Length"] = str(len(content))
    tag = response.headers.get("ETag", "")
    if tag.startswith('"'):  # a weak one still holds
        response.headers["ETag"] = f'{tag[:-1]}-{encoding}"'


def _remove_endings(request: HttpRequest) -> str:
    """Remove the endings of entity tags that the caller sends; return its If-None-Match as sent."""
    known: str = request.META.get("HTTP_IF_NONE_MATCH", "")
    for name in ("HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH"):
        if "-" in (tags := request.META.get(name, "")):
            request.META[name] = ENDING.sub(r'\1"', tags)
            request.__dict__.pop("headers", None)  # Django's copy
    return known


def _with_known_tag(response: HttpResponseBase, known: str) -> HttpResponseBase:
    """Give a 304 the tag that the caller has, with its ending if it has one."""
    if response.status_code == 304:
        patch_vary_headers(response, ["Accept-Encoding"])
        tag = response.headers.get("ETag", "")
        if tag.startswith('"') and tag not in known:
            for ending in LEVELS:
                if (compressed := f'{tag[:-1]}-{ending}"') in known:
                    response.headers["ETag"] = compressed
    return response
