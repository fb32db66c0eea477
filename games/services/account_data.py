"""The groups and players of a person who exports their data or deletes their account."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import (
    Game,
    Group,
    Membership,
    Player,
    Role,
)
from games.services.forgetting import (
    forget_in_groups,
    groups_that_know,
    players_of,
    who_is,
)
from games.services.group_events import (
    groups_with_entries_by,
    mark_changed,
    tell_group,
)
from games.services.groups import erase, invites_known_to, release_players
from games.services.sharing import end_links_of
from games.wire.group_events import member_removed
from rest.refusals import Refusal


def export_games(user: User) -> dict[str, Any]:
    """A person's groups, the players they claimed, and the games of these players."""
    memberships = Membership.objects.filter(user=user).select_related("group")
    players = Player.objects.filter(user=user).order_by("created_at", "id")
    games = Game.objects.filter(seats__player__user=user, deleted_at=None)
    return {
        "groups": [
            {
                "id": str(mine.group_id),
                "name": mine.group.name,
                "time_zone": mine.group.time_zone,
                "seasons": mine.group.seasons,
                "role": mine.role,
                "joined_at": mine.joined_at,
            }
            for mine in memberships.order_by("joined_at", "id")
        ],
        "players": [
            {"id": str(player.pk), "group": str(player.group_id), "name": player.name}
            for player in players
        ],
        "games": [
            {
                "id": str(game.pk),
                "group": str(game.group_id),
                "edition": game.edition,
                "started_at": game.started_at,
                "phone_time": game.phone_time,
                "changed_at": game.changed_at,
            }
            for game in games.order_by("started_at", "id")
        ],
    }


@transaction.atomic
def leave_groups(user: User) -> None:
    """Remove a person from all groups, and delete the groups that nobody else is in.

    Their players stay in the games, without a name. Raises Refusal, naming the groups that would
    be left without an owner.
    """
    memberships = Membership.objects.filter(user=user)
    others = ~Q(memberships__user=user)
    # Locked, so that nobody else leaves one of these groups at the same time.
    locked = Group.objects.select_for_update(no_key=True).filter(pk__in=memberships.values("group"))
    list(locked.order_by("pk").values_list("pk"))
    groups = Group.objects.filter(pk__in=memberships.values("group")).annotate(
        others=Count("memberships", filter=others),
        heirs=Count("memberships", filter=others & Q(memberships__role=Role.OWNER)),
    )
    _refuse_last_owner([group for group in groups if group.others and not group.heirs])
    for group in groups:
        if not group.others:
            erase(group)
    who, known = who_is(user, _("Former player")), groups_that_know(user)
    _lock_games_of(known)
    forget_in_groups(user, who, known)
    players_of(user).update(name=who.substitute)
    left = {member.group_id: member for member in memberships}  # without the groups just deleted
    # In the order in which a new name is announced: each locks the groups' logs one by one.
    for id in sorted(left.keys() | groups_with_entries_by(user)):
        if id not in left:
            mark_changed(id)
            continue
        member = left[id]
        invites_known_to(member).delete()
        end_links_of(user.pk, id)
        freed = release_players(id, user.pk)
        tell_group(id, [member_removed(member), *freed], actor=None)
    Player.everything.filter(user=user).update(user=None)
    memberships.delete()


def _lock_games_of(groups: Collection[UUID]) -> None:
    """Lock the games whose history is about to lose a name, before any log of a group is locked.

    In the other order, we could wait for a game whose writer is waiting for the log. The lock also
    keeps the logs of these games from being packed in the meantime.
    """
    games = Game.everything.filter(group__in=groups)  # deleted and hidden ones, too
    list(games.select_for_update().order_by("pk").values_list("pk"))


def _refuse_last_owner(groups: Sequence[Group]) -> None:
    if groups:
        text = ngettext(
            "You are the last owner of the group %(groups)s: hand it over or delete it first.",
            "You are the last owner of these groups: %(groups)s. Hand them over or delete them "
            "first.",
            len(groups),
        )
        raise Refusal(
            "last_owner",
            text % {"groups": ", ".join(group.name for group in groups)},
            groups=groups,
        )
