"""Events of groups: what phones that follow a group are told, in the order in which it happened.

All of these are part of the caller's transaction. They lock the row of the group's `GroupLog`,
which stays locked to its end.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.domain.game_record import GameRecord
from games.live.wake import wake
from games.models import GroupEvent, GroupLog, Membership, Play, Player, Round
from games.models.table import GroupEventKind
from games.wire.group_events import (
    GroupEventHead,
    NewGroupEvent,
    game_changed,
    game_removed,
    member_changed,
    player_changed,
)

# All other kinds change names or people, which also show in games.
ONLY_GAMES = {GroupEventKind.GAME_CHANGED, GroupEventKind.GAME_REMOVED}


def tell_group(group: UUID, events: Sequence[NewGroupEvent], *, actor: User | None) -> int:
    """Store events; return the number of the last one. The streams are woken on commit."""
    now = timezone.now()
    # Numbered when they are stored: no event has its own number in its data.
    head: GroupEventHead = {"number": 0, "at": now, "actor": actor.name if actor else None}
    told = [event(head) for event in events]
    changes = sum(event["kind"] not in ONLY_GAMES for event in told)
    last = _count(group, events=len(told), changes=changes)
    GroupEvent.objects.bulk_create(
        GroupEvent(
            group_id=group,
            number=number,
            kind=event["kind"],
            actor=actor,
            actor_name=event["actor"] or "",
            data=event["data"],
            at=now,
        )
        for number, event in enumerate(told, last - len(told) + 1)
    )
    transaction.on_commit(lambda: wake(group))
    return last


def tell_of_game(record: GameRecord, cause: str, *, actor: User) -> None:
    """Tell a group that one of its games has changed, or is no longer there."""
    group = record.game.group_id
    assert group is not None
    is_there = record.game.deleted_at is None
    event = game_changed(record, cause) if is_there else game_removed(record)
    tell_group(group, [event], actor=actor)


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
