"""Reading groups, members, invites and players."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from games.models import Group, GroupLog, Invite, Membership, Player, Role
from games.selectors.access import LOG
from rest.refusals import found

# A group's answer has at most this many members and players; the lists have all.
MAX_LISTED = 100


def groups_of(user: UUID) -> QuerySet[Membership]:
    """The memberships of a user with their groups.

    They have `member_count` and `player_count`, and `revision` and `last_event` of the log.
    """
    players = Player.objects.filter(merged_into=None, has_left=False)
    return (
        Membership.objects.filter(user_id=user)
        .select_related("group")
        .annotate(
            member_count=count_in_group(Membership.objects.all()),
            player_count=count_in_group(players),
            **LOG,
        )
        .order_by("joined_at", "id")
    )


def count_in_group(rows: QuerySet[Membership] | QuerySet[Player]) -> Coalesce:
    """How many of `rows` belong to the `group` of the row that this is a column of."""
    in_group = rows.filter(group=OuterRef("group")).order_by().values("group")
    counted = Subquery(in_group.annotate(n=Count("pk")).values("n"))
    return Coalesce(counted, 0, output_field=IntegerField())


def group_for(user: UUID, group: UUID) -> Membership:
    """A user's membership with the columns of `groups_of`; raise NotFound without one."""
    return found(groups_of(user).filter(group_id=group).first())


def group_of(game: UUID) -> Group:
    """The group that a game belongs to; raise NotFound if there is none."""
    return found(Group.objects.filter(games=game).first())


def revision_of(group: UUID) -> int:
    """How often what games show of their group has changed (`GroupLog`)."""
    log = GroupLog.objects.filter(pk=group).first()
    return log.revision if log else 0


def members_of(group: UUID) -> QuerySet[Membership]:
    """The members with their names, in the order in which they joined."""
    rows = Membership.objects.filter(group_id=group).select_related("user", "claims")
    return rows.order_by("joined_at", "id")


def players_of(group: UUID, *, has_left: bool | None = None) -> QuerySet[Player]:
    """The players by name, without those that were merged into others."""
    rows = Player.objects.filter(group_id=group, merged_into=None).select_related("user")
    if has_left is not None:
        rows = rows.filter(has_left=has_left)
    return rows.order_by("name", "id")


def player_for(user: User, player: UUID) -> tuple[Player, Player]:
    """The player with this id, and who that is now: the same, or the one it was merged into.

    Raises NotFound if the user is not in the player's group.
    """
    rows = Player.objects.select_related("user", "merged_into__user")
    requested = found(rows.filter(pk=player, group__memberships__user=user).first())
    return requested, requested.merged_into or requested


def open_invites(now: datetime) -> QuerySet[Invite]:
    """The invites that can still be used."""
    unused = Q(max_uses=None) | Q(uses__lt=F("max_uses"))
    return Invite.objects.filter(unused, expires_at__gt=now)


def invite_of(group: UUID, invite: UUID) -> Invite:
    """An invite of a group, open or not; raise NotFound if there is none with this id."""
    return found(Invite.objects.filter(group_id=group, pk=invite).first())


def invites_for(mine: Membership, now: datetime) -> QuerySet[Invite]:
    """The open invites that a member may share, the latest first."""
    rows = open_invites(now).filter(group_id=mine.group_id)
    if mine.role != Role.OWNER:
        rows = rows.filter(role=Role.VIEWER)
    return rows.order_by("-created_at", "id")


def is_claimed_by(player: UUID, user: User) -> bool:
    """Whether a person has claimed a player."""
    return Player.objects.filter(pk=player, user=user).exists()


def claims(user: User, player: UUID) -> bool:
    """Whether a person says to be a player, and nobody has approved or refused it yet."""
    return Membership.objects.filter(user=user, claims=player).exists()
