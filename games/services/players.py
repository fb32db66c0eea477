"""Players: the people who sit at the table, with an account or without.

The id of a player who was merged into another stands for that other player.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Membership, Player, Role, Seat
from games.selectors.access import has_role, require_role
from games.selectors.groups import player_for
from games.services.chosen_ids import retire_ids
from games.services.group_events import tell_group
from games.services.locking import lock_group
from games.wire.group_events import (
    NewGroupEvent,
    member_changed,
    player_changed,
    player_removed,
)
from rest.limits import expect_room
from rest.problems import FieldError, ProblemError


@transaction.atomic
def create_player(*, actor: User, group: UUID, name: str, id: UUID | None = None) -> Player:
    """Add a player to a group; ProblemError (409) if it has too many."""
    lock_group(actor, group, Role.SCORER)
    expect_players(group)
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
def claim_player(*, actor: User, player: UUID) -> tuple[Player, bool]:
    """Say "that's me"; nothing changes if the actor has said so before.

    Return the player, and whether somebody who may score has yet to approve it, as for a viewer:
    whoever claims a player and deletes their account takes the name of the player along, which a
    viewer may not do to others. Raises ProblemError (409) if the player is somebody else, or the
    actor another player.
    """
    mine, row = _lock_player(actor, player)
    if row.user_id == actor.pk:
        return row, False
    check_claim(row, own_player(actor, row.group_id))
    if has_role(mine.role, Role.SCORER):
        _give(row, mine, actor)
    elif mine.claims_id != row.pk:
        _set_claim(mine, row, actor)
    return row, not has_role(mine.role, Role.SCORER)


@transaction.atomic
def approve_claim(*, actor: User, group: UUID, member: UUID, player: UUID) -> Membership:
    """Let a member be the player that they say to be; return them.

    Raises ProblemError: 403 if the actor may not score, 409 if the member does not say so (any
    more), the player is somebody else, or the member another player.
    """
    theirs = _claiming(actor, group, member, player)
    assert theirs.claims is not None
    check_claim(theirs.claims, own_player(theirs.user, group))
    _give(theirs.claims, theirs, actor)
    return theirs


@transaction.atomic
def refuse_claim(*, actor: User, group: UUID, member: UUID, player: UUID) -> Membership:
    """Say that a member is not the player that they say to be; as `approve_claim`."""
    theirs = _claiming(actor, group, member, player)
    _set_claim(theirs, None, actor)
    return theirs


def claims_of(player: Player, *, now: Player | None = None) -> list[NewGroupEvent]:
    """Have those who say to be a player say so of `now`, or of nobody; return the events about it.

    Part of the caller's transaction, which has the group's row locked.
    """
    waiting = list(Membership.objects.filter(claims=player).select_related("user"))
    for member in waiting:
        member.claims = now
        member.save(update_fields=["claims"])
    return [member_changed(member) for member in waiting]


def _claiming(actor: User, group: UUID, member: UUID, player: UUID) -> Membership:
    """A member who says to be this player, with the group's row locked."""
    lock_group(actor, group, Role.SCORER)
    theirs = (
        Membership.objects.select_related("user", "claims__user")
        .filter(group_id=group, pk=member)
        .first()
    )
    if theirs is None:
        raise Http404
    if theirs.claims is None or theirs.claims.pk != player:
        text = _("%(name)s does not say to be this player, or this was decided already.")
        raise ProblemError(409, "no_such_claim", text % {"name": theirs.user.name})
    return theirs


def _give(player: Player, member: Membership, actor: User) -> None:
    """Let a member be a player; nobody else can be it then."""
    events = claims_of(player)
    if member.claims_id not in (None, player.pk):  # they said to be somebody else before
        member.claims = None
        member.save(update_fields=["claims"])
        events.append(member_changed(member))
    member.claims = None
    player.user = member.user
    player.save(update_fields=["user"])
    tell_group(player.group_id, [player_changed(player), *events], actor=actor)


def _set_claim(member: Membership, player: Player | None, actor: User) -> None:
    member.claims = player
    member.save(update_fields=["claims"])
    tell_group(member.group_id, [member_changed(member)], actor=actor)


def expect_players(group: UUID, adding: int = 1) -> None:
    """Raise ProblemError (409) if a group, whose row is locked, would have too many players."""
    expect_room("players_of_group", Player.everything.filter(group_id=group).count(), adding)


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
    """Undo a claim: the actor's own, also one that waits, or as an owner anybody's (403)."""
    membership, row = _lock_player(actor, player)
    if membership.claims_id == row.pk:
        _set_claim(membership, None, actor)
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
    events = [player_removed(row), *claims_of(row)]
    merged = Player.everything.filter(merged_into=row)
    retire_ids([*merged.values_list("pk", flat=True), row.pk])
    merged.delete()
    row.delete()
    tell_group(requested.group_id, events, actor=actor)


def _lock_player(actor: User, player: UUID) -> tuple[Membership, Player]:
    """The actor's membership and the player, with the group's row locked."""
    group = player_for(actor, player)[1].group_id
    membership = lock_group(actor, group)
    # Read again: the player may have been claimed or merged while we waited for the lock.
    return membership, player_for(actor, player)[1]
