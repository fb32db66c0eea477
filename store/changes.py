"""Writing a change of a game: its row, its rounds, its history, and what phones are told.

PostgreSQL does all of it in one statement with one document as its parameter: arrays of JSON as
parameters cost far more. The caller holds the row of the game locked, so nobody else inserts a
round, an event or a version of it meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from store.database import Statement, is_postgres, rows, run, run_all
from store.group_log import LOG_AND_EVENTS, GroupNews, write_group_news
from store.tables import CHANGES, EVENTS, LINES, PLAYS, ROUNDS, Table
from store.values import json_text, stored


@dataclass(frozen=True, slots=True)
class LineRow:
    """A row of `games.models.Line`."""

    seat_id: UUID
    points: int
    cards: list[str] | None
    laid_down: bool
    went_out: bool


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A row of `games.models.Round`, with its lines."""

    public_id: UUID
    number: int
    overrule: str
    recorded_by_id: UUID | None
    recorder_name: str
    recorded_at: datetime
    phone_time: datetime | None
    lines: Sequence[LineRow]


@dataclass(frozen=True, slots=True)
class PlayRow:
    """A row of `games.models.Play`."""

    id: UUID
    round: int
    number: int
    kind: str
    seat_id: UUID | None
    data: dict[str, Any]
    overrule: str
    recorded_by_id: UUID | None
    recorder_name: str
    recorded_at: datetime
    phone_time: datetime | None
    taken_back_at: datetime | None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A play that no longer counts."""

    play: UUID
    at: datetime


@dataclass(frozen=True, slots=True)
class EventRow:
    """A row of `games.models.Event`."""

    number: int
    version: int
    kind: str
    actor_name: str
    data: Any
    at: datetime


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A row of `games.models.Change`."""

    version: int
    kind: str
    actor_id: UUID
    actor_name: str
    round: int | None
    before: Any
    after: Any
    reason: str
    at: datetime
    phone_time: datetime | None


@dataclass(frozen=True, slots=True)
class RoundLines:
    """Other lines for a round that is stored."""

    number: int
    lines: Sequence[LineRow]


@dataclass(frozen=True, slots=True)
class RoundWrites:
    """What happens to the rounds of a game.

    One is recorded, or the lines of one are replaced. Those after the number `kept` are deleted.
    `overrules` are other reasons by the number of their round.
    """

    tallied: RoundRow | RoundLines | None = None
    kept: int | None = None
    overrules: Mapping[int, str] = field(default_factory=dict)


NO_ROUNDS = RoundWrites()


@dataclass(frozen=True, slots=True)
class GameWrites:
    """All that is written with a change of a game; `columns` are those of its row that change.

    `play` is made on its table, or taken back from it.
    """

    game: UUID
    columns: Mapping[str, Any]
    events: Sequence[EventRow]
    change: ChangeRow | None = None
    rounds: RoundWrites = NO_ROUNDS
    play: PlayRow | TakenBack | None = None
    news: GroupNews | None = None


def write_game(writes: GameWrites) -> None:
    """Store a change of a game, whose row the caller holds locked."""
    if is_postgres():
        _write_to_postgres(writes)
    else:
        _write_to_sqlite(writes)


def _clearing(game: UUID, rounds: RoundWrites) -> Iterator[Statement]:
    """Delete what goes, and change reasons, before anything takes its place."""
    replaced = rounds.tallied.number if isinstance(rounds.tallied, RoundLines) else None
    if rounds.kept is not None or replaced is not None:
        yield Statement(_DELETE_LINES, stored([game, rounds.kept, replaced]))
    if rounds.kept is not None:
        yield Statement(_DELETE_ROUNDS, stored([game, rounds.kept]))
    for number, overrule in rounds.overrules.items():
        yield Statement(_CHANGE_REASON, stored([overrule, game, number]))


_DELETE_LINES = """
    DELETE FROM games_line WHERE round_id IN (
        SELECT id FROM games_round WHERE game_id = %s AND (number > %s OR number = %s))"""
_DELETE_ROUNDS = "DELETE FROM games_round WHERE game_id = %s AND number > %s"
_CHANGE_REASON = "UPDATE games_round SET overrule = %s WHERE game_id = %s AND number = %s"
_TAKE_BACK = "UPDATE games_play SET taken_back_at = %s WHERE game_id = %s AND id = %s"
_STORED_ROUND = "SELECT id FROM games_round WHERE game_id = %s AND number = %s"


def _write_to_postgres(writes: GameWrites) -> None:
    document = {
        "game": writes.game,
        "round": writes.rounds.tallied,
        "play": writes.play,
        "events": writes.events,
        "change": writes.change,
        "news": writes.news,
    }
    text = _statement(
        tuple(writes.columns),
        has_round=isinstance(writes.rounds.tallied, RoundRow),
        has_lines=writes.rounds.tallied is not None,
        has_play=isinstance(writes.play, PlayRow),
        takes_back=isinstance(writes.play, TakenBack),
        has_change=writes.change is not None,
        has_news=writes.news is not None,
    )
    columns = stored([*writes.columns.values(), writes.game])
    writing = Statement(text, [json_text(document), *columns])
    run_all([*_clearing(writes.game, writes.rounds), writing])


@lru_cache(maxsize=128)
def _statement(
    columns: tuple[str, ...],
    *,
    has_round: bool,
    has_lines: bool,
    has_play: bool,
    takes_back: bool,
    has_change: bool,
    has_news: bool,
) -> str:
    parts = [
        "given AS (SELECT document, (document->>'game')::uuid AS game"
        " FROM (SELECT %s::jsonb AS document) AS parameter)"
    ]
    if has_round:
        # The guard of a line sees the round, which is there before the line is tried.
        parts.append(f"tallied AS ({_inserted(ROUNDS, 'round')} RETURNING id)")
    elif has_lines:
        parts.append(
            "tallied AS (SELECT id FROM games_round JOIN given ON game_id = game"
            " WHERE number = (document->'round'->>'number')::integer)"
        )
    if has_lines:
        parts.append(
            f"lines AS (INSERT INTO games_line ({LINES.columns}) SELECT tallied.id, {LINES.values}"  # noqa: S608
            f" FROM tallied, given, jsonb_to_recordset(document->'round'->'lines') {LINES.row})"
        )
    if has_play:
        parts.append(f"play AS ({_inserted(PLAYS, 'play')})")
    if takes_back:
        parts.append(
            "play AS (UPDATE games_play"
            " SET taken_back_at = (document->'play'->>'at')::timestamptz FROM given"
            " WHERE game_id = game AND id = (document->'play'->>'play')::uuid)"
        )
    parts.append(f"events AS ({_inserted(EVENTS, 'events', many=True)})")
    if has_change:
        parts.append(f"change AS ({_inserted(CHANGES, 'change')})")
    if has_news:
        # Locks the row of the log. What else is written belongs to the game, whose row is locked:
        # so no matter in which order PostgreSQL writes, nobody waits any more after the log.
        parts.append(LOG_AND_EVENTS)
    return f"WITH {', '.join(parts)} {_update(columns)}"


def _inserted(table: Table, name: str, *, many: bool = False) -> str:
    take = "jsonb_to_recordset" if many else "jsonb_to_record"
    return (
        f"INSERT INTO {table.name} ({table.columns}) SELECT game, {table.values}"  # noqa: S608
        f" FROM given, {take}(document->'{name}') {table.row}"
    )


def _update(columns: Sequence[str]) -> str:
    changed = ", ".join(f'"{column}" = %s' for column in columns)
    return f"UPDATE games_game SET {changed} WHERE id = %s"  # noqa: S608


def _write_to_sqlite(writes: GameWrites) -> None:
    place, tallied = (writes.game,), writes.rounds.tallied
    run_all(_clearing(writes.game, writes.rounds))
    run(_update(tuple(writes.columns)), stored([*writes.columns.values(), writes.game]))
    if tallied:
        if isinstance(tallied, RoundRow):
            ROUNDS.insert((place, tallied))
        [[round]] = rows(_STORED_ROUND, stored([writes.game, tallied.number]))
        LINES.insert(*(((round,), line) for line in tallied.lines))
    if isinstance(writes.play, PlayRow):
        PLAYS.insert((place, writes.play))
    elif writes.play:
        run(_TAKE_BACK, stored([writes.play.at, writes.game, writes.play.play]))
    EVENTS.insert(*((place, event) for event in writes.events))
    if writes.change:
        CHANGES.insert((place, writes.change))
    if writes.news:
        write_group_news(writes.news)
