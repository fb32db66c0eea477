"""What an import or an export did: the `result` of its job."""

from __future__ import annotations

from collections.abc import Sequence

from games.domain.game_record import GameRecord
from scoring.jobs.results import (
    ExportResult,
    ImportResult,
    NamedPlayer,
)


def import_answer(
    *,
    imported: int,
    known: int,
    rounds: int,
    new_players: list[NamedPlayer],
    skipped: int = 0,
) -> ImportResult:
    return {
        "kind": "import",
        "imported": imported,
        "known": known,
        "rounds": rounds,
        "skipped": skipped,
        "new_players": new_players,
    }


def export_answer(*, format: str, records: Sequence[GameRecord]) -> ExportResult:
    rounds = sum(len(record.rounds) for record in records)
    return {"kind": "export", "format": format, "games": len(records), "rounds": rounds}
