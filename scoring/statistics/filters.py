"""Which games figures are about: of an edition, of a variant, of a span of time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from scoring.statistics.models import Rating, Result
from scoring.statistics.models.book import Sum
from scoring.statistics.periods import ALL_TIME, bounds

SomeSum = TypeVar("SomeSum", bound=Sum)
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Filters:
    """An empty one is no filter. `span` is a year or a month (`scoring.statistics.periods`)."""

    edition: str = ""
    variant: str = ""
    span: str = ALL_TIME

    def sums(self, rows: QuerySet[SomeSum]) -> QuerySet[SomeSum]:
        """The sums over these games."""
        return rows.filter(span=self.span, **self._kind)

    def months(self, rows: QuerySet[SomeSum]) -> QuerySet[SomeSum]:
        """The sums over these games, month by month."""
        return rows.filter(span__contains="-", span__startswith=self.span, **self._kind)

    def results(self, rows: QuerySet[Result]) -> QuerySet[Result]:
        """The results of these games."""
        return self._within(rows.filter(**self._kind))

    def ratings(self, rows: QuerySet[Rating]) -> QuerySet[Rating]:
        """The ratings among such games, up to the end of the span.

        What was played before the span counts: nobody starts a year as a newcomer.
        """
        rows = rows.filter(edition=self.edition, variant=self.variant)
        _first, following = bounds(self.span)
        return rows if following is None else rows.filter(played_at__lt=following)

    def rating_history(self, rows: QuerySet[Rating]) -> QuerySet[Rating]:
        """The ratings among such games that were come to within the span."""
        return self._within(rows.filter(edition=self.edition, variant=self.variant))

    def _within(self, rows: QuerySet[Row]) -> QuerySet[Row]:
        first, following = bounds(self.span)
        if first is not None:
            rows = rows.filter(played_at__gte=first)
        if following is not None:
            rows = rows.filter(played_at__lt=following)
        return rows

    @property
    def _kind(self) -> dict[str, Any]:
        given = {"edition": self.edition, "variant": self.variant}
        return {name: value for name, value in given.items() if value}
