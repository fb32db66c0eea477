"""Links by which anyone may watch one game."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from accounts.models import User
from games.live.log import encode_event
from games.models import Membership, Role
from tests.api.client import ContractClient
from tests.cast import V1, Cast, client_of
from tests.games.happened import events
from tests.games.membership import invite, url
from tests.games.scoresheet import Table, phone, sit_down

LINKS = f"{V1}/share-links/"


def share(table: Table) -> dict[str, Any]:
    response = table.client.post(LINKS, {"game": table.game["id"]})
    assert response.status_code == 201, response.content
    link: dict[str, Any] = response.json()
    return link


def watch(token: str) -> Any:
    """Whoever has the link, with no account."""
    return ContractClient().get(f"{V1}/shared/{token}/")


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


def test_links_are_listed_until_they_are_revoked(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    first, second = share(table), share(table)
    assert first["token"] != second["token"]
    address = f"{LINKS}?game={table.game['id']}"
    assert table.client.get(address).json() == [first, second]
    assert table.client.delete(f"{LINKS}{first['id']}/").status_code == 204
    assert table.client.get(address).json() == [second]
    assert watch(first["token"]).status_code == 404
    assert watch(second["token"]).status_code == 200
    assert table.client.delete(f"{LINKS}{first['id']}/").status_code == 404


@pytest.mark.parametrize(
    "token", ["x", "x" * 5000, "%00", "a%00b", "%F0%9F%82%A1", "%ff", "%ed%a0%80", "' OR 1=1--"]
)
def test_a_link_that_is_none(cast: Cast, token: str) -> None:
    assert watch(token).status_code == 404


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
        links, of_game = f"{LINKS}?game={game['id']}", {"game": game["id"]}
        theirs = client_of(user).post(LINKS, of_game).json()
        ours = cast.scorer.post(LINKS, of_game).json()
        assert theirs["is_mine"] is True
        assert cast.anonymous.get(f"{V1}/watch/{theirs['token']}/").status_code == 200
        leave(cast, user)
        assert cast.anonymous.get(f"{V1}/watch/{theirs['token']}/").status_code == 404, leave
        assert cast.anonymous.get(f"{V1}/watch/{ours['token']}/").status_code == 200
        assert [link["id"] for link in cast.scorer.get(links).json()] == [ours["id"]]


def test_an_owner_adopts_a_link(cast: Cast) -> None:
    game = cast.game()["id"]
    link = cast.scorer.post(LINKS, {"game": game}).json()
    (seen,) = cast.owner.get(f"{LINKS}?game={game}").json()
    assert (seen["is_mine"], seen["created_by"]["name"]) == (False, "scorer")
    address = f"{LINKS}{link['id']}/"
    assert cast.scorer.patch(address, {"is_mine": True}).status_code == 403
    for wrong in ({}, {"is_mine": False}, {"is_mine": "true"}, {"is_mine": True, "id": "x"}):
        assert cast.owner.patch(address, wrong).status_code == 400, wrong
    adopted = cast.owner.patch(address, {"is_mine": True}).json()
    assert (adopted["is_mine"], adopted["token"]) == (True, link["token"])
    _deletes_the_account(cast, cast.users["scorer"])
    assert cast.anonymous.get(f"{V1}/watch/{link['token']}/").status_code == 200


@pytest.mark.parametrize("kind", ["game", "group"])
def test_the_old_addresses_of_links_are_the_same(cast: Cast, kind: str) -> None:
    id = cast.game()["id"] if kind == "game" else str(cast.group.pk)
    old, new = f"{V1}/{kind}s/{id}/share-links/", f"{LINKS}?{kind}={id}"
    chosen = str(uuid4())
    link = cast.owner.post(old, {"id": chosen}).json()
    again = cast.owner.post(LINKS, {kind: id, "id": chosen})
    assert (again.status_code, again.json()) == (200, link)
    assert cast.owner.post(old).status_code == 201  # without a body
    listed = cast.owner.get(old)
    assert listed.content == cast.owner.get(new).content
    assert listed.json()[0]["id"] == chosen
    if kind == "game":
        adopted = cast.other_owner.post(f"{old}{chosen}/adopt/")
        assert adopted.status_code == 404
        assert cast.owner.post(f"{old}{chosen}/adopt/").json() == link
    assert cast.owner.delete(f"{old}{chosen}/").status_code == 204
    assert cast.owner.delete(f"{old}{chosen}/").status_code == 404
    assert cast.owner.delete(f"{LINKS}{chosen}/").status_code == 404


def _leave(cast: Cast, user: User) -> None:
    assert client_of(user).delete(url(cast, user.name)).status_code == 204


def _is_put_out(cast: Cast, user: User) -> None:
    assert cast.owner.delete(url(cast, user.name)).status_code == 204


def _deletes_the_account(cast: Cast, user: User) -> None:
    assert client_of(user).post(f"{V1}/me/delete/", {"confirm": True}).status_code == 204


def test_whoever_watches_learns_no_names_but_those_of_the_players(cast: Cast) -> None:
    user = User.objects.create_guest("Quastenflosser")
    Membership.objects.create(group=cast.group, user=user, role=Role.SCORER)
    table = Table(phone(user), sit_down(cast, "NE").game)
    table.play("N=out E=5")
    other = User.objects.create_guest("Quastenflosser")
    code = invite(cast)["code"]
    assert client_of(other).post(f"{V1}/join/", {"code": code}).status_code == 200
    line = {"round": 2, "points": 5, "laid_down": True}
    assert table.client.put(f"{table.url}draft/lines/{table.ids['E']}/", line).status_code == 200
    note = table.client.post(
        f"{table.url}table/plays/", {"kind": "note", "round": 2, "text": "Tea."}
    )
    assert note.status_code in (200, 201), note.content
    token = share(table)["token"]
    for page in ("", "table/?", "draft/?", "events/?wait=0&"):
        mine = table.client.get(f"{table.url}{page}")
        watched = f"{table.url}{page}link={token}" if page else f"{V1}/watch/{token}/"
        shown = ContractClient().get(watched)
        assert "Quastenflosser" in mine.content.decode(), page
        assert shown.status_code == 200
        assert "Quastenflosser" not in shown.content.decode(), page
        assert "North" in shown.content.decode() or page in ("table/?", "draft/?"), page
    event = events(game=table.game["id"])[-1]
    assert b"Quastenflosser" in encode_event(event).content
    assert b"Quastenflosser" not in encode_event(event, by_link=True).content


def test_the_old_addresses_of_what_is_watched_are_the_same(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    token = share(table)["token"]
    pairs = [
        ("table/", "table/?"),
        ("table/?round=1", "table/?round=1&"),
        ("draft/", "draft/?"),
        ("log/?after=1", "events/?after=1&wait=0&"),
    ]
    for old, new in pairs:
        was = ContractClient().get(f"{V1}/watch/{token}/{old}")
        now = ContractClient().get(f"{table.url}{new}link={token}")
        assert (
            (was.status_code, was.content) == (now.status_code, now.content) == (200, now.content)
        )
