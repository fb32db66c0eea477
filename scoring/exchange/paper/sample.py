"""A game of a file as a preview shows it."""

from __future__ import annotations

from typing import Any

from games.domain.record import GameRecord


def sample_of(record: GameRecord, line: int | None = None) -> dict[str, Any]:
    """A game as it would be: who sat there, and how it would stand.

    `line` is where it begins, in files that have lines. The record need not be stored.
    """
    game = record.game
    return {
        "line": line,
        "started_at": game.started_at.isoformat(),
        "edition": game.edition,
        "variant": game.variant,
        "status": record.outcome.value,
        "rounds": len(record.rounds),
        "players": [
            {
                "name": record.player(seat.seat).name,
                "completed": seat.completed if _phases_known(record, seat.seat) else None,
                "total": seat.total,
                "rank": seat.rank,
                "won": seat.seat in record.winners,
            }
            for seat in record.state.seats
        ],
    }


def _phases_known(record: GameRecord, seat: int) -> bool:
    """Where only totals are known, nobody may have written down the Phases."""
    totals = record.game.totals
    return totals is None or totals[seat]["completed"] is not None
