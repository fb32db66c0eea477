"""What members may do in a group. For everybody else, the group does not exist."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Group, Membership, Role, ShareLink
from rest.refusals import Refusal, found

# What the log of a row's group has counted; 0 if there is none.
LOG = {
    "revision": Coalesce(F("group__log__revision"), 0),
    "last_event": Coalesce(F("group__log__last_event"), 0),
}

# Each role may do everything that lower ones may.
RANKS = {Role.VIEWER: 0, Role.SCORER: 1, Role.OWNER: 2}


# How groups are found by what addresses name; other apps add what they have in groups.
GROUP_OF = {"group": "pk", "game": "games", "player": "players", "link": "pk__in"}


def is_member(user: User, address: Mapping[str, Any]) -> bool | None:
    """Whether a person is in the group of what an address names; None if it names no such thing."""
    named = _named(address)
    return None if named is None else named.filter(memberships__user=user).exists()


def names_group(group: UUID, address: Mapping[str, Any]) -> bool | None:
    """Whether an address names a group or something in it; None if it names no such thing."""
    named = _named(address)
    return None if named is None else named.filter(pk=group).exists()


def _named(address: Mapping[str, Any]) -> QuerySet[Group] | None:
    for name, path in GROUP_OF.items():
        if name in address:
            id = address[name]
            if name == "link":
                links = ShareLink.objects.filter(pk=id)
                id = links.values_list(Coalesce("group", "game__group"))
            return Group.objects.filter(**{path: id})
    return None


def has_role(yours: str, needed: Role) -> bool:
    """Whether the role `yours` is `needed` or higher."""
    return RANKS[Role(yours)] >= RANKS[needed]


def require_role(yours: str, needed: Role) -> None:
    """Raise Refusal if the role `yours` is lower than `needed`."""
    if not has_role(yours, needed):
        detail = _("You need the role %(needed)s in this group; yours is %(yours)s.")
        params = {"needed": needed.label, "yours": Role(yours).label}
        raise Refusal("role_too_low", detail % params)


def member_as(user: User, group: UUID, role: Role = Role.VIEWER) -> Membership:
    """The membership of `user` in a group, with the group; and its log's `revision`, `last_event`.

    Raises NotFound without one, Refusal if the role is lower than `role`.
    """
    rows = Membership.objects.select_related("group").annotate(**LOG)
    mine = found(rows.filter(user=user, group_id=group).first())
    require_role(mine.role, role)
    return mine
