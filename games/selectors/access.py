"""Who may do what with a group. A group that is not yours is not there (404)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from games.models import Membership, Role
from rest.problems import ProblemError

if TYPE_CHECKING:
    from accounts.models import User

# Each role may do all that the ones before it may.
RANKS = {Role.VIEWER: 0, Role.SCORER: 1, Role.OWNER: 2}


def membership(user: User, group: UUID) -> Membership:
    """The membership of `user` in a group, with the group; raise Http404 without one."""
    found = Membership.objects.select_related("group").filter(user=user, group_id=group).first()
    if found is None:
        raise Http404
    return found


def require_role(yours: str, needed: Role) -> None:
    """Raise ProblemError (403) where the role `yours` does not reach `needed`."""
    if RANKS[Role(yours)] < RANKS[needed]:
        detail = _("This takes the role %(needed)s in the group; yours is %(yours)s.")
        params = {"needed": needed.label, "yours": Role(yours).label}
        raise ProblemError(403, "role_too_low", detail % params)


def member_as(user: User, group: UUID, role: Role = Role.VIEWER) -> Membership:
    """The membership of `user` in a group where it reaches `role`: 404 or 403 otherwise."""
    found = membership(user, group)
    require_role(found.role, role)
    return found
