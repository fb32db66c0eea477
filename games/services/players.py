"""Players: the people who sit at the table, with an account or without.

The id of a player who was merged into another stands for that other player.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Membership, Player, Role, Seat
from games.selectors.access import require_role
from games.selectors.groups import player_for
from games.services.chosen_ids import retire_ids
from games.services.group_events import tell_group
from games.services.locking import lock_group
from games.wire.group_events import player_changed, player_removed
from rest.problems import FieldError, ProblemError


@transaction.atomic
def create_player(*, actor: User, group: UUID, name: str, id: UUID | None = None) -> Player:
    """Add a player to a group."""
    lock_group(actor, group, Role.SCORER)
    player = Player.objects.create(pk=id or uuid4(), group_id=group, name=name)
    tell_group(group, [player_changed(player)], actor=actor)
    return player


@transaction.atomic
def change_player(*, actor: User, player: UUID, **changes: Any) -> Player:
    """Set `name`, `has_left` or both."""
    membership, row = _lock_player(actor, player)
    require_role(membership.role, Role.SCORER)
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(update_fields=list(changes))
    tell_group(row.group_id, [player_changed(row)], actor=actor)
    return row


@transaction.atomic
def claim_player(*, actor: User, player: UUID) -> Player:
    """Say "that's me"; nothing changes if the actor has claimed the player before.

    Raises ProblemError (409) if the player is somebody else, or the actor another player.
    """
    _membership, row = _lock_player(actor, player)
    if row.user_id == actor.pk:
        return row
    check_claim(row, own_player(actor, row.group_id))
    row.user = actor
    row.save(update_fields=["user"])
    tell_group(row.group_id, [player_changed(row)], actor=actor)
    return row


def own_player(actor: User, group: UUID) -> Player | None:
    """The player that the actor is in a group, if any."""
    return Player.objects.select_related("user").filter(group_id=group, user=actor).first()


def check_claim(player: Player, mine: Player | None, path: str = "") -> None:
    """Refuse (409) to claim a player who is somebody else, or if the actor is another one, `mine`.

    `path` is where the player is in the request, if it is in its body.
    """
    if player.user is not None:
        code, name, extra = "already_claimed", player.user.name, {}
        text = _("%(name)s has claimed this player. Only they or an owner can release it.")
    elif mine is not None:
        code, name, extra = "already_a_player", mine.name, {"player": _named(mine)}
        text = _("You are %(name)s in this group: release that player first, or merge the two.")
    else:
        return
    text %= {"name": name}
    errors = [FieldError(path, code, text)] if path else []
    raise ProblemError(409, code, text, errors=errors, extra=extra)


def _named(player: Player) -> dict[str, str]:
    return {"id": str(player.pk), "name": player.name}


@transaction.atomic
def release_player(*, actor: User, player: UUID) -> Player:
    """Undo a claim: the actor's own, or as an owner anybody's (403)."""
    membership, row = _lock_player(actor, player)
    if row.user_id is None:
        return row
    if row.user_id != actor.pk:
        require_role(membership.role, Role.OWNER)
    row.user = None
    row.save(update_fields=["user"])
    tell_group(row.group_id, [player_changed(row)], actor=actor)
    return row


@transaction.atomic
def delete_player(*, actor: User, player: UUID) -> None:
    """Delete a player and those merged into it; ProblemError (409) if it has sat in a game."""
    requested, row = player_for(actor, player)
    lock_group(actor, row.group_id, Role.SCORER)
    if requested != row:
        text = _("This player was merged into %(name)s and is kept so that old links work.")
        raise ProblemError(409, "merged", text % {"name": row.name})
    # Locked to the end: a request that seats the player waits, and then does not find it.
    list(Player.objects.select_for_update().filter(pk=row.pk).values_list("pk"))
    if Seat.objects.filter(player=row).exists():
        text = _("This player has played, so they stay in the group: mark them as having left.")
        raise ProblemError(409, "has_played", text)
    event = player_removed(row)
    merged = Player.everything.filter(merged_into=row)
    retire_ids([*merged.values_list("pk", flat=True), row.pk])
    merged.delete()
    row.delete()
    tell_group(requested.group_id, [event], actor=actor)


def _lock_player(actor: User, player: UUID) -> tuple[Membership, Player]:
    """The actor's membership and the player, with the group's row locked."""
    group = player_for(actor, player)[1].group_id
    membership = lock_group(actor, group)
    # Read again: the player may have been claimed or merged while we waited for the lock.
    return membership, player_for(actor, player)[1]
