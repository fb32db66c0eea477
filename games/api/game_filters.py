"""Which games of a group are listed: `?edition=&status=&player=&from=&to=&archived=&deleted=`."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.models import Game, Membership, Role
from games.selectors.access import require_role
from games.selectors.games import games_in
from games.services.merged_players import kept_players
from games.wire.standings import STATUSES
from referee.editions import EDITIONS
from rest.query import FLAG, Reader, choice, read_day, read_id, read_query

GAME_FILTERS = [
    OpenApiParameter("edition", str, enum=list(EDITIONS)),
    OpenApiParameter("status", str, enum=STATUSES),
    OpenApiParameter("player", OpenApiTypes.UUID, description="A player who took part."),
    OpenApiParameter(
        "from",
        OpenApiTypes.DATE,
        description="Played on this day or later: in the group's time zone, and by the time on the "
        "phone if the game was started offline.",
    ),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Played on this day or earlier."),
    OpenApiParameter("archived", bool),
    OpenApiParameter(
        "deleted", bool, description="Owners only: the deleted games that can still be restored."
    ),
]


def filtered_games(request: Request, member: Membership) -> tuple[QuerySet[Game], bool]:
    """Return the games of the member's group that the query selects, and whether deleted ones.

    Raises Refusal for a query that cannot be read, and for deleted games if the
    member does not own the group.
    """
    query = read_query(request, READERS)
    deleted = query.pop("deleted", False)
    if deleted:
        require_role(member.role, Role.OWNER)
    zone = member.group.zone
    games = games_in(member.group_id, deleted=deleted)
    if player := query.pop("player", None):
        kept = kept_players(member.group_id, [player], ())
        games = games.filter(seats__player=kept.get(player, player))
    # As `GameValues.played_at`: the earlier one of both times.
    if first := query.pop("from", None):
        start = _moment(first, time.min, zone)
        games = games.filter(Q(phone_time=None) | Q(phone_time__gte=start), started_at__gte=start)
    if last := query.pop("to", None):
        end = _moment(last, time.max, zone)
        games = games.filter(Q(phone_time__lte=end) | Q(started_at__lte=end))
    if status := query.pop("status", None):
        games = games.filter(outcome=status)
    return games.filter(**query), deleted  # by edition, and whether they are archived


def _moment(day: date, at: time, zone: ZoneInfo) -> datetime:
    try:
        return datetime.combine(day, at, zone).astimezone(UTC)
    except OverflowError:  # the first or the last day there is
        return datetime.combine(day, at, UTC)


READERS: dict[str, Reader] = {
    "edition": choice(EDITIONS),
    "status": choice(STATUSES),
    "player": Reader(read_id, _("Must be the id of a player.")),
    "from": Reader(read_day, _("Must be a date such as 2026-11-21.")),
    "to": Reader(read_day, _("Must be a date such as 2026-11-21.")),
    "archived": FLAG,
    "deleted": FLAG,
}
