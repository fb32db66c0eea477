"""Preview and import archives, in which games are complete with plays and history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from games.models import Group, Player
from games.services.archive_restore import restore_games, restore_phase_lists, restore_players
from rest.refusals import FieldError, Refusal
from scoring.exchange.archive.archive_format import archive_key
from scoring.exchange.archive.player_matching import match_players
from scoring.exchange.archive.reader import Archive, ArchiveEntry
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.reading_options import ReadingOptions
from scoring.exchange.reading import read_file
from scoring.exchange.selectors.known_games import known_archive_games
from scoring.exchange.services.archive_players import choose_players
from scoring.exchange.services.hidden_writing import (
    GameToWrite,
    ImportPlan,
    ImportTarget,
    target_of,
    write_import,
)
from scoring.exchange.wire.names import name_answer, player_answer
from scoring.exchange.wire.previews import (
    MAX_SAMPLE,
    archive_problem_answer,
    preview_answer,
    sample_game_answer,
)
from scoring.jobs.progress import Progress, first_half
from scoring.jobs.results import ImportPreview, ImportResult
from scoring.jobs.worker import Run


def preview(run: Run) -> ImportPreview:
    """Return what is in the archive of a job; write nothing."""
    return preview_archive(run.job.group_id, _read(run, run.step))


def _read(run: Run, progress: Progress) -> Archive:
    job = run.job
    archive = read_file("archive", job.read_upload(), job.options, run=job.run, progress=progress)
    assert isinstance(archive, Archive)
    return archive


def preview_archive(group: UUID, archive: Archive) -> ImportPreview:
    """Return what is in an archive, and what importing it would do; write nothing."""
    known = known_archive_games(group, archive.entries)
    players = Player.objects.filter(group_id=group).select_related("merged_into").order_by("pk")
    warnings = [
        *_warn_of_another_time_zone(group, archive),
        *_warn_of_deleted_games(archive, known),
        *archive.warnings,
    ]
    lines = Counter(
        record.seats[line.seat].player_id
        for record in archive.records
        for played in record.rounds
        for line in played.lines
    )
    return preview_answer(
        format="archive",
        contents=FileContents("utf-8"),
        dates=[record.game.played_at for record in archive.records],
        rounds=sum(len(record.rounds) for record in archive.records),
        known=len(known),
        names=[
            name_answer(match.name, lines[match.player.id], match.match, match.candidates)
            for match in match_players(archive.players, list(players))
        ],
        problems=[archive_problem_answer(error) for error in archive.problems],
        problem_count=archive.problem_count,
        blocking_count=archive.problem_count,  # no problem of an archive can be overruled
        warnings=[f"{warning.field}: {warning.message}" for warning in warnings],
        sample=[sample_game_answer(record) for record in archive.records[:MAX_SAMPLE]],
        similar_names=[],
        options=ReadingOptions(),
    )


def write_games(run: Run) -> Callable[[], ImportResult]:
    """Read the archive of a job again, and write its new games; return what shows them.

    Raise as `write_archive`.
    """
    target = target_of(run)
    archive = _read(run, first_half(run.step))
    return write_archive(target, archive, run.job.options["players"])


def write_archive(
    target: ImportTarget, archive: Archive, players: Mapping[str, str]
) -> Callable[[], ImportResult]:
    """Write the games of an archive that are new; return the function that shows them.

    `players` has an id or `new` for names in the preview; the others are as matched there. Raise
    NotFound or Refusal if the actor may not, Refusal for an archive with
    problems, and for players that `choose_players` refuses.
    """
    _expect_no_problems(archive)
    return write_import(target, lambda: _plan(target, archive, players))


def _plan(target: ImportTarget, archive: Archive, players: Mapping[str, str]) -> ImportPlan:
    """Return what is to be written of an archive."""
    known = known_archive_games(target.group, archive.entries)
    new = {target.id_of(entry.id): entry for entry in archive.entries if entry.id not in known}
    rows = Player.objects.filter(group_id=target.group).select_related("merged_into")
    chosen = choose_players(archive, list(new.values()), list(rows.order_by("pk")), players)
    ids = {**chosen.known, **{player.id: target.id_of(player.id) for player in chosen.new}}
    return ImportPlan(
        games=[
            GameToWrite(id, _rows(entry), (archive_key(entry.id), *filter(None, [entry.source])))
            for id, entry in new.items()
        ],
        new_players=[ids[player.id] for player in chosen.new],
        write_players=lambda: restore_players(
            group=target.group, players=chosen.new, ids=ids, hidden_by=target.id
        ),
        write_games=lambda chunk: restore_games(
            group=target.group,
            games={id: new[id].game for id in chunk},
            players=ids,
            hidden_by=target.id,
        ),
        write_last=lambda: restore_phase_lists(group=target.group, phase_lists=archive.phase_lists),
        result={
            "kind": "import",
            "imported": len(new),
            "known": len(known),
            "rounds": sum(len(entry.game.record.rounds) for entry in new.values()),
            "skipped": 0,
            "new_players": [
                player_answer(ids[player.id], player.name)
                for player in chosen.new
                if player.merged_into is None
            ],
        },
    )


def _rows(entry: ArchiveEntry) -> int:
    """How many rows a game takes."""
    game = entry.game
    record = game.record
    return 1 + len(record.seats) + len(record.rounds) + len(game.plays) + len(game.changes)


def _expect_no_problems(archive: Archive) -> None:
    if archive.problem_count:
        text = _("The archive has problems, so nothing was imported. See the errors.")
        raise Refusal("bad_archive", text, errors=archive.problems)


def _warn_of_another_time_zone(group: UUID, archive: Archive) -> Iterator[FieldError]:
    """Say that the games will be counted in other nights; the group keeps its own settings."""
    here = Group.objects.filter(pk=group).values_list("time_zone", flat=True).first()
    if archive.time_zone is not None and archive.time_zone != here:
        text = _(
            "The archive's group is in the time zone %(theirs)s, this one in %(here)s: its games "
            "are counted in the nights and months of this group."
        )
        text %= {"theirs": archive.time_zone, "here": here}
        yield FieldError("group.time_zone", "another_time_zone", text)


def _warn_of_deleted_games(archive: Archive, known: Mapping[UUID, bool]) -> Iterator[FieldError]:
    for index, entry in enumerate(archive.entries):
        if known.get(entry.id):
            text = _("The group has deleted this game. If you want it back, restore it there.")
            yield FieldError(f"games.{index}", "deleted_here", text)
