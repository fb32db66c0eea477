"""Groups and their members.

Changes that depend on who else is a member lock the group's row. Otherwise two owners could leave
at the same time, each one relying on the other to stay.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.locking import lock_user
from games.models import Game, Group, Invite, Membership, Player, Role
from games.models.groups import DEFAULT_TIME_ZONE
from games.selectors.access import RANKS, member_as
from games.services.chosen_ids import retire_ids
from games.services.group_events import tell_group
from games.services.locking import lock_group
from games.services.sharing import end_links_of
from games.signals import time_zone_changed
from games.wire.group_events import (
    NewGroupEvent,
    group_changed,
    member_changed,
    member_removed,
    player_changed,
)
from rest.limits import expect_room
from rest.refusals import Refusal, found, wrong_field


@transaction.atomic
def create_group(
    *, actor: User, name: str, time_zone: str = "", id: UUID | None = None
) -> Membership:
    """Create a group that the actor owns, in the given time zone or else in the actor's own.

    Raises Refusal if the actor is in too many groups.
    """
    expect_place(lock_user(actor))
    group = Group.objects.create(
        pk=id or uuid4(),
        name=name,
        time_zone=time_zone or actor.time_zone or DEFAULT_TIME_ZONE,
    )
    return Membership.objects.create(group=group, user=actor, role=Role.OWNER)


@transaction.atomic
def change_group(*, actor: User, group: UUID, **changes: Any) -> None:
    """Set `name`, `time_zone` and `seasons`, as far as they are given.

    A new time zone is announced to other apps by a signal. `seasons` are the nights on which they
    begin, in any order.
    """
    row = lock_group(actor, group, Role.OWNER).group
    is_moved = changes.get("time_zone", row.time_zone) != row.time_zone
    if "seasons" in changes:
        changes["seasons"] = [night.isoformat() for night in sorted(set(changes["seasons"]))]
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(update_fields=list(changes))
    tell_group(group, [group_changed(row)], actor=actor)
    if is_moved:
        time_zone_changed.send(Group, group=group)


@transaction.atomic
def delete_group(*, actor: User, group: UUID) -> None:
    """Delete a group for good, with its players and games."""
    erase(lock_group(actor, group, Role.OWNER).group)


@transaction.atomic
def change_role(*, actor: User, group: UUID, member: UUID, role: Role) -> Membership:
    """Give a member another role; raise Refusal if that would leave the group without an owner."""
    mine = lock_group(actor, group, Role.OWNER)
    theirs = _member(mine, member)
    if role != Role.OWNER:
        _keep_an_owner(theirs)
    _set_role(theirs, role)
    tell_group(group, [member_changed(theirs)], actor=actor)
    return theirs


@transaction.atomic
def hand_over(*, actor: User, group: UUID, member: UUID) -> Membership:
    """Make another member an owner, and the actor a scorer; return the new owner.

    Raises Refusal if `member` is not another member of the group.
    """
    mine = lock_group(actor, group, Role.OWNER)
    others = Membership.objects.filter(group_id=group).exclude(pk=mine.pk)
    heir = others.select_related("user").filter(pk=member).first()
    if heir is None:
        text = _("The group has no other member with this id.")
        raise wrong_field("member", "unknown_member", text)
    _set_role(heir, Role.OWNER)
    _set_role(mine, Role.SCORER)
    mine.user = actor
    tell_group(group, [member_changed(heir), member_changed(mine)], actor=actor)
    return heir


@transaction.atomic
def remove_member(*, actor: User, group: UUID, member: UUID) -> None:
    """Leave a group, or remove a member as an owner; their player stays, unclaimed.

    Raises Refusal if that would leave the group without an owner.
    """
    mine = lock_group(actor, group)
    if mine.pk == member:
        theirs, invites = mine, invites_known_to(mine)
    else:
        # They may have joined by one of these invites, which would let them in again.
        mine = member_as(actor, group, Role.OWNER)
        theirs, invites = _member(mine, member), Invite.objects.filter(group_id=group)
    _keep_an_owner(theirs)
    invites.delete()
    end_links_of(theirs.user_id, group)
    events = [member_removed(theirs), *release_players(group, theirs.user_id)]
    theirs.delete()
    tell_group(group, events, actor=actor)


def invites_known_to(member: Membership) -> QuerySet[Invite]:
    """The invites that would let somebody in again who leaves: own ones, and those they may see."""
    invites = Invite.objects.filter(group_id=member.group_id)
    if member.role == Role.OWNER:
        return invites
    seen = [Role.VIEWER] if member.role == Role.SCORER else []
    return invites.filter(Q(created_by=member.user_id) | Q(role__in=seen))


def release_players(group: UUID, user: UUID) -> list[NewGroupEvent]:
    """Release the players of somebody who leaves; return the events about it."""
    players = list(Player.objects.filter(group_id=group, user=user))
    for player in players:
        player.user = None
        player.save(update_fields=["user"])
    return [player_changed(player) for player in players]


def erase(group: Group) -> None:
    """Delete a group and everything in it, as part of the caller's transaction."""
    # Lock all rows first: a request that is about to start a game or record a round waits, and then
    # finds the group gone. Games protect their players from deletion, so they go first.
    players = Player.everything.filter(group=group)
    games = Game.everything.filter(group=group)
    game_ids = games.select_for_update().order_by("pk").values_list("pk", flat=True)
    player_ids = players.select_for_update().order_by("pk").values_list("pk", flat=True)
    retire_ids([*game_ids, *player_ids, group.pk])
    games.delete()
    players.update(merged_into=None)
    players.delete()
    group.delete()


@transaction.atomic
def mark_seen(*, actor: User, group: UUID, event: int) -> int:
    """Record up to which event the actor has seen a group; return up to which they have by now.

    A smaller number than before changes nothing. Raises NotFound unless the actor is a member, and
    Refusal if the event has not happened yet.
    """
    mine = member_as(actor, group)
    last: int = mine.last_event  # type: ignore[attr-defined]
    if event > last:
        text = _("There is no event %(number)s yet: the last event is %(last)s.")
        text %= {"number": event, "last": last}
        raise wrong_field("event", "unknown_event", text)
    # In a single statement: another device may have seen more since `mine` was read.
    Membership.objects.filter(pk=mine.pk, seen_event__lt=event).update(seen_event=event)
    return max(event, mine.seen_event)


def expect_place(user: User) -> None:
    """Raise Refusal if somebody is in as many groups as allowed.

    Their account must be locked by `lock_user`: otherwise they could join two groups at once.
    """
    expect_room("groups_of_account", Membership.objects.filter(user=user).count())


def _member(mine: Membership, member: UUID) -> Membership:
    """A member of the same group; raise NotFound if there is none with this id."""
    members = Membership.objects.select_related("group", "user")
    return found(members.filter(group_id=mine.group_id, pk=member).first())


def _keep_an_owner(leaver: Membership) -> None:
    """Raise Refusal if `leaver` is the only owner of the group, whose row must be locked."""
    owners = Membership.objects.filter(group_id=leaver.group_id, role=Role.OWNER)
    if leaver.role == Role.OWNER and owners.count() == 1:
        text = _("A group needs an owner: make another member an owner first, or delete the group.")
        raise Refusal("last_owner", text)


def _set_role(member: Membership, role: Role) -> None:
    if RANKS[role] < RANKS[Role(member.role)]:
        # They may know an invite that would give them back a higher role.
        higher_roles = [higher for higher in Role if RANKS[higher] > RANKS[role]]
        Invite.objects.filter(group_id=member.group_id, role__in=higher_roles).delete()
    member.role = role
    member.save(update_fields=["role"])
