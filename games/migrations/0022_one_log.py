"""Changes, events and events of groups become rows of the log, in batches.

Each batch is a transaction that also deletes what it has moved. So whoever is interrupted goes on
the next time, and the way back is the same.
"""

import zlib
from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

import orjson
from django.db import migrations, transaction

GAMES = 20  # in a transaction; a game can have some ten thousand rows
EVENTS = 1_000  # of a group, in a transaction
ROWS = 500  # in a statement


def move_in(apps: Any, _schema_editor: Any) -> None:
    for games in _batches(apps.get_model("games", "Game")):
        with transaction.atomic():
            _move_games_in(apps, games)
    for groups in _batches(apps.get_model("games", "Group"), 1):
        _move_group_in(apps, groups[0])


def move_out(apps: Any, _schema_editor: Any) -> None:
    log = apps.get_model("games", "Happening").objects
    for games in _batches(apps.get_model("games", "Game")):
        with transaction.atomic():
            _move_rows_out(apps, log.filter(game__in=games))
    for groups in _batches(apps.get_model("games", "Group"), 1):
        while _is_moved(apps, log.filter(group=groups[0], game=None)):
            pass


def _is_moved(apps: Any, rows: Any) -> bool:
    with transaction.atomic():
        ids = list(rows.order_by("group_number").values_list("pk", flat=True)[:EVENTS])
        _move_rows_out(apps, rows.model.objects.filter(pk__in=ids))
    return bool(ids)


def _batches(model: Any, size: int = GAMES) -> Iterator[list[Any]]:
    """Yield the ids of all rows, some at a time."""
    last = None
    while True:
        rows = model.objects.order_by("pk").values_list("pk", flat=True)
        found = list((rows.filter(pk__gt=last) if last else rows)[:size])
        if not found:
            return
        yield found
        last = found[-1]


def _move_games_in(apps: Any, games: list[Any]) -> None:
    changes, events, blocks = (
        apps.get_model("games", name).objects.filter(game__in=games)
        for name in ("Change", "Event", "PackedEvents")
    )
    columns = ("number", "version", "kind", "actor_name", "at", "data")
    told = list(events.values("game_id", *columns))
    for block in blocks:
        told += ({**event, "game_id": block.game_id} for event in _unpacked(block, *columns))
    told.sort(key=itemgetter("game_id", "number"))
    # What was told at once is one row.
    at_once = [list(run) for _moment, run in groupby(told, itemgetter("game_id", "version", "at"))]
    first_runs = {(run[0]["game_id"], run[0]["version"], run[0]["at"]): run for run in at_once[::-1]}
    row = apps.get_model("games", "Happening")
    rows = []
    of_changes = set()
    for change in changes:
        run = first_runs.get((change.game_id, change.version, change.at), [])
        of_changes.add(id(run))
        rows.append(
            row(
                **_of_game(change.game_id, run),
                version=change.version,
                is_change=True,
                kind=change.kind,
                round=change.round,
                reason=change.reason,
                actor_id=change.actor_id,
                actor_name=change.actor_name,
                at=change.at,
                phone_time=change.phone_time,
            )
        )
        rows[-1].content |= {"before": change.before, "after": change.after}
    for run in (run for run in at_once if id(run) not in of_changes):
        first = {name: run[0][name] for name in ("version", "kind", "actor_name", "at")}
        rows.append(row(**_of_game(run[0]["game_id"], run), **first))
    rows.sort(key=lambda row: (row.game_id, row.number or 0, row.version))
    row.objects.bulk_create(rows, ROWS)
    for moved in (changes, events, blocks):
        moved.delete()


def _of_game(game: Any, events: list[Any]) -> dict[str, Any]:
    told = [[event["kind"], event["data"]] for event in events]
    return {
        "game_id": game,
        "number": events[-1]["number"] if events else None,
        "content": {"events": told} if told else {},
    }


def _move_group_in(apps: Any, group: Any) -> None:
    events, blocks = (
        apps.get_model("games", name).objects.filter(group=group)
        for name in ("GroupEvent", "PackedGroupEvents")
    )
    while block := blocks.order_by("first").first():
        with transaction.atomic():
            _write_group(apps, group, _unpacked(block, "number", "kind", "actor_name", "at", "data"))
            block.delete()
    columns = ("number", "kind", "actor_id", "actor_name", "at", "data")
    while found := list(events.order_by("number").values(*columns)[:EVENTS]):
        with transaction.atomic():
            _write_group(apps, group, found)
            events.filter(number__lte=found[-1]["number"]).delete()


def _write_group(apps: Any, group: Any, events: list[Any]) -> None:
    row = apps.get_model("games", "Happening")
    named = {_game_in(event) for event in events} - {None}
    games = apps.get_model("games", "Game").objects.filter(pk__in=named)
    known = set(map(str, games.values_list("pk", flat=True)))
    rows = [
        row(
            group_id=group,
            group_number=event["number"],
            game_id=game if (game := _game_in(event)) in known else None,
            kind=_kind(event) if game in known else event["kind"],
            actor_id=event.get("actor_id"),
            actor_name=event["actor_name"],
            at=event["at"],
            content={"told": [event["kind"], event["data"]]},
        )
        for event in events
    ]
    row.objects.bulk_create(rows, ROWS)


def _game_in(event: Any) -> Any:
    game = event["data"].get("game")
    return game["id"] if isinstance(game, dict) else game


def _kind(event: Any) -> Any:
    """What has happened in a game that a group was told of."""
    return event["data"].get("cause", "game_deleted")


def _unpacked(block: Any, *columns: str) -> list[dict[str, Any]]:
    rows = orjson.loads(zlib.decompress(bytes(block.content)))
    events = [dict(zip(columns, row, strict=True)) for row in rows]
    return [{**event, "at": datetime.fromisoformat(event["at"])} for event in events]


def _move_rows_out(apps: Any, rows: Any) -> None:
    change, event, of_group = (
        apps.get_model("games", name) for name in ("Change", "Event", "GroupEvent")
    )
    changes: list[Any] = []
    events: list[Any] = []
    of_groups: list[Any] = []
    for row in rows.iterator():
        by = {"actor_name": row.actor_name, "at": row.at}
        if row.is_change:
            changes.append(
                change(
                    **by,
                    game_id=row.game_id,
                    version=row.version,
                    kind=row.kind,
                    actor_id=row.actor_id,
                    round=row.round,
                    before=row.content["before"],
                    after=row.content["after"],
                    reason=row.reason,
                    phone_time=row.phone_time,
                )
            )
        told = row.content.get("events", [])
        events += (
            event(
                **by, game_id=row.game_id, number=number, version=row.version, kind=kind, data=data
            )
            for number, (kind, data) in enumerate(told, (row.number or 0) - len(told) + 1)
        )
        if row.group_id:
            kind, data = row.content["told"]
            of_groups.append(
                of_group(
                    **by,
                    group_id=row.group_id,
                    number=row.group_number,
                    kind=kind,
                    actor_id=row.actor_id,
                    data=data,
                )
            )
    change.objects.bulk_create(sorted(changes, key=lambda change: change.version), ROWS)
    event.objects.bulk_create(sorted(events, key=lambda event: event.number), ROWS)
    of_group.objects.bulk_create(sorted(of_groups, key=lambda event: event.number), ROWS)
    rows.delete()


class Migration(migrations.Migration):
    atomic = False  # or one transaction would move everything
    dependencies = [("games", "0021_log")]

    operations = [migrations.RunPython(move_in, move_out)]
