"""groups/ and groups/{group}/: made, listed, looked at, renamed, deleted."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from games.models import Game, Group, Happening, Membership, Player, Role, Round
from tests.cast import V1, Cast
from tests.games.tables import seat

GROUPS = f"{V1}/groups/"


def test_whoever_makes_a_group_owns_it(cast: Cast) -> None:
    response = cast.outsider.post(GROUPS, {"name": " Club "})
    assert response.status_code == 201
    group = response.json()
    [me] = group.pop("members")
    assert (me["role"], me["is_me"], me["user"]["name"]) == ("owner", True, "outsider")
    assert group.items() >= {
        ("name", "Club"),
        ("my_role", "owner"),
        ("member_count", 1),
        ("player_count", 0),
    }
    assert cast.outsider.get(response["Location"]).json()["id"] == group["id"]


def test_a_group_is_where_its_creator_is(cast: Cast) -> None:
    def zone(**more: str) -> str:
        return str(cast.outsider.post(GROUPS, {"name": "Club", **more}).json()["time_zone"])

    assert zone() == "UTC"
    assert zone(time_zone="Asia/Tokyo") == "Asia/Tokyo"
    cast.outsider.patch(f"{V1}/me/", {"time_zone": "America/New_York"})
    assert zone() == "America/New_York"
    assert zone(time_zone="Asia/Tokyo") == "Asia/Tokyo"
    listed = cast.outsider.get(GROUPS).json()["results"]
    assert [group["time_zone"] for group in listed if group["name"] == "Club"] == [
        "UTC", "Asia/Tokyo", "America/New_York", "Asia/Tokyo",
    ]  # fmt: skip


def test_an_owner_starts_seasons(cast: Cast) -> None:
    url, seasons = f"{cast.url}/", {"seasons": ["2026-09-05", "2026-03-01", "2026-03-01"]}
    assert cast.owner.patch(url, seasons).json()["seasons"] == ["2026-03-01", "2026-09-05"]
    assert cast.owner.patch(url, {"name": "Club"}).json()["seasons"] == ["2026-03-01", "2026-09-05"]
    for bad in ("2026-13-01", "20260301", "1026-03-01", 1, None):
        response = cast.owner.patch(url, {"seasons": [bad]})
        assert response.status_code == 400
        assert response.json()["errors"][0]["field"] == "seasons.0"
    assert cast.owner.patch(url, {"seasons": []}).json()["seasons"] == []


def test_an_owner_moves_a_group_to_another_time_zone(cast: Cast) -> None:
    url, move = f"{cast.url}/", {"time_zone": "Europe/Berlin"}
    moved = cast.owner.patch(url, move).json()
    assert (moved["name"], moved["time_zone"]) == ("Kitchen table", "Europe/Berlin")
    assert cast.owner.patch(url, {"name": "Club"}).json()["time_zone"] == "Europe/Berlin"
    assert cast.viewer.get(url).json()["time_zone"] == "Europe/Berlin"
    for bad in ("Berlin", "", None, 1):
        response = cast.owner.patch(url, {"time_zone": bad})
        assert (response.status_code, response.json()["errors"][0]["field"]) == (400, "time_zone")
    assert cast.owner.patch(url, {}).json()["errors"][0]["code"] == "empty"


def test_it_lists_my_groups_and_no_other(cast: Cast) -> None:
    Membership.objects.create(group=cast.other_group, user=cast.users["viewer"], role=Role.SCORER)
    gone = Player.objects.create(group=cast.group, name="Gone", has_left=True)
    Player.objects.create(group=cast.group, name="Same", merged_into=gone)
    listed = cast.viewer.get(GROUPS).json()
    assert listed["next"] is listed["previous"] is None
    facts = ("name", "my_role", "member_count", "player_count")
    assert [tuple(group[fact] for fact in facts) for group in listed["results"]] == [
        ("Kitchen table", "viewer", 3, 4),
        ("Next door", "scorer", 2, 0),
    ]


def test_the_list_takes_a_fixed_number_of_queries(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cast.owner.get(GROUPS)  # the device is seen for the first time
    for number in range(60):
        group = Group.objects.create(name=f"Group {number}")
        Membership.objects.create(group=group, user=cast.users["owner"], role=Role.VIEWER)
    with django_assert_num_queries(2):  # the device, the page
        assert len(cast.owner.get(GROUPS).json()["results"]) == 50


def test_a_group_comes_whole_and_small(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cast.scorer.get(f"{cast.url}/")
    Player.objects.filter(pk=cast.players[0].pk).update(user=cast.users["scorer"])
    Player.objects.bulk_create(Player(group=cast.group, name="Z") for _number in range(150))
    with django_assert_num_queries(4):  # the device, the group, its members, its players
        response = cast.scorer.get(f"{cast.url}/")
    group = response.json()
    assert (group["name"], group["my_role"]) == ("Kitchen table", "scorer")
    assert [member["role"] for member in group["members"]] == ["owner", "scorer", "viewer"]
    assert (group["player_count"], len(group["players"])) == (154, 100)
    assert [player["name"] for player in group["players"][:4]] == ["East", "North", "South", "West"]
    [mine] = [player for player in group["players"] if player["is_me"]]
    assert mine == {
        "id": str(cast.players[0].pk),
        "name": "North",
        "color": "plum",
        "sign": None,
        "has_left": False,
        "user": {"id": str(cast.users["scorer"].pk), "name": "scorer"},
        "is_me": True,
    }
    assert len(response.content) < 25_000


@pytest.mark.parametrize("query", ["", "?confirm=false", "?confirm=", "?confirm=1"])
def test_a_deletion_is_confirmed(cast: Cast, query: str) -> None:
    response = cast.owner.delete(f"{cast.url}/{query}")
    assert response.status_code == 400
    assert response.json()["errors"][0]["field"] == "confirm"
    assert Group.objects.filter(pk=cast.group.pk).exists()


def test_a_deleted_group_takes_everything_along(cast: Cast) -> None:
    North, East, South, _west = cast.players
    game = seat(cast.group, North, East)
    Round.objects.create(game=game, number=1)
    Happening.objects.create(
        game=game,
        version=1,
        is_change=True,
        kind="game_started",
        actor_name="owner",
        content={"before": None, "after": None},
    )
    Player.objects.filter(pk=South.pk).update(merged_into=North)
    elsewhere = seat(cast.other_group, Player.objects.create(group=cast.other_group, name="North"))
    assert cast.owner.delete(f"{cast.url}/?confirm=true").status_code == 204
    assert list(Game.objects.all()) == [elsewhere]
    assert not Player.objects.filter(group=cast.group.pk).exists()
    assert cast.owner.get(f"{cast.url}/").status_code == 404
