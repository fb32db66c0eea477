"""The filters that all statistics take: `?edition=&variant=&period=`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from referee.editions import EDITIONS
from referee.game import Variant
from rest.query import Reader, read_query
from scoring.statistics.filters import Filters
from scoring.statistics.periods import SPAN, read_span

VARIANTS = [variant.value for variant in Variant]


def _one_of(words: Collection[str]) -> Callable[[str], str]:
    return {word: word for word in words}.__getitem__


KIND_READERS: dict[str, Reader] = {
    "edition": (_one_of(EDITIONS), _("classic, express or flip")),
    "variant": (_one_of(VARIANTS), _("standard or fixed_rounds")),
}
READERS: dict[str, Reader] = {
    **KIND_READERS,
    "period": (read_span, _("a year such as 2026, or a month such as 2026-03")),
}

KIND_FILTERS = [
    OpenApiParameter("edition", str, enum=list(EDITIONS), description="Only games of this one."),
    OpenApiParameter("variant", str, enum=VARIANTS, description="Only games of this one."),
]
FILTERS = [
    *KIND_FILTERS,
    OpenApiParameter(
        "period",
        {"type": "string", "pattern": f"^{SPAN.pattern}$", "example": "2026-03"},
        description="Only games that began in this year or month (UTC).",
    ),
]


def read_filters(request: Request, also: Collection[str] = ()) -> Filters:
    """The filters of a request; ProblemError (400) for one that cannot be read."""
    asked = read_query(request, READERS, also)
    return Filters(asked.get("edition", ""), asked.get("variant", ""), asked.get("period", ""))


def read_kind(request: Request) -> dict[str, Any]:
    """The filters but for the period, where the address says which that is."""
    return read_query(request, KIND_READERS)
