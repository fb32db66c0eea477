"""Which games of a group are listed: `?edition=&status=&player=&from=&to=&archived=&deleted=`."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.models import Game, Membership, Role
from games.selectors.access import require_role
from games.selectors.games import games_in
from games.wire.standings import STATUSES
from referee.editions import EDITIONS
from rest.query import FLAG, Reader, choice, read_query

GAME_FILTERS = [
    OpenApiParameter("edition", str, enum=list(EDITIONS)),
    OpenApiParameter("status", str, enum=STATUSES),
    OpenApiParameter("player", OpenApiTypes.UUID, description="A player who took part."),
    OpenApiParameter("from", OpenApiTypes.DATE, description="Started on this day or later."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Started on this day or earlier."),
    OpenApiParameter("archived", bool),
    OpenApiParameter(
        "deleted", bool, description="Owners only: the deleted games that can still be restored."
    ),
]


def filtered_games(request: Request, member: Membership) -> tuple[QuerySet[Game], bool]:
    """Return the games of the member's group that the query selects, and whether deleted ones.

    Raises ProblemError: 400 for a query that cannot be read, 403 for deleted games if the
    member does not own the group.
    """
    query = read_query(request, READERS)
    deleted = query.pop("deleted", False)
    if deleted:
        require_role(member.role, Role.OWNER)
    conditions = {LOOKUPS[name]: value for name, value in query.items()}
    return games_in(member.group_id, deleted=deleted).filter(**conditions), deleted


def _read_id(text: str) -> UUID:
    id = UUID(text)
    _require_canonical(str(id), text.lower())
    return id


def _read_start_of_day(text: str) -> datetime:
    return datetime.combine(_read_day(text), time.min, UTC)


def _read_end_of_day(text: str) -> datetime:
    return datetime.combine(_read_day(text), time.max, UTC)


def _read_day(text: str) -> date:
    day = date.fromisoformat(text)
    _require_canonical(day.isoformat(), text)
    return day


def _require_canonical(canonical: str, text: str) -> None:
    # Python also reads other spellings, such as weeks, braces, no hyphens; the schema has one.
    if text != canonical:
        raise ValueError(text)


READERS: dict[str, Reader] = {
    "edition": choice(EDITIONS),
    "status": choice(STATUSES),
    "player": Reader(_read_id, _("Must be the id of a player.")),
    "from": Reader(_read_start_of_day, _("Must be a date such as 2026-11-21.")),
    "to": Reader(_read_end_of_day, _("Must be a date such as 2026-11-21.")),
    "archived": FLAG,
    "deleted": FLAG,
}
LOOKUPS = {
    "edition": "edition",
    "status": "outcome",
    "player": "seats__player",
    "from": "started_at__gte",
    "to": "started_at__lte",
    "archived": "archived",
}
