"""Long lists in pages, by the last row seen: a row that comes or goes moves no other.

class GameListView(AccountView):
    pagination_class = CursorPagination      # for the schema

    def get(self, request: Request) -> Response:
        page = read_page(request, games_of(group))   # ordered; the last field unique
        return page.response([game_answer(game) for game in page.rows])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Generic, TypeVar

from django.core import signing
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

from rest.problems import FieldError, ProblemError

PAGE_SIZE = 50
MAX_PAGE_SIZE = 100

Row = TypeVar("Row", bound=Model)


class CursorPagination(BasePagination):
    """Says in the schema what `read_page` reads and answers."""

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri-reference"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {
                "next": {
                    **link,
                    "description": "Where the next page is; null on the last.",
                    "example": "/api/v1/groups/?cursor=WzEyXQ%3A4fX",
                },
                "previous": {
                    **link,
                    "description": "Where the page before is; null on the first.",
                    "example": None,
                },
                "results": schema,
            },
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return []  # PAGE_PARAMETERS: a view with problem responses is not asked for these


PAGE_PARAMETERS = [
    OpenApiParameter("cursor", str, description="From `next` or `previous` of another page."),
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": PAGE_SIZE},
        description="How many on a page.",
    ),
]
PAGE_NAMES = tuple(parameter.name for parameter in PAGE_PARAMETERS)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """The rows of one page, and links to its neighbours, without the host."""

    rows: list[Row]
    next: str | None
    previous: str | None

    def response(self, results: Sequence[Any]) -> Response:
        return Response({"next": self.next, "previous": self.previous, "results": results})


def read_page(request: Request, rows: QuerySet[Row]) -> Page[Row]:
    """The page that `?cursor=` and `?limit=` ask for; one query.

    `rows` must be ordered by fields of its own that are never null, the last one unique.
    Raises ProblemError (400) for a limit or a cursor that is none.
    """
    order = tuple(map(str, rows.query.order_by or rows.model._meta.ordering or ()))
    limit = _read_limit(request)
    backwards, key = _read_cursor(request, rows.model, order)
    if key is not None:
        rows = rows.filter(_beyond(_turned(order) if backwards else order, key))
    if backwards:
        rows = rows.order_by(*_turned(order))
    found = list(rows[: limit + 1])
    more = len(found) > limit
    found = found[:limit]
    if backwards:
        found.reverse()
    # Whoever came from a neighbour finds it again at the same place.
    has_next = more if not backwards else True
    has_previous = more if backwards else key is not None
    return Page(
        found,
        next=_link(request, order, found[-1], False) if found and has_next else None,
        previous=_link(request, order, found[0], True) if found and has_previous else None,
    )


def _read_limit(request: Request) -> int:
    text = request.query_params.get("limit")
    if text is None:
        return PAGE_SIZE
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise _bad("limit", "invalid", _("A whole number is required."))
    if not 1 <= int(text) <= MAX_PAGE_SIZE:
        detail = _("The limit is from 1 to %(most)s.") % {"most": MAX_PAGE_SIZE}
        raise _bad("limit", "out_of_range", detail)
    return int(text)


def _read_cursor(
    request: Request, model: type[Model], order: tuple[str, ...]
) -> tuple[bool, list[Any] | None]:
    text = request.query_params.get("cursor")
    if text is None:
        return False, None
    try:
        backwards, *key = _signer(model, order).unsign_object(text)
    except (signing.BadSignature, ValueError):
        detail = _("This cursor is not one of this list: begin without one.")
        raise _bad("cursor", "unknown_cursor", detail) from None
    names = [name.lstrip("-") for name in order]
    values = zip(names, key, strict=True)
    return backwards, [model._meta.get_field(name).to_python(value) for name, value in values]  # type: ignore[union-attr]


def _signer(model: type[Model], order: tuple[str, ...]) -> signing.Signer:
    # Signed, so that what is read from a cursor is always what a row of this list had.
    return signing.Signer(salt=f"cursor {model._meta.label} {' '.join(order)}")


def _link(request: Request, order: tuple[str, ...], row: Model, backwards: bool) -> str:
    names = [name.lstrip("-") for name in order]
    key = [row._meta.get_field(name).value_to_string(row) for name in names]  # type: ignore[union-attr]
    query = request.query_params.copy()
    query["cursor"] = _signer(type(row), order).sign_object([backwards, *key])
    return f"{request.path}?{query.urlencode()}"


def _turned(order: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name[1:] if name.startswith("-") else f"-{name}" for name in order)


def _beyond(order: tuple[str, ...], key: list[Any]) -> Q:
    """The rows after the one with this key: (a, b) > (A, B) is a > A, or a = A and b > B."""

    def step(after_it: Q, place: tuple[str, Any]) -> Q:
        name, value = place
        field, comparison = (name[1:], "lt") if name.startswith("-") else (name, "gt")
        return Q(**{f"{field}__{comparison}": value}) | (Q(**{field: value}) & after_it)

    *places, (last, value) = zip(order, key, strict=True)
    field, comparison = (last[1:], "lt") if last.startswith("-") else (last, "gt")
    return reduce(step, reversed(places), Q(**{f"{field}__{comparison}": value}))


def _bad(parameter: str, code: str, detail: str) -> ProblemError:
    return ProblemError(
        400, "invalid_request", detail, errors=[FieldError(parameter, code, detail)]
    )
