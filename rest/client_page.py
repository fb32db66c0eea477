"""The client: one page for all its screens, which asks the API for what it shows.

`npm run build` in client/ writes it to `settings.CLIENT_ROOT`. Its other files are served by
`config.file_server`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers

from rest.caching import entity_tag
from rest.https_origins import https_origins

# For all files of the client, too: a worker has the policy that comes with its script. The rules
# are WebAssembly; codes to scan are pictures made by the page.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
LANGUAGE = "en"  # of the page before its script runs


def client_page(request: HttpRequest, *, is_secret: bool = False) -> HttpResponseBase | None:
    """Return the page, or None if the client is not built.

    If the address is a secret, the page must not be stored under it.
    """
    content = _index(settings.CLIENT_ROOT)
    if content is None:
        return None
    policy = _policy(request)
    headers = {
        "Content-Security-Policy": policy,
        "Content-Language": LANGUAGE,
        "Cache-Control": "no-store" if is_secret else "no-cache",
    }
    response = HttpResponse(content, headers=headers)
    patch_vary_headers(response, ["Accept"])
    if is_secret:
        return response
    # A 304 would leave the page with the policy that it had.
    response.headers["ETag"] = etag = entity_tag(content + policy.encode())
    return get_conditional_response(request, etag=etag, response=response)


def _policy(request: HttpRequest) -> str:
    """Return the policy; over plain HTTP, the page may also try the server's own HTTPS."""
    if request.is_secure() or not (origins := https_origins()):
        return CONTENT_SECURITY_POLICY
    return CONTENT_SECURITY_POLICY.replace(
        "connect-src 'self'", " ".join(["connect-src 'self'", *origins])
    )


@cache
def _index(folder: Path) -> bytes | None:
    """Return the page as it was when the server started, which is when its files were listed."""
    try:
        return (folder / "index.html").read_bytes()
    except FileNotFoundError:
        return None
