"""The headers of every response, and the check of the host."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.decorators import async_only_middleware

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}

Answer = Callable[[HttpRequest], Awaitable[HttpResponse]]


@async_only_middleware
def response_headers(get_response: Any) -> Answer:
    """Choose a language, and add the headers that every response has."""

    async def answer(request: HttpRequest) -> HttpResponse:
        with translation.override("en"):
            response: HttpResponse = await get_response(request)
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
            response.headers["X-Request-Id"] = str(uuid4())
            response.headers.setdefault("Content-Language", translation.get_language() or "")
            patch_vary_headers(response, ["Accept-Language", "Authorization"])
            response.headers["Content-Length"] = str(len(response.content))
        return response

    return answer


@async_only_middleware
def host_check(get_response: Any) -> Answer:
    """Refuse unknown hosts."""

    async def answer(request: HttpRequest) -> HttpResponse:
        request.get_host()
        response: HttpResponse = await get_response(request)
        return response

    return answer
