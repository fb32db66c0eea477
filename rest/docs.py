"""The front page, the published schema, and the pages that show it."""

from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rest.caching import conditional_response
from rest.client_page import client_page
from rest.negotiation import IgnoreAcceptHeader
from rest.pages import client_missing, is_for_browser, page_not_found, style_and_policy
from rest.problem_catalog import problem_sections
from rest.views import StrictView

# Both pages add styles from their scripts, and ReDoc searches in a worker. Nothing is loaded
# from another host, not even ReDoc's logo.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "worker-src 'self' blob:; frame-ancestors 'none'"
)

MAX_AGE = 300  # seconds for which caches may keep the schema and its pages

# Always in English, as is all documentation: translated labels would change the names of enums.
SCHEMA_LANGUAGE = "en"

# drf-spectacular loads its parts with the first schema: a second thread would find half of them.
_making = Lock()

RENDERERS: list[type[BaseRenderer]] = [
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
]


@extend_schema(exclude=True)
class IndexView(APIView):
    """The client for a browser; for others, what this server is and where to read about it."""

    permission_classes = [AllowAny]
    throttle_classes = []
    content_negotiation_class = IgnoreAcceptHeader

    def get(self, request: Request) -> Response | HttpResponseBase:
        if is_for_browser(request):
            return client_page(request._request) or client_missing()
        return Response(
            {
                "name": "Tableside",
                "api": "/api/v1/",
                "docs": reverse("docs"),
                "reference": reverse("redoc"),
                "schema": reverse("schema"),
                "problems": reverse("problems"),
            },
            headers={"Vary": "Accept"},
        )


@extend_schema(exclude=True)
class SchemaView(StrictView):
    """The schema in YAML or JSON, by `Accept` or `?format=`; built once per process."""

    permission_classes = [AllowAny]
    throttle_scope = "docs"
    renderer_classes = RENDERERS

    def get_format_suffix(self, **_kwargs: Any) -> str | None:
        return self.request.query_params.get("format")

    @extend_schema(parameters=[OpenApiParameter("format", str, enum=["yaml", "json"])])
    def get(self, request: Request) -> HttpResponseBase:
        renderer = request.accepted_renderer
        with _making:
            content = _rendered(RENDERERS.index(type(renderer)))
        response = conditional_response(
            request, content, content_type=renderer.media_type, max_age=MAX_AGE
        )
        response["Content-Language"] = SCHEMA_LANGUAGE
        return response


@cache
def _rendered(renderer: int) -> bytes:
    # Until it is rendered, the schema has texts that are translated when they are read.
    with translation.override(SCHEMA_LANGUAGE):
        text: Any = RENDERERS[renderer]().render(_schema(), renderer_context={})
    content: bytes = text if isinstance(text, bytes) else text.encode()
    return content


@cache
def _schema() -> Any:
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


class _DocumentationPage(APIView):
    throttle_scope = "docs"

    def finalize_response(self, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(*args, **kwargs)
        response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        response.headers["Content-Language"] = SCHEMA_LANGUAGE
        if response.status_code == 200:
            response.headers.setdefault("Cache-Control", f"public, max-age={MAX_AGE}")
        return response


class SwaggerView(_DocumentationPage, SpectacularSwaggerSplitView):
    """Try the API in the browser."""


class RedocView(_DocumentationPage, SpectacularRedocView):
    """Read the API."""

    template_name = "rest/redoc.html"


@extend_schema(exclude=True)
class ProblemsView(APIView):
    """What every problem means and what to do about it; `type` of a problem leads here."""

    permission_classes = [AllowAny]
    throttle_scope = "docs"
    content_negotiation_class = IgnoreAcceptHeader

    def get(self, request: Request) -> HttpResponseBase:
        content, policy = _problems_page()
        response = conditional_response(
            request, content, content_type="text/html; charset=utf-8", max_age=MAX_AGE
        )
        response.headers["Content-Security-Policy"] = policy
        response.headers["Content-Language"] = SCHEMA_LANGUAGE
        return response


@extend_schema(exclude=True)
class DocumentView(APIView):
    """A document as it is in the repository, for whoever reads Markdown: assistants above all."""

    permission_classes = [AllowAny]
    throttle_scope = "docs"
    content_negotiation_class = IgnoreAcceptHeader

    def get(self, request: Request, name: str) -> HttpResponseBase:
        path = documents().get(name)
        if path is None:
            return page_not_found(request._request)
        kind = "text/markdown" if path.suffix == ".md" else "text/plain"
        response = conditional_response(
            request, path.read_bytes(), content_type=f"{kind}; charset=utf-8", max_age=MAX_AGE
        )
        response["Content-Language"] = SCHEMA_LANGUAGE
        return response


@cache
def documents() -> dict[str, Path]:
    """The documents by their names; an address that names no such file leads nowhere."""
    folder = settings.DOCUMENTS
    files = [*folder.rglob("*.md"), folder / "llms.txt"]
    return {path.relative_to(folder).as_posix(): path for path in files}


@cache
def _problems_page() -> tuple[bytes, str]:
    """Return the page, and its Content-Security-Policy; made once per process."""
    style, policy = style_and_policy()
    context = {"sections": list(problem_sections()), "style": style}
    return render_to_string("rest/problems.html", context).encode(), policy
