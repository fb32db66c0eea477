"""What becomes of somebody's groups and players when they take their data along, or leave."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Group, Invite, Membership, Player, Role
from games.services.groups import erase
from rest.problems import ProblemError


def export_games(user: User) -> dict[str, Any]:
    """The groups of a person, the players whom they claimed, and the games these sat in."""
    memberships = Membership.objects.filter(user=user).select_related("group")
    players = Player.objects.filter(user=user).order_by("created_at", "id")
    games = Game.objects.filter(seats__player__user=user, deleted_at=None)
    return {
        "groups": [
            {
                "id": str(mine.group_id),
                "name": mine.group.name,
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
                "changed_at": game.changed_at,
            }
            for game in games.order_by("started_at", "id")
        ],
    }


@transaction.atomic
def leave_groups(user: User) -> None:
    """Take a person out of all groups; groups of theirs alone go with them.

    Their players stay in the games, without a name. Raises ProblemError (409), naming the
    groups, where others would be left without an owner.
    """
    theirs = Membership.objects.filter(user=user)
    locked = Group.objects.select_for_update(no_key=True).filter(pk__in=theirs.values("group"))
    others = ~Q(memberships__user=user)
    list(locked.order_by("pk").values_list("pk"))
    groups = Group.objects.filter(pk__in=theirs.values("group")).annotate(
        others=Count("memberships", filter=others),
        heirs=Count("memberships", filter=others & Q(memberships__role=Role.OWNER)),
    )
    _refuse_to_orphan([group for group in groups if group.others and not group.heirs])
    for group in groups:
        if not group.others:
            erase(group)
    Player.objects.filter(user=user).update(user=None, name=_("Former player"))
    Invite.objects.filter(created_by=user).delete()
    theirs.delete()


def _refuse_to_orphan(groups: list[Any]) -> None:
    if groups:
        text = _("You are the last owner of %(groups)s: hand over or delete the groups first.")
        raise ProblemError(
            409,
            "last_owner",
            text % {"groups": ", ".join(group.name for group in groups)},
            extra={"groups": [{"id": str(group.pk), "name": group.name} for group in groups]},
        )
