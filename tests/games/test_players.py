"""groups/{group}/players/ and players/{player}/: written down, renamed, claimed, deleted."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Membership, Player, Role
from tests.cast import V1, Cast
from tests.games.races import ROUNDS, together
from tests.games.tables import seat


def url(player: Player) -> str:
    return f"{V1}/players/{player.pk}/"


@pytest.mark.parametrize(("name", "is_one"), [("🂡" * 80, True), ("a\nb", False)])
def test_a_player_has_a_name(cast: Cast, name: str, is_one: bool) -> None:
    """What else is none is in tests/accounts/test_guests.py."""
    made = cast.scorer.post(f"{cast.url}/players/", {"name": name})
    renamed = cast.scorer.patch(url(cast.players[0]), {"name": name})
    for answer, status in ((made, 201), (renamed, 200)):
        assert answer.status_code == (status if is_one else 400)
        assert not is_one or answer.json()["name"] == name


def test_the_players_come_by_name_in_pages(cast: Cast) -> None:
    path: str | None = f"{cast.url}/players/?limit=3"
    pages = []
    while path is not None:
        page = cast.viewer.get(path).json()
        pages.append([player["name"] for player in page["results"]])
        path = page["next"]
    assert pages == [["East", "North", "South"], ["West"]]
    [first] = [cast.viewer.get(page["previous"]).json()]
    assert [player["name"] for player in first["results"]] == pages[0]


@pytest.mark.parametrize(
    ("has_left", "names"), [("true", ["East"]), ("false", ["North", "South", "West"])]
)
def test_the_list_can_be_of_who_has_left(cast: Cast, has_left: str, names: list[str]) -> None:
    cast.scorer.patch(url(cast.players[1]), {"has_left": True})
    listed = cast.viewer.get(f"{cast.url}/players/?has_left={has_left}").json()["results"]
    assert [player["name"] for player in listed] == names
    assert cast.viewer.get(f"{cast.url}/players/?has_left=yes").status_code == 400


@pytest.mark.parametrize("body", [{}, {"has_left": 1}, {"user": None}, {"name": "A", "group": 1}])
def test_it_refuses_a_change(cast: Cast, body: Any) -> None:
    assert cast.scorer.patch(url(cast.players[0]), body).status_code == 400


# --- That's me --------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["owner", "scorer"])
def test_who_claims_a_player(cast: Cast, who: str) -> None:
    for _time in range(2):  # twice is harmless
        response = getattr(cast, who).patch(url(cast.players[0]), {"claimed": True})
        assert response.status_code == 200
        assert (response.json()["is_me"], response.json()["claim_waits"]) == (True, False)
        assert response.json()["user"] == {"id": str(cast.users[who].pk), "name": who}


def test_a_player_is_one_person(cast: Cast) -> None:
    cast.is_viewers(cast.players[0])
    response = cast.scorer.patch(url(cast.players[0]), {"claimed": True})
    assert (response.status_code, response.json()["code"]) == (409, "already_claimed")


def test_a_person_is_one_player_in_a_group(cast: Cast) -> None:
    cast.is_viewers(cast.players[0])
    response = cast.viewer.patch(url(cast.players[1]), {"claimed": True})
    assert (response.status_code, response.json()["code"]) == (409, "already_a_player")
    assert response.json()["player"] == {"id": str(cast.players[0].pk), "name": "North"}
    Membership.objects.create(group=cast.other_group, user=cast.users["viewer"], role=Role.SCORER)
    elsewhere = Player.objects.create(group=cast.other_group, name="North")
    assert cast.viewer.patch(url(elsewhere), {"claimed": True}).status_code == 200


@pytest.mark.parametrize(("who", "status"), [("owner", 200), ("scorer", 403), ("viewer", 200)])
def test_who_releases_the_viewers_player(cast: Cast, who: str, status: int) -> None:
    player = cast.players[0]
    cast.is_viewers(player)
    assert getattr(cast, who).patch(url(player), {"claimed": False}).status_code == status
    player.refresh_from_db()
    assert (player.user is None) == (status == 200)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("who", "whom"), [("owner", 0), ("scorer", 1)])
def test_of_two_claims_at_once_one_is_refused(cast: Cast, race: None, who: str, whom: int) -> None:
    """Two people claim one player, or one person claims two."""
    for _round in range(ROUNDS):
        Player.objects.update(user=None)
        answers = together(
            lambda: cast.scorer.patch(url(cast.players[0]), {"claimed": True}),
            lambda: getattr(cast, who).patch(url(cast.players[whom]), {"claimed": True}),
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]


@pytest.mark.parametrize("more", [{"name": "Nora"}, {"claimed": False}, {"has_left": True}])
def test_who_somebody_is_is_said_alone(cast: Cast, more: dict[str, Any]) -> None:
    other = str(cast.players[1].pk)
    response = cast.owner.patch(url(cast.players[0]), {"merged_into": other, **more})
    assert response.status_code == 400
    assert {error["code"] for error in response.json()["errors"]} == {"not_alone"}


# --- Deleting ---------------------------------------------------------------------------


def test_whoever_has_played_is_not_deleted(cast: Cast) -> None:
    seat(cast.group, *cast.players)
    response = cast.owner.delete(url(cast.players[0]))
    assert (response.status_code, response.json()["code"]) == (409, "has_played")
    assert Player.objects.filter(pk=cast.players[0].pk).exists()
