"""The headers of every response, what is counted and logged, and requests that are refused."""

from collections.abc import Callable
from time import perf_counter

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from rest import error_handlers, metrics
from rest.languages import preferred_language
from rest.logs import log_access, route_of
from rest.problems import REFUSAL
from rest.request_id import HEADER as REQUEST_ID_HEADER
from rest.request_id import RECEIVED, chosen_id, request_id

MAX_HOST = 253 + len(":65535")  # as DNS allows: links with a longer one fit into no QR code
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def standard_headers() -> dict[str, str]:
    """Return the security headers of every response, files included.

    Browsers obey the last one over HTTPS only, and then use nothing else for a year.
    """
    if not settings.SECURE_HSTS_SECONDS:
        return HEADERS
    return {**HEADERS, "Strict-Transport-Security": f"max-age={settings.SECURE_HSTS_SECONDS}"}


GetResponse = Callable[[HttpRequest], HttpResponseBase]


def every_response(get_response: GetResponse) -> GetResponse:
    """Give every response its headers and language; count it, and log it. The outermost middleware.

    Texts are in the language that the caller prefers (`Accept-Language`), or else in the default
    one; a view that knows the caller's account may use another (`rest.languages`). The time that is
    counted includes the wait for a thread, but not what is followed later (`rest.follow`).
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        began = request.META.get(RECEIVED) or perf_counter()
        id = request.id = chosen_id(request.META.get("HTTP_X_REQUEST_ID"))  # type: ignore[attr-defined]
        language = preferred_language(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
        with request_id(id, request), translation.override(language):
            response = get_response(request)
            _add_headers(request, response, id)
        method, route, status = request.method or "", route_of(request), response.status_code
        seconds = perf_counter() - began
        metrics.request_answered(route, method, status, seconds)
        if settings.ACCESS_LOG:
            log_access(method, route, status, seconds, id)
        return response

    return middleware


def refusals(get_response: GetResponse) -> GetResponse:
    """Refuse unknown hosts, and what the gateway refuses (`REFUSAL`).

    The innermost middleware: refusals have all headers, and pages on other origins can read them.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        try:
            if len(request.get_host()) > MAX_HOST:
                raise DisallowedHost
        except DisallowedHost as error:
            return error_handlers.bad_request(request, error)
        if refusal := request.META.get(REFUSAL):
            response: HttpResponseBase = refusal().response()
            # Django must not log it: if too many requests come, a line for each does not help.
            response._has_been_logged = True  # type: ignore[attr-defined]
            return response
        return get_response(request)

    return middleware


def _add_headers(request: HttpRequest, response: HttpResponseBase, id: str) -> None:
    for name, value in standard_headers().items():
        response.headers.setdefault(name, value)
    response.headers[REQUEST_ID_HEADER] = id
    if limit := getattr(request, "rate_limit", None):
        for name, value in limit.headers().items():
            # A view may have named another limit, such as that of an e-mail address.
            told = response.headers.get(name)
            response.headers[name] = f"{value}, {told}" if told else value
    response.headers.setdefault("Content-Language", translation.get_language() or "")
    patch_vary_headers(response, ["Accept-Language"])
    # Without it, the server would send the response in chunks.
    if not response.streaming and "Content-Length" not in response.headers:
        response.headers["Content-Length"] = str(len(response.content))  # type: ignore[attr-defined]
