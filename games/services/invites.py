"""Invites: codes that let people into a group."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.codes import new_code
from accounts.models import User
from accounts.services.locking import lock_user
from games.models import Group, Invite, Membership, Role
from games.selectors.access import RANKS, member_as, require_role
from games.selectors.groups import invite_of, open_invites
from games.selectors.invites import find_by_code, unknown_code
from games.services.events import announce_member
from games.services.group_events import tell_group
from games.services.groups import expect_place
from games.services.locking import lock_group
from games.wire.group_events import member_changed
from rest.limits import expect_room

DEFAULT_HOURS = 48
MAX_HOURS = 720
MAX_USES = 100


@transaction.atomic
def create_invite(
    *,
    actor: User,
    group: UUID,
    role: Role,
    expires_in_hours: int = DEFAULT_HOURS,
    max_uses: int | None = None,
    id: UUID | None = None,
) -> Invite:
    """Create an invite. Owners may invite people to any role, scorers only as viewers.

    Raises Refusal if the actor's role is too low, or the group has too many invites.
    """
    # Locked: an actor who is just losing this role must not leave an invite behind.
    lock_group(actor, group, needed_for(role))
    Invite.objects.filter(group_id=group, expires_at__lt=timezone.now()).delete()
    expect_room("invites_of_group", Invite.objects.filter(group_id=group).count())
    return Invite.objects.create(
        pk=id or uuid4(),
        group_id=group,
        role=role,
        code=_unused_code(),
        expires_at=timezone.now() + timedelta(hours=expires_in_hours),
        max_uses=max_uses,
        created_by=actor,
    )


@transaction.atomic
def revoke_invite(*, actor: User, group: UUID, invite: UUID) -> None:
    """Revoke an invite; that takes the same role as creating it."""
    mine = member_as(actor, group, Role.SCORER)
    row = invite_of(group, invite)
    require_role(mine.role, needed_for(Role(row.role)))
    row.delete()


def needed_for(role: Role) -> Role:
    """The role needed to create, see and revoke an invite to `role`."""
    return Role.SCORER if role == Role.VIEWER else Role.OWNER


@transaction.atomic
def join(*, actor: User, code: str) -> Membership:
    """Join the group of an invite, or get a higher role in it.

    If the actor already has that role or a higher one, nothing happens and no use is counted.
    Raises Refusal for a code that is not valid, in the same words whatever the reason, and if the
    actor is in too many groups, or the group has too many members.
    """
    now = timezone.now()
    invite = find_by_code(Invite.objects.filter(expires_at__gt=now), code)
    if invite is None:
        raise unknown_code()
    lock_user(actor)
    # Locked, so that somebody who joins twice at the same time counts once.
    Group.objects.select_for_update(no_key=True).filter(pk=invite.group_id).first()
    mine = (
        Membership.objects.select_related("group")
        .filter(user=actor, group_id=invite.group_id)
        .first()
    )
    role = Role(invite.role)
    if mine is not None and RANKS[Role(mine.role)] >= RANKS[role]:
        return mine
    if mine is None:
        expect_place(actor)
        members = Membership.objects.filter(group_id=invite.group_id)
        expect_room("members_of_group", members.count())
    if not open_invites(now).filter(pk=invite.pk).update(uses=F("uses") + 1):
        raise unknown_code()
    is_new = mine is None
    if mine is None:
        announce_member(group=invite.group_id, actor=actor, role=role)
        mine = Membership(group_id=invite.group_id, user=actor)
    mine.role = role
    last_event = tell_group(invite.group_id, [member_changed(mine)], actor=actor)
    if is_new:  # what happened before is not news to them
        mine.seen_event = last_event
    mine.save(update_fields=None if is_new else ["role"])
    return mine


def _unused_code() -> str:
    while True:
        code = new_code()
        if not Invite.objects.filter(code=code).exists():
            return code
