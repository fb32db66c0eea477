"""What anyone sees of a group who has its share link."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Game, Membership, Role
from tests.api.client import ContractClient
from tests.cast import V1, Cast, client_of
from tests.games.scoresheet import Table, phone, sit_down
from tests.scoring.counting import count_all

pytestmark = pytest.mark.django_db


def share(cast: Cast, client: Any = None) -> dict[str, Any]:
    response = (client or phone(cast.users["owner"])).post(f"{cast.url}/share-links/")
    assert response.status_code == 201, response.content
    link: dict[str, Any] = response.json()
    return link


def look(token: str, path: str = "", **headers: str) -> Any:
    """Whoever has the link, with no account."""
    return ContractClient().get(f"{V1}/shared/{token}/{path}", headers=headers)


def two_nights(cast: Cast) -> None:
    for evening in ("2026-11-14T20:00Z", "2026-11-21T20:00Z"):
        table = sit_down(cast, "NS", phases=[1])
        Game.objects.filter(pk=table.game["id"]).update(started_at=evening)
        table.play("N=out S=60-")
    count_all()


def test_whoever_has_the_link_sees_who_leads_and_what_is_played(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    two_nights(cast)
    link = share(cast)
    assert link["link"].endswith(f"/shared/{link['token']}")
    assert (link["is_mine"], link["svg"].lstrip()[:1]) == (True, "<")
    watched, other = sit_down(cast, "NE"), sit_down(cast, "SE")
    tokens = [
        watched.client.post(f"{watched.url}share-links/").json()["token"] for _twice in range(2)
    ]
    count_all()
    with django_assert_max_num_queries(16):
        told = look(link["token"]).json()
    members = phone(cast.users["viewer"]).get(f"{cast.url}/summary/").json()
    games = told.pop("games")
    assert [(game["id"], game.pop("watch")) for game in games] == [
        (other.game["id"], None),
        (watched.game["id"], f"http://testserver/watch/{tokens[0]}"),
    ]
    assert {**told, "games": games} == members
    assert [line["player"]["name"] for line in told["leaders"]] == ["North", "South"]
    assert told["last_night"]["date"] == "2026-11-21"


def test_what_has_not_changed_is_not_sent_again(cast: Cast) -> None:
    token = share(cast)["token"]
    tag = look(token)["ETag"]
    assert look(token, **{"If-None-Match": tag}).status_code == 304
    table = sit_down(cast, "NE")
    with_game = look(token, **{"If-None-Match": tag})
    assert with_game.status_code == 200
    table.client.post(f"{table.url}share-links/")
    assert look(token, **{"If-None-Match": with_game["ETag"]}).status_code == 200


def test_an_owner_ends_it_and_makes_another_one(cast: Cast) -> None:
    links, owner = f"{cast.url}/share-links/", phone(cast.users["owner"])
    first = share(cast)
    assert owner.delete(f"{links}{first['id']}/").status_code == 204
    assert owner.delete(f"{links}{first['id']}/").status_code == 404
    second = share(cast)
    assert owner.get(links).json() == [second]
    assert look(first["token"]).status_code == 404
    assert look(second["token"]).status_code == 200
    # Of another group it is none.
    other = f"{V1}/groups/{cast.other_group.pk}/share-links/{second['id']}/"
    assert phone(cast.users["other_owner"]).delete(other).status_code == 404
    assert look(second["token"]).status_code == 200


@pytest.mark.parametrize("token", ["x", "x" * 5000, "%00", "a%00b", "%ff", "' OR 1=1--"])
def test_a_link_that_is_none(cast: Cast, token: str) -> None:
    assert look(token).status_code == 404


def test_a_link_ends_when_its_maker_leaves(cast: Cast) -> None:
    user = User.objects.create_guest("Sky")
    member = Membership.objects.create(group=cast.group, user=user, role=Role.OWNER)
    theirs, ours = share(cast, client_of(user)), share(cast)
    assert cast.owner.get(f"{cast.url}/share-links/").json()[0]["created_by"]["name"] == "Sky"
    assert cast.owner.delete(f"{cast.url}/members/{member.pk}/").status_code == 204
    assert look(theirs["token"]).status_code == 404
    assert look(ours["token"]).status_code == 200


def test_it_names_players_and_nobody_else(cast: Cast) -> None:
    """Neither those who keep score nor whoever owns the group."""
    users = {
        role: User.objects.create_guest("Quastenflosser") for role in (Role.OWNER, Role.SCORER)
    }
    for role, user in users.items():
        Membership.objects.create(group=cast.group, user=user, role=role)
    scorer = phone(users[Role.SCORER])
    Table(scorer, sit_down(cast, "NS", phases=[1]).game).play("N=out S=60-")
    playing = Table(scorer, sit_down(cast, "NE").game).play("N=out E=5")
    scorer.post(f"{playing.url}share-links/")
    count_all()
    link = share(cast, client_of(users[Role.OWNER]))
    pages = [look(link["token"]), ContractClient().get(f"/shared/{link['token']}")]
    for shown in pages:
        assert shown.status_code == 200
        assert "Quastenflosser" not in shown.content.decode()
    assert "North" in pages[0].content.decode()
