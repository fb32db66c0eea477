"""Reading what is on the first screen of a phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Max, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.domain.game_record import Outcome
from games.models import Game, Group, Happening, Membership
from games.models.log import EventKind
from games.selectors.access import LOG
from games.selectors.records import load_list
from games.wire.home import MAX_UNSEEN, GameInProgress, Home, game_in_progress, home_answer

MAX_GROUPS = 20
MAX_PLAYING = 5
MAX_ENDED = 5


def memberships_of(user: User) -> list[Membership]:
    """All memberships of a user with their groups, and `revision` and `last_event` of the log."""
    rows = Membership.objects.filter(user=user).select_related("group").annotate(**LOG)
    return list(rows.order_by("joined_at", "id"))


def home_of(memberships: Sequence[Membership]) -> Home:
    """Return the home screen of the person with these memberships: at most six queries."""
    names = {mine.group_id: mine.group.name for mine in memberships}
    games = Game.objects.filter(group__in=names, deleted_at=None)
    playing = _playing(games)
    ended = _latest(games.filter(outcome=Outcome.OVER.value), names)
    # The next event says what somebody has ended meanwhile.
    records = load_list(
        [
            *playing[:MAX_PLAYING],
            *ended.order_by("-started_at", "id")[:MAX_ENDED],
        ]
    )
    groups = memberships[:MAX_GROUPS]
    # Of all groups together, a query would become too long.
    shown = {mine.group_id for mine in groups} | {record.game.group_id for record in records}
    return home_answer(
        groups=groups,
        more_groups=len(memberships) > MAX_GROUPS,
        playing=[record for record in records if record.outcome is Outcome.PLAYING],
        ended=[record for record in records if record.outcome is Outcome.OVER],
        names=names,
        unseen=_unseen([mine for mine in memberships if mine.group_id in shown]),
    )


def games_played(group: UUID) -> list[GameInProgress]:
    """The games of a group that are being played, the last changed first; at most five."""
    games = Game.objects.filter(group=group, deleted_at=None)
    return [
        game_in_progress(record)
        for record in load_list(list(_playing(games)[:MAX_PLAYING]))
        if record.outcome is Outcome.PLAYING  # somebody may have ended it between two queries
    ]


def _playing(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those in progress, the last changed first."""
    playing = games.filter(outcome=Outcome.PLAYING.value, archived=False)
    return playing.order_by("-changed_at", "id")


def _latest(ended: QuerySet[Game], groups: Collection[UUID]) -> QuerySet[Game]:
    """Leave out nearly all games that cannot be among the last ones of all groups.

    Groups can have played for years. The last games of each are found by its index, and nothing is
    of interest that is older than those of the group that has played last.
    """
    of_group = Game.objects.filter(
        group=OuterRef("pk"), deleted_at=None, outcome=Outcome.OVER.value
    )
    moments = of_group.order_by("-started_at").values("started_at")
    of_groups = Group.objects.filter(pk__in=groups).annotate(
        since=Subquery(moments[MAX_ENDED - 1 : MAX_ENDED])
    )
    # A query of its own: the database plans better if it knows from when on.
    since = of_groups.aggregate(latest=Max("since"))["latest"]
    return ended if since is None else ended.filter(started_at__gte=since)


def _unseen(memberships: Sequence[Membership]) -> Counter[UUID]:
    """Count the changes by others that somebody has not seen, by group and by game."""
    counts: Counter[UUID] = Counter()
    behind = [mine for mine in memberships if mine.last_event > mine.seen_event]  # type: ignore[attr-defined]
    if not behind:
        return counts
    is_new = reduce(
        or_, (Q(group_id=mine.group_id, group_number__gt=_known(mine)) for mine in behind)
    )
    rows = Happening.objects.filter(is_new).exclude(actor=behind[0].user_id)
    columns: Any = ("group", "kind", "game")  # not all have a game, as the types would have it
    for group, kind, game in rows.values_list(*columns):
        counts[group] += 1
        if game and kind != EventKind.GAME_DELETED:
            counts[game] += 1
    return counts


def _known(mine: Membership) -> int:
    last: int = mine.last_event  # type: ignore[attr-defined]
    return max(mine.seen_event, last - MAX_UNSEEN)
