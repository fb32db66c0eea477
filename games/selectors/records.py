"""Reading games as plain values (`games.domain`): one by one, and many at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet, Value
from django.db.models.functions import Coalesce

from games.domain.archived import ArchivedGame, ChangeRecord
from games.domain.faces import Face
from games.domain.game_record import (
    GameRecord,
    GameValues,
    RoundRecord,
    SeatRecord,
    read_line,
    read_stint,
)
from games.domain.table_record import PlayRecord, without_orphans
from games.models import Draft, Game, Happening, Play, Round, Seat
from rest.refusals import NotFound
from store.queries import Parameter, Query
from store.statements import Row, Statement, send

COLUMNS = [column.name for column in fields(GameValues)]


@dataclass(frozen=True)
class GameRow:
    """The row of a game, with what its reader needs to know.

    `revision` is that of the group's log, 0 without one. `has_draft` says whether there is a draft
    of any round. `role` is that of the reader in the group, empty for nobody in particular.
    """

    game: GameValues
    revision: int
    has_draft: bool
    role: str

    @classmethod
    def read(cls, row: Row, *more: Any) -> Self:
        game = GameValues(**dict(zip(COLUMNS, row, strict=False)))
        return cls(game, *row[len(COLUMNS) :], *more)


def row_query(games: QuerySet[Game], role: Any = None) -> QuerySet[Game, Any]:
    """Read the rows of games, for `GameRow.read`."""
    facts = {
        "revision": Coalesce(F("group__log__revision"), 0),
        "has_draft": Exists(Draft.objects.filter(game=OuterRef("pk"))),
        "role": role or Value(""),
    }
    return games.annotate(**facts).values_list(*COLUMNS, *facts)


def _rounds(**which: Any) -> QuerySet[Round, Any]:
    rounds = Round.objects.filter(**which).order_by("number")
    recorder = ("recorded_by__name", "recorder_name", "recorded_at", "phone_time")
    return rounds.values_list("game_id", "number", "lines", "overrule", *recorder, "public_id")


def _seats(**which: Any) -> QuerySet[Seat, Any]:
    """Read seats, each with the number of the last event of its game."""
    seats = Seat.objects.filter(**which).order_by("place")
    player = ("player_id", "player__name", "player__color", "player__sign")
    return seats.values_list("game_id", "game__last_event", *player, "place", "id", "stints")


_ROW = Query(lambda: row_query(Game.everything.filter(pk=Parameter("game"))))
_ROUNDS = Query(lambda: _rounds(game=Parameter("game")))
_SEATS = Query(lambda: _seats(game=Parameter("game")))


def load(game: UUID) -> GameRecord:
    """Read a game, deleted or hidden ones too; raise NotFound if there is none."""
    return whole_game(game, _ROW(game=game))


def whole_game(game: UUID, reading_row: Statement) -> GameRecord:
    """Read a game with the statement that reads its row; raise NotFound if that finds none.

    If somebody has written meanwhile, it is read again.
    """
    record = None
    while record is None:
        record = record_in(*send(*reading(game, reading_row)))
    return record


def reading(game: UUID, reading_row: Statement) -> tuple[Statement, Statement, Statement]:
    """The statements for `record_in`, with the one that reads the row of the game."""
    return reading_row, _ROUNDS(game=game), _SEATS(game=game)


def record_in(row: list[Row], rounds: list[Row], seats: list[Row]) -> GameRecord | None:
    """A game from its rows; None if somebody has written meanwhile. Raises NotFound without a row.

    Seats are read last, so that rounds of other versions than the row's show there.
    """
    if not row:
        raise NotFound
    return _if_unchanged(GameRow.read(row[0]), rounds, seats)


def rest_of(row: GameRow) -> GameRecord | None:
    """Read the seats and rounds of a game; None if it has changed since its row was read."""
    return _if_unchanged(row, *send(_ROUNDS(game=row.game.id), _SEATS(game=row.game.id)))


def _if_unchanged(row: GameRow, rounds: list[Row], seats: list[Row]) -> GameRecord | None:
    is_of_one_version = all(seat[1] == row.game.last_event for seat in seats)
    return record_of(row, seats, rounds) if is_of_one_version else None


def record_of(row: GameRow, seats: Iterable[Row], rounds: Iterable[Row]) -> GameRecord:
    return GameRecord(
        game=row.game,
        seats=tuple(_seat(*columns) for _game, _last_event, *columns in seats),
        rounds=tuple(_round(*columns) for _game, *columns in rounds),
        role=row.role,
        revision=row.revision,
        has_draft=row.has_draft,
    )


def load_list(games: Sequence[Game]) -> list[GameRecord]:
    """Read the games of a list, in their order, with two queries.

    A game that somebody writes to meanwhile is read again, and left out if it has been deleted.
    """
    records = []
    for row, seats, rounds in _with_rows(games):
        if seats and (record := _if_unchanged(row, rounds, seats)):
            records.append(record)
        else:
            with suppress(NotFound):
                records.append(load(row.game.id))
    return records


def load_all(games: Sequence[Game]) -> Iterator[GameRecord]:
    """Read many games, in their order, with two queries.

    The caller makes sure that nobody writes between them: by holding the rows locked, or by
    reading in a snapshot.
    """
    return (record_of(*rows) for rows in _with_rows(games))


def _with_rows(games: Sequence[Game]) -> Iterator[tuple[GameRow, list[Row], list[Row]]]:
    """Read the seats and rounds of games: the rounds first, for `_seats` to tell what is new."""
    ids = [game.pk for game in games]
    rounds, seats = _by_game(_rounds(game__in=ids)), _by_game(_seats(game__in=ids))
    for game in games:
        row = GameRow(game_values(game), revision=0, has_draft=True, role="")
        yield row, seats[game.pk], rounds[game.pk]


def _by_game(rows: Iterable[Row]) -> dict[UUID, list[Row]]:
    found: dict[UUID, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[0]].append(row)
    return found


def load_archived(games: Sequence[Game]) -> Iterator[ArchivedGame]:
    """Read everything about many games, in their order, with four queries.

    As with `load_all`, the caller makes sure that nobody writes between them.
    """
    plays: dict[UUID, list[PlayRecord]] = defaultdict(list)
    with_plays = [game.pk for game in games if game.has_plays]
    for game, *columns in play_rows(Play.objects.filter(game__in=with_plays)):
        plays[game].append(play_record(*columns))
    changes: dict[UUID, list[ChangeRecord]] = defaultdict(list)
    rows = Happening.objects.filter(game__in=games, is_change=True).order_by("version")
    for change in rows:
        assert change.game_id is not None
        changes[change.game_id].append(_change(change))
    for record in load_all(games):
        id = record.game.id
        yield ArchivedGame(record, tuple(without_orphans(plays[id])), tuple(changes[id]))


def game_values(row: Game) -> GameValues:
    return GameValues(**{name: getattr(row, name) for name in COLUMNS})


def play_rows(plays: QuerySet[Play]) -> QuerySet[Play, Any]:
    """Read plays in their order: the game, and the columns for `play_record`."""
    recorder = ("recorded_by__name", "recorder_name", "recorded_at", "phone_time")
    what = ("round", "number", "kind", "seat__place", "data", "overrule")
    columns = ("game_id", "id", *what, *recorder, "taken_back_at")
    return plays.order_by("round", "number").values_list(*columns)


def play_record(
    id: UUID,
    round: int,
    number: int,
    kind: str,
    seat: int | None,
    data: dict[str, Any],
    overrule: str,
    name: str | None,
    written: str,
    recorded_at: datetime,
    phone_time: datetime | None,
    taken_back_at: datetime | None,
) -> PlayRecord:
    """A play as a value; `written` is the name of somebody without an account."""
    return PlayRecord(
        id=id,
        round=round,
        number=number,
        kind=kind,
        seat=seat,
        data=data,
        overrule=overrule,
        recorded_by=name or written or None,
        imported=not name and bool(written),
        recorded_at=recorded_at,
        taken_back_at=taken_back_at,
        phone_time=phone_time,
    )


def _change(row: Happening) -> ChangeRecord:
    assert row.version is not None
    return ChangeRecord(
        version=row.version,
        kind=row.kind,
        actor=row.actor_name,
        round=row.round,
        before=row.content["before"],
        after=row.content["after"],
        reason=row.reason,
        at=row.at,
        phone_time=row.phone_time,
    )


def _round(
    number: int,
    lines: list[list[Any]],
    overrule: str,
    name: str | None,
    written: str,
    recorded_at: datetime,
    phone_time: datetime | None,
    id: UUID,
) -> RoundRecord:
    return RoundRecord(
        number=number,
        lines=tuple(map(read_line, lines)),
        overrule=overrule,
        recorded_by=name or written or None,
        imported=not name and bool(written),
        recorded_at=recorded_at,
        phone_time=phone_time,
        id=id,
    )


def _seat(
    player: UUID,
    name: str,
    color: str,
    sign: str,
    place: int,
    id: UUID,
    stints: list[dict[str, Any]],
) -> SeatRecord:
    read = tuple(map(read_stint, stints))
    return SeatRecord(player, name, place, id, read, Face(color, sign))
