"""Links by which anyone may watch one game."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import ShareLink
from tests.api.client import ContractClient
from tests.cast import V1, Cast
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
    assert response.json() == {**table.game, "my_role": None}
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
        with django_assert_num_queries(2):  # the row of the game, and all of it
            watch(token)
        table.record("N=105 E=out-", overrule="Misread.")
