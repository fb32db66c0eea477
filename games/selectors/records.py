"""Loading games as plain values (`games.domain`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from itertools import groupby, starmap
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.http import Http404

from games.domain.archived import ArchivedGame, ChangeRecord
from games.domain.game_record import (
    GameRecord,
    GameValues,
    LineRecord,
    RoundRecord,
    SeatRecord,
    read_stint,
)
from games.domain.table_record import PlayRecord
from games.models import Change, Game, Line, Play, Seat
from store.database import moment
from store.games import GameRow, game_with_id, rounds_in, seats_in

COLUMNS = [column.name for column in fields(GameValues)]


def load(game: UUID) -> GameRecord:
    """Read a game, deleted or hidden ones too; raise Http404 if there is none."""
    row = game_with_id(game)
    if row is None:
        raise Http404
    return record_in(row)


def record_in(row: GameRow) -> GameRecord:
    """A game as a value, from a row with seats and rounds."""
    assert row.seats is not None
    assert row.rounds is not None
    return GameRecord(
        game=GameValues(**row.columns),
        seats=tuple(
            SeatRecord(UUID(player), name, place, UUID(id), tuple(map(read_stint, stints)))
            for id, player, name, place, stints in seats_in(row.seats)
        ),
        rounds=tuple(starmap(_round, rounds_in(row.rounds))),
        role=row.role,
        revision=row.revision,
        has_draft=row.has_draft,
    )


def load_list(games: Sequence[Game]) -> list[GameRecord]:
    """Read the games of a list, in their order, with two queries.

    A game that somebody writes to meanwhile is read again, and left out if it has been deleted.
    """
    ids = [game.pk for game in games]
    seats: dict[UUID, list[Seat]] = defaultdict(list)
    for seat in _with_version(Seat.objects.filter(game__in=ids)).order_by("place"):
        seats[seat.game_id].append(seat)
    lines: dict[UUID, list[tuple[Any, ...]]] = defaultdict(list)
    for game_id, *line in _line_rows(Line.objects.filter(round__game__in=ids), "round__game_id"):
        lines[game_id].append(tuple(line))
    records = []
    for game in games:
        if _is_of_version(game.version, seats[game.pk], lines[game.pk]):
            records.append(_record(game, seats[game.pk], lines[game.pk]))
        else:
            with suppress(Http404):
                records.append(load(game.pk))
    return records


def load_all(games: Sequence[Game]) -> Iterator[GameRecord]:
    """Read many games, in their order, with two queries.

    The caller makes sure that nobody writes between them: by holding the rows locked, or by
    reading in a snapshot.
    """
    seats: dict[UUID, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=seats).select_related("player").order_by("place"):
        seats[seat.game_id].append(seat)
    lines: dict[UUID, list[tuple[Any, ...]]] = {game.pk: [] for game in games}
    for game_id, *line in _line_rows(Line.objects.filter(round__game__in=lines), "round__game_id"):
        lines[game_id].append(tuple(line))
    for game in games:
        yield _record(game, seats[game.pk], lines[game.pk])


def load_archived(games: Sequence[Game]) -> Iterator[ArchivedGame]:
    """Read everything about many games, in their order, with four queries.

    As with `load_all`, the caller makes sure that nobody writes between them.
    """
    with_plays = [game.pk for game in games if game.has_plays]
    plays: dict[UUID, list[PlayRecord]] = defaultdict(list)
    for row in play_rows(Play.objects.filter(game__in=with_plays)).order_by("round", "number"):
        plays[row.game_id].append(play_record(row))
    changes: dict[UUID, list[ChangeRecord]] = defaultdict(list)
    for change in Change.objects.filter(game__in=games).order_by("version"):
        changes[change.game_id].append(_change(change))
    for record in load_all(games):
        id = record.game.id
        yield ArchivedGame(record, tuple(plays[id]), tuple(changes[id]))


def game_values(row: Game) -> GameValues:
    """A row of a game as a value."""
    return GameValues(**{name: getattr(row, name) for name in COLUMNS})


def play_rows(plays: QuerySet[Play]) -> QuerySet[Play]:
    """Rows of plays with all that `play_record` reads."""
    return plays.select_related("seat", "recorded_by")


def play_record(row: Play) -> PlayRecord:
    """A play as a value."""
    return PlayRecord(
        id=row.pk,
        round=row.round,
        number=row.number,
        kind=row.kind,
        seat=row.seat.place if row.seat else None,
        data=row.data,
        overrule=row.overrule,
        recorded_by=row.recorder,
        imported=row.recorded_by is None and bool(row.recorder_name),
        recorded_at=row.recorded_at,
        taken_back_at=row.taken_back_at,
        phone_time=row.phone_time,
    )


def _change(row: Change) -> ChangeRecord:
    return ChangeRecord(
        version=row.version,
        kind=row.kind,
        actor=row.actor_name,
        round=row.round,
        before=row.before,
        after=row.after,
        reason=row.reason,
        at=row.at,
        phone_time=row.phone_time,
    )


def _round(
    number: int,
    overrule: str,
    name: str | None,
    written: str,
    recorded_at: str,
    phone_time: str | None,
    id: str,
    lines: list[list[Any]],
) -> RoundRecord:
    """A round as `store.games.rounds_in` returns it."""
    return RoundRecord(
        number=number,
        lines=tuple(starmap(LineRecord, lines)),
        overrule=overrule,
        recorded_by=name or written or None,
        imported=not name and bool(written),
        recorded_at=moment(recorded_at),
        phone_time=moment(phone_time) if phone_time else None,
        id=UUID(id),
    )


def _record(game: Game, seats: Sequence[Seat], lines: Sequence[tuple[Any, ...]]) -> GameRecord:
    return GameRecord(
        game=game_values(game),
        seats=tuple(
            SeatRecord(
                id=seat.pk,
                player_id=seat.player_id,
                name=seat.player.name,
                place=seat.place,
                stints=tuple(map(read_stint, seat.stints)),
            )
            for seat in seats
        ),
        rounds=tuple(_rounds(lines)),
    )


def _with_version(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    return seats.select_related("player").annotate(game_version=F("game__version"))


def _is_of_version(version: int, seats: Sequence[Seat], lines: Sequence[tuple[Any, ...]]) -> bool:
    """Whether these rows are all of one version, although they were read by two queries."""
    versions = {seat.game_version for seat in seats} | {line[0] for line in lines}  # type: ignore[attr-defined]
    return versions == {version}


def _line_rows(lines: QuerySet[Line], *first: str) -> QuerySet[Line, tuple[Any, ...]]:
    # One row for each line, with its round: one query instead of two.
    return lines.order_by("round__number", "seat__place").values_list(
        *first,
        "round__game__version",
        "round__number",
        "round__overrule",
        "round__recorded_by__name",
        "round__recorder_name",
        "round__recorded_at",
        "round__phone_time",
        "round__public_id",
        "seat__place",
        "points",
        "laid_down",
        "went_out",
        "cards",
    )


def _rounds(rows: Sequence[tuple[Any, ...]]) -> Iterator[RoundRecord]:
    for head, lines in groupby(rows, key=lambda row: row[1:8]):
        number, overrule, name, written, at, phone_time, id = head
        yield RoundRecord(
            number=number,
            lines=tuple(LineRecord(*row[8:]) for row in lines),
            overrule=overrule,
            recorded_by=name or written or None,
            imported=not name and bool(written),
            recorded_at=at,
            phone_time=phone_time,
            id=id,
        )
