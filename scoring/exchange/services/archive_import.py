"""Preview and import archives, in which games are complete with plays and history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Player, Role
from games.services.archive_restore import restore_games, restore_players
from games.services.locking import lock_group
from games.services.row_writer import BATCH
from rest.problems import FieldError, ProblemError
from scoring.exchange.archive.archive_format import archive_key
from scoring.exchange.archive.player_matching import PlayerMatch, match_players
from scoring.exchange.archive.reader import Archive, read_archive
from scoring.exchange.models import ImportedGame
from scoring.exchange.progress import Progress, no_progress
from scoring.exchange.selectors.known_games import known_archive_games
from scoring.exchange.services.archive_players import choose_players
from scoring.exchange.wire import (
    MAX_SAMPLE,
    ImportPreview,
    ImportResult,
    PreviewName,
    archive_problem_answer,
    import_answer,
    name_answer,
    player_answer,
    preview_answer,
    sample_game_answer,
)
from scoring.jobs.worker import Run

CHUNK = 50  # games that are written at once


def preview(run: Run) -> ImportPreview:
    """Return what is in the archive of a job; write nothing."""
    return preview_archive(run.job.group_id, bytes(run.job.upload or b""), run.step)


def preview_archive(group: UUID, data: bytes, progress: Progress = no_progress) -> ImportPreview:
    """Return what is in an archive, and what importing it would do; write nothing."""
    archive = read_archive(data, progress)
    known = known_archive_games(group, archive.entries)
    players = Player.objects.filter(group_id=group).select_related("merged_into").order_by("pk")
    warnings = [*_warn_of_deleted_games(archive, known), *archive.warnings]
    lines = Counter(
        record.seats[line.seat].player_id
        for record in archive.records
        for played in record.rounds
        for line in played.lines
    )
    return preview_answer(
        format="archive",
        encoding="utf-8",
        dates=[record.game.started_at for record in archive.records],
        rounds=sum(len(record.rounds) for record in archive.records),
        known=len(known),
        names=[
            _name(match, lines[match.player.id])
            for match in match_players(archive.players, list(players))
        ],
        problems=[archive_problem_answer(error) for error in archive.problems],
        problem_count=archive.problem_count,
        blocking_count=archive.problem_count,  # no problem of an archive can be overruled
        warnings=[f"{warning.field}: {warning.message}" for warning in warnings],
        sample=[sample_game_answer(record) for record in archive.records[:MAX_SAMPLE]],
    )


def prepare_import(run: Run) -> Callable[[User], ImportResult]:
    """Read the archive of a job again, and return the function that records its new games.

    Raise ProblemError (422) if the archive has problems.
    """
    archive = read_archive(bytes(run.job.upload or b""), run.step)
    _expect_no_problems(archive)
    return lambda actor: restore_archive(
        actor=actor,
        group=run.job.group_id,
        archive=archive,
        players=run.job.options["players"],
        progress=run.step,
    )


@transaction.atomic
def restore_archive(
    *,
    actor: User,
    group: UUID,
    archive: Archive,
    players: Mapping[str, str],
    progress: Progress = no_progress,
) -> ImportResult:
    """Record the games of an archive that are new, all of them or none.

    `players` has an id or `new` for names in the preview; the others are as matched there. Raise
    Http404 or ProblemError (403) if the actor may not, ProblemError (422) for an archive with
    problems, and (400) for players that `choose_players` refuses.
    """
    _expect_no_problems(archive)
    lock_group(actor, group, Role.SCORER)  # so that nobody imports the same games at the same time
    known = known_archive_games(group, archive.entries)
    new = [entry for entry in archive.entries if entry.id not in known]
    chosen = choose_players(archive, new, _lock_players(group), players)
    ids = restore_players(group=group, players=chosen.new, known=chosen.known)
    for first in range(0, len(new), CHUNK):
        progress(first, len(new))
        chunk = new[first : first + CHUNK]
        rows = restore_games(group=group, games=[entry.game for entry in chunk], players=ids)
        keys = [
            ImportedGame(group_id=group, game=row, key=key)
            for row, entry in zip(rows, chunk, strict=True)
            for key in (archive_key(entry.id), entry.source)
            if key is not None
        ]
        ImportedGame.objects.bulk_create(keys, batch_size=BATCH)
    return import_answer(
        imported=len(new),
        known=len(known),
        rounds=sum(len(entry.game.record.rounds) for entry in new),
        new_players=[
            player_answer(ids[player.id], player.name)
            for player in chosen.new
            if player.merged_into is None
        ],
    )


def _expect_no_problems(archive: Archive) -> None:
    if archive.problem_count:
        text = _("The archive has problems, so nothing was imported. See the errors.")
        raise ProblemError(422, "bad_archive", text, errors=archive.problems)


def _lock_players(group: UUID) -> list[Player]:
    """Return the players of a group, locked so that nobody merges or deletes them now."""
    rows = Player.objects.filter(group_id=group).select_related("merged_into")
    return list(rows.select_for_update(of=("self",), no_key=True).order_by("pk"))


def _name(match: PlayerMatch, lines: int) -> PreviewName:
    return name_answer(
        match.name,
        lines=lines,
        match=match.match.pk if match.match else None,
        candidates=[player_answer(player.pk, player.name) for player in match.candidates],
    )


def _warn_of_deleted_games(archive: Archive, known: Mapping[UUID, bool]) -> Iterator[FieldError]:
    for index, entry in enumerate(archive.entries):
        if known.get(entry.id):
            text = _("The group has deleted this game. If you want it back, restore it there.")
            yield FieldError(f"games.{index}", "deleted_here", text)
