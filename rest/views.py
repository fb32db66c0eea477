"""The base class of all views: strict about query parameters, and open about what is deprecated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rest.deprecation import tell
from rest.query import check_names


class StrictView(APIView):
    """Answers 400 to a query parameter that it does not publish.

    A method publishes its parameters with `@extend_schema(parameters=[...])`; without any, it
    accepts none. Otherwise `?dry_run=true`, or a misspelled filter, could go unnoticed.
    Only pages for people are not strict: shared links may come with `?utm_source=`.
    """

    # What replaces each deprecated method: {"POST": "`PATCH` with `archived`"}. The schema and the
    # headers of answers say so (docs/versioning.md).
    deprecated: ClassVar[Mapping[str, str]] = {}

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        if request.method in self.deprecated:
            tell(response)
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not request.META.get("QUERY_STRING") or request.method == "OPTIONS":
            return
        if handler := getattr(self, (request.method or "").lower(), None):  # or DRF answers 405
            published = _published_parameters(self, handler.__func__)
            lists = [name for name, is_list in published.items() if is_list]
            check_names(request, published, lists)


_known: dict[Any, dict[str, bool]] = {}


def _published_parameters(view: StrictView, method: Any) -> dict[str, bool]:
    """Return the names of a method's query parameters from `extend_schema`.

    Each is paired with whether it is a list.
    """
    if method not in _known:
        schema_class = getattr(method, "kwargs", {}).get("schema")
        found: dict[str, bool] = {}
        if schema_class is not None:
            schema = schema_class()
            schema.view, schema.method = view, (view.request.method or "")
            found = {
                parameter.name: _is_list(parameter.type)
                for parameter in schema.get_override_parameters()
                if isinstance(parameter, OpenApiParameter)
                and parameter.location == OpenApiParameter.QUERY
            }
        _known[method] = found
    return _known[method]


def _is_list(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "array"
