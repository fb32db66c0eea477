"""Events of groups: what phones that follow a group are told, in the order in which it happened.

All of these are part of the caller's transaction. They lock the row of the group's `GroupLog`,
which stays locked to its end.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
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
from store.rows import add, insert
from store.statements import Statement, send, stored

# All other kinds change names or people, which also show in games.
ONLY_GAMES = {GroupEventKind.GAME_CHANGED, GroupEventKind.GAME_REMOVED}


def tell_group(group: UUID, events: Sequence[NewGroupEvent], *, actor: User | None) -> int:
    """Store events; return the number of the last one. The streams are woken on commit."""
    transaction.on_commit(lambda: wake(group))
    [(last,)], _events = send(*_news(group, events, actor, timezone.now()))
    return int(last)


def news_of_game(
    record: GameRecord, cause: str, *, actor: User, at: datetime
) -> Sequence[Statement]:
    """Tell a group that one of its games has changed, or is no longer there.

    The caller sends the statements with the change of the game, and wakes the streams.
    """
    group = record.game.group_id
    assert group is not None
    is_there = record.game.deleted_at is None
    event = game_changed(record, cause) if is_there else game_removed(record)
    return _news(group, [event], actor, at)


def tell_new_name(user: User) -> None:
    """Tell all groups of a person that their name is another one now."""
    members = Membership.objects.filter(user=user).order_by("group")
    mine = {member.group_id: member for member in members.select_related("user")}
    claimed = Player.objects.filter(user=user).select_related("user")
    players = {player.group_id: player for player in claimed}
    for group in sorted(mine.keys() | groups_with_entries_by(user)):
        if group not in mine:
            send(_count(group, 0, changes=1))
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


def _news(
    group: UUID, events: Sequence[NewGroupEvent], actor: User | None, at: datetime
) -> tuple[Statement, Statement]:
    # Numbered when they are stored: no event has its own number in its data.
    head: GroupEventHead = {"number": 0, "at": at, "actor": actor.name if actor else None}
    told = [event(head) for event in events]
    count = _count(group, len(told), sum(event["kind"] not in ONLY_GAMES for event in told))
    rows = [
        GroupEvent(
            group_id=group,
            number=Statement(_NUMBER, [len(told) - place, stored(group)]),  # type: ignore[misc]
            kind=event["kind"],
            actor_id=actor.pk if actor else None,
            actor_name=event["actor"] or "",
            data=event["data"],
            at=at,
        )
        for place, event in enumerate(told, 1)
    ]
    return count, insert(*rows)


_NUMBER = "SELECT last_event - %s FROM games_grouplog WHERE group_id = %s"


def _count(group: UUID, events: int, changes: int) -> Statement:
    """Count events and changes of what games show; the first ones make the log of the group.

    Its row stays locked to the end of the transaction.
    """
    columns = ["last_event", "revision"]
    rows = [(group, events, changes)]
    return add(GroupLog, ["group_id"], columns, rows, returning=["last_event"])
