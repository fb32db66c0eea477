"""What is deprecated is said in the headers of answers (docs/versioning.md)."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import HttpResponseBase
from django.utils.http import http_date

# What is deprecated now became so within days, and goes together.
SINCE = datetime(2026, 11, 26, tzinfo=UTC)
UNTIL = datetime(2027, 12, 1, tzinfo=UTC)


def tell(response: HttpResponseBase) -> None:
    """Say in the headers since when this is deprecated, and from when it may be missing."""
    response.headers["Deprecation"] = f"@{SINCE.timestamp():.0f}"
    response.headers["Sunset"] = http_date(UNTIL.timestamp())
    response.headers["Link"] = '</api/docs/>; rel="deprecation"'
