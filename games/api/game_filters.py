"""Which games of a group are listed: `?edition=&status=&player=&from=&to=&archived=&deleted=`."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.domain.record import Outcome
from games.models import Game, Membership, Role
from games.selectors.access import require_role
from games.selectors.games import games_in
from referee.editions import EDITIONS
from rest.pagination import PAGE_NAMES
from rest.query import FLAG, Reader, choice, read_query


def _day(text: str) -> str:
    return _as_written(date.fromisoformat(text).isoformat(), text)


def _id(text: str) -> str:
    return _as_written(str(UUID(text)), text.lower())


def _as_written(value: str, text: str) -> str:
    # The library reads other spellings, too: weeks, braces, no dashes. The schema has one.
    if value != text:
        raise ValueError(text)
    return value


DAY = Reader(_day, _("Must be a date such as 2026-11-21."))
READERS: dict[str, Reader] = {
    "edition": choice(EDITIONS),
    "status": choice(outcome.value for outcome in Outcome),
    "player": Reader(_id, _("Must be the id of a player.")),
    "from": DAY,
    "to": DAY,
    "archived": FLAG,
    "deleted": FLAG,
}

GAME_FILTERS = [
    OpenApiParameter("edition", str, enum=list(EDITIONS)),
    OpenApiParameter("status", str, enum=[outcome.value for outcome in Outcome]),
    OpenApiParameter("player", OpenApiTypes.UUID, description="Who sat in it."),
    OpenApiParameter("from", OpenApiTypes.DATE, description="Begun on this day or later."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Begun on this day or earlier."),
    OpenApiParameter("archived", bool),
    OpenApiParameter("deleted", bool, description="For owners: the games that can be restored."),
]


def filter_games(request: Request, member: Membership, games: QuerySet[Game]) -> QuerySet[Game]:
    """The games that the query asks for; ProblemError (400) for one that cannot be read."""
    asked = read_query(request, READERS, also=PAGE_NAMES)
    if asked.get("deleted"):
        require_role(member.role, Role.OWNER)
        games = games_in(member.group_id, deleted=True)
    if "edition" in asked:
        games = games.filter(edition=asked["edition"])
    if "status" in asked:
        games = games.filter(outcome=asked["status"])
    if "player" in asked:
        games = games.filter(seats__player=asked["player"])
    if "from" in asked:
        games = games.filter(started_at__gte=f"{asked['from']}T00:00:00Z")
    if "to" in asked:
        games = games.filter(started_at__lte=f"{asked['to']}T23:59:59.999999Z")
    if "archived" in asked:
        games = games.filter(archived=asked["archived"])
    return games
