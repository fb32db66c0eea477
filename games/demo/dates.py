"""The dates of the demo's evenings, and games dated back to their evening."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from games.domain.game_record import GameRecord, Outcome
from games.models import Game, Happening, Round
from games.signals import game_changed

FRIDAY = 4
FRIDAYS = 0.8  # the share of them on which people met
HOLIDAY_EVENINGS = 0.5
# From and to, as month and day: around Christmas, and two weeks in summer.
HOLIDAYS = (((12, 24), (12, 31)), ((1, 1), (1, 3)), ((7, 28), (8, 11)))


def evenings(last: date, years: int, chance: Random) -> list[date]:
    """The evenings of the `years` up to `last`, in order."""
    days = (last - timedelta(days=back) for back in range(365 * years, -1, -1))
    return [day for day in days if chance.random() < _likely(day)]


def _likely(day: date) -> float:
    if any(first <= (day.month, day.day) <= last for first, last in HOLIDAYS):
        return HOLIDAY_EVENINGS
    return FRIDAYS if day.weekday() == FRIDAY else 0.0


def backdate(record: GameRecord, moments: Sequence[datetime]) -> None:
    """Date the changes of a game at `moments`, one for each version from 1 on."""
    game = record.game
    log = list(Happening.objects.filter(game=game.id))
    recorded: dict[int | None, datetime] = {}
    for row in log:
        assert row.version is not None
        row.at = moments[row.version - 1]
        if row.kind == "round_recorded":
            recorded[row.round] = row.at
    for row in log:
        times = {"changed_at": row.at, "started_at": moments[0]}
        row.content = _backdated(row.content, times, recorded)
    Happening.objects.bulk_update(log, ["at", "content"])
    rounds = list(Round.objects.filter(game=game.id))
    for played in rounds:
        played.recorded_at = recorded[played.number]
    Round.objects.bulk_update(rounds, ["recorded_at"])
    Game.objects.filter(pk=game.id).update(started_at=moments[0], changed_at=moments[-1])
    is_over = record.outcome is Outcome.OVER
    game_changed.send(Game, game=game.id, group=game.group_id, was_over=is_over, is_over=is_over)


def _backdated(value: Any, times: dict[str, datetime], recorded: dict[int | None, datetime]) -> Any:
    """What a row of the log says, with the times that it would have had."""
    if isinstance(value, list):
        return [_backdated(item, times, recorded) for item in value]
    if not isinstance(value, dict):
        return value
    if "lines" in value and "recorded_at" in value:
        times = {**times, "recorded_at": recorded[value["number"]]}
    return {
        name: times.get(name) or _backdated(member, times, recorded)
        for name, member in value.items()
    }
