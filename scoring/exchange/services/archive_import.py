"""Bringing in an archive: what it would bring, and bringing it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.archived import PlayerRecord, told_of
from games.models import Player, Role
from games.services.archive_restore import BATCH, restore_games, restore_players
from games.services.groups import lock
from rest.problems import FieldError, ProblemError
from scoring.exchange.archive.matching import Match, match_players
from scoring.exchange.archive.reader import Archive, ArchiveEntry, Step, read_archive
from scoring.exchange.archive.writer import archive_key
from scoring.exchange.models import ImportedGame
from scoring.exchange.paper.cells import fold
from scoring.exchange.paper.sample import sample_of
from scoring.exchange.selectors.archived_games import known_games
from scoring.jobs.worker import Output, Run

NEW = "new"
SAMPLE = 3  # games that a preview shows
CHUNK = 50  # games that are written at once


def preview_archive(
    group: UUID, data: bytes, step: Step = lambda done, total: None
) -> dict[str, Any]:
    """What `restore_archive` would bring, and whom to ask about; or all that is wrong."""
    archive = read_archive(data, step)
    known = known_games(group, archive.games)
    here = list(Player.objects.filter(group_id=group).select_related("merged_into").order_by("pk"))
    warnings = [*_deleted_here(archive, known), *archive.warnings]
    dates = sorted(game.whole.record.game.started_at for game in archive.games)
    lines = Counter(
        record.seats[line.seat].player_id
        for record in (game.whole.record for game in archive.games)
        for played in record.rounds
        for line in played.lines
    )
    return {
        "format": "archive",
        "encoding": "utf-8",
        "games": len(archive.games),
        "rounds": archive.rounds,
        "new": len(archive.games) - len(known),
        "known": len(known),
        "first_date": dates[0].date().isoformat() if dates else None,
        "last_date": dates[-1].date().isoformat() if dates else None,
        "players": [
            {**_asked(match), "lines": lines[match.player.id]}
            for match in match_players(archive.players, here)
        ],
        "problems": [_problem(error) for error in archive.problems],
        "problem_count": archive.problem_count,
        "blocking_count": archive.problem_count,  # there is none that could be overruled
        "warnings": [f"{warning.field}: {warning.message}" for warning in warnings],
        "sample": [sample_of(game.whole.record) for game in archive.games[:SAMPLE]],
    }


def preview(run: Run) -> dict[str, Any]:
    """Look at the archive that a job was given to read."""
    return preview_archive(run.job.group_id, bytes(run.job.upload or b""), run.step)


def bring(run: Run) -> Callable[[], Output]:
    """Read the archive of a job, and return what puts it on record.

    The job was `asked` with `players`, as `restore_archive` is.
    """
    archive = read_archive(bytes(run.job.upload or b""), run.step)
    _expect_no_problems(archive)

    def write() -> Output:
        actor = run.job.created_by
        if actor is None:
            text = _("Whoever began this import is no longer here.")
            raise ProblemError(409, "nobody_asks", text)
        brought = restore_archive(
            actor=actor,
            group=run.job.group_id,
            data=archive,
            players=run.job.options["players"],
            step=run.step,
        )
        return Output(brought)

    return write


def restore_archive(
    *,
    actor: User,
    group: UUID,
    data: bytes | Archive,
    players: Mapping[str, str],
    step: Step = lambda done, total: None,
) -> dict[str, Any]:
    """Put on record what is new in an archive; wants to be called in a transaction.

    `players` says of each name that the preview asks about who that is: an id, or `new`. Who
    is left out is who the preview took them for. Returns how many games and rounds came, how
    many games were known, and who is new. Raises Http404 and ProblemError (403) where the actor
    may not, ProblemError (422) for an archive with problems, (400) for players who cannot be.

    What takes long is reading: do it before (`read_archive`), and give what was read as `data`.
    """
    archive = read_archive(data) if isinstance(data, bytes) else data
    _expect_no_problems(archive)
    lock(actor, group, Role.SCORER)  # nobody brings in the same meanwhile
    known = known_games(group, archive.games)
    games = [game for game in archive.games if game.id not in known]
    here = _group_players(group)
    chosen = _chosen(match_players(archive.players, here), players, here)
    _refuse_two_at_one_table(games, chosen)
    coming = _coming(archive, games, chosen, here)
    everybody = restore_players(group=group, players=coming.new, known=coming.known)
    for first in range(0, len(games), CHUNK):
        step(first, len(games))
        chunk = games[first : first + CHUNK]
        rows = restore_games(group=group, games=[game.whole for game in chunk], players=everybody)
        keys = [
            ImportedGame(group_id=group, game=row, key=key)
            for row, game in zip(rows, chunk, strict=True)
            for key in (archive_key(game.id), game.source)
            if key is not None
        ]
        ImportedGame.objects.bulk_create(keys, batch_size=BATCH)
    return {
        "imported": len(games),
        "known": len(known),
        "rounds": sum(len(game.whole.record.rounds) for game in games),
        "new_players": [
            {"id": str(everybody[player.id]), "name": player.name}
            for player in coming.new
            if player.merged_into is None
        ],
    }


def _expect_no_problems(archive: Archive) -> None:
    if archive.problem_count:
        text = _("This archive has mistakes: see errors. Nothing was brought in.")
        raise ProblemError(422, "bad_archive", text, errors=archive.problems)


@dataclass(frozen=True, slots=True)
class _Coming:
    """Who is written down anew, and who of the archive is who already."""

    new: list[PlayerRecord]
    known: dict[UUID, UUID]


def _coming(
    archive: Archive,
    games: Sequence[ArchiveEntry],
    chosen: Mapping[str, tuple[Match, UUID | None]],
    here: Sequence[Player],
) -> _Coming:
    """Everybody who has a seat in what comes, and those who sit in no game at all.

    Who only sits in games that are here already is somebody here already, by whatever name.
    """
    sitting = {seat.player_id for game in archive.games for seat in game.whole.record.seats}
    needed = {seat.player_id for game in games for seat in game.whole.record.seats}
    new, known = [], {}
    for match, pk in chosen.values():
        if pk is not None:
            known[match.player.id] = pk
        elif match.player.id in needed or match.player.id not in sitting:
            new.append(match.player)
    told = {
        pk
        for game in games
        for change in game.whole.changes
        for value in (change.before, change.after)
        for pk in told_of(value)
    }
    new += list(_coming_merged(archive, told, here, {player.id for player in new}, known))
    return _Coming(new, known)


def _coming_merged(
    archive: Archive,
    told: Collection[str],
    here: Sequence[Player],
    new: Collection[UUID],
    known: dict[UUID, UUID],
) -> Iterator[PlayerRecord]:
    """Those merged into who comes, or into who is here where the history tells of them.

    Who of them is here is put among the `known`.
    """
    ids = {player.pk for player in here}
    merged = {(player.merged_into_id, fold(player.name)): player.pk for player in here}
    for player in archive.players:
        if player.merged_into is None:
            continue
        other = known.get(player.merged_into)
        if player.id in ids:
            known[player.id] = player.id
        elif other is not None and (other, fold(player.name)) in merged:
            known[player.id] = merged[other, fold(player.name)]
        elif player.merged_into in new or (other is not None and str(player.id) in told):
            yield player


def _chosen(
    matches: Sequence[Match], players: Mapping[str, str], here: Sequence[Player]
) -> dict[str, tuple[Match, UUID | None]]:
    """Who each player is, by what was said or else by the match; None for somebody new."""
    ids = {str(player.pk): player.pk for player in here if player.merged_into_id is None}
    names = {match.name for match in matches}
    errors = [
        FieldError(f"players.{name}", "unknown_player", _("The archive has no such player."))
        for name in players
        if name not in names
    ]
    chosen: dict[str, tuple[Match, UUID | None]] = {}
    for match in matches:
        said = players.get(match.name)
        if said is None and match.here is None and match.candidates:
            text = _("Say who of the group this is, or that it is somebody new.")
            errors.append(FieldError(f"players.{match.name}", "required", text))
        elif said is None:
            chosen[match.name] = (match, match.here.pk if match.here else None)
        elif said == NEW or said in ids:
            chosen[match.name] = (match, ids.get(said))
        else:
            text = _("The group has no such player: give an id of the group, or new.")
            errors.append(FieldError(f"players.{match.name}", "unknown_player", text))
    if errors:
        raise ProblemError(400, "invalid_request", _("Look at the players."), errors=errors)
    return chosen


def _refuse_two_at_one_table(
    games: Sequence[ArchiveEntry], chosen: Mapping[str, tuple[Match, UUID | None]]
) -> None:
    """Two who were taken for one player of the group cannot have sat in one game."""
    here = {match.player.id: (match.name, pk) for match, pk in chosen.values() if pk}
    errors = {}
    for game in games:
        seated: dict[UUID, str] = {}
        for seat in game.whole.record.seats:
            name, pk = here.get(seat.player_id, ("", None))
            if pk in seated:
                text = _("%(one)s and %(other)s sat in one game, so they are not one person.")
                text %= {"one": seated[pk], "other": name}
                errors[name] = FieldError(f"players.{name}", "sat_in_one_game", text)
            elif pk:
                seated[pk] = name
    if errors:
        text = _("Look at the players.")
        raise ProblemError(400, "invalid_request", text, errors=list(errors.values()))


def _group_players(group: UUID) -> list[Player]:
    # Locked: nobody is merged or deleted until their games are here.
    rows = Player.objects.filter(group_id=group).select_related("merged_into")
    return list(rows.select_for_update(of=("self",), no_key=True).order_by("pk"))


def _asked(match: Match) -> dict[str, Any]:
    suggestion = str(match.here.pk) if match.here else None if match.candidates else NEW
    return {
        "name": match.name,
        "match": str(match.here.pk) if match.here else None,
        "candidates": [{"id": str(player.pk), "name": player.name} for player in match.candidates],
        "suggestion": suggestion,
    }


def _deleted_here(archive: Archive, known: Mapping[UUID, bool]) -> Iterator[FieldError]:
    for index, game in enumerate(archive.games):
        if known.get(game.id):
            text = _("This game is among the deleted ones of the group: restore it there.")
            yield FieldError(f"games.{index}", "deleted_here", text)


def _problem(error: FieldError) -> dict[str, Any]:
    """As of any file that is looked at; of an archive, a path says where it is."""
    document: dict[str, Any] = error.as_dict()
    path = document.pop("field")
    return {"path": path, "line": None, "column": None, **document, "overrulable": False}
