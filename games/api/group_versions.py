"""The ETags of what is said about a group."""

from __future__ import annotations

from rest_framework.request import Request

from games.models import Membership
from rest.caching import fingerprint, quoted


def people_etag(request: Request, mine: Membership) -> str:
    """Return the ETag of what this address says to a member about the people of a group."""
    return _etag(request, mine, mine.revision)  # type: ignore[attr-defined]


def games_etag(request: Request, mine: Membership) -> str:
    """Return the ETag of what this address says to a member about the games of a group."""
    return _etag(request, mine, mine.revision, mine.last_event)  # type: ignore[attr-defined]


def _etag(request: Request, mine: Membership, *counts: int) -> str:
    return quoted(fingerprint(request.get_full_path(), str(mine.pk), mine.role, *counts))
