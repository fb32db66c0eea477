"""What was on record before a migration is there after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

from games.selectors.records import load
from tests.games.scoresheet import phone
from tests.games.test_guards import EVERY_GUARD, installed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def before() -> Iterator[StateApps]:
    """The database as it was before the live table, and all migrations again after the test.

    The guards of the first tables are new, having been taken away.
    """
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    later = ("games", "jobs", "statistics", "exchange", "webhooks")
    target = [leaf for leaf in leaves if leaf[0] not in later] + [("games", "0002_guards")]
    try:
        executor.migrate([("games", "0001_initial")])
        assert not {guard.name for guard in EVERY_GUARD} & installed()
        MigrationExecutor(connection).migrate([("games", "0002_guards")])
        yield executor.loader.project_state(target).apps
    finally:
        MigrationExecutor(connection).migrate(leaves)


def rows(apps: Any, *models: str) -> dict[str, list[dict[str, Any]]]:
    """All rows of these models, column by column."""
    return {
        model: list(apps.get_model("games", model).objects.order_by("pk").values())
        for model in models
    }


def a_game(apps: StateApps) -> Any:
    """A game of two with one round, two lines, two changes and a link."""

    def make(model: str, **fields: Any) -> Any:
        app = "accounts" if model == "User" else "games"
        return apps.get_model(app, model).objects.create(**fields)

    user = make("User", name="Scorer")
    group = make("Group", name="Kitchen table")
    make("Membership", group=group, user=user, role="scorer")
    game = make(
        "Game",
        group=group,
        edition="classic",
        phases=[[{"kind": "set", "size": 3}, {"kind": "set", "size": 3}]] * 2,
        house_rules={},
        first_dealer=1,
        version=2,
    )
    played = make("Round", game=game, number=1, recorded_by=user, overrule="So it was.")
    for place, name in enumerate(("North", "East")):
        player = make("Player", group=group, name=name)
        seat = make("Seat", game=game, player=player, place=place)
        make(
            "Line",
            round=played,
            seat=seat,
            points=50 * place,
            laid_down=not place,
            went_out=not place,
            cards=["W", "W"] if place else None,
        )
        make("Change", game=game, version=place + 1, kind="any", actor=user, actor_name="Scorer")
    make("ShareLink", game=game, token="x" * 32, created_by=user)
    return game


@pytest.mark.full
def test_games_from_before_the_live_table_are_kept(before: StateApps) -> None:
    from accounts.models import User
    from games.models import Happening, Play

    models = (
        "Group", "Membership", "Player", "Game", "Seat", "Round", "ShareLink"
    )  # fmt: skip
    pk = a_game(before).pk
    old = rows(before, *models)
    assert all(old.values())
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    assert {guard.name for guard in EVERY_GUARD} <= installed()

    from django.apps import apps

    new = rows(apps, *models)
    [game] = new["Game"]
    added = [game.pop(name) for name in ("last_event", "turns_logged", "has_plays", "totals")]
    assert added == [0, False, False, None]
    assert [group.pop("time_zone") for group in new["Group"]] == ["UTC"]
    assert [group.pop("seasons") for group in new["Group"]] == [[]]
    assert [seat.pop("stints") for seat in new["Seat"]] == [[], []]
    lines = [[0, 0, True, True, None], [1, 50, False, False, ["W", "W"]]]
    assert [played.pop("lines") for played in new["Round"]] == [lines]
    assert [played.pop("recorder_name") for played in new["Round"]] == [""]
    assert all(isinstance(played.pop("public_id"), UUID) for played in new["Round"])
    dated = [game, *new["Round"]]
    assert {row.pop("phone_time") for row in dated} == {None}
    for name, value in (("seen_event", 0), ("claims_id", None)):
        assert [member.pop(name) for member in new["Membership"]] == [value]
    colors = {player["name"]: player.pop("color") for player in new["Player"]}
    assert colors == {"North": "plum", "East": "orange"}
    assert {player.pop("sign") for player in new["Player"]} == {""}
    assert [link.pop("group_id") for link in new["ShareLink"]] == [None]
    assert {row.pop("hidden_by") for row in (game, *new["Player"])} == {None}
    assert new == old
    assert not Play.objects.exists()
    history = Happening.objects.order_by("version")
    assert list(history.values_list("game", "number", "version", "kind", "actor_name")) == [
        (pk, None, version, "any", "Scorer") for version in (1, 2)
    ]
    assert [row.content for row in history] == [{"before": None, "after": None}] * 2

    # It is played on, with a table.
    client = phone(User.objects.get(name="Scorer"))
    record = load(pk)
    assert record.state.number == 2
    address = f"/api/v1/games/{pk}/"
    table = client.get(f"{address}table/").json()
    assert (table["round"], table["event"], table["plays"]) == (2, 0, [])
    played = client.post(
        f"{address}table/plays/", {"kind": "note", "round": 2, "text": "Still here."}
    )
    assert played.status_code == 201, played.content
    assert client.get(f"{address}log/").json()["events"][0]["number"] == 1
    assert (
        client.delete(
            f"{address}rounds/1/", headers={"If-Match": client.get(address)["ETag"]}
        ).status_code
        == 200
    )
