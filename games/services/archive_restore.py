"""Restoring players and games from an archive: nothing is checked again, no event is told.

Accounts belong to the server they were made on. So restored players are unclaimed, and people
who recorded something are known only by their names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID, uuid4

from django.db import transaction

from games.domain.archived import ArchivedGame, PlayerRecord, with_player_ids
from games.domain.game_record import GameRecord, Outcome
from games.models import Change, Game, Player
from games.services.row_writer import BATCH, insert_games, insert_plays, insert_rounds, insert_seats
from games.signals import game_changed


def restore_players(
    *, group: UUID, players: Sequence[PlayerRecord], known: Mapping[UUID, UUID]
) -> dict[UUID, UUID]:
    """Create players; return their new ids, and those of `known`, by the ids in the archive.

    A player who was merged into another follows that one, or that one is in `known`.
    """
    new_ids = dict(known)
    rows = []
    for player in players:
        new_ids[player.id] = uuid4()
        rows.append(
            Player(
                id=new_ids[player.id],
                group_id=group,
                name=player.name,
                has_left=player.has_left,
                merged_into_id=player.merged_into and new_ids[player.merged_into],
                created_at=player.created_at,
            )
        )
    Player.objects.bulk_create(rows, batch_size=BATCH)
    return new_ids


@transaction.atomic
def restore_games(
    *, group: UUID, games: Sequence[ArchivedGame], players: Mapping[UUID, UUID]
) -> list[Game]:
    """Create games with new ids, all else as it was archived; return them in their order.

    `players` has the new id of everybody with a seat, and of those in the history as far as
    they are known. Apps that listen to games hear of those that are over.
    """
    records = [_with_new_ids(archived, group, players) for archived in games]
    rows = insert_games(records)
    insert_seats(records)
    insert_rounds([(record, played) for record in records for played in record.rounds])
    insert_plays(
        [
            (record, replace(play, id=uuid4()))
            for record, archived in zip(records, games, strict=True)
            for play in archived.plays
        ]
    )
    _restore_changes(records, games, players)
    for record in records:
        if record.outcome is Outcome.OVER:
            game_changed.send(Game, game=record.game.id, group=group, was_over=False, is_over=True)
    return rows


def _with_new_ids(archived: ArchivedGame, group: UUID, players: Mapping[UUID, UUID]) -> GameRecord:
    record = archived.record.with_columns(
        id=uuid4(), group_id=group, last_event=0, has_plays=bool(archived.plays)
    )
    seats = [replace(seat, id=uuid4(), player_id=players[seat.player_id]) for seat in record.seats]
    return replace(record, seats=tuple(seats))


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
        )
        for record, archived in zip(records, games, strict=True)
        for change in archived.changes
    ]
    Change.objects.bulk_create(changes, batch_size=BATCH)
