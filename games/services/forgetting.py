"""Taking the name of somebody out of the logs and histories of groups when their account goes.

All of this is part of the transaction that deletes the account.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from accounts.models import User
from games.domain.forgetting import Forgotten, forget
from games.live.packed_events import pack, unpack_game, unpack_group
from games.models import (
    Change,
    Event,
    Game,
    GroupEvent,
    Membership,
    PackedEvents,
    PackedGroupEvents,
    Player,
)
from games.services.group_events import groups_with_entries_by
from games.signals import account_deleted

BATCH = 500


def groups_that_know(user: User) -> set[UUID]:
    """The groups that somebody is in, has claimed a player of, or has done something in."""
    rows = (
        Membership.objects.filter(user=user).values_list("group", flat=True),
        Player.everything.filter(user=user).values_list("group", flat=True),
        GroupEvent.objects.filter(actor=user).order_by().values_list("group", flat=True),
        Change.objects.filter(actor=user).order_by().values_list("game__group", flat=True),
    )
    found = {group for groups in rows for group in groups.distinct()}
    return found | groups_with_entries_by(user)


def players_of(user: User) -> QuerySet[Player]:
    """The players that somebody is in all groups, and those that were merged into them."""
    return Player.everything.filter(Q(user=user) | Q(merged_into__user=user))


def who_is(user: User, substitute: str) -> Forgotten:
    """What is known of somebody by name: also under which names they did something before."""
    changes = Change.objects.filter(actor=user).order_by().values_list("actor_name", flat=True)
    events = GroupEvent.objects.filter(actor=user).order_by().values_list("actor_name", flat=True)
    players = players_of(user).values_list("pk", flat=True)
    return Forgotten(
        names=frozenset({user.name, *changes.distinct(), *events.distinct()} - {""}),
        ids=frozenset(map(str, (user.pk, *players))),
        substitute=substitute,
    )


def forget_in_groups(user: User, who: Forgotten, groups: Collection[UUID]) -> None:
    """Take a name out of all that these groups have stored; their other apps do the same.

    The games whose logs have the name must be locked, so that nobody packs these meanwhile.
    """
    Change.objects.filter(actor=user).update(actor=None, actor_name="")
    in_games = {"game__group__in": groups}
    _rewrite(Change.objects.filter(**in_games), ("before", "after"), who)
    _rewrite(Event.objects.filter(**in_games), ("data",), who)
    _rewrite(GroupEvent.objects.filter(group__in=groups), ("data",), who)
    Event.objects.filter(actor_name__in=who.names, **in_games).update(actor_name="")
    GroupEvent.objects.filter(actor=user).update(actor=None, actor_name="")
    for block in PackedEvents.objects.filter(**in_games).iterator(chunk_size=1):
        _repack(block, unpack_game(block), who)
    for group_block in PackedGroupEvents.objects.filter(group__in=groups).iterator(chunk_size=1):
        _repack(group_block, unpack_group(group_block), who)
    account_deleted.send(User, user=user, groups=groups, who=who)


def games_of(groups: Collection[UUID]) -> QuerySet[Game]:
    """All games of these groups, also those that are deleted or hidden."""
    return Game.everything.filter(group__in=groups)


def _rewrite(rows: QuerySet[Any], fields: tuple[str, ...], who: Forgotten) -> None:
    changed: list[Model] = []
    # JSON may be stored with escapes. So rows are read as they are: a search could miss some.
    known = Q(*[(f"{field}__isnull", True) for field in fields])
    for row in rows.exclude(known).only("pk", *fields).iterator(chunk_size=BATCH):
        is_changed = False
        for field in fields:
            old = getattr(row, field)
            new = forget(old, who)
            if new is not old:
                setattr(row, field, new)
                is_changed = True
        if is_changed:
            changed.append(row)
        if len(changed) >= BATCH:
            rows.model.objects.bulk_update(changed, fields)
            changed.clear()
    if changed:
        rows.model.objects.bulk_update(changed, fields)


def _repack(block: Any, events: Sequence[Any], who: Forgotten) -> None:
    is_changed = False
    for event in events:
        data = forget(event.data, who)
        is_changed |= data is not event.data or event.actor_name in who.names
        event.data = data
        if event.actor_name in who.names:
            event.actor_name = ""
    if is_changed:
        block.content = pack(events)
        block.save(update_fields=["content"])
