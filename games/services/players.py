"""Players: who sits at the table, with an account or without.

An id of somebody who was merged into another stands for that other one.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Membership, Player, Role, Seat
from games.selectors.access import member_as, require_role
from games.selectors.groups import player_for
from games.services.groups import lock
from rest.problems import ProblemError


@transaction.atomic
def create_player(*, actor: User, group: UUID, name: str) -> Player:
    """Write down somebody new."""
    member_as(actor, group, Role.SCORER)
    return Player.objects.create(group_id=group, name=name)


@transaction.atomic
def change_player(*, actor: User, player: UUID, **changes: Any) -> Player:
    """Set `name` or `has_left`, those that are given."""
    _asked, found = player_for(actor, player)
    member_as(actor, found.group_id, Role.SCORER)
    for name, value in changes.items():
        setattr(found, name, value)
    found.save(update_fields=list(changes))
    return found


@transaction.atomic
def claim_player(*, actor: User, player: UUID) -> Player:
    """Say "that's me"; harmless when it was said before.

    Raises ProblemError (409) where it is somebody else, or the actor another player.
    """
    _mine, found = _locked(actor, player)
    if found.user_id == actor.pk:
        return found
    if found.user is not None:
        text = _("This player is %(name)s: they, or an owner, can release it.")
        raise ProblemError(409, "already_claimed", text % {"name": found.user.name})
    other = Player.objects.filter(group_id=found.group_id, user=actor).first()
    if other is not None:
        text = _("You are %(name)s in this group: release that player first, or merge the two.")
        raise ProblemError(
            409,
            "already_a_player",
            text % {"name": other.name},
            extra={"player": {"id": str(other.pk), "name": other.name}},
        )
    found.user = actor
    found.save(update_fields=["user"])
    return found


@transaction.atomic
def release_player(*, actor: User, player: UUID) -> Player:
    """Let go of a player: one's own, or as an owner anybody's (403)."""
    mine, found = _locked(actor, player)
    if found.user_id is None:
        return found
    if found.user_id != actor.pk:
        require_role(mine.role, Role.OWNER)
    found.user = None
    found.save(update_fields=["user"])
    return found


@transaction.atomic
def delete_player(*, actor: User, player: UUID) -> None:
    """Delete a player, and those merged into it, who never sat in a game; else 409."""
    asked, found = player_for(actor, player)
    lock(actor, found.group_id, Role.SCORER)
    if asked != found:
        text = _("This player was merged into %(name)s, and its id stays for old links.")
        raise ProblemError(409, "merged", text % {"name": found.name})
    everyone = Player.objects.filter(merged_into=found)
    # Held until the end: who would seat the player now waits, and then finds nobody.
    list(Player.objects.select_for_update().filter(pk=found.pk).values_list("pk"))
    if Seat.objects.filter(player=found).exists():
        text = _("This player has sat in a game, which stays: mark them as having left.")
        raise ProblemError(409, "has_played", text)
    everyone.delete()
    found.delete()


def _locked(actor: User, player: UUID) -> tuple[Membership, Player]:
    """The actor's membership and the player, in a group that is locked."""
    _asked, found = player_for(actor, player)
    mine = lock(actor, found.group_id)
    # Looked up again: it may have been claimed or merged while we waited.
    return mine, player_for(actor, player)[1]
