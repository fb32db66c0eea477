"""Run in a process of its own: change the database of the environment, and tell what is in it."""

from __future__ import annotations

import json
import os
import sys
import uuid
from typing import Any

import django
import pytest


def fill() -> None:
    """Record every kind of thing, in a group with three years of evenings beside it."""
    from django.core.management import call_command

    from games.services.sharing import create_share_link
    from tests.cast import make_cast
    from tests.scoring.everything import record_everything

    call_command("demo", evenings=3, stdout=sys.stderr)
    cast = make_cast()
    games = record_everything(cast)
    for shown in ({"group": cast.group.pk}, {"game": games["plays"].pk}):
        create_share_link(actor=cast.users["owner"], **shown)
    call_command("recompute", stdout=sys.stderr)
    fill_the_rest()


def fill_the_rest() -> None:
    """Put a row into each table that has none yet, whatever it means.

    Not into those of what statistics have still to count: it would be counted.
    """
    from django.apps import apps
    from django.db.models import NOT_PROVIDED, Model
    from django.utils import timezone

    values = {
        "BinaryField": b"\x00\xff",
        "BooleanField": True,
        "CharField": "Ä",
        "DateField": timezone.now().date(),
        "DateTimeField": timezone.now(),
        "JSONField": {"a": [1, 2.5, None, "ö"]},
        "PositiveSmallIntegerField": 1,
        "TextField": "ß",
        "UUIDField": uuid.uuid4(),
    }

    def value(field: Any, model: type[Model]) -> Any:
        if field.is_relation:
            return field.related_model._base_manager.order_by("pk").first()
        if field.choices:
            return field.choices[-1][0]
        return values.get(field.get_internal_type(), 1)

    for model in apps.get_models(include_auto_created=True):
        is_to_be_counted = model._meta.app_label == "statistics"
        if not is_to_be_counted and not model._base_manager.exists():
            fields = [
                field
                for field in model._meta.local_fields
                if field.get_internal_type() != "BigAutoField"
                and (field.default is NOT_PROVIDED or field.is_relation)
            ]
            model._base_manager.create(**{field.name: value(field, model) for field in fields})


def write() -> None:
    """Record the same once more: new rows get numbers that are free, and guards agree."""
    from django.core.management import call_command
    from django.db import DatabaseError, transaction

    from games.models import Player, Seat
    from tests.cast import make_cast
    from tests.scoring.everything import record_everything

    cast = make_cast()
    record_everything(cast)
    call_command("recompute", stdout=sys.stderr)
    call_command("recompute", check=True, stdout=sys.stderr)  # fails unless all are correct
    stranger = Player.objects.create(group=cast.other_group, name="Stranger")
    seat = Seat.objects.filter(game__group=cast.group).first()
    assert seat
    guarded = pytest.raises(DatabaseError, match="a seat takes a player of the game's own group")
    with guarded, transaction.atomic():
        Seat.objects.create(game=seat.game, player=stranger, place=9)


def back_and_forth() -> None:
    """Take the last migration of each app back, as for the code before it, and make it again."""
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    graph, before = executor.loader.graph, []
    for app in ("games", "accounts", "jobs", "exchange", "statistics"):
        [last] = graph.leaf_nodes(app)
        before += [of.key for of in graph.node_map[last].parents if of.key[0] == app]
    executor.migrate(before)
    with pytest.raises(SystemExit):
        call_command("migrate", check_unapplied=True, verbosity=0)
    call_command("migrate", verbosity=0)
    call_command("recompute", stdout=sys.stderr)
    call_command("recompute", check=True, stdout=sys.stderr)  # fails unless all are correct


def tell() -> None:
    """Print every row of every table, and then what groups are shown, byte by byte."""
    from django.apps import apps

    for model in apps.get_models(include_auto_created=True):
        for row in model._base_manager.order_by("pk").values_list():
            print(model._meta.db_table, [_plain(value) for value in row])
    print(json.dumps(_shown()))


def _shown() -> dict[str, str]:
    """What an owner reads of each group, by address."""
    from rest_framework.test import APIClient

    from games.models import Game, Membership, Role

    shown = {}
    owners = Membership.objects.filter(role=Role.OWNER).select_related("user").order_by("pk")
    for membership in owners:
        client = APIClient()
        client.force_authenticate(membership.user)
        group = f"/api/v1/groups/{membership.group_id}"
        paths = [f"{group}/statistics/leaderboard/", f"{group}/players/", f"{group}/games/"]
        games = Game.objects.filter(group=membership.group, deleted_at=None).order_by("pk")
        for path in [*paths, *(f"/api/v1/games/{game.pk}/" for game in games[:20])]:
            response = client.get(path)
            assert response.status_code == 200, (path, response.content)
            shown[path] = response.content.decode()
    return shown


def _plain(value: Any) -> str:
    """A value as both databases have it: PostgreSQL sorts the keys of JSON."""
    if isinstance(value, memoryview):
        value = bytes(value)
    return json.dumps(value, sort_keys=True) if isinstance(value, dict | list) else repr(value)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    todo = {"fill": fill, "write": write, "back and forth": back_and_forth, "tell": tell}
    for what in sys.argv[1:]:
        todo[what]()
