"""Writing by the ORM what `store.changes` and `store.group_log` write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from unittest import mock

from django.db.models import F

from games.models import Change, Event, Game, GroupEvent, GroupLog, Line, Round
from games.services import changes, events, group_events
from store.changes import GameWrites, LineRow, RoundRow
from store.group_log import GroupNews


@contextmanager
def writing_by_orm() -> Iterator[None]:
    """Let the services write by the ORM."""
    with (
        mock.patch.object(changes, "write_game", write_game),
        mock.patch.object(events, "write_game", write_game),
        mock.patch.object(group_events, "write_group_news", write_group_news),
    ):
        yield


def write_game(writes: GameWrites) -> None:
    _write_rounds(writes)
    Event.objects.bulk_create(
        Event(game_id=writes.game, **asdict(event)) for event in writes.events
    )
    Game.objects.filter(pk=writes.game).update(**writes.columns)
    if writes.change:
        Change.objects.create(game_id=writes.game, **asdict(writes.change))
    if writes.news:
        write_group_news(writes.news)


def _write_rounds(writes: GameWrites) -> None:
    rounds = Round.objects.filter(game=writes.game)
    if writes.rounds.kept is not None:
        rounds.filter(number__gt=writes.rounds.kept).delete()
    for number, overrule in writes.rounds.overrules.items():
        rounds.filter(number=number).update(overrule=overrule)
    tallied = writes.rounds.tallied
    if isinstance(tallied, RoundRow):
        columns = asdict(tallied)
        del columns["lines"]
        _write_lines(Round.objects.create(game_id=writes.game, **columns), tallied.lines)
    elif tallied:
        row = rounds.get(number=tallied.number)
        row.lines.all().delete()
        _write_lines(row, tallied.lines)


def _write_lines(row: Round, lines: Sequence[LineRow]) -> None:
    Line.objects.bulk_create(Line(round=row, **asdict(line)) for line in lines)


def write_group_news(news: GroupNews) -> int:
    logs = GroupLog.objects.filter(pk=news.group)
    counted = {
        "last_event": F("last_event") + len(news.events),
        "revision": F("revision") + news.changes,
    }
    if not logs.update(**counted):
        GroupLog.objects.bulk_create([GroupLog(group_id=news.group)], ignore_conflicts=True)
        logs.update(**counted)
    last = logs.values_list("last_event", flat=True).get()
    GroupEvent.objects.bulk_create(
        GroupEvent(group_id=news.group, number=number, **asdict(event))
        for number, event in enumerate(news.events, last - len(news.events) + 1)
    )
    return last
