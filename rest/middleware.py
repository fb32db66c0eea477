"""The headers of every response."""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware

from rest import error_handlers
from rest.languages import preferred_language

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@sync_and_async_middleware
def response_headers(
    get_response: Callable[[HttpRequest], Any],
) -> Callable[[HttpRequest], HttpResponseBase] | Callable[[HttpRequest], Awaitable[Any]]:
    """Refuse unknown hosts; add the security headers, the language and `Content-Length`.

    Texts are in the language that the caller prefers (`Accept-Language`), or else in the default
    one; a view that knows the caller's account may use another (`rest.languages`).
    """
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponseBase:
            with translation.override(_language(request)):
                return _finish(_refusal(request) or await get_response(request))

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponseBase:
        with translation.override(_language(request)):
            return _finish(_refusal(request) or get_response(request))

    return synchronous


def _language(request: HttpRequest) -> str:
    return preferred_language(request.headers.get("Accept-Language", ""))


def _refusal(request: HttpRequest) -> HttpResponseBase | None:
    try:
        request.get_host()
    except DisallowedHost as error:
        return error_handlers.bad_request(request, error)
    return None


def _finish(response: HttpResponseBase) -> HttpResponseBase:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Content-Language", translation.get_language() or "")
    patch_vary_headers(response, ["Accept-Language"])
    # Without it, the server would send the response in chunks.
    if not response.streaming and "Content-Length" not in response.headers:
        response.headers["Content-Length"] = str(len(response.content))  # type: ignore[attr-defined]
    return response
