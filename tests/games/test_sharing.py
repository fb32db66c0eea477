"""Links by which anyone may watch one game."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.live.log import encode_event
from games.live.packed_events import game_events_after
from games.models import Event, Membership, Role, ShareLink
from tests.api.client import ContractClient
from tests.cast import V1, Cast, client_of
from tests.games.scoresheet import Table, phone, sit_down


def share(table: Table) -> dict[str, Any]:
    response = table.client.post(f"{table.url}share-links/")
    assert response.status_code == 201, response.content
    link: dict[str, Any] = response.json()
    return link


def watch(token: str) -> Any:
    """Whoever has the link, with no account."""
    return ContractClient().get(f"{V1}/watch/{token}/")


def test_whoever_has_the_link_sees_the_game(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    link = share(table)
    assert link["link"].endswith(f"/watch/{link['token']}")
    assert link["svg"].lstrip().startswith("<")
    response = watch(link["token"])
    assert response.status_code == 200
    assert response["ETag"].startswith(table.etag[:-1] + ".")
    unnamed = [{**played, "recorded_by": None} for played in table.game["rounds"]]
    assert response.json() == {**table.game, "rounds": unnamed, "my_role": None}
    table.play("N=5 E=out")
    assert len(watch(link["token"]).json()["rounds"]) == 2


def test_a_link_is_to_look_at_only(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    address = f"{V1}/watch/{share(table)['token']}/"
    client = ContractClient()
    for method in ("post", "put", "patch", "delete"):
        assert getattr(client, method)(address).status_code == 405
    assert client.get(table.url).status_code == 401
    assert table.look()["version"] == 1


def test_links_are_listed_until_they_are_revoked(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    first, second = share(table), share(table)
    assert first["token"] != second["token"]
    address = f"{table.url}share-links/"
    assert table.client.get(address).json() == [first, second]
    assert table.client.delete(f"{address}{first['id']}/").status_code == 204
    assert table.client.get(address).json() == [second]
    assert watch(first["token"]).status_code == 404
    assert watch(second["token"]).status_code == 200
    assert table.client.delete(f"{address}{first['id']}/").status_code == 404


def test_a_link_is_revoked_by_its_own_game(cast: Cast) -> None:
    table, other = sit_down(cast, "NE"), sit_down(cast, "SW")
    link = share(table)
    assert other.client.delete(f"{other.url}share-links/{link['id']}/").status_code == 404
    assert watch(link["token"]).status_code == 200


def test_a_deleted_game_is_not_shown(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    link = share(table)
    owner = Table(phone(cast.users["owner"]), table.game)
    owner.client.delete(owner.url, headers={"If-Match": owner.etag})
    assert watch(link["token"]).status_code == 404
    owner.client.post(f"{owner.url}restore/")
    assert watch(link["token"]).status_code == 200


@pytest.mark.parametrize(
    "token", ["x", "x" * 5000, "%00", "a%00b", "%F0%9F%82%A1", "%ff", "%ed%a0%80", "' OR 1=1--"]
)
def test_a_link_that_is_none(cast: Cast, token: str) -> None:
    assert watch(token).status_code == 404


def test_a_link_changes_nothing_of_the_game(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    share(table)
    assert table.look()["version"] == 1
    assert len(table.changes()) == 1


def test_viewers_neither_share_nor_see_the_links(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    link = share(table)
    viewer = phone(cast.users["viewer"])
    address = f"{table.url}share-links/"
    assert viewer.get(address).status_code == 403
    assert viewer.post(address).status_code == 403
    assert viewer.delete(f"{address}{link['id']}/").status_code == 403
    assert ShareLink.objects.filter(revoked_at=None).count() == 1


def test_watching_takes_as_many_queries_however_long_the_game(
    cast: Cast, django_assert_num_queries: Any
) -> None:
    table = sit_down(cast, "NE")
    token = share(table)["token"]
    for _round in range(5):
        # The row of the game, its seats and rounds, which are asked for together.
        with django_assert_num_queries(2 if connection.vendor == "postgresql" else 3):
            watch(token)
        table.record("N=105 E=out-", overrule="Misread.")


def test_a_link_ends_when_its_maker_leaves(cast: Cast) -> None:
    for leave in (_leave, _is_put_out, _deletes_the_account):
        user = User.objects.create_guest("Sky")
        Membership.objects.create(group=cast.group, user=user, role=Role.SCORER)
        game = cast.game()
        links = f"{V1}/games/{game['id']}/share-links/"
        theirs = client_of(user).post(links).json()
        ours = cast.scorer.post(links).json()
        assert theirs["is_mine"] is True
        assert cast.anonymous.get(f"{V1}/watch/{theirs['token']}/").status_code == 200
        leave(cast, user)
        assert cast.anonymous.get(f"{V1}/watch/{theirs['token']}/").status_code == 404, leave
        assert cast.anonymous.get(f"{V1}/watch/{ours['token']}/").status_code == 200
        assert [link["id"] for link in cast.scorer.get(links).json()] == [ours["id"]]


def test_an_owner_adopts_a_link(cast: Cast) -> None:
    game = cast.game()
    links = f"{V1}/games/{game['id']}/share-links/"
    link = cast.scorer.post(links).json()
    (seen,) = cast.owner.get(links).json()
    assert (seen["is_mine"], seen["created_by"]["name"]) == (False, "scorer")
    assert cast.scorer.post(f"{links}{link['id']}/adopt/").status_code == 403
    adopted = cast.owner.post(f"{links}{link['id']}/adopt/").json()
    assert (adopted["is_mine"], adopted["token"]) == (True, link["token"])
    _deletes_the_account(cast, cast.users["scorer"])
    assert cast.anonymous.get(f"{V1}/watch/{link['token']}/").status_code == 200


def test_a_link_that_was_revoked_is_not_adopted(cast: Cast) -> None:
    links = f"{V1}/games/{cast.game()['id']}/share-links/"
    link = cast.scorer.post(links).json()
    cast.scorer.delete(f"{links}{link['id']}/")
    assert cast.owner.post(f"{links}{link['id']}/adopt/").status_code == 404


def _member(cast: Cast, user: User) -> str:
    return f"{cast.url}/members/{Membership.objects.get(group=cast.group, user=user).pk}/"


def _leave(cast: Cast, user: User) -> None:
    assert client_of(user).delete(_member(cast, user)).status_code == 204


def _is_put_out(cast: Cast, user: User) -> None:
    assert cast.owner.delete(_member(cast, user)).status_code == 204


def _deletes_the_account(cast: Cast, user: User) -> None:
    assert client_of(user).post(f"{V1}/me/delete/", {"confirm": True}).status_code == 204


def test_who_watches_learns_no_names_but_those_of_the_players(cast: Cast) -> None:
    user = User.objects.create_guest("Quastenflosser")
    Membership.objects.create(group=cast.group, user=user, role=Role.SCORER)
    table = Table(phone(user), sit_down(cast, "NE").game)
    table.play("N=out E=5")
    other = User.objects.create_guest("Quastenflosser")
    code = cast.owner.post(f"{cast.url}/invites/", {"role": "viewer"}).json()["code"]
    assert client_of(other).post(f"{V1}/join/", {"code": code}).status_code == 200
    line = {"round": 2, "points": 5, "laid_down": True}
    assert table.client.put(f"{table.url}draft/lines/{table.ids['E']}/", line).status_code == 200
    note = table.client.post(f"{table.url}table/notes/", {"round": 2, "text": "Tea."})
    assert note.status_code in (200, 201), note.content
    watched = f"{V1}/watch/{share(table)['token']}/"
    for page in ("", "table/", "draft/", "log/"):
        mine, shown = (
            client.get(f"{at}{page}")
            for client, at in ((table.client, table.url), (ContractClient(), watched))
        )
        assert "Quastenflosser" in mine.content.decode(), page
        assert shown.status_code == 200
        assert "Quastenflosser" not in shown.content.decode(), page
        assert "North" in shown.content.decode() or page in ("table/", "draft/"), page
    event = Event.objects.filter(game=table.game["id"]).latest("number")
    row = game_events_after(event.game_id, event.number - 1, 1)[0]
    assert b"Quastenflosser" in encode_event(row).content
    assert b"Quastenflosser" not in encode_event(row, by_link=True).content
