"""Reading an archive: to players and games, or to all that is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.domain.archived import ArchivedGame, ChangeRecord, PlayerRecord, PlayRecord
from games.domain.record import GameRecord, LineRecord, RoundRecord, write_phase
from games.models import Game, Player, Seat
from rest.problems import MAX_ERRORS, FieldError
from scoring.exchange.archive import checks, shapes
from scoring.exchange.archive.document import Enough, Findings, parsed, read_document
from scoring.exchange.archive.writer import KEY

Step = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """A game by the id that it keeps; `source` is the key of the import that it came from."""

    id: UUID
    source: str | None
    whole: ArchivedGame


@dataclass(frozen=True, slots=True)
class Archive:
    """What was read: all of it where there are no `problems`, and nothing to rely on otherwise.

    Of problems and warnings the first ones are kept. `problem_count` counts problems up to
    `archive_document.ENOUGH`, where reading stops: it then says that there are at least so many.
    The field of each is its path, such as `games.3.rounds.0.lines.2.points`.
    """

    players: tuple[PlayerRecord, ...] = ()
    games: tuple[ArchiveEntry, ...] = ()
    problems: tuple[FieldError, ...] = ()
    problem_count: int = 0
    warnings: tuple[FieldError, ...] = ()

    @property
    def rounds(self) -> int:
        return sum(len(game.whole.record.rounds) for game in self.games)


def read_archive(data: bytes, step: Step = lambda done, total: None) -> Archive:
    """Read an archive; whatever it is that comes in, there is an answer and no exception."""
    found = Findings()
    try:
        return _read(data, found, step)
    except Enough:
        return _none(found)


def _read(data: bytes, found: Findings, step: Step) -> Archive:
    document = read_document(data, found)
    if document is None:
        return _none(found)
    players = [
        _read_player(raw, f"players.{index}", found)
        for index, raw in enumerate(document["players"])
    ]
    found.add(_check_players(players))
    by_id = {player.id: player for player in players if player}
    games: list[ArchiveEntry | None] = []
    for index, raw in enumerate(document["games"]):
        alive = partial(step, index, len(document["games"]))
        games.append(_read_game(raw, f"games.{index}", by_id, found, alive))
    read = [game.id if game else None for game in games]
    sources = [game.source if game else None for game in games]
    found.add(checks.check_ids(read, "games"))
    found.add(checks.check_ids(sources, "games", field="source"))
    if found.count:
        return _none(found)
    whole = tuple(game for game in games if game)
    return Archive(
        players=tuple(player for player in players if player),
        games=whole,
        warnings=tuple(_warnings(whole, step)),
    )


def _none(found: Findings) -> Archive:
    return Archive(problems=tuple(found.kept), problem_count=found.count)


def _read_player(raw: Any, path: str, found: Findings) -> PlayerRecord | None:
    attrs = parsed(shapes.ArchivedPlayerSerializer, raw, path, found)
    return _unread_player(raw) if attrs is None else PlayerRecord(**attrs)


def _unread_player(raw: Any) -> PlayerRecord | None:
    """Somebody of whom not all can be read; known all the same where they have a seat."""
    try:
        return PlayerRecord(UUID(raw["id"]), "", False, None, datetime.now(UTC))
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _check_players(players: Sequence[PlayerRecord | None]) -> Iterator[FieldError]:
    yield from checks.check_ids([player and player.id for player in players], "players")
    known = {player.id: player for player in players if player}
    for index, player in enumerate(players):
        if player is None or player.merged_into is None:
            continue
        other = known.get(player.merged_into)
        if other is None or other.merged_into is not None:
            text = _("This must be the id of another player, who was not merged into any.")
            yield FieldError(f"players.{index}.merged_into", "unknown_player", text)


def _read_game(
    raw: Any,
    path: str,
    players: Mapping[UUID, PlayerRecord],
    found: Findings,
    alive: Callable[[], None],
) -> ArchiveEntry | None:
    attrs = _read_parts(raw, path, found, alive)
    if attrs is None:
        return None
    alive()
    if (attrs["source"] or "").startswith(KEY):
        text = _("This is the key of an import of something else than archives, or null.")
        found.add(iter([FieldError("source", "invalid", text)]), path)
    by_itself = chain(
        checks.check_people(attrs, players),
        checks.check_settings(attrs),
        checks.check_lines(attrs),
        checks.check_history(attrs),
    )
    if found.add(by_itself, path):
        return None
    alive()
    record = _record(attrs, players)
    together = chain(checks.check_course(record, attrs), checks.check_plays(record, attrs))
    if found.add(together, path):
        return None
    seats = {seat.player_id: seat.place for seat in record.seats}
    plays = tuple(_play(play, seats) for play in attrs["plays"])
    changes = tuple(_change(change) for change in attrs["changes"])
    return ArchiveEntry(attrs["id"], attrs["source"], ArchivedGame(record, plays, changes))


def _read_parts(
    raw: Any, path: str, found: Findings, alive: Callable[[], None]
) -> dict[str, Any] | None:
    """A game and all that is in its lists; says that it is alive at each thing in them."""
    before = found.count
    attrs = parsed(shapes.ArchivedGameSerializer, raw, path, found)
    if attrs is None:
        return None
    for name, shape in shapes.PARTS_OF_GAME.items():
        parts = []
        for index, part in enumerate(attrs[name]):
            alive()
            parts.append(parsed(shape, part, f"{path}.{name}.{index}", found))
        attrs[name] = parts
    return attrs if found.count == before else None


def _record(attrs: Mapping[str, Any], players: Mapping[UUID, PlayerRecord]) -> GameRecord:
    """The game as if it were on record here; none of its rows is stored."""
    game = Game(
        id=attrs["id"],
        edition=attrs["edition"].slug,
        variant=attrs["variant"],
        phases=[write_phase(phase) for phase in attrs["phases"]],
        house_rules=asdict(attrs["house_rules"]),
        totals=attrs["totals"] and [dict(total) for total in attrs["totals"]],
        **{name: attrs[name] for name in AS_THEY_ARE},
    )
    seats = [
        Seat(game=game, place=place, player=Player(id=pk, name=players[pk].name))
        for place, pk in enumerate(attrs["players"])
    ]
    places = {pk: place for place, pk in enumerate(attrs["players"])}
    return GameRecord(game, seats, tuple(_round(played, places) for played in attrs["rounds"]))


AS_THEY_ARE = (
    "first_dealer",
    "turns_logged",
    "version",
    "ended_early",
    "abandoned",
    "archived",
    "started_at",
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
    return RoundRecord(
        number=played["number"],
        lines=tuple(sorted(lines, key=lambda line: line.seat)),
        overrule=played["overrule"] or "",
        recorded_by=played["recorded_by"],
        recorded_at=played["recorded_at"],
    )


def _play(play: Mapping[str, Any], seats: Mapping[UUID, int]) -> PlayRecord:
    return PlayRecord(
        round=play["round"],
        number=play["number"],
        kind=play["kind"],
        seat=None if play["player"] is None else seats[play["player"]],
        data=play["data"],
        overrule=play["overrule"] or "",
        recorded_by=play["recorded_by"],
        recorded_at=play["recorded_at"],
        taken_back_at=play["taken_back_at"],
    )


def _change(change: Mapping[str, Any]) -> ChangeRecord:
    return ChangeRecord(**{**change, "reason": change["reason"] or ""})


def _warnings(games: Sequence[ArchiveEntry], step: Step) -> Iterator[FieldError]:
    """Rounds whose count looks wrong; they come in all the same, for the table has the word."""
    left = MAX_ERRORS
    for index, game in enumerate(games):
        step(index, len(games))
        for number, text in checks.doubtful_rounds(game.whole):
            if left == 0:
                return
            left -= 1
            yield FieldError(f"games.{index}.rounds.{number}", "doubtful", text)
