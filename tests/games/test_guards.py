"""The database itself keeps players, games, seats and rounds together."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from games.migrations._guards import GUARDS, LINE_GUARDS, PLAY_GUARDS
from games.models import Game, Group, Player, Round, Seat
from tests.cast import Cast
from tests.games.tables import seat

EVERY_GUARD = tuple({*GUARDS, *PLAY_GUARDS} - {*LINE_GUARDS})


def installed() -> set[str]:
    """The triggers in the database, but for those that PostgreSQL makes for itself."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.django_db
def test_every_guard_stands_after_all_migrations() -> None:
    # SQLite alters a table by rebuilding it, and drops its triggers without a word:
    # a migration of these tables is written `unguarded` (games/migrations/_guards.py).
    assert {guard.name for guard in EVERY_GUARD} <= installed()


@pytest.mark.django_db
def test_every_guard_is_of_a_table_that_there_is() -> None:
    tables = {model._meta.db_table for model in apps.get_app_config("games").get_models()}
    assert {guard.table for guard in EVERY_GUARD} <= tables
    assert len({guard.name for guard in EVERY_GUARD}) == len(EVERY_GUARD)


@pytest.fixture
def table(cast: Cast) -> dict[str, Any]:
    game, other = seat(cast.group, *cast.players[:3]), seat(cast.group, *cast.players[1:])
    stranger = Player.objects.create(group=cast.other_group, name="Stranger")
    return {
        "game": game,
        "seat": game.seats.get(place=0),
        "round": Round.objects.create(game=game, number=1),
        "other": other,
        "other_seat": other.seats.get(place=0),
        "other_round": Round.objects.create(game=other, number=1),
        "stranger": stranger,
        "merged": Player.objects.create(group=cast.group, name="Old", merged_into=cast.players[0]),
        "west": cast.players[3],
        "other_group": cast.other_group,
    }


def refused(write: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        write()


def test_no_player_of_another_group_gets_a_seat(table: dict[str, Any]) -> None:
    refused(lambda: Seat.objects.create(game=table["game"], player=table["stranger"], place=5))
    rows = Seat.objects.filter(pk=table["seat"].pk)
    refused(lambda: rows.update(player=table["stranger"]))
    refused(
        lambda: Seat.objects.bulk_create(
            [Seat(game=table["game"], player=table["stranger"], place=5)]
        )
    )
    assert rows.update(player=table["west"]) == 1


def test_no_player_who_is_another_gets_a_seat(table: dict[str, Any]) -> None:
    refused(lambda: Seat.objects.create(game=table["game"], player=table["merged"], place=5))
    refused(lambda: Seat.objects.filter(pk=table["seat"].pk).update(player=table["merged"]))


def test_nothing_moves_to_another_group_or_game(table: dict[str, Any]) -> None:
    group: Group = table["other_group"]
    refused(lambda: Player.objects.filter(pk=table["west"].pk).update(group=group))
    refused(lambda: Game.objects.filter(pk=table["game"].pk).update(group=group))
    refused(
        lambda: Round.objects.filter(pk=table["round"].pk).update(game=table["other"], number=9)
    )
    refused(lambda: Seat.objects.filter(pk=table["seat"].pk).update(game=table["other"], place=5))
    for row in ("west", "game", "round", "seat"):
        table[row].save()


@pytest.mark.parametrize("model", apps.get_models(), ids=lambda model: model._meta.label)
def test_every_declared_constraint_is_in_the_database(db: None, model: type[Model]) -> None:
    """A migration that alters a field may drop more than it says."""
    declared = {one.name for one in [*model._meta.constraints, *model._meta.indexes]}
    with connection.cursor() as cursor:
        there = connection.introspection.get_constraints(cursor, model._meta.db_table)
    assert declared <= set(there)
