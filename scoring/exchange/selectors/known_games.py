"""Which games of a file a group already has."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from uuid import UUID

from django.utils import timezone

from games.models import Game, Seat
from scoring.exchange.archive.archive_format import archive_key
from scoring.exchange.archive.reader import ArchiveEntry
from scoring.exchange.models import ImportedGame
from scoring.exchange.paper.file_contents import FileGame
from scoring.exchange.paper.importable_games import ImportableGame
from scoring.exchange.selectors.player_candidates import NameCandidates


def known_archive_games(group: UUID, entries: Iterable[ArchiveEntry]) -> dict[UUID, bool]:
    """Return the games that the group has, by their archive ids, and whether they are deleted.

    Deleted games count as long as they can be restored.
    """
    games = Game.objects.filter(group_id=group).values_list("pk", "deleted_at")
    keys = ImportedGame.objects.filter(group_id=group).values_list("key", "game__deleted_at")
    is_deleted = {str(pk): deleted_at is not None for pk, deleted_at in games}
    is_deleted |= {key: deleted_at is not None for key, deleted_at in keys}
    known = {}
    for entry in entries:
        for key in (str(entry.id), archive_key(entry.id), entry.source):
            if key is not None and key in is_deleted:
                known[entry.id] = is_deleted[key]
    return known


def own_games(group: UUID, games: Sequence[FileGame]) -> dict[UUID, UUID]:
    """Return the games of one of our exports that the group has: exported ids and ids in the group.

    They were exported from this group, or came to it in an archive. Deleted games count as
    long as they can be restored.
    """
    own_ids = {game.own_id for game in games if game.own_id}
    if not own_ids:
        return {}
    games_of_group = Game.objects.filter(group_id=group).values_list("pk", flat=True)
    keys = ImportedGame.objects.filter(group_id=group).values_list("key", "game_id")
    by_key = {archive_key(pk): pk for pk in own_ids}
    from_archives = {by_key[key]: game for key, game in keys if key in by_key}
    return from_archives | {pk: pk for pk in own_ids.intersection(games_of_group)}


@dataclass(frozen=True, slots=True)
class NewAndKnown:
    """The games of a file that are new, and those that were imported before.

    `known_ids` are the ids of the latter in the group; `deleted_count` of them are deleted.
    """

    new: Sequence[ImportableGame]
    known: Sequence[ImportableGame]
    known_ids: Collection[UUID]
    deleted_count: int


def split_by_known(group: UUID, games: Sequence[ImportableGame]) -> NewAndKnown:
    """Split games into those that are new, and those that were imported before."""
    rows = ImportedGame.objects.filter(group_id=group)
    imported = {
        key: (game, deleted_at)
        for key, game, deleted_at in rows.values_list("key", "game_id", "game__deleted_at")
    }
    known = [game for game in games if game.key in imported]
    return NewAndKnown(
        new=[game for game in games if game.key not in imported],
        known=known,
        known_ids={imported[game.key][0] for game in known},
        deleted_count=sum(imported[game.key][1] is not None for game in known),
    )


def games_with_same_players_and_day(
    group: UUID,
    games: NewAndKnown,
    candidates: Mapping[UUID, NameCandidates],
    own_ids: Collection[UUID],
) -> list[ImportableGame]:
    """Return the new games on whose day the group has another game of the same players.

    Days are those of the current time zone. It may be the same game, recorded in the group or
    imported with other points or names. Games that are known from the file itself
    (`games.known_ids` and `own_ids`) do not count.
    """
    if not games.new:
        return []
    zone = timezone.get_current_timezone()
    days = {_day(game.paper.started_at) for game in games.new}
    first, last = (datetime.combine(day, time(), zone) for day in (min(days), max(days)))
    seats = Seat.objects.filter(
        game__group_id=group,
        game__deleted_at=None,
        game__hidden_by=None,
        game__started_at__gte=first,
        game__started_at__lt=last + timedelta(days=1),
    )
    rows = seats.values_list("game_id", "game__started_at", "player_id")
    players_of: dict[tuple[date, UUID], set[UUID]] = {}
    for game_id, started_at, player in rows.iterator():
        day = _day(started_at)
        if day in days and game_id not in games.known_ids and game_id not in own_ids:
            players_of.setdefault((day, game_id), set()).add(player)
    # Each table of players once: if nobody knows the day, many games may be on the same one.
    on_day: dict[date, set[frozenset[UUID]]] = {}
    for (day, _game_id), players in players_of.items():
        on_day.setdefault(day, set()).add(frozenset(players))

    def may_be_there(game: ImportableGame) -> bool:
        names = [candidates[pk].ids for pk in game.paper.players]
        tables = on_day.get(_day(game.paper.started_at), ())
        return any(_can_be(names, players) for players in tables)

    return [game for game in games.new if may_be_there(game)]


def _day(moment: datetime) -> date:
    """The day of a moment in the current time zone."""
    return timezone.localtime(moment).date()


def _can_be(names: Sequence[set[UUID]], players: frozenset[UUID]) -> bool:
    """Return whether the names, each with the ids it may mean, can be these players."""
    return (
        len(names) == len(players)
        and all(players & ids for ids in names)
        and players <= set[UUID]().union(*names)
    )
