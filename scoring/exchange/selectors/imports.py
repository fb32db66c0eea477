"""What a group has already of a file that is to be imported: its players, and its games."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.utils.translation import ngettext

from games.models import Game, Player, Seat
from scoring.exchange.archive.writer import archive_key
from scoring.exchange.models import ImportedGame
from scoring.exchange.paper.candidates import FoundGame
from scoring.exchange.paper.cells import fold
from scoring.exchange.paper.checking import Judged
from scoring.exchange.paper.sheet_reader import Names
from scoring.exchange.paper.similar_names import near, plain

NEW = "new"
MOST_CANDIDATES = 20


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player whose name is that of somebody in the file."""

    id: UUID
    name: str

    def as_dict(self) -> dict[str, Any]:
        return {"id": str(self.id), "name": self.name}


@dataclass(frozen=True, slots=True)
class Meant:
    """Whom a name of the file may mean: who is, or was, called so; and whose name is near it."""

    called: list[Candidate] = field(default_factory=list)
    near: list[Candidate] = field(default_factory=list)

    @property
    def match(self) -> UUID | None:
        """Who it is, where one player alone is called so."""
        return self.called[0].id if len(self.called) == 1 else None

    @property
    def candidates(self) -> list[Candidate]:
        return self.called or self.near

    @property
    def ids(self) -> set[UUID]:
        """Everybody whom it may mean, if there is a slip of the pen."""
        return {one.id for one in (*self.called, *self.near)}


def meant_in(group: UUID, labels: Mapping[UUID, str]) -> dict[UUID, Meant]:
    """Whom each name of the file may mean. Who was merged into another is that other one."""
    called: dict[str, dict[UUID, Candidate]] = {}
    alike: dict[str, dict[UUID, Candidate]] = {}
    players = Player.objects.filter(group_id=group).select_related("merged_into")
    for player in players.order_by("merged_into", "name", "id").iterator():
        now = player.merged_into or player
        one = Candidate(now.pk, now.name)
        called.setdefault(fold(player.name), {})[now.pk] = one
        alike.setdefault(plain(player.name), {})[now.pk] = one
    meant = {}
    for pk, label in labels.items():
        exactly = called.get(fold(label), {})
        nearly = [alike[name] for name in near(plain(label), alike)]
        others = {who: one for found in nearly for who, one in found.items() if who not in exactly}
        meant[pk] = Meant(list(exactly.values()), list(others.values()))
    return meant


def matches_of(names: Names, meant: Mapping[UUID, Meant]) -> list[dict[str, Any]]:
    """Each name of the file: who that is, where only one player is called so, or who may be.

    `suggestion` is whom to take unless somebody knows better: a player's id, `new` where
    nobody is called so or nearly so, and null where somebody must choose.
    """
    answers = []
    for pk, label in sorted(names.labels.items(), key=lambda item: fold(item[1])):
        who = meant[pk]
        match = str(who.match) if who.match else None
        answers.append(
            {
                "name": label,
                "lines": names.lines[pk],
                "match": match,
                "candidates": [one.as_dict() for one in who.candidates[:MOST_CANDIDATES]],
                "suggestion": match or (None if who.candidates else NEW),
            }
        )
    return answers


def origins_here(group: UUID, games: Sequence[FoundGame]) -> dict[UUID, UUID]:
    """Which games of an export of ours are here, and as which: own ones, or out of an archive.

    Deleted ones are here as long as they can be restored.
    """
    origins = {game.origin for game in games if game.origin}
    if not origins:
        return {}
    own = Game.objects.filter(group_id=group).values_list("pk", flat=True)
    keys = ImportedGame.objects.filter(group_id=group).values_list("key", "game_id")
    wanted = {archive_key(pk): pk for pk in origins}
    brought = {wanted[key]: game for key, game in keys if key in wanted}
    return brought | {pk: pk for pk in origins.intersection(own)}


@dataclass(frozen=True, slots=True)
class Sorted:
    """The games of a file that are not here yet, those that are, and what to look out for.

    `here` are the ids of the games that are here.
    """

    new: Sequence[Judged]
    known: Sequence[Judged]
    here: Collection[UUID]
    warnings: Sequence[str]


def sort_out(group: UUID, judged: Sequence[Judged]) -> Sorted:
    """Tell the games that are new from those that were imported before."""
    rows = ImportedGame.objects.filter(group_id=group)
    found = rows.values_list("key", "game_id", "game__deleted_at")
    imported = {key: (game, deleted_at) for key, game, deleted_at in found}
    new = [one for one in judged if one.key not in imported]
    known = [one for one in judged if one.key in imported]
    warnings = []
    gone = sum(1 for one in known if imported[one.key][1] is not None)
    if gone:
        text = ngettext(
            "%(count)s game was imported before and then deleted: it is not imported again. "
            "Restore it, if it shall come back.",
            "%(count)s games were imported before and then deleted: they are not imported "
            "again. Restore them, if they shall come back.",
            gone,
        )
        warnings.append(text % {"count": gone})
    return Sorted(new, known, {imported[one.key][0] for one in known}, warnings)


def played_already(
    group: UUID, sorted_out: Sorted, meant: Mapping[UUID, Meant], others: Collection[UUID]
) -> list[Judged]:
    """The new games on whose day (UTC) the same players sat at a table here.

    That may be the same game, recorded here or imported with other points or names. Games
    that the file has as well (those that are known, and `others`) are none of these.
    """
    if not sorted_out.new:
        return []
    days = {one.paper.started_at.date() for one in sorted_out.new}
    first, last = (datetime.combine(day, time(), UTC) for day in (min(days), max(days)))
    seats = Seat.objects.filter(
        game__group_id=group,
        game__deleted_at=None,
        game__started_at__gte=first,
        game__started_at__lt=last + timedelta(days=1),
    )
    tables: dict[tuple[date, UUID], set[UUID]] = {}
    for game, started, player in seats.values_list(
        "game_id", "game__started_at", "player_id"
    ).iterator():
        day = started.astimezone(UTC).date()
        if day in days and game not in sorted_out.here and game not in others:
            tables.setdefault((day, game), set()).add(player)
    on_the_day: dict[date, list[set[UUID]]] = {}
    for (day, _game), table in tables.items():
        on_the_day.setdefault(day, []).append(table)
    return [
        one
        for one in sorted_out.new
        if any(
            _may_be([meant[pk].ids for pk in one.paper.players], table)
            for table in on_the_day.get(one.paper.started_at.date(), ())
        )
    ]


def _may_be(whom: Sequence[set[UUID]], table: set[UUID]) -> bool:
    """Whether these can be the players of that table, each of them one."""
    return (
        len(whom) == len(table)
        and all(table & ids for ids in whom)
        and table <= set[UUID]().union(*whom)
    )
