"""Events of groups: what phones that follow a group are told, in the order in which it happened.

All of these are part of the caller's transaction. They lock the row of the group's `GroupLog`,
which stays locked to its end.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from accounts.models import User
from games.domain.game_record import GameRecord
from games.live.wake import wake
from games.models import GroupEvent, GroupLog, Membership, Play, Player, Round
from games.models.table import GroupEventKind
from games.wire.games import game_summary
from games.wire.group_events import told_member, told_player

# The kind of an event and its data.
NewGroupEvent = tuple[GroupEventKind, Mapping[str, Any]]

# All other kinds change names or people, which also show in games.
ONLY_GAMES = {GroupEventKind.GAME_CHANGED, GroupEventKind.GAME_REMOVED}


def tell_group(group: UUID, events: Sequence[NewGroupEvent], *, actor: User | None) -> int:
    """Store events; return the number of the last one. The streams are woken on commit."""
    changes = sum(kind not in ONLY_GAMES for kind, _data in events)
    last = _count(group, events=len(events), changes=changes)
    GroupEvent.objects.bulk_create(
        GroupEvent(
            group_id=group,
            number=number,
            kind=kind,
            actor=actor,
            actor_name=actor.name if actor else "",
            data=dict(data),
        )
        for number, (kind, data) in enumerate(events, last - len(events) + 1)
    )
    transaction.on_commit(lambda: wake(group))
    return last


def tell_of_game(record: GameRecord, cause: str, *, actor: User) -> None:
    """Tell a group that one of its games has changed, or is no longer there."""
    group = record.game.group_id
    assert group is not None
    if record.game.deleted_at is None:
        data = {"cause": cause, "game": game_summary(record)}
        event = (GroupEventKind.GAME_CHANGED, data)
    else:
        event = (GroupEventKind.GAME_REMOVED, {"game": str(record.game.id)})
    tell_group(group, [event], actor=actor)


def member_changed(member: Membership) -> NewGroupEvent:
    """A new member, or one with another role or name."""
    return GroupEventKind.MEMBER_CHANGED, {"member": told_member(member)}


def member_removed(member: Membership) -> NewGroupEvent:
    """Somebody is no longer a member."""
    data = {"member": str(member.pk), "user": str(member.user_id)}
    return GroupEventKind.MEMBER_REMOVED, data


def player_changed(player: Player) -> NewGroupEvent:
    """A new player, or one with another name, claim or presence."""
    return GroupEventKind.PLAYER_CHANGED, {"player": told_player(player)}


def player_removed(player: Player, merged_into: Player | None = None) -> NewGroupEvent:
    """A player was deleted or merged; the games of one who was merged must be read again."""
    into = str(merged_into.pk) if merged_into else None
    data = {"player": str(player.pk), "merged_into": into, "reload": merged_into is not None}
    return GroupEventKind.PLAYER_REMOVED, data


def tell_new_name(user: User) -> None:
    """Tell all groups of a person that their name is another one now."""
    members = Membership.objects.filter(user=user).order_by("group")
    mine = {member.group_id: member for member in members.select_related("user")}
    claimed = Player.objects.filter(user=user).select_related("user")
    players = {player.group_id: player for player in claimed}
    for group in sorted(mine.keys() | groups_with_entries_by(user)):
        if group not in mine:
            _count(group, events=0, changes=1)
            continue
        events = [member_changed(mine[group])]
        if group in players:
            events.append(player_changed(players[group]))
        tell_group(group, events, actor=user)


def forget_entries_by(user: User, *, told: Collection[UUID]) -> None:
    """Let nobody take games for unchanged that will no longer say who recorded a round.

    The groups in `told` know already.
    """
    for group in sorted(groups_with_entries_by(user) - set(told)):
        _count(group, events=0, changes=1)


def groups_with_entries_by(user: User) -> set[UUID]:
    """The groups in whose games somebody has recorded a round or a play."""
    rounds = Round.objects.filter(recorded_by=user).order_by()
    plays = Play.objects.filter(recorded_by=user).order_by()
    return {
        group
        for rows in (rounds, plays)
        for group in rows.values_list("game__group", flat=True).distinct()
    }


def _count(group: UUID, *, events: int, changes: int) -> int:
    """Count events and changes of what games show; return the number of the last event."""
    logs = GroupLog.objects.filter(pk=group)
    columns = {"last_event": F("last_event") + events, "revision": F("revision") + changes}
    if not logs.update(**columns):
        GroupLog.objects.bulk_create([GroupLog(group_id=group)], ignore_conflicts=True)
        logs.update(**columns)
    return logs.values_list("last_event", flat=True).get()
