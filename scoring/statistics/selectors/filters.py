"""Which games statistics are about: an edition, a variant, a period."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from scoring.statistics.models import PlayerResult, RatingCheckpoint, Totals
from scoring.statistics.models.digests import Digest
from scoring.statistics.periods import ALL_TIME, bounds, last_month_of
from scoring.statistics.ratings import Pool

UTC = ZoneInfo("UTC")
SomeTotals = TypeVar("SomeTotals", bound=Totals)
SomeDigest = TypeVar("SomeDigest", bound=Digest)


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of games; an empty text does not filter. For periods see `periods`.

    `zone` is where the group plays.
    """

    edition: str = ""
    variant: str = ""
    period: str = ALL_TIME
    zone: ZoneInfo = UTC

    def totals(self, rows: QuerySet[SomeTotals]) -> QuerySet[SomeTotals]:
        """The totals of these games."""
        return rows.filter(period=self.period, **self._kind)

    def months(self, rows: QuerySet[SomeTotals]) -> QuerySet[SomeTotals]:
        """The totals of these games, month by month."""
        return rows.filter(period__contains="-", period__startswith=self.period, **self._kind)

    def totals_between(
        self, rows: QuerySet[SomeTotals], first: str, last: str
    ) -> QuerySet[SomeTotals]:
        """The totals of the months from the first to the last one, of this kind."""
        months = rows.filter(period__contains="-", period__gte=first)
        return months.filter(period__lte=last, **self._kind)

    def digests(self, rows: QuerySet[SomeDigest]) -> QuerySet[SomeDigest]:
        """The digests of these games, which are those of a year or of all time."""
        return rows.filter(period=self.period, edition=self.edition, variant=self.variant)

    def results(self, rows: QuerySet[PlayerResult]) -> QuerySet[PlayerResult]:
        """The results of these games."""
        return self.of_kind(rows).filter(self.during)

    def of_kind(self, rows: QuerySet[PlayerResult]) -> QuerySet[PlayerResult]:
        """The results of games of this edition and variant, in any period."""
        return rows.filter(**self._kind)

    def ratings(self, rows: QuerySet[RatingCheckpoint]) -> QuerySet[RatingCheckpoint]:
        """The ratings in this pool up to the end of the period.

        Games before the period count, so that nobody starts a year as a newcomer.
        """
        rows = rows.filter(edition=self.edition, variant=self.variant)
        last = last_month_of(self.period)
        return rows if last is None else rows.filter(month__lte=last)

    @property
    def is_month(self) -> bool:
        return "-" in self.period

    @property
    def pool(self) -> Pool:
        """The edition and the variant."""
        return self.edition, self.variant

    @property
    def during(self) -> Q:
        """What was played in the period."""
        start, end = bounds(self.period, self.zone)
        since = Q() if start is None else Q(played_at__gte=start)
        return since if end is None else since & Q(played_at__lt=end)

    @property
    def _kind(self) -> dict[str, Any]:
        lookups = {"edition": self.edition, "variant": self.variant}
        return {name: value for name, value in lookups.items() if value}
