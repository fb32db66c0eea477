"""Pages of long lists, by the last row seen: added and deleted rows move no other row.

class GameListView(AccountView):
    pagination_class = CursorPagination      # for the schema

    def get(self, request: Request) -> Response:
        page = paginate(request, games_of(group))   # ordered; the last field unique
        return page.response([game_answer(game) for game in page.rows])
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, TypeVar

from django.core import signing
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

from rest.refusals import wrong_field

PAGE_SIZE = 50
MAX_PAGE_SIZE = 100

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")


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
class Page(Generic[Item]):
    """The rows of one page, and links to the next and previous page, without the host."""

    rows: list[Item]
    next: str | None
    previous: str | None

    def answer(self, results: Sequence[Any]) -> dict[str, Any]:
        return {"next": self.next, "previous": self.previous, "results": results}

    def response(self, results: Sequence[Any]) -> Response:
        return Response(self.answer(results))


@dataclass(frozen=True, slots=True)
class DaysAsked:
    """Which days are asked for: the latest, or those nearest before or after a day."""

    most: int
    before: date | None = None
    after: date | None = None


def paginate(request: Request, rows: QuerySet[Row]) -> Page[Row]:
    """Return the page that `?cursor=` and `?limit=` ask for, with one query.

    `rows` must be ordered by fields of the model that are never null, the last one unique.
    Raises Refusal if the limit or the cursor is not valid.
    """
    limit, order, backwards, key = read_page(request, rows)
    if key is not None:
        rows = rows.filter(_after(_reversed(order) if backwards else order, key))
    if backwards:
        rows = rows.order_by(*_reversed(order))
    names = [name.lstrip("-") for name in order]

    def key_of(row: Row) -> list[str]:
        return [row._meta.get_field(name).value_to_string(row) for name in names]  # type: ignore[union-attr]

    links = _Links(request, _signer(rows.model, order), backwards, has_key=key is not None)
    return links.page(list(rows[: limit + 1]), limit, key_of)


def paginate_days(
    request: Request,
    name: str,
    read: Callable[[DaysAsked], list[Item]],
    day_of: Callable[[Item], date],
) -> Page[Item]:
    """Return the page of days that `?cursor=` and `?limit=` ask for, the latest first.

    `read` returns the days that it is asked for, nearest first. `name` tells this list from others.
    Raises Refusal if the limit or the cursor is not valid.
    """
    limit = _read_limit(request)
    signer = signing.Signer(salt=f"cursor days {name}")
    backwards, key = _read_cursor(request, signer)
    day = date.fromisoformat(key[0]) if key else None
    asked = DaysAsked(limit + 1, **{"after" if backwards else "before": day})
    links = _Links(request, signer, backwards, has_key=day is not None)
    return links.page(read(asked), limit, lambda item: [day_of(item).isoformat()])


def read_page(
    request: Request, rows: QuerySet[Row]
) -> tuple[int, tuple[str, ...], bool, list[Any] | None]:
    """Return which page `paginate` will read: its limit, order, direction and where it begins.

    Without a query. A view that may answer 304 calls this first: an invalid request must not get
    one.
    """
    order = tuple(map(str, rows.query.order_by or rows.model._meta.ordering or ()))
    limit = _read_limit(request)
    backwards, texts = _read_cursor(request, _signer(rows.model, order))
    if texts is None:
        return limit, order, backwards, None
    values = zip((name.lstrip("-") for name in order), texts, strict=True)
    key = [rows.model._meta.get_field(name).to_python(value) for name, value in values]  # type: ignore[union-attr]
    return limit, order, backwards, key


def _read_limit(request: Request) -> int:
    text = request.query_params.get("limit")
    if text is None:
        return PAGE_SIZE
    if not re.fullmatch("-?[0-9]+", text, re.ASCII):
        raise wrong_field("limit", "invalid", _("The limit must be a whole number."))
    if len(text) > 3 or not 1 <= int(text) <= MAX_PAGE_SIZE:
        detail = _("The limit must be from 1 to %(max)s.") % {"max": MAX_PAGE_SIZE}
        raise wrong_field("limit", "out_of_range", detail)
    return int(text)


def _read_cursor(request: Request, signer: signing.Signer) -> tuple[bool, list[str] | None]:
    text = request.query_params.get("cursor")
    if text is None:
        return False, None
    try:
        backwards, *key = signer.unsign_object(text)
    except (signing.BadSignature, ValueError):
        detail = _("This cursor does not belong to this list: start without a cursor.")
        raise wrong_field("cursor", "unknown_cursor", detail) from None
    return backwards, key


def _signer(model: type[Model], order: tuple[str, ...]) -> signing.Signer:
    # Signed, so that a cursor can only hold the values of a row of this list.
    return signing.Signer(salt=f"cursor {model._meta.label} {' '.join(order)}")


@dataclass(frozen=True, slots=True)
class _Links:
    """Makes a page of the rows that were read, which may be one more than asked for."""

    request: Request
    signer: signing.Signer
    backwards: bool
    has_key: bool

    def page(
        self, found: list[Item], limit: int, key_of: Callable[[Item], list[str]]
    ) -> Page[Item]:
        has_more = len(found) > limit
        page = found[:limit]
        if self.backwards:
            page.reverse()
        # There is always a link back to the page that the client came from.
        has_next = has_more if not self.backwards else True
        has_previous = has_more if self.backwards else self.has_key
        return Page(
            page,
            next=self._link(key_of(page[-1]), False) if page and has_next else None,
            previous=self._link(key_of(page[0]), True) if page and has_previous else None,
        )

    def _link(self, key: list[str], backwards: bool) -> str:
        query = self.request.query_params.copy()
        query["cursor"] = self.signer.sign_object([backwards, *key])
        return f"{self.request.path}?{query.urlencode()}"


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
