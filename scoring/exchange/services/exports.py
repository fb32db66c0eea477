"""Exporting a group as a job: what it has recorded, as a file to take along."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.text import slugify

from accounts.models import User
from games.domain.record import GameRecord
from games.selectors.access import member_as
from scoring.exchange.archive.writer import write_archive
from scoring.exchange.export.rows import (
    ROUND_COLUMNS,
    GameRow,
    PlayerRow,
    RoundRow,
    game_row,
    player_rows,
    round_rows,
)
from scoring.exchange.export.sheet_writer import write_csv, write_xlsx
from scoring.exchange.selectors.group_snapshot import GroupRecord, read_records, read_whole
from scoring.jobs.models import Job
from scoring.jobs.queue import start_job
from scoring.jobs.worker import Output, Run, job_kind

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Export:
    """What an export holds: the file, and how many games and rounds are in it."""

    file: bytes
    games: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file, and what makes one of a group; the run is told how far it is."""

    media_type: str
    make: Callable[[Run], Export]


def start_export(*, actor: User, group: UUID, format: str) -> Job:
    """Begin an export of a group, for any member; `format` is a name of `FORMATS`."""
    member_as(actor, group)
    return start_job(actor=actor, group=group, kind="export", options={"format": format})


@job_kind("export")
def export_group(run: Run) -> Output:
    """Make the file of the format that was asked for."""
    name = run.job.options["format"]
    made = FORMATS[name].make(run)
    stem = slugify(run.job.group.name)[:LONGEST_NAME].strip("-") or "group"
    return Output(
        result={"format": name, "games": made.games, "rounds": made.rounds},
        file=made.file,
        file_name=f"tableside-{stem}-{timezone.now().date().isoformat()}.{name}",
        media_type=FORMATS[name].media_type,
    )


def _csv(run: Run) -> Export:
    _found, records = read_records(run.job.group_id)
    file = write_csv(ROUND_COLUMNS, _rounds(run, records))
    return _export(file, records)


def _xlsx(run: Run) -> Export:
    found, records = read_records(run.job.group_id)
    return _export(write_xlsx(_sheets(run, found, records)), records)


def _sheets(
    run: Run, found: GroupRecord, records: Sequence[GameRecord]
) -> Iterator[tuple[str, Sequence[str], Iterator[Sequence[Any]]]]:
    yield "Rounds", ROUND_COLUMNS, _rounds(run, records)
    yield "Games", GameRow._fields, map(game_row, records)
    yield "Players", PlayerRow._fields, player_rows(found.players, records)


def _rounds(run: Run, records: Sequence[GameRecord]) -> Iterator[RoundRow]:
    for done, record in enumerate(records):
        run.step(done, len(records))
        yield from round_rows(record)


def _archive(run: Run) -> Export:
    found, games = read_whole(run.job.group_id)
    file = write_archive(found, games, step=run.step)
    return _export(file, [whole.record for whole in games])


def _export(file: bytes, records: Sequence[GameRecord]) -> Export:
    return Export(file, len(records), sum(len(record.rounds) for record in records))


FORMATS = {
    "csv": Format("text/csv; charset=utf-8", _csv),
    "xlsx": Format(XLSX, _xlsx),
    "json": Format("application/json", _archive),
}
