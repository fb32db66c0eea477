"""Serving files: those of the documentation, and those of the client."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast
from wsgiref.headers import Headers

import servestatic.utils
from django.conf import settings
from servestatic import ServeStaticASGI

from rest.asgi_types import Application
from rest.client_page import CONTENT_SECURITY_POLICY
from rest.middleware import standard_headers

# A thread reads each block. The client's rules have 5 MB: in the library's blocks of 8 kB, sending
# them takes several times as long.
servestatic.utils.ASGI_BLOCK_SIZE = 256 * 1024

MEDIA_TYPES = {".webmanifest": "application/manifest+json"}
IMMUTABLE = "/assets/"  # each file there has a hash of its content in its name


def file_server(application: Application, static_root: Path, client_root: Path) -> ServeStaticASGI:
    """Return an application that serves what is in the folders now; the rest goes to `application`.

    A file with a `.br` or `.gz` beside it is sent compressed.
    """
    static_root.mkdir(parents=True, exist_ok=True)
    files = ServeStaticASGI(
        cast(Any, application),
        root=static_root,
        prefix=settings.STATIC_URL,
        max_age=3600,
        allow_all_origins=False,
        mimetypes=MEDIA_TYPES,
        immutable_file_test=_is_immutable,
        add_headers_function=_add_headers,
    )
    if client_root.is_dir():
        files.add_files(client_root)
    return files


def _is_immutable(_path: str, url: str) -> bool:
    return url.startswith(IMMUTABLE)


def _add_headers(headers: Headers, _path: str, url: str) -> None:
    for name, value in standard_headers().items():
        headers[name] = value
    if url.startswith(settings.STATIC_URL):
        return
    headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    if not _is_immutable(_path, url):
        headers["Cache-Control"] = "no-cache"
