"""Read an archive: its players and games, or everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import chain
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.domain.archived import ArchivedGame, ChangeRecord, PhaseListRecord, PlayerRecord
from games.domain.faces import COLORS, Face
from games.domain.game_record import (
    GameRecord,
    GameValues,
    LineRecord,
    RoundRecord,
    SeatRecord,
    write_phase,
)
from games.domain.table_record import PlayRecord
from referee.stints import tidy
from rest.problems import MAX_ERRORS
from rest.refusals import FieldError
from scoring.exchange.archive import game_checks
from scoring.exchange.archive.archive_format import KEY_PREFIX
from scoring.exchange.archive.archive_problems import ArchiveProblems, TooManyProblems
from scoring.exchange.archive.document import parse_part, read_document
from scoring.exchange.archive.play_checks import check_plays
from scoring.exchange.archive.serializers import (
    GAME_PARTS,
    ArchivedGameSerializer,
    ArchivedPhaseListSerializer,
    ArchivedPlayerSerializer,
)


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """A game by the id that it has in all archives; `source` is the key of its first import."""

    id: UUID
    source: str | None
    game: ArchivedGame


@dataclass(frozen=True, slots=True)
class Archive:
    """The contents of an archive; if it has `problems`, it has nothing else.

    Only the first problems and warnings are kept; `problem_count` is how many there are, up to
    `archive_problems.MAX_COUNTED`, where reading stops. The field of each is its path, such as
    `games.3.rounds.0.lines.2.points`. `time_zone` is where its group played, if it says so.
    """

    time_zone: str | None = None
    players: tuple[PlayerRecord, ...] = ()
    phase_lists: tuple[PhaseListRecord, ...] = ()
    entries: tuple[ArchiveEntry, ...] = ()
    problems: tuple[FieldError, ...] = ()
    problem_count: int = 0
    warnings: tuple[FieldError, ...] = ()

    @property
    def records(self) -> list[GameRecord]:
        return [entry.game.record for entry in self.entries]


def read_archive(data: bytes) -> Archive:
    """Read an archive, whatever the file contains; never raise an exception."""
    problems = ArchiveProblems()
    try:
        return _read(data, problems)
    except TooManyProblems:
        return _refused(problems)


def _read(data: bytes, problems: ArchiveProblems) -> Archive:
    document = read_document(data, problems)
    if document is None:
        return _refused(problems)
    players = [
        _read_player(raw, f"players.{index}", problems)
        for index, raw in enumerate(document["players"])
    ]
    problems.add(_check_players(players))
    phase_lists = [
        _read_phase_list(raw, f"phase_lists.{index}", problems)
        for index, raw in enumerate(document["phase_lists"])
    ]
    by_id = {player.id: player for player in players if player}
    entries = [
        _read_entry(raw, f"games.{index}", by_id, problems)
        for index, raw in enumerate(document["games"])
    ]
    ids = [entry.id if entry else None for entry in entries]
    sources = [entry.source if entry else None for entry in entries]
    problems.add(game_checks.check_ids(ids, "games"))
    problems.add(game_checks.check_ids(sources, "games", field="source"))
    if problems.count:
        return _refused(problems)
    valid = tuple(entry for entry in entries if entry)
    return Archive(
        time_zone=document["group"]["time_zone"],
        players=tuple(player for player in players if player),
        phase_lists=tuple(row for row in phase_lists if row),
        entries=valid,
        warnings=tuple(_warnings(valid)),
    )


def _refused(problems: ArchiveProblems) -> Archive:
    return Archive(problems=tuple(problems.kept), problem_count=problems.count)


def _read_player(raw: Any, path: str, problems: ArchiveProblems) -> PlayerRecord | None:
    attrs = parse_part(ArchivedPlayerSerializer, raw, path, problems)
    return _player_with_id(raw) if attrs is None else PlayerRecord(**attrs)


def _read_phase_list(raw: Any, path: str, problems: ArchiveProblems) -> PhaseListRecord | None:
    attrs = parse_part(ArchivedPhaseListSerializer, raw, path, problems)
    if attrs is None:
        return None
    phases = [write_phase(phase) for phase in attrs["phases"]]
    return PhaseListRecord(attrs["name"], attrs["edition"].slug, phases, attrs["created_at"])


def _player_with_id(raw: Any) -> PlayerRecord | None:
    """Return a player with only a valid id, so that their seats are not reported, too."""
    try:
        return PlayerRecord(UUID(raw["id"]), "", False, None, datetime.now(UTC))
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _check_players(players: Sequence[PlayerRecord | None]) -> Iterator[FieldError]:
    yield from game_checks.check_ids([player and player.id for player in players], "players")
    by_id = {player.id: player for player in players if player}
    for index, player in enumerate(players):
        if player is None or player.merged_into is None:
            continue
        remaining = by_id.get(player.merged_into)
        if remaining is None or remaining.merged_into is not None:
            text = _("This must be the id of another player who was not merged.")
            yield FieldError(f"players.{index}.merged_into", "unknown_player", text)


def _read_entry(
    raw: Any, path: str, players: Mapping[UUID, PlayerRecord], problems: ArchiveProblems
) -> ArchiveEntry | None:
    attrs = _parse_game(raw, path, problems)
    if attrs is None:
        return None
    if (attrs["source"] or "").startswith(KEY_PREFIX):
        text = _("This must be null or the key of an import that was not an archive.")
        problems.add([FieldError("source", "invalid", text)], path)
    settings_and_lines = chain(
        game_checks.check_people(attrs, players),
        game_checks.check_stints(attrs),
        game_checks.check_settings(attrs),
        game_checks.check_lines(attrs),
        game_checks.check_history(attrs),
    )
    if problems.add(settings_and_lines, path):
        return None
    record = _record(attrs, players)
    course = chain(
        game_checks.check_handicaps(record),
        game_checks.check_rounds(record, attrs),
        check_plays(record, attrs),
    )
    if problems.add(course, path):
        return None
    seats = {seat.player_id: seat.place for seat in record.seats}
    plays = tuple(_play(play, seats) for play in attrs["plays"])
    changes = tuple(_change(change) for change in attrs["changes"])
    return ArchiveEntry(attrs["id"], attrs["source"], ArchivedGame(record, plays, changes))


def _parse_game(raw: Any, path: str, problems: ArchiveProblems) -> dict[str, Any] | None:
    """Parse a game with its lists."""
    count_before = problems.count
    attrs = parse_part(ArchivedGameSerializer, raw, path, problems)
    if attrs is None:
        return None
    for name, serializer in GAME_PARTS.items():
        attrs[name] = [
            parse_part(serializer, part, f"{path}.{name}.{index}", problems)
            for index, part in enumerate(attrs[name])
        ]
    return attrs if problems.count == count_before else None


def _record(attrs: Mapping[str, Any], players: Mapping[UUID, PlayerRecord]) -> GameRecord:
    """Return the game as if it were recorded here; none of its rows is stored."""
    game = GameValues(
        id=attrs["id"],
        edition=attrs["edition"].slug,
        variant=attrs["variant"],
        phases=[write_phase(phase) for phase in attrs["phases"]],
        house_rules=asdict(attrs["house_rules"]),
        totals=attrs["totals"] and [dict(total) for total in attrs["totals"]],
        **{name: attrs[name] for name in UNCHANGED_FIELDS},
    )
    seats = tuple(
        SeatRecord(
            player_id=id,
            name=players[id].name,
            place=place,
            stints=tidy(attrs["stints"][place]) if attrs["stints"] else (),
            face=Face(players[id].color or COLORS[0], players[id].sign or ""),
        )
        for place, id in enumerate(attrs["players"])
    )
    places = {id: place for place, id in enumerate(attrs["players"])}
    return GameRecord(game, seats, tuple(_round(played, places) for played in attrs["rounds"]))


UNCHANGED_FIELDS = (
    "first_dealer",
    "turns_logged",
    "version",
    "ended_early",
    "abandoned",
    "archived",
    "started_at",
    "phone_time",
    "changed_at",
)


def _round(played: Mapping[str, Any], places: Mapping[UUID, int]) -> RoundRecord:
    lines = [
        LineRecord(
            seat=places[line["player"]],
            points=line["points"],
            laid_down=line["laid_down"],
            went_out=line["went_out"],
            cards=None if line["cards"] is None else [str(card) for card in line["cards"]],
        )
        for line in played["lines"]
    ]
    in_order = tuple(sorted(lines, key=lambda line: line.seat))
    return RoundRecord(**{**played, "lines": in_order, "overrule": played["overrule"] or ""})


def _play(play: Mapping[str, Any], seats: Mapping[UUID, int]) -> PlayRecord:
    facts = {**play, "overrule": play["overrule"] or ""}
    player = facts.pop("player")
    return PlayRecord(seat=None if player is None else seats[player], **facts)


def _change(change: Mapping[str, Any]) -> ChangeRecord:
    return ChangeRecord(**{**change, "reason": change["reason"] or ""})


def _warnings(entries: Sequence[ArchiveEntry]) -> Iterator[FieldError]:
    """Yield the rounds with unlikely counts; they are imported all the same: the table decides."""
    remaining = MAX_ERRORS
    for index, entry in enumerate(entries):
        for number, text in game_checks.doubtful_rounds(entry.game):
            if remaining == 0:
                return
            remaining -= 1
            yield FieldError(f"games.{index}.rounds.{number}", "doubtful", text)
