"""Pages of long lists, by the last row seen: added and deleted rows move no other row.

class GameListView(AccountView):
    pagination_class = CursorPagination      # for the schema

    def get(self, request: Request) -> Response:
        page = paginate(request, games_of(group))   # ordered; the last field unique
        return page.response([game_answer(game) for game in page.rows])
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
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
    """Publishes in the schema what `paginate` reads and answers."""

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri-reference"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {
                "next": {
                    **link,
                    "description": "The address of the next page; null on the last one.",
                    "example": "/api/v1/groups/?cursor=WzEyXQ%3A4fX",
                },
                "previous": {
                    **link,
                    "description": "The address of the previous page; null on the first one.",
                    "example": None,
                },
                "results": schema,
            },
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return []  # views list PAGE_PARAMETERS themselves


PAGE_PARAMETERS = [
    OpenApiParameter(
        "cursor",
        str,
        description="Where the page begins: from the link to the `next` or `previous` page.",
    ),
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": PAGE_SIZE},
        description="The maximum number of results on a page.",
    ),
]


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """The rows of one page, and links to the next and previous page, without the host."""

    rows: list[Row]
    next: str | None
    previous: str | None

    def answer(self, results: Sequence[Any]) -> dict[str, Any]:
        return {"next": self.next, "previous": self.previous, "results": results}

    def response(self, results: Sequence[Any]) -> Response:
        return Response(self.answer(results))


def paginate(request: Request, rows: QuerySet[Row]) -> Page[Row]:
    """Return the page that `?cursor=` and `?limit=` ask for, with one query.

    `rows` must be ordered by fields of the model that are never null, the last one unique.
    Raises ProblemError (400) if the limit or the cursor is not valid.
    """
    limit, order, backwards, key = read_page(request, rows)
    if key is not None:
        rows = rows.filter(_after(_reversed(order) if backwards else order, key))
    if backwards:
        rows = rows.order_by(*_reversed(order))
    page = list(rows[: limit + 1])
    has_more = len(page) > limit
    page = page[:limit]
    if backwards:
        page.reverse()
    # There is always a link back to the page that the client came from.
    has_next = has_more if not backwards else True
    has_previous = has_more if backwards else key is not None
    return Page(
        page,
        next=_link(request, order, page[-1], False) if page and has_next else None,
        previous=_link(request, order, page[0], True) if page and has_previous else None,
    )


def read_page(
    request: Request, rows: QuerySet[Row]
) -> tuple[int, tuple[str, ...], bool, list[Any] | None]:
    """Return which page `paginate` will read: its limit, order, direction and where it begins.

    Without a query. A view that may answer 304 calls this before: a bad question is no old answer.
    """
    order = tuple(map(str, rows.query.order_by or rows.model._meta.ordering or ()))
    return _read_limit(request), order, *_read_cursor(request, rows.model, order)


def _read_limit(request: Request) -> int:
    text = request.query_params.get("limit")
    if text is None:
        return PAGE_SIZE
    if not re.fullmatch("-?[0-9]+", text, re.ASCII):
        raise _invalid("limit", "invalid", _("The limit must be a whole number."))
    if len(text) > 3 or not 1 <= int(text) <= MAX_PAGE_SIZE:
        detail = _("The limit must be from 1 to %(max)s.") % {"max": MAX_PAGE_SIZE}
        raise _invalid("limit", "out_of_range", detail)
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
        detail = _("This cursor does not belong to this list: start without a cursor.")
        raise _invalid("cursor", "unknown_cursor", detail) from None
    names = [name.lstrip("-") for name in order]
    values = zip(names, key, strict=True)
    return backwards, [model._meta.get_field(name).to_python(value) for name, value in values]  # type: ignore[union-attr]


def _signer(model: type[Model], order: tuple[str, ...]) -> signing.Signer:
    # Signed, so that a cursor can only have values that a row of this list had.
    return signing.Signer(salt=f"cursor {model._meta.label} {' '.join(order)}")


def _link(request: Request, order: tuple[str, ...], row: Model, backwards: bool) -> str:
    names = [name.lstrip("-") for name in order]
    key = [row._meta.get_field(name).value_to_string(row) for name in names]  # type: ignore[union-attr]
    query = request.query_params.copy()
    query["cursor"] = _signer(type(row), order).sign_object([backwards, *key])
    return f"{request.path}?{query.urlencode()}"


def _reversed(order: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name[1:] if name.startswith("-") else f"-{name}" for name in order)


def _after(order: tuple[str, ...], key: list[Any]) -> Q:
    """Match the rows after the one with this key: (a, b) > (A, B) is a > A, or a = A and b > B."""

    matches = Q()
    for name, value in reversed(list(zip(order, key, strict=True))):
        field, comparison = (name[1:], "lt") if name.startswith("-") else (name, "gt")
        is_after, is_equal = Q(**{f"{field}__{comparison}": value}), Q(**{field: value})
        matches = is_after | (is_equal & matches) if matches else is_after
    return matches


def _invalid(parameter: str, code: str, detail: str) -> ProblemError:
    return ProblemError(
        400, "invalid_request", detail, errors=[FieldError(parameter, code, detail)]
    )
