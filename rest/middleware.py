"""The headers of every response, and requests that are refused before any view."""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware

from rest import error_handlers
from rest.body_limit import EXCEEDED
from rest.languages import preferred_language
from rest.problems import body_too_large

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}

GetResponse = Callable[[HttpRequest], Any]
Middleware = Callable[[HttpRequest], HttpResponseBase] | Callable[[HttpRequest], Awaitable[Any]]


@sync_and_async_middleware
def response_headers(get_response: GetResponse) -> Middleware:
    """Add the security headers, the language and `Content-Length`: the outermost middleware.

    Texts are in the language that the caller prefers (`Accept-Language`), or else in the default
    one; a view that knows the caller's account may use another (`rest.languages`).
    """
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponseBase:
            with translation.override(_language(request)):
                return _finish(await get_response(request))

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponseBase:
        with translation.override(_language(request)):
            return _finish(get_response(request))

    return synchronous


@sync_and_async_middleware
def refusals(get_response: GetResponse) -> Middleware:
    """Refuse unknown hosts and bodies that are too large: the innermost middleware.

    So that refusals have all headers, and a page on another origin may read them.
    """
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = _refusal(request) or await get_response(request)
            return response

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = _refusal(request) or get_response(request)
        return response

    return synchronous


def _language(request: HttpRequest) -> str:
    return preferred_language(request.headers.get("Accept-Language", ""))


def _refusal(request: HttpRequest) -> HttpResponseBase | None:
    try:
        request.get_host()
    except DisallowedHost as error:
        return error_handlers.bad_request(request, error)
    if limit := getattr(request, "scope", {}).get(EXCEEDED):
        # Closed, because otherwise the rest of the body would still have to be read.
        return body_too_large(limit, {"Connection": "close"}).response()
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
