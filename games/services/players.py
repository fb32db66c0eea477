"""Players: the people who sit at the table, with an account or without.

The id of a player who was merged into another stands for that other player.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.locking import hold_others
from games.domain.faces import next_colors
from games.models import Membership, Player, Role, Seat
from games.selectors.access import has_role, require_role
from games.selectors.groups import player_for, players_of
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
from rest.refusals import FieldError, Refusal, found


@transaction.atomic
def create_player(*, actor: User, group: UUID, name: str, id: UUID | None = None) -> Player:
    """Add a player to a group; raise Refusal if it has too many."""
    lock_group(actor, group, Role.SCORER)
    [color] = colors_of_new(group)
    player = Player.objects.create(pk=id or uuid4(), group_id=group, name=name, color=color)
    tell_group(group, [player_changed(player)], actor=actor)
    return player


@transaction.atomic
def change_player(*, actor: User, player: UUID, **changes: Any) -> Player:
    """Set `name`, `has_left`, `color` and `sign`, as far as they are given.

    Those who may not score can choose their own face.
    """
    membership, row = _lock_player(actor, player)
    if row.user_id != actor.pk or not changes.keys() <= {"color", "sign"}:
        require_role(membership.role, Role.SCORER)
    if "sign" in changes:
        changes["sign"] = changes["sign"] or ""
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(update_fields=list(changes))
    tell_group(row.group_id, [player_changed(row)], actor=actor)
    return row


@transaction.atomic
def claim_player(*, actor: User, player: UUID) -> tuple[Player, bool]:
    """Claim a player ("that's me"); claiming the same one again changes nothing.

    Return the player, and whether the claim still has to be approved by somebody who may score. A
    viewer's does: deleting an account erases the names of its players, and viewers must not be able
    to do that to others. Raises Refusal if somebody else has claimed the player, or the actor has
    claimed another one.
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
def decide_claim(
    *, actor: User, group: UUID, member: UUID, player: UUID, approved: bool
) -> Membership:
    """Approve a member's claim to a player, or refuse it; return the member.

    Raises Refusal if the actor may not score, or if the member does not claim this player (any
    more). So does approving if somebody else has claimed the player, or the member another one.
    """
    hold_others(User.objects.filter(memberships=member))
    lock_group(actor, group, Role.SCORER)
    members = Membership.objects.select_related("user", "claims__user")
    theirs = found(members.filter(group_id=group, pk=member).first())
    if theirs.claims is None or theirs.claims.pk != player:
        text = _("%(name)s does not say to be this player, or this was decided already.")
        raise Refusal("no_such_claim", text % {"name": theirs.user.name})
    if approved:
        check_claim(theirs.claims, own_player(theirs.user, group))
        _give(theirs.claims, theirs, actor)
    else:
        _set_claim(theirs, None, actor)
    return theirs


def claims_of(player: Player, *, now: Player | None = None) -> list[NewGroupEvent]:
    """Point the waiting claims to a player at `now`, or drop them; return the events about it.

    Part of the caller's transaction, which has locked the group's row.
    """
    waiting = list(Membership.objects.filter(claims=player).select_related("user"))
    for member in waiting:
        member.claims = now
        member.save(update_fields=["claims"])
    return [member_changed(member) for member in waiting]


def _give(player: Player, member: Membership, actor: User) -> None:
    """Give a player to a member, and drop all other claims to that player."""
    events = claims_of(player)
    if member.claims_id not in (None, player.pk):  # they had claimed somebody else
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


def colors_of_new(group: UUID, count: int = 1) -> list[str]:
    """The colors for `count` new players of a group, whose row is locked.

    The colors of those who have left are free: phones, which choose before the server has
    answered, do not know these players. Raises Refusal if the group has no room for so many.
    """
    all_players = Player.everything.filter(group_id=group)
    expect_room("players_of_group", all_players.count(), count)
    taken = players_of(group, has_left=False).values_list("color", flat=True)
    return next_colors(taken, count)


def own_player(actor: User, group: UUID) -> Player | None:
    """The player whom the actor has claimed in a group, if any."""
    return Player.objects.select_related("user").filter(group_id=group, user=actor).first()


def check_claim(player: Player, mine: Player | None, path: str = "") -> None:
    """Raise Refusal if somebody else has claimed the player, or the actor another one, `mine`.

    `path` says where in the body of the request the player is, if it is there.
    """
    if player.user is not None:
        code, name, facts = "already_claimed", player.user.name, {}
        text = _("%(name)s has claimed this player. Only they or an owner can release it.")
    elif mine is not None:
        code, name, facts = "already_a_player", mine.name, {"player": mine}
        text = _("You are %(name)s in this group: release that player first, or merge the two.")
    else:
        return
    text %= {"name": name}
    errors = [FieldError(path, code, text)] if path else []
    raise Refusal(code, text, errors=errors, **facts)


@transaction.atomic
def release_player(*, actor: User, player: UUID) -> Player:
    """Undo a claim: the actor's own, even one not approved yet, or as an owner anybody's."""
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
    """Delete a player and those merged into them; raise Refusal if they have sat in a game."""
    group = player_for(actor, player)[0].group_id
    lock_group(actor, group, Role.SCORER)
    # Read again: the player may have been merged while this waited for the lock.
    requested, row = player_for(actor, player)
    if requested != row:
        text = _("This player was merged into %(name)s and is kept so that old links work.")
        raise Refusal("merged", text % {"name": row.name})
    # Locked to the end: a request that wants to seat the player waits, and then finds nobody.
    list(Player.objects.select_for_update().filter(pk=row.pk).values_list("pk"))
    if Seat.objects.filter(player=row).exists():
        text = _("This player has played, so they stay in the group: mark them as having left.")
        raise Refusal("has_played", text)
    events = [player_removed(row), *claims_of(row)]
    merged = Player.everything.filter(merged_into=row)
    retire_ids([*merged.values_list("pk", flat=True), row.pk])
    merged.delete()
    row.delete()
    tell_group(group, events, actor=actor)


def _lock_player(actor: User, player: UUID) -> tuple[Membership, Player]:
    """Lock the group's row; return the actor's membership and the player."""
    group = player_for(actor, player)[1].group_id
    membership = lock_group(actor, group)
    # Read again: the player may have been claimed or merged while this waited for the lock.
    return membership, player_for(actor, player)[1]
