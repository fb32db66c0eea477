"""The headers of every response, what is counted and logged, and requests that are refused."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from rest import error_handlers, metrics, tracing
from rest.languages import preferred_language
from rest.logs import log_access, route_of
from rest.problems import REFUSAL
from rest.request_id import HEADER as REQUEST_ID_HEADER
from rest.request_id import RECEIVED, chosen_id, request_id

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def standard_headers() -> dict[str, str]:
    """Return the headers about security that every response has.

    Browsers heed the last one over HTTPS only, and then come by no other way for a year.
    """
    if not settings.SECURE_HSTS_SECONDS:
        return HEADERS
    return {**HEADERS, "Strict-Transport-Security": f"max-age={settings.SECURE_HSTS_SECONDS}"}


GetResponse = Callable[[HttpRequest], HttpResponseBase]


def observation(get_response: GetResponse) -> GetResponse:
    """Count, log and trace requests, with the time that they have waited for a thread.

    The outermost middleware. What is followed later (`rest.follow`) is not part of the time.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        began = request.META.get(RECEIVED) or perf_counter()
        method = request.method or ""
        with tracing.of_request(request) as answered:
            response = get_response(request)
            route, status = route_of(request), response.status_code
            id, seconds = response.headers[REQUEST_ID_HEADER], perf_counter() - began
            answered(route, status, id)
        metrics.request_answered(route, method, status, seconds)
        if settings.ACCESS_LOG:
            log_access(method, route, status, seconds, id)
        return response

    return middleware


def response_headers(get_response: GetResponse) -> GetResponse:
    """Add the headers that every response has.

    They are about security, language, length, limits, and the id of the request.

    Texts are in the language that the caller prefers (`Accept-Language`), or else in the default
    one; a view that knows the caller's account may use another (`rest.languages`).
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with _answering(request) as id:
            return _finish(request, get_response(request), id)

    return middleware


def refusals(get_response: GetResponse) -> GetResponse:
    """Refuse unknown hosts and what the gateway refuses (`REFUSAL`): the innermost middleware.

    So that refusals have all headers, and a page on another origin may read them.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return _refusal(request) or get_response(request)

    return middleware


@contextmanager
def _answering(request: HttpRequest) -> Iterator[str]:
    """Choose the id and the language of a response."""
    id = request.id = chosen_id(request.headers.get(REQUEST_ID_HEADER))  # type: ignore[attr-defined]
    language = preferred_language(request.headers.get("Accept-Language", ""))
    with request_id(id, request), translation.override(language):
        yield id


def _refusal(request: HttpRequest) -> HttpResponseBase | None:
    try:
        request.get_host()
    except DisallowedHost as error:
        return error_handlers.bad_request(request, error)
    if refusal := request.META.get(REFUSAL):
        response: HttpResponseBase = refusal().response()
        # Not by Django: when too many requests come, as many lines would not help.
        response._has_been_logged = True  # type: ignore[attr-defined]
        return response
    return None


def _finish(request: HttpRequest, response: HttpResponseBase, id: str) -> HttpResponseBase:
    for name, value in standard_headers().items():
        response.headers.setdefault(name, value)
    response.headers[REQUEST_ID_HEADER] = id
    if limit := getattr(request, "rate_limit", None):
        for name, value in limit.headers().items():
            # A view may have told of another limit, such as that of an e-mail address.
            told = response.headers.get(name)
            response.headers[name] = f"{value}, {told}" if told else value
    response.headers.setdefault("Content-Language", translation.get_language() or "")
    patch_vary_headers(response, ["Accept-Language"])
    # Without it, the server would send the response in chunks.
    if not response.streaming and "Content-Length" not in response.headers:
        response.headers["Content-Length"] = str(len(response.content))  # type: ignore[attr-defined]
    return response
