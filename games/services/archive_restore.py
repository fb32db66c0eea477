"""Restoring players and games from an archive, without checking them again and without events.

Accounts belong to the server on which they were created. Restored players are therefore unclaimed,
and whoever recorded something is known only by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from uuid import UUID, uuid4

from django.db import transaction

from games.domain.archived import (
    ArchivedGame,
    PhaseListRecord,
    PlayerRecord,
    with_player_ids,
)
from games.domain.faces import next_colors
from games.domain.game_record import GameRecord
from games.models import Happening, PhaseList, Play, Player
from games.services.hidden_games import lock_players, write_players
from games.services.phase_lists import MAX_PHASE_LISTS
from games.services.row_writer import BATCH, insert_games, insert_rounds, insert_seats, play_row


def restore_players(
    *, group: UUID, players: Sequence[PlayerRecord], ids: Mapping[UUID, UUID], hidden_by: UUID
) -> None:
    """Create the players who do not exist yet, hidden by the import `hidden_by`.

    `ids` maps ids in the archive to new ones, for these players and for those they were merged
    into.
    """
    taken = Player.everything.filter(group_id=group).values_list("color", flat=True)
    free = iter(next_colors(taken, len(players)))
    rows = [
        Player(
            id=ids[player.id],
            group_id=group,
            name=player.name,
            color=player.color or next(free),
            sign=player.sign or "",
            has_left=player.has_left,
            merged_into_id=player.merged_into and ids[player.merged_into],
            created_at=player.created_at,
            hidden_by=hidden_by,
        )
        for player in players
    ]
    write_players(rows)


def restore_phase_lists(*, group: UUID, phase_lists: Sequence[PhaseListRecord]) -> None:
    """Save the lists that the group lacks, up to its limit, in the caller's transaction."""
    rows = list(PhaseList.objects.filter(group_id=group))
    there = [(row.name, row.edition, row.phases) for row in rows]
    missing = [row for row in phase_lists if (row.name, row.edition, row.phases) not in there]
    PhaseList.objects.bulk_create(
        PhaseList(group_id=group, **asdict(row)) for row in missing[: MAX_PHASE_LISTS - len(rows)]
    )


@transaction.atomic
def restore_games(
    *,
    group: UUID,
    games: Mapping[UUID, ArchivedGame],
    players: Mapping[UUID, UUID],
    hidden_by: UUID,
) -> None:
    """Create games under the given ids, otherwise exactly as archived; `hidden_by` hides them.

    `players` has the new id of everybody with a seat, and of those in the history who are still
    known. Raises Refusal if somebody with a seat is no longer in the group.
    """
    records = [_with_new_ids(id, archived, group, players) for id, archived in games.items()]
    seated = {seat.player_id for record in records for seat in record.seats}
    lock_players(group, seated, hidden_by=hidden_by)
    insert_games(records, hidden_by=hidden_by)
    insert_seats(records)
    insert_rounds([(record, played) for record in records for played in record.rounds])
    Play.objects.bulk_create(
        (
            play_row(record, replace(play, id=uuid4()))
            for record, archived in zip(records, games.values(), strict=True)
            for play in archived.plays
        ),
        BATCH,
    )
    _restore_changes(records, list(games.values()), players)


def _with_new_ids(
    id: UUID, archived: ArchivedGame, group: UUID, players: Mapping[UUID, UUID]
) -> GameRecord:
    record = archived.record.with_columns(
        id=id, group_id=group, last_event=0, has_plays=bool(archived.plays)
    )
    seats = [replace(seat, id=uuid4(), player_id=players[seat.player_id]) for seat in record.seats]
    rounds = [replace(played, id=uuid4()) for played in record.rounds]
    return replace(record, seats=tuple(seats), rounds=tuple(rounds))


def _restore_changes(
    records: Sequence[GameRecord], games: Sequence[ArchivedGame], players: Mapping[UUID, UUID]
) -> None:
    new_ids = {str(old): str(new) for old, new in players.items()}
    changes = [
        Happening(
            game_id=record.game.id,
            version=change.version,
            is_change=True,
            kind=change.kind,
            actor_name=change.actor,
            round=change.round,
            content={
                "before": with_player_ids(change.before, new_ids),
                "after": with_player_ids(change.after, new_ids),
            },
            reason=change.reason,
            at=change.at,
            phone_time=change.phone_time,
        )
        for record, archived in zip(records, games, strict=True)
        for change in archived.changes
    ]
    Happening.objects.bulk_create(changes, batch_size=BATCH)
