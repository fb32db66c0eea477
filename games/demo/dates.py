"""When the evenings of the demo were, and games put back to the evening they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from games.models import Change, Event, Game, Outcome, Round
from games.signals import game_changed

FRIDAY = 4
FRIDAYS = 0.8  # the share of them on which people met
HOLIDAY_EVENINGS = 0.5
# From and to, month and day: the days round Christmas, and a fortnight in summer.
HOLIDAYS = (((12, 24), (12, 31)), ((1, 1), (1, 3)), ((7, 28), (8, 11)))


def evenings(last: date, years: int, chance: Random) -> list[date]:
    """The evenings of so many years up to `last`, the first one first."""
    days = (last - timedelta(days=back) for back in range(365 * years, -1, -1))
    return [day for day in days if chance.random() < _likely(day)]


def _likely(day: date) -> float:
    if any(first <= (day.month, day.day) <= last for first, last in HOLIDAYS):
        return HOLIDAY_EVENINGS
    return FRIDAYS if day.weekday() == FRIDAY else 0.0


def put_back(game: Game, moments: Sequence[datetime]) -> None:
    """Let the changes of a game have been made at `moments`, one for each version from 1 on."""
    changes = list(Change.objects.filter(game=game))
    recorded: dict[int | None, datetime] = {}
    for change in changes:
        change.at = moments[change.version - 1]
        if change.kind == "round_recorded":
            recorded[change.round] = change.at
    Change.objects.bulk_update(changes, ["at"])
    rounds = list(Round.objects.filter(game=game))
    for played in rounds:
        played.recorded_at = recorded[played.number]
    Round.objects.bulk_update(rounds, ["recorded_at"])
    events = list(Event.objects.filter(game=game))
    for event in events:
        event.at = moments[event.version - 1]
        event.data = _put_back(event.data, event.at, recorded)
    Event.objects.bulk_update(events, ["at", "data"])
    Game.objects.filter(pk=game.pk).update(started_at=moments[0], changed_at=moments[-1])
    game_changed.send(Game, game=game, was_over=game.outcome == Outcome.OVER)


def _put_back(
    data: dict[str, Any], at: datetime, recorded: dict[int | None, datetime]
) -> dict[str, Any]:
    """What phones were told, with the times that they would have been told."""
    if "changed_at" in data:
        data = {**data, "changed_at": at}
    if "rounds" in data:
        rounds = [{**told, "recorded_at": recorded[told["number"]]} for told in data["rounds"]]
        data = {**data, "rounds": rounds}
    return data
