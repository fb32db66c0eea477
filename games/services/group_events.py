"""Events of groups: what phones that follow a group are told, in the order in which it happened.

All of this is part of the caller's transaction, and locks the group's `GroupLog` until its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.domain.game_record import GameRecord
from games.live.wake import wake
from games.models import GroupLog, Happening, Membership, Play, Player, Round
from games.wire.group_events import (
    GroupEventHead,
    NewGroupEvent,
    game_changed,
    game_removed,
    member_changed,
    player_changed,
)
from store.rows import add, insert
from store.statements import Statement, send, stored


def tell_group(group: UUID, events: Sequence[NewGroupEvent], *, actor: User | None) -> int:
    """Store events; return the number of the last one. The streams are woken on commit."""
    transaction.on_commit(lambda: wake(group))
    # Numbered when they are stored: no event has its own number in its data.
    now = timezone.now()
    head: GroupEventHead = {"number": 0, "at": now, "actor": actor.name if actor else None}
    told = [event(head) for event in events]
    rows = [
        Happening(
            group_id=group,
            group_number=_number(group, before_last=len(told) - place),
            kind=event["kind"],
            actor_id=actor.pk if actor else None,
            actor_name=event["actor"] or "",
            at=now,
            content={"told": [event["kind"], event["data"]]},
        )
        for place, event in enumerate(told, 1)
    ]
    [(last,)], _rows = send(_count(group, len(told), changes=len(told)), insert(*rows))
    return int(last)


def tell_of_game(row: Happening, record: GameRecord) -> Statement:
    """Tell a group of a change of one of its games, which may be no longer there.

    Returns the statement that counts it, which the caller sends before the row, and wakes the
    streams.
    """
    group = record.game.group_id
    assert group is not None
    is_there = record.game.deleted_at is None
    event = game_changed(record, row.kind) if is_there else game_removed(record)
    told = event({"number": 0, "at": row.at, "actor": row.actor_name})
    row.content["told"] = [told["kind"], told["data"]]
    row.group_id, row.group_number = group, _number(group)
    return _count(group, 1, changes=0)


def tell_new_name(user: User) -> None:
    """Tell all groups of a person that they have a new name, in the order of their ids."""
    members = Membership.objects.filter(user=user).order_by("group")
    mine = {member.group_id: member for member in members.select_related("user")}
    claimed = Player.objects.filter(user=user).select_related("user")
    players = {player.group_id: player for player in claimed}
    for group in sorted(mine.keys() | groups_with_entries_by(user)):
        if group not in mine:
            mark_changed(group)
            continue
        events = [member_changed(mine[group])]
        if group in players:
            events.append(player_changed(players[group]))
        tell_group(group, events, actor=user)


def mark_changed(group: UUID) -> None:
    """Mark a group as changed without an event, because its games name somebody else now.

    Otherwise phones would take these games for unchanged.
    """
    send(_count(group, 0, changes=1))


def groups_with_entries_by(user: User) -> set[UUID]:
    """The groups in whose games somebody has recorded a round or a play."""
    rounds = Round.objects.filter(recorded_by=user).order_by()
    plays = Play.objects.filter(recorded_by=user).order_by()
    return {
        group
        for rows in (rounds, plays)
        for group in rows.values_list("game__group", flat=True).distinct()
    }


def _number(group: UUID, before_last: int = 0) -> Any:
    """The number of the last event of a group, or of one before it, when a row is stored."""
    text = "SELECT last_event - %s FROM games_grouplog WHERE group_id = %s"
    return Statement(text, [before_last, stored(group)])


def _count(group: UUID, events: int, changes: int) -> Statement:
    """Count events, and changes that games show; create the group's log if there is none yet.

    Its row stays locked until the transaction ends.
    """
    columns = ["last_event", "revision"]
    rows = [(group, events, changes)]
    return add(GroupLog, ["group_id"], columns, rows, returning=["last_event"])
