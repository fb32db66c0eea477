"""Plays by the ORM, as they were read and written before there were statements: the reference."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch
from uuid import UUID

from games.api import table_views
from games.domain.game_record import GameRecord
from games.domain.table_record import PlayRecord, TableRecord
from games.models import Event, Game, Play
from games.selectors import table as table_selectors
from games.selectors.records import play_record, play_rows
from games.services import table as table_services
from store.changes import GameWrites, PlayRow, TakenBack
from store.tables import EVENTS, PLAYS


@contextmanager
def plays_by_orm() -> Iterator[None]:
    """Read tables and write plays by the ORM; nothing is kept."""
    with ExitStack() as stack:
        for module in (table_views, table_services):
            stack.enter_context(patch.object(module, "kept_table_of", table_of))
        stack.enter_context(patch.object(table_selectors, "table_of", table_of))
        stack.enter_context(patch.object(table_services, "table_of", table_of))
        stack.enter_context(patch.object(table_services, "write_game", write_play))
        yield


def table_of(record: GameRecord, round: int | None = None) -> TableRecord:
    """As `games.selectors.table.table_of`, for a round that has begun."""
    number = table_selectors.latest_round(record) if round is None else round
    plays = plays_in(record.game.id, number)
    counting = tuple(play for play in plays if play.taken_back_at is None)
    return TableRecord(record, number, counting, plays[-1].number if plays else 0)


def plays_in(game: UUID, round: int) -> list[PlayRecord]:
    """As `games.selectors.table.plays_in`."""
    rows = play_rows(Play.objects.filter(game=game, round=round))
    return [play_record(row) for row in rows.order_by("number")]


def write_play(writes: GameWrites) -> None:
    """As `store.changes.write_game`, for a play that is made or taken back."""
    match writes.play:
        case PlayRow() as row:
            columns = {column: getattr(row, column) for column in PLAYS.types}
            Play.objects.create(game_id=writes.game, **columns)
        case TakenBack(play, at):
            Play.objects.filter(pk=play).update(taken_back_at=at)
        case None:
            raise AssertionError("No play is written.")
    for event in writes.events:
        columns = {column: getattr(event, column) for column in EVENTS.types}
        Event.objects.create(game_id=writes.game, **columns)
    Game.objects.filter(pk=writes.game).update(**writes.columns)
