"""History and events from before the one log are shown as they were, wherever moving them stops."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

from accounts.models import User
from games.live.listeners import Listener
from games.live.log import events_after
from games.models import Happening
from games.selectors.games import changes_of
from games.wire.history import change_answer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.full]

MIGRATION = importlib.import_module("games.migrations.0022_one_log")
BEFORE = [("games", "0021_log")]
AT = datetime(2026, 11, 24, 20, tzinfo=UTC)


def migrate(targets: Any = None) -> StateApps:
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    executor.migrate(targets or leaves)
    others = [leaf for leaf in leaves if leaf[0] not in ("games", "webhooks")]
    return executor.loader.project_state(others + BEFORE).apps


@pytest.fixture
def old() -> Iterator[StateApps]:
    """The database as it was before the one log, and all migrations again after the test."""
    try:
        yield migrate(BEFORE)
    finally:
        Happening.objects.all().delete()
        migrate()


def fill(apps: StateApps) -> Any:
    """Three games with changes and events, of which some are packed; and a group with events."""

    def model(name: str) -> Any:
        return apps.get_model("accounts" if name == "User" else "games", name).objects

    user = model("User").create(name="Scorer")
    group = model("Group").create(name="Kitchen table")
    model("Membership").create(group=group, user=user, role="scorer")
    told = []
    for place in range(3):
        game = model("Game").create(
            group=group, edition="classic", phases=[], first_dealer=0, version=2, last_event=4
        )
        later = AT + timedelta(seconds=1)
        by = {"game": game, "actor_name": "Scorer"}
        settings: dict[str, Any] = {"house_rules": {}}
        changes: list[Any] = [
            ("game_started", None, settings, AT),
            ("game_ended_early", {}, {"a": 1}, later),
        ]
        for version, (kind, before, after, at) in enumerate(changes, 1):
            values = {"before": before, "after": after, "at": at, "reason": "So it was."}
            model("Change").create(
                **by, version=version, kind=kind, actor=user, round=version, **values
            )
        events: list[Any] = [
            (1, 1, "game_started", {"reload": True, "event": 1}, AT),
            (2, 1, "table", {"event": 2}, AT + timedelta(milliseconds=3)),
            (3, 2, "game_ended_early", {"event": 3}, later),
            (4, 2, "game_over", {"winners": []}, later),
        ]
        packed = events[:place]
        if packed:
            columns = [
                (n, version, kind, "Scorer", at, data) for n, version, kind, data, at in packed
            ]
            content = zlib.compress(orjson.dumps(columns))
            model("PackedEvents").create(game=game, first=1, last=place, content=content)
        for number, version, kind, data, at in events[place:]:
            model("Event").create(**by, number=number, version=version, kind=kind, data=data, at=at)
        cause = {"cause": "game_started", "game": {"id": str(game.pk)}}
        told += [("game_changed", cause), ("game_removed", {"game": str(game.pk)})]
    told += [("group_changed", {"name": "Kitchen"}), ("game_removed", {"game": str(user.pk)})]
    rows = [(n, kind, "Scorer", AT, data) for n, (kind, data) in enumerate(told[:3], 1)]
    content = zlib.compress(orjson.dumps(rows))
    model("PackedGroupEvents").create(group=group, first=1, last=3, content=content)
    for number, (kind, data) in enumerate(told[3:], 4):
        model("GroupEvent").create(
            group=group, number=number, kind=kind, actor=user, actor_name="Scorer", data=data, at=AT
        )
    model("GroupLog").create(group=group, last_event=len(told))
    return group


def shown(group: Any) -> tuple[list[Any], list[list[Any]], list[list[Any]]]:
    """What the streams and the histories show: of the group, and of each game."""
    games = sorted(group.games.values_list("pk", flat=True))
    of_group = events_after(Listener(group.pk), 0, 100)
    assert events_after(Listener(group.pk), 5, 100) == of_group[5:]
    of_games = [[*events_after(Listener(group.pk, game), 0, 100)] for game in games]
    for game, events in zip(games, of_games, strict=True):
        assert events_after(Listener(group.pk, game), 3, 100) == events[3:]
    histories = [[*map(change_answer, changes_of(game))] for game in games]
    return [*of_group], of_games, histories


def test_what_has_happened_is_shown_as_it_was(
    old: StateApps, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = fill(old)
    monkeypatch.setattr(MIGRATION, "GAMES", 1)
    monkeypatch.setattr(MIGRATION, "EVENTS", 2)
    write, writes = MIGRATION._write_group, iter(range(2))

    def interrupted(*arguments: Any) -> None:
        write(*arguments)
        next(writes)

    monkeypatch.setattr(MIGRATION, "_write_group", interrupted)
    with pytest.raises(StopIteration):
        migrate()
    assert old.get_model("games", "GroupEvent").objects.count() == 3  # of 8, of which 3 were packed
    monkeypatch.setattr(MIGRATION, "_write_group", write)
    migrate()
    before = shown(group)
    of_group, of_games, histories = before
    assert [event["number"] for event in of_group] == list(range(1, 9))
    assert {event["actor"] for event in of_group} == {"Scorer"}
    last = of_group[-1]
    assert (last["kind"], last["data"]) == ("game_removed", {"game": str(User.objects.get().pk)})
    for history, events in zip(histories, of_games, strict=True):
        assert [change["version"] for change in history] == [2, 1]
        assert history[0]["after"] == {"a": 1}
        assert history[0]["reason"] == "So it was."
        kinds = ["game_started", "table", "game_ended_early", "game_over"]
        assert [event["kind"] for event in events] == kinds
        assert [event["number"] for event in events] == [1, 2, 3, 4]
        assert events[0]["at"] == AT
    assert Happening.objects.count() == 3 * 3 + 8

    migrate(BEFORE)
    assert not Happening.objects.exists()
    assert old.get_model("games", "Event").objects.count() == 12
    migrate()
    assert shown(group) == before
