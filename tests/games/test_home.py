"""GET me/home/: the first screen of a phone in one answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Group, GroupLog, Membership, Player, Role
from games.selectors.home import home_of, memberships_of
from tests.api.client import ContractClient
from tests.cast import V1, Cast
from tests.games.membership import invite
from tests.games.scoresheet import Table, phone, sit_down
from tests.scoring.everything import TOTALS, totals_only

HOME = f"{V1}/me/home/"


@pytest.fixture
def viewer(cast: Cast) -> ContractClient:
    return phone(cast.users["viewer"])


def home(client: Any) -> Any:
    response = client.get(HOME)
    assert response.status_code == 200, response.content
    return response.json()


def unseen(client: Any) -> list[int]:
    return [group["unseen"] for group in home(client)["groups"]]


def test_an_evening_on_one_screen(cast: Cast, viewer: ContractClient) -> None:
    over = sit_down(cast, "NE", phases=[1]).play("N=out E=5")
    table = sit_down(cast, "NESW", edition="classic", dealer="E")
    table.play("N=out E=5 S=50- W=55-", "E=out N=10 S=25 W=60-")
    sit_down(cast, "NS", edition="flip").decide("abandon")
    archived = sit_down(cast, "SW")
    archived.decide("archive")
    screen = home(viewer)
    [game] = screen["games"]
    assert game["id"] == table.game["id"]
    assert game["group"] == {"id": str(cast.group.pk), "name": "Kitchen table"}
    assert (game["round"], game["version"]) == (3, table.game["version"])
    following = table.look()["next_round"]
    assert (game["dealer"], game["starter"]) == (following["dealer"], following["starter"])
    told = ("id", "name", "color", "sign", "at_table", "phase", "total", "rank")
    assert game["players"] == [
        {name: player[name] for name in told} for player in table.game["players"]
    ]
    [last] = screen["last_games"]
    assert (last["id"], last["rounds"]) == (over.game["id"], 1)
    assert last["winners"] == [over.ids["N"]]
    assert [player["total"] for player in last["players"]] == [0, 5]
    [group] = screen["groups"]
    assert (group["name"], group["my_role"]) == ("Kitchen table", "viewer")
    assert group["event"] == GroupLog.objects.get(group=cast.group).last_event
    assert screen["more_groups"] is False


def test_it_is_small_and_takes_as_many_queries_however_much_there_is(
    cast: Cast, viewer: ContractClient, django_assert_num_queries: Any
) -> None:
    sit_down(cast).play("N=out E=5 S=50- W=55-")
    totals_only(cast.group, cast.players[:3])
    plain = cast.viewer
    sizes = []
    for _more in range(2):
        with django_assert_num_queries(8):
            # The token, the groups, since when games matter, games in progress, those over,
            # their seats, rounds; events.
            sizes.append(len(plain.get(HOME).content))
        for index in range(9):
            sit_down(cast, "NE", phases=[1]).play("N=out E=5")
            sit_down(cast, "NESW")
            group = Group.objects.create(name=f"Group {index}")
            Membership.objects.create(group=group, user=cast.users["viewer"], role=Role.VIEWER)
    assert sizes[0] < 3000
    assert sizes[1] < 12_000  # as much as there can be, but for long names
    screen = home(viewer)
    assert [len(screen[name]) for name in ("games", "last_games", "groups")] == [5, 5, 19]


def test_the_last_games_of_all_groups(cast: Cast, viewer: ContractClient) -> None:
    other = Group.objects.create(name="Club")
    Membership.objects.create(group=other, user=cast.users["viewer"], role=Role.VIEWER)
    strangers = [Player.objects.create(group=other, name=name) for name in ("A", "B", "C")]
    days = {cast.group: (1, 2, 3, 4, 5, 20, 21), other: (10, 11, 22, 30)}
    for group, played in days.items():
        for day in played:
            players = cast.players[:3] if group == cast.group else strangers
            game = totals_only(group, players)
            Game.objects.filter(pk=game.pk).update(started_at=f"2026-01-{day:02}T20:00Z")
    Game.objects.filter(started_at="2026-01-30T20:00Z").update(deleted_at=timezone.now())

    def shown() -> list[int]:
        return [int(game["started_at"][8:10]) for game in home(viewer)["last_games"]]

    assert shown() == [22, 21, 20, 11, 10]
    Game.objects.filter(group=cast.group).update(deleted_at=timezone.now())
    assert shown() == [22, 11, 10]


@pytest.mark.needs_postgres
def test_it_does_not_go_through_the_games_of_years(cast: Cast) -> None:
    for _game in range(7):
        totals_only(cast.group, cast.players[:3])
    sit_down(cast, "NE").play("N=out E=5")
    mine = memberships_of(cast.users["viewer"])
    with CaptureQueriesContext(connection) as queries:
        home_of(mine)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        plans = []
        for query in queries:
            cursor.execute("EXPLAIN " + query["sql"])
            plans.append("\n".join(line for (line,) in cursor.fetchall()))
    assert not any("Seq Scan on games_" in plan for plan in plans), plans
    since, playing, ended = plans[:3]
    assert "games_being_played" in playing
    assert "games_of_a_group" in since
    assert "started_at >=" in ended


def test_somebody_in_many_groups(cast: Cast, viewer: ContractClient) -> None:
    for index in range(20):
        group = Group.objects.create(name=f"Group {index}")
        Membership.objects.create(group=group, user=cast.users["viewer"], role=Role.VIEWER)
    screen = home(viewer)
    assert (len(screen["groups"]), screen["more_groups"]) == (20, True)
    # Games of the others are there all the same.
    group = Group.objects.get(name="Group 19")
    player = Player.objects.create(group=group, name="Ida")
    game = totals_only(group, [player, Player.objects.create(group=group, name="Bo")])
    Game.objects.filter(pk=game.pk).update(totals=TOTALS[:2])
    GroupLog.objects.create(group=group, last_event=1)
    assert home(viewer)["last_games"][0]["group"]["name"] == "Group 19"


def test_somebody_in_more_groups_than_a_query_can_name(cast: Cast, viewer: ContractClient) -> None:
    groups = Group.objects.bulk_create(Group(name=f"Group {index}") for index in range(1100))
    Membership.objects.bulk_create(
        Membership(group=group, user=cast.users["viewer"], role=Role.VIEWER) for group in groups
    )
    GroupLog.objects.bulk_create(GroupLog(group=group, last_event=1) for group in groups)
    sit_down(cast, "NE")
    screen = home(viewer)
    assert screen["more_groups"]
    assert [group["unseen"] for group in screen["groups"]] == [1] + 19 * [0]
    # Of a game in a group that is not among them, too.
    Membership.objects.filter(group=cast.group).update(joined_at=timezone.now())
    screen = home(viewer)
    assert str(cast.group.pk) not in [group["id"] for group in screen["groups"]]
    assert screen["games"][0]["unseen"] == 1


def test_nothing_of_other_groups_and_of_deleted_games(cast: Cast, viewer: ContractClient) -> None:
    table = sit_down(cast, "NE")
    assert home(phone(cast.users["other_owner"]))["games"] == []
    cast.owner.delete(table.url, headers={"If-Match": "*"})
    assert home(viewer)["games"] == []


# --- What was seen ---


def seen(client: Any, cast: Cast, event: int) -> Any:
    return client.put(f"{cast.url}/seen/", {"event": event})


@pytest.fixture
def table(cast: Cast) -> Table:
    return sit_down(cast, "NE").play("N=out E=5")


def test_changes_by_others_are_unseen_until_they_are_marked(
    cast: Cast, table: Table, viewer: ContractClient
) -> None:
    cast.scorer.patch(f"{V1}/players/{cast.players[0].pk}/", {"name": "Nora"})
    assert unseen(viewer) == [3]
    assert home(viewer)["games"][0]["unseen"] == 2
    assert unseen(cast.scorer) == [0]  # who did it knows
    event = home(viewer)["groups"][0]["event"]
    assert seen(viewer, cast, event).json() == {"event": event}
    assert unseen(viewer) == [0]
    assert home(viewer)["games"][0]["unseen"] == 0
    table.play("N=out E=15")
    assert unseen(viewer) == [1]
    assert unseen(cast.owner) == [4]
    # Another phone that is behind takes nothing back.
    assert seen(viewer, cast, 1).json() == {"event": event}
    assert unseen(viewer) == [1]


def test_what_was_before_is_no_news_to_who_joins(cast: Cast, table: Table) -> None:
    cast.outsider.post(f"{V1}/join/", {"code": invite(cast)["code"]})
    assert unseen(cast.outsider) == [0]
    table.play("N=out E=15")
    assert unseen(cast.outsider) == [1]


def test_what_has_not_happened_cannot_be_seen(
    cast: Cast, table: Table, viewer: ContractClient
) -> None:
    last = home(viewer)["groups"][0]["event"]
    response = seen(viewer, cast, last + 1)
    assert response.status_code == 400
    [error] = response.json()["errors"]
    assert (error["field"], error["code"]) == ("event", "unknown_event")
    for wrong in (-1, "1", None, 1.5, True, 2**31):
        assert seen(cast.viewer, cast, wrong).status_code == 400  # type: ignore[arg-type]
    assert unseen(viewer) == [2]


# --- 304 ---


def test_it_is_answered_304_until_something_on_it_changes(
    cast: Cast, table: Table, viewer: ContractClient, django_assert_num_queries: Any
) -> None:
    tag = viewer.get(HOME)["ETag"]
    with django_assert_num_queries(2):  # the token, the groups
        assert viewer.get(HOME, headers={"If-None-Match": tag}).status_code == 304
    # A play is for those who follow the game.
    table.client.post(f"{table.url}table/plays/", {"kind": "note", "round": 2, "text": "Tea."})
    assert viewer.get(HOME, headers={"If-None-Match": tag}).status_code == 304
    deeds = (
        lambda: table.play("N=out E=15"),
        lambda: seen(viewer, cast, home(viewer)["groups"][0]["event"]),
        lambda: cast.owner.patch(f"{cast.url}/", {"name": "Club"}),
        lambda: cast.scorer.patch(f"{V1}/players/{cast.players[0].pk}/", {"name": "Nora"}),
        lambda: viewer.post(f"{V1}/groups/", {"name": "Another"}),
        lambda: table.decide("end"),
    )
    for deed in deeds:
        deed()
        response = viewer.get(HOME, headers={"If-None-Match": tag})
        assert response.status_code == 200
        tag = response["ETag"]
