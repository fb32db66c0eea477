"""Export a group as a job that produces a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.text import slugify

from accounts.models import User
from games.domain.game_record import GameRecord
from scoring.exchange.archive.writer import write_archive
from scoring.exchange.export.group_snapshot import GroupSnapshot
from scoring.exchange.export.sheet_rows import (
    ROUND_COLUMNS,
    GameRow,
    PlayerRow,
    RoundRow,
    game_row,
    player_rows,
    round_rows,
)
from scoring.exchange.export.sheet_writer import XLSX_MEDIA_TYPE, write_csv, write_xlsx
from scoring.exchange.selectors.group_export import read_archived_games, read_game_records
from scoring.jobs.models import Job
from scoring.jobs.queue import start_job
from scoring.jobs.worker import Output, Run, job_kind

MAX_NAME = 60  # characters of the group's name in the name of a file


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format, and the function that returns the file of a job and the games in it."""

    media_type: str
    export: Callable[[Run], tuple[bytes, Sequence[GameRecord]]]


def start_export(*, actor: User, group: UUID, format: str) -> Job:
    """Start the export of a group; `format` is a name in `EXPORT_FORMATS`."""
    return start_job(actor=actor, group=group, kind="export", options={"format": format})


@job_kind("export")
def export_group(run: Run) -> Output:
    """Make the file of a job."""
    name = run.job.options["format"]
    file, records = EXPORT_FORMATS[name].export(run)
    group = run.job.group
    group_name = slugify(group.name)[:MAX_NAME].strip("-") or "group"
    today = timezone.localdate(timezone=group.zone)
    return Output(
        result={
            "kind": "export",
            "format": name,
            "games": len(records),
            "rounds": sum(len(record.rounds) for record in records),
        },
        file=file,
        file_name=f"tableside-{group_name}-{today.isoformat()}.{name}",
        media_type=EXPORT_FORMATS[name].media_type,
    )


def _export_csv(run: Run) -> tuple[bytes, Sequence[GameRecord]]:
    group, records = read_game_records(run.job.group_id)
    return write_csv(ROUND_COLUMNS, _rounds(run, group, records)), records


def _export_xlsx(run: Run) -> tuple[bytes, Sequence[GameRecord]]:
    group, records = read_game_records(run.job.group_id)
    with timezone.override(group.group.zone):
        return write_xlsx(_sheets(run, group, records)), records


def _export_archive(run: Run) -> tuple[bytes, Sequence[GameRecord]]:
    group, games = read_archived_games(run.job.group_id)
    return write_archive(group, games, progress=run.step), [game.record for game in games]


def _sheets(
    run: Run, group: GroupSnapshot, records: Sequence[GameRecord]
) -> Iterator[tuple[str, Sequence[str], Iterator[Sequence[Any]]]]:
    yield "Rounds", ROUND_COLUMNS, _rounds(run, group, records)
    yield "Games", GameRow._fields, map(game_row, records)
    yield "Players", PlayerRow._fields, player_rows(group.players, records)


def _rounds(run: Run, group: GroupSnapshot, records: Sequence[GameRecord]) -> Iterator[RoundRow]:
    for done, record in enumerate(records):
        run.step(done, len(records))
        yield from round_rows(record, group.import_reasons.get(record.game.id, ""))


EXPORT_FORMATS = {
    "csv": ExportFormat("text/csv; charset=utf-8", _export_csv),
    "xlsx": ExportFormat(XLSX_MEDIA_TYPE, _export_xlsx),
    "json": ExportFormat("application/json", _export_archive),
}
