"""Invites: codes that let people into a group."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.codes import ALPHABET, new_code, normalise
from accounts.models import User
from games.models import Group, Invite, Membership, Role
from games.selectors.access import RANKS, member_as, require_role
from games.selectors.groups import open_invites
from games.services.events import announce_member
from games.services.groups import lock
from rest.problems import ProblemError

CODE_LENGTH = 8
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
) -> Invite:
    """Make an invite. An owner may invite to any role, a scorer viewers only (403)."""
    lock(actor, group, needed_for(role))  # or a role just lost would leave an invite behind
    # Nobody will ever ask for them again.
    Invite.objects.filter(group_id=group, expires_at__lt=timezone.now()).delete()
    return Invite.objects.create(
        group_id=group,
        role=role,
        code=_unused_code(),
        expires_at=timezone.now() + timedelta(hours=expires_in_hours),
        max_uses=max_uses,
        created_by=actor,
    )


@transaction.atomic
def revoke_invite(*, actor: User, group: UUID, invite: UUID) -> None:
    """Take an invite back; it takes the role that making it took."""
    mine = member_as(actor, group, Role.SCORER)
    found = Invite.objects.filter(group_id=group, pk=invite).first()
    if found is None:
        raise Http404
    require_role(mine.role, needed_for(Role(found.role)))
    found.delete()


def needed_for(role: Role) -> Role:
    """The role that it takes to make, see and revoke an invite to `role`."""
    return Role.SCORER if role == Role.VIEWER else Role.OWNER


@transaction.atomic
def join(*, actor: User, code: str) -> Membership:
    """Come into the group of an invite, or to a higher role in it.

    Nothing happens, and no use is counted, where the actor is there with that role
    already. Raises ProblemError (404), always the same, for a code that lets nobody in.
    """
    now = timezone.now()
    known = _known(code, now)
    if known is None:
        raise _unknown_code()
    # Locked, so that no one who comes twice at once is counted twice.
    Group.objects.select_for_update(no_key=True).filter(pk=known.group_id).first()
    mine = (
        Membership.objects.select_related("group")
        .filter(user=actor, group_id=known.group_id)
        .first()
    )
    role = Role(known.role)
    if mine is not None and RANKS[Role(mine.role)] >= RANKS[role]:
        return mine
    if not open_invites(now).filter(pk=known.pk).update(uses=F("uses") + 1):
        raise _unknown_code()
    if mine is None:
        announce_member(group=known.group_id, name=actor.name, role=role)
        return Membership.objects.create(group_id=known.group_id, user=actor, role=role)
    mine.role = role
    mine.save(update_fields=["role"])
    return mine


def _known(typed: str, now: datetime) -> Invite | None:
    code = normalise(typed)
    if not set(code) <= set(ALPHABET):  # what a database may not even be asked for
        return None
    return Invite.objects.filter(code=code, expires_at__gt=now).first()


def _unused_code() -> str:
    while True:
        code = new_code(CODE_LENGTH)
        if not Invite.objects.filter(code=code).exists():
            return code


def _unknown_code() -> ProblemError:
    # Wrong, expired, revoked or used up: who guesses learns nothing.
    text = _("This code lets nobody in, or no longer: ask for a new one.")
    return ProblemError(404, "unknown_code", text)
