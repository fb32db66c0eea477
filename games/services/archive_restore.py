"""Restoring players and games from an archive: nothing is checked again, no event is told.

Accounts belong to the server they were made on. So restored players are unclaimed, and people
who recorded something are known only by their names.
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
from games.domain.game_record import GameRecord
from games.models import Change, PhaseList, Player
from games.services.hidden_games import lock_players, write_players
from games.services.phase_lists import MAX_PHASE_LISTS
from games.services.row_writer import BATCH, insert_games, insert_plays, insert_rounds, insert_seats


def restore_players(
    *, group: UUID, players: Sequence[PlayerRecord], ids: Mapping[UUID, UUID], hidden_by: UUID
) -> None:
    """Create those of these players who are not there yet; the import `hidden_by` hides them.

    `ids` has their new ids, and those of the players they were merged into, by the ids in the
    archive.
    """
    rows = [
        Player(
            id=ids[player.id],
            group_id=group,
            name=player.name,
            has_left=player.has_left,
            merged_into_id=player.merged_into and ids[player.merged_into],
            created_at=player.created_at,
            hidden_by=hidden_by,
        )
        for player in players
    ]
    write_players(rows)


def restore_phase_lists(*, group: UUID, phase_lists: Sequence[PhaseListRecord]) -> None:
    """Save the lists that the group lacks, as many as it may have; in the caller's transaction."""
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
    """Create games with the ids given, all else as it was archived; `hidden_by` hides them.

    `players` has the new id of everybody with a seat, and of those in the history as far as
    they are known. Raises ProblemError (409) if one with a seat is no longer in the group.
    """
    records = [_with_new_ids(id, archived, group, players) for id, archived in games.items()]
    seated = {seat.player_id for record in records for seat in record.seats}
    lock_players(group, seated, hidden_by=hidden_by)
    insert_games(records, hidden_by=hidden_by)
    insert_seats(records)
    insert_rounds([(record, played) for record in records for played in record.rounds])
    insert_plays(
        [
            (record, replace(play, id=uuid4()))
            for record, archived in zip(records, games.values(), strict=True)
            for play in archived.plays
        ]
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
        Change(
            game_id=record.game.id,
            version=change.version,
            kind=change.kind,
            actor_name=change.actor,
            round=change.round,
            before=with_player_ids(change.before, new_ids),
            after=with_player_ids(change.after, new_ids),
            reason=change.reason,
            at=change.at,
            phone_time=change.phone_time,
        )
        for record, archived in zip(records, games, strict=True)
        for change in archived.changes
    ]
    Change.objects.bulk_create(changes, batch_size=BATCH)
