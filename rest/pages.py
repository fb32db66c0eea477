"""Pages behind links that people open or scan; API clients get JSON.

A browser gets the client, or plain HTML that says the same if the client is not built.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypedDict

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rest.client_page import client_page
from rest.error_handlers import problem_of
from rest.negotiation import IgnoreAcceptHeader
from rest.problems import Problem, internal_error, not_found

STYLE = "rest/page.css"


class PageContent(TypedDict):
    """What a link leads to, for an API client."""

    kind: str
    title: str
    name: str
    text: list[str]
    api: str


@dataclass(frozen=True, slots=True)
class Page:
    """What a link leads to.

    `api` is the address of the API that shows or does it. `name` is what others have called it,
    such as a group. `code` is what the link contains, to type it elsewhere. `rows` are the rows of
    a table below `headings`; `files` are texts and addresses to open.
    """

    kind: str
    title: str
    text: tuple[str, ...]
    api: str
    name: str = ""
    code: str = ""
    headings: tuple[str, ...] = ()
    rows: tuple[Sequence[object], ...] = ()
    files: tuple[tuple[str, str], ...] = ()

    def content(self) -> PageContent:
        return {
            "kind": self.kind,
            "title": self.title,
            "name": self.name,
            "text": list(self.text),
            "api": self.api,
        }


class PageView(APIView):
    """A view with a `page` method. A GET gets HTML or JSON as preferred, even if it fails."""

    permission_classes = [AllowAny]
    throttle_scope = "guess"
    content_negotiation_class = IgnoreAcceptHeader

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        # The client says nothing about the link, so it needs no throttle.
        is_read = request.method in ("GET", "HEAD")
        client = client_page(request, is_secret=True) if is_read else None
        if client and is_for_browser(request):
            _keep_secret(client)
            return client
        return super().dispatch(request, *args, **kwargs)

    def page(self, *args: Any, **kwargs: Any) -> Page:
        """Return what the link leads to; raise what a view of the API would raise."""
        raise NotImplementedError

    def get(self, request: Request, **kwargs: Any) -> Response | HttpResponse:
        page = self.page(request, **kwargs)
        return _html(page) if is_for_browser(request) else Response(page.content())

    def handle_exception(self, exc: Exception) -> Any:
        response = super().handle_exception(exc)
        if not is_for_browser(self.request):
            return response
        html = _problem_page(problem_of(exc) or internal_error())
        for name, value in response.headers.items():
            html.headers.setdefault(name, value)
        return html

    def finalize_response(self, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(*args, **kwargs)
        _keep_secret(response)
        return response


class ClientView(APIView):
    """A screen of the client; there is nothing here for an API client."""

    permission_classes = [AllowAny]
    throttle_classes = []
    content_negotiation_class = IgnoreAcceptHeader
    schema = None

    def get(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        page = client_page(request._request) if is_for_browser(request) else None
        return page or page_not_found(request._request)


def client_missing() -> HttpResponse:
    """Return the page that says why there is no client; in English, like all documentation."""
    page = Page(
        "missing",
        "The API is here, the client is not",
        (
            "The client for phones has not been built on this server. That needs Node.js 20.19 or "
            "newer, and npm. Install them, then stop the server and start it again: make run",
            "The output of make run says what went wrong.",
        ),
        api="/api/v1/",
        files=(("Documentation of the API", reverse("docs")),),
    )
    with translation.override("en"):
        response = _html(page)
    response.headers["Content-Language"] = "en"
    patch_vary_headers(response, ["Accept"])
    return response


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer for an unknown address: a person sees a page, unless it is one of the API."""
    if request.path.startswith("/api/"):
        return not_found().response()
    is_page = is_for_browser(request)
    response = _problem_page(not_found()) if is_page else not_found().response()
    _keep_secret(response)
    return response


def is_for_browser(request: HttpRequest | Request) -> bool:
    """Whether the caller prefers HTML to JSON; one that takes anything gets JSON."""
    django_request = request._request if isinstance(request, Request) else request
    preferred = django_request.get_preferred_type(["application/json", "text/html"])
    return preferred == "text/html"


def _problem_page(problem: Problem) -> HttpResponse:
    is_unknown = problem.status in (404, 410)
    title = _("This link does not work") if is_unknown else _("Something is in the way")
    return _html(Page("problem", title, (problem.detail,), ""), problem.status)


def _keep_secret(response: HttpResponseBase) -> None:
    """Add headers: the address can be a secret, and must not be stored, indexed or passed on."""
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    response.headers.setdefault("X-Robots-Tag", "noindex")
    patch_vary_headers(response, ["Accept"])


def _html(page: Page, status: int = 200) -> HttpResponse:
    style, policy = style_and_policy()
    context = {
        "page": page,
        "style": style,
        "language": get_language(),
        "direction": "rtl" if get_language_bidi() else "ltr",
    }
    content = render_to_string("rest/page.html", context)
    return HttpResponse(content, status=status, headers={"Content-Security-Policy": policy})


@cache
def style_and_policy() -> tuple[str, str]:
    """Return the style sheet, and a policy that allows only that, by its hash."""
    style = render_to_string(STYLE)
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    return style, policy
