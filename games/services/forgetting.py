"""Removing a person's name from the log when their account is deleted.

All of this happens in the transaction that deletes the account.
"""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.models import User
from games.domain.forgetting import Forgotten, forget
from games.models import Happening, Membership, Player
from games.services.group_events import groups_with_entries_by
from games.signals import account_deleted

BATCH = 500


def groups_that_know(user: User) -> set[UUID]:
    """The groups that somebody is in, has claimed a player of, or has done something in."""
    rows = (
        Membership.objects.filter(user=user).values_list("group", flat=True),
        Player.everything.filter(user=user).values_list("group", flat=True),
        Happening.objects.filter(actor=user).values_list("group", flat=True),
        Happening.objects.filter(actor=user).values_list("game__group", flat=True),
    )
    found = {group for groups in rows for group in groups.distinct()} - {None}
    return found | groups_with_entries_by(user)


def players_of(user: User) -> QuerySet[Player]:
    """The players that a person has claimed in any group, and those that were merged into them."""
    return Player.everything.filter(Q(user=user) | Q(merged_into__user=user))


def who_is(user: User, substitute: str) -> Forgotten:
    """How groups know a person: by their names, past and present, and by their ids."""
    before = Happening.objects.filter(actor=user).values_list("actor_name", flat=True).distinct()
    players = players_of(user).values_list("pk", flat=True)
    return Forgotten(
        names=frozenset({user.name, *before} - {""}),
        ids=frozenset(map(str, (user.pk, *players))),
        substitute=substitute,
    )


def forget_in_groups(user: User, who: Forgotten, groups: Collection[UUID]) -> None:
    """Remove a name from everything that these groups have stored; other apps do the same.

    The games must be locked, so that nothing is added in the meantime.
    """
    for rows in (
        Happening.objects.filter(game__group__in=groups),
        Happening.objects.filter(group__in=groups, game=None),
    ):
        # Events from before the log knew who did something are known by the name.
        by_name = Q(actor=None, actor_name__in=who.names, is_change=False)
        rows.filter(by_name).update(actor_name="")
        _forget_in(rows, who)
    Happening.objects.filter(actor=user).update(actor=None, actor_name="")
    account_deleted.send(User, user=user, groups=groups, who=who)


def _forget_in(rows: QuerySet[Happening], who: Forgotten) -> None:
    changed: list[Happening] = []
    for row in rows.only("pk", "content").iterator(chunk_size=BATCH):
        content = forget(row.content, who)
        if content is not row.content:
            row.content = content
            changed.append(row)
        if len(changed) >= BATCH:
            Happening.objects.bulk_update(changed, ["content"])
            changed.clear()
    Happening.objects.bulk_update(changed, ["content"])
