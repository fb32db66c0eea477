"""What a phone creates under ids of its own choice: once, however often it asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_DNS, UUID, uuid1, uuid4, uuid5

import pytest
import time_machine
from django.utils import timezone

from games.models import (
    ChosenId,
    Game,
    Group,
    Invite,
    Play,
    Player,
    Round,
    ShareLink,
)
from games.services.games import purge_deleted_games
from games.services.groups import create_group, delete_group
from games.services.hidden_games import show_import
from games.services.player_merge import merge_players
from games.services.players import create_player, delete_player
from rest.problems import ProblemDetail
from tests.cast import V1, Cast
from tests.games.races import on_disk, together
from tests.games.scoresheet import Table, lines, phone, sit_down

V7 = "01890a5d-ac96-774b-bcce-b302099a8057"
ROWS = (Group, Player, Game, Round, Play, Invite, ShareLink)


@dataclass
class Post:
    """A request that creates something, and content that would be good in its place."""

    path: str
    body: dict[str, Any]
    other: dict[str, Any] = field(default_factory=dict)

    def send(self, client: Any, id: Any, *, other: bool = False, **more: Any) -> Any:
        body = {"id": str(id), **self.body, **(self.other if other else {})}
        return client.post(self.path, body, **more)


def posts(cast: Cast, table: Table) -> dict[str, Post]:
    players = list(table.ids.values())
    count = {"number": 2, "results": lines(table.ids, "N=out E=5")}
    note = {"kind": "note", "round": 2, "text": "Tea"}
    return {
        "group": Post(f"{V1}/groups/", {"name": "Porch"}, {"name": "Pier"}),
        "player": Post(f"{cast.url}/players/", {"name": "Ann"}, {"name": "Bob"}),
        "game": Post(
            f"{cast.url}/games/", {"edition": "flip", "players": players}, {"edition": "express"}
        ),
        "play": Post(f"{table.url}table/plays/?whole_table=true", note, {"text": "Cake"}),
        "round": Post(f"{table.url}rounds/", count, {"results": lines(table.ids, "N=out E=10")}),
        "invite": Post(f"{cast.url}/invites/", {"role": "viewer"}, {"max_uses": 3}),
        "share link": Post(f"{V1}/share-links/", {"game": table.game["id"]}),
    }


KINDS = ("group", "player", "game", "play", "round", "invite", "share link")


@pytest.fixture
def table(cast: Cast) -> Table:
    """A game with a round, scored by the scorer."""
    return sit_down(cast, "NE").play("N=out E=5")


def stored() -> list[int]:
    return [model._default_manager.count() for model in ROWS]


def assert_taken(response: Any) -> None:
    """It is refused, and says nothing that depends on whose the id is."""
    assert response.status_code == 409, response.content.decode()
    problem = response.json()
    assert not set(problem) - set(ProblemDetail.__annotations__)
    assert problem["code"] == "id_taken"
    assert [error["field"] for error in problem["errors"]] == ["id"]
    assert problem["detail"] == "This id is already in use. Choose a new one."
    assert "ETag" not in response
    assert "Location" not in response


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_again_is_there_already(cast: Cast, table: Table, kind: str) -> None:
    post, id = posts(cast, table)[kind], uuid4()
    first = post.send(table.client, id)
    assert first.status_code == 201, first.content.decode()
    done = stored()
    # Whatever has become of the stored answers to Idempotency-Keys.
    with time_machine.travel(timezone.now() + timedelta(days=400)):
        again = post.send(table.client, id)
    assert again.status_code == 200, again.content.decode()
    assert again.json() == first.json()
    assert again.headers.get("Location") == first.headers.get("Location")
    assert again.headers.get("ETag") == first.headers.get("ETag")
    assert stored() == done
    shown = first.json()
    if kind in ("round", "play"):
        shown = shown[f"{kind}s"][-1]
    assert shown["id"] == str(id)


@pytest.mark.parametrize("kind", KINDS)
def test_with_other_content_the_id_is_taken(cast: Cast, table: Table, kind: str) -> None:
    post, id = posts(cast, table)[kind], uuid4()
    assert post.send(table.client, id).status_code == 201
    done = stored()
    if post.other:
        assert_taken(post.send(table.client, id, other=True))
    for other in set(KINDS) - {kind}:  # nor can it be anything else
        assert_taken(posts(cast, table)[other].send(table.client, id))
    assert stored() == done


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_and_an_id_go_together(cast: Cast, table: Table, kind: str) -> None:
    post, id = posts(cast, table)[kind], uuid4()
    key = {"Idempotency-Key": "k"}
    first = post.send(table.client, id, headers=key)
    again = post.send(table.client, id, headers=key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert post.send(table.client, id, headers={"Idempotency-Key": "other"}).status_code == 200


@pytest.mark.parametrize("kind", KINDS)
def test_only_random_and_timed_ids_are_taken(cast: Cast, table: Table, kind: str) -> None:
    post = posts(cast, table)[kind]
    for id in (uuid1(), uuid5(NAMESPACE_DNS, "a"), UUID(int=0), "seven", 7, None):
        response = table.client.post(post.path, {"id": id and str(id), **post.body})
        assert response.status_code == 400, (id, response.content.decode())
        assert [error["field"] for error in response.json()["errors"]] == ["id"]
    assert not ChosenId.objects.exists()
    assert post.send(table.client, V7).status_code == 201


@pytest.mark.parametrize("kind", KINDS)
def test_an_id_that_the_server_chose_is_taken(cast: Cast, table: Table, kind: str) -> None:
    post = posts(cast, table)[kind]
    first = table.client.post(post.path, post.body).json()
    if kind in ("round", "play"):
        first = first[f"{kind}s"][-1]
    assert_taken(post.send(table.client, first["id"]))
    assert not ChosenId.objects.exists()


# --- What has become of it since ---


def test_what_was_edited_since_is_shown_as_it_is_now(cast: Cast, table: Table) -> None:
    client, all_posts = phone(cast.users["owner"]), posts(cast, table)
    ids = {kind: uuid4() for kind in KINDS}
    for kind in ("group", "player", "round"):
        assert all_posts[kind].send(client, ids[kind]).status_code == 201
    edited = [
        client.patch(f"{V1}/groups/{ids['group']}/", {"name": "Cellar"}),
        client.patch(f"{V1}/players/{ids['player']}/", {"name": "Cleo"}),
        client.put(
            f"{table.url}rounds/2/",
            {"results": lines(table.ids, "N=out E=10")},
            headers={"If-Match": "*"},
        ),
    ]
    assert [response.status_code for response in edited] == [200, 200, 200]
    assert all_posts["group"].send(client, ids["group"]).json()["name"] == "Cellar"
    assert all_posts["player"].send(client, ids["player"]).json()["name"] == "Cleo"
    again = all_posts["round"].send(client, ids["round"])
    assert again.status_code == 200
    assert again.json() == edited[2].json()
    assert again.json()["rounds"][1]["id"] == str(ids["round"])


ANY = {"If-Match": "*"}
DELETE: dict[str, Callable[[Cast, Table, UUID], Any]] = {
    "group": lambda cast, _table, id: cast.owner.delete(f"{V1}/groups/{id}/?confirm=true"),
    "player": lambda cast, _table, id: cast.owner.delete(f"{V1}/players/{id}/"),
    "game": lambda cast, _table, id: cast.owner.delete(f"{V1}/games/{id}/", headers=ANY),
    "play": lambda cast, table, id: cast.owner.delete(f"{table.url}table/plays/{id}/"),
    "round": lambda cast, table, _id: cast.owner.delete(f"{table.url}rounds/2/", headers=ANY),
    "invite": lambda cast, _table, id: cast.owner.delete(f"{cast.url}/invites/{id}/"),
    "share link": lambda cast, _table, id: cast.owner.delete(f"{V1}/share-links/{id}/"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_id_of_what_was_deleted_stays_taken(cast: Cast, table: Table, kind: str) -> None:
    post, id = posts(cast, table)[kind], uuid4()
    assert post.send(cast.owner, id).status_code == 201
    assert DELETE[kind](cast, table, id).status_code in (200, 204)
    assert_taken(post.send(cast.owner, id))
    if post.other:
        assert_taken(post.send(cast.owner, id, other=True))


def test_ids_that_the_server_chose_stay_taken_too(cast: Cast, table: Table) -> None:
    """A phone that still knows what is gone must not find something else in its place."""
    owner = cast.users["owner"]
    group = create_group(actor=owner, name="Porch").group_id
    players = [create_player(actor=owner, group=group, name=name).pk for name in "ABCD"]
    merge_players(actor=owner, player=players[2], into=players[3])
    path = f"{V1}/groups/{group}/games/"
    seated = [str(player) for player in players[:2]]
    game, old = (
        cast.owner.post(path, {"edition": "flip", "players": seated}).json()["id"]
        for _time in range(2)
    )
    Game.objects.filter(pk=old).update(deleted_at=timezone.now() - timedelta(days=31))
    assert purge_deleted_games() == 1
    delete_player(actor=owner, player=players[3])
    gone = [("player", players[2]), ("player", players[3]), ("game", old)]
    for kind, id in gone:
        assert_taken(posts(cast, table)[kind].send(cast.owner, id))
    delete_group(actor=owner, group=group)
    gone += [("player", players[0]), ("player", players[1]), ("game", game), ("group", group)]
    for kind, id in gone:
        assert_taken(posts(cast, table)[kind].send(cast.owner, id))


# --- Whose it is ---


def test_ids_of_others_are_taken_whoever_has_them(cast: Cast, table: Table) -> None:
    ids = {kind: uuid4() for kind in KINDS}
    for kind, post in posts(cast, table).items():
        assert post.send(cast.owner, ids[kind]).status_code == 201
    # The same requests of a stranger, in their own group and game.
    strangers = [
        Player.objects.create(group=cast.other_group, name=name) for name in ("North", "East")
    ]
    url = f"{V1}/groups/{cast.other_group.pk}"
    game = cast.other_owner.post(
        f"{url}/games/", {"edition": "classic", "players": [str(p.pk) for p in strangers]}
    ).json()
    theirs = Cast(**{**vars(cast), "group": cast.other_group})
    for kind, post in posts(theirs, Table(phone(cast.users["other_owner"]), game)).items():
        assert_taken(post.send(cast.other_owner, ids[kind]))
    assert not Game.objects.filter(group=cast.other_group).exclude(pk=game["id"]).exists()


def test_ids_that_an_import_hides_are_taken(cast: Cast, table: Table) -> None:
    hidden_by, ids = uuid4(), {"player": uuid4(), "game": uuid4()}
    Player.objects.create(pk=ids["player"], group=cast.group, name="Ann", hidden_by=hidden_by)
    Game.objects.create(
        pk=ids["game"],
        group=cast.group,
        edition="flip",
        phases=[],
        first_dealer=0,
        hidden_by=hidden_by,
    )
    for kind, id in ids.items():
        assert_taken(posts(cast, table)[kind].send(cast.owner, id))
    show_import(actor=cast.users["owner"], group=cast.group.pk, hidden_by=hidden_by)
    for kind, id in ids.items():
        assert_taken(posts(cast, table)[kind].send(cast.owner, id))


# --- At the same instant ---


@pytest.mark.django_db(transaction=True)
def test_phones_with_the_same_id_at_once(cast: Cast, table: Table, tmp_path: Path) -> None:
    owner, outsider = phone(cast.users["owner"]), phone(cast.users["other_owner"])
    next_door = Post(f"{V1}/groups/{cast.other_group.pk}/players/", {"name": "Ann"})
    with on_disk(tmp_path):
        for kind, post in posts(cast, table).items():
            id, before = uuid4(), sum(stored())
            same = [partial(post.send, client, id) for client in (owner, owner, owner)]
            clashing = [partial(next_door.send, outsider, id)]
            if post.other:
                clashing.append(partial(post.send, table.client, id, other=True))
            answers = together(*same, *clashing)
            statuses = [answer.status_code for answer in answers]
            assert statuses.count(201) == 1, (kind, statuses)
            if 201 in statuses[:3]:
                assert sorted(statuses) == [200, 200, 201, *[409] * len(clashing)], kind
            else:
                assert statuses.count(409) == len(statuses) - 1, kind
            assert sum(stored()) == before + 1
            assert ChosenId.objects.filter(pk=id).count() == 1
