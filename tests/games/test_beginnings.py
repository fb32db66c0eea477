"""Players who are created together with a group or a game, in one request."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from games.models import ChosenId, Game, Group, Happening, Membership, Player, Seat
from tests.accounts.people import AUTH, holder, mistakes
from tests.cast import V1, Cast
from tests.games.races import together
from tests.games.scoresheet import phone, sit_down

ROWS = (Group, Membership, Player, Game, Seat, Happening, ChosenId)


def stored() -> list[int]:
    return [model._default_manager.count() for model in ROWS]


def names(game: dict[str, Any]) -> list[str]:
    return [player["name"] for player in game["players"]]


def start(client: Any, cast: Cast, *players: Any, **more: Any) -> Any:
    body = {"edition": "classic", "players": list(players), **more}
    return client.post(f"{cast.url}/games/", body)


def me_in(client: Any, url: str) -> list[str]:
    players = client.get(f"{url}/players/").json()["results"]
    return [player["name"] for player in players if player["is_me"]]


# --- With a game ---


def test_a_game_with_players_old_and_new(cast: Cast) -> None:
    north, id = str(cast.players[0].pk), str(uuid4())
    uma, ben = {"name": "Uma"}, {"id": id, "name": "Ben"}
    response = start(cast.scorer, cast, uma, north, ben, first_dealer=id)
    assert response.status_code == 201, response.content.decode()
    game = response.json()
    assert names(game) == ["Uma", "North", "Ben"]
    assert game["players"][1]["id"] == north
    assert game["players"][2]["id"] == game["first_dealer"] == id
    assert Player.objects.get(pk=game["players"][0]["id"]).group == cast.group
    told = Happening.objects.filter(group__isnull=False).order_by("group_number")
    kinds = list(told.values_list("kind", flat=True))
    assert kinds == ["player_changed", "player_changed", "game_started"]


def test_a_player_who_is_me(cast: Cast) -> None:
    response = start(cast.scorer, cast, {"name": "Sky", "me": True}, {"name": "Tom", "me": False})
    assert response.status_code == 201, response.content.decode()
    assert me_in(cast.scorer, cast.url) == ["Sky"]
    before = stored()
    # The next evening: the same person, by the same name.
    again = start(cast.scorer, cast, {"name": "Sky", "me": True}, str(cast.players[0].pk))
    assert again.json()["players"][0]["id"] == response.json()["players"][0]["id"]
    assert stored()[2] == before[2]
    # Under another name or a new id it would be another person.
    for me in ({"name": "Skye", "me": True}, {"id": str(uuid4()), "name": "Sky", "me": True}):
        refused = start(cast.scorer, cast, str(cast.players[0].pk), me)
        assert mistakes(refused, 409) == {("players.1", "already_a_player")}
        assert refused.json()["player"]["name"] == "Sky"
    assert start(cast.owner, cast, {"name": "Sky"}, {"name": "Sky"}).status_code == 201
    assert me_in(cast.owner, cast.url) == []


def test_a_player_whom_somebody_else_has_claimed(cast: Cast) -> None:
    ann = {"id": str(uuid4()), "name": "Ann"}
    assert cast.scorer.post(f"{cast.url}/players/", ann).status_code == 201
    cast.is_viewers(Player.objects.get(pk=ann["id"]))
    refused = start(cast.scorer, cast, str(cast.players[0].pk), {**ann, "me": True})
    assert mistakes(refused, 409) == {("players.1", "already_claimed")}
    cast.viewer.patch(f"{V1}/players/{ann['id']}/", {"claimed": False})
    taken = start(cast.scorer, cast, str(cast.players[0].pk), {**ann, "me": True})
    assert taken.status_code == 201
    assert me_in(cast.scorer, cast.url) == ["Ann"]


def test_a_player_who_was_created_before(cast: Cast) -> None:
    ann = {"id": str(uuid4()), "name": "Ann"}
    ben = {"id": str(uuid4()), "name": "Ben"}
    for player in (ann, ben):
        assert cast.scorer.post(f"{cast.url}/players/", player).status_code == 201
    count = Player.objects.count()
    cast.scorer.patch(f"{V1}/players/{ann['id']}/", {"name": "Anna"})
    game = start(cast.scorer, cast, ann, ben).json()
    assert names(game) == ["Anna", "Ben"]  # as they are now
    cast.scorer.patch(f"{V1}/players/{ann['id']}/", {"merged_into": str(cast.players[3].pk)})
    game = start(cast.scorer, cast, ben, ann, first_dealer=ann["id"]).json()
    assert names(game) == ["Ben", "West"]
    assert game["first_dealer"] == str(cast.players[3].pk)
    assert Player.objects.count() == count
    cast.scorer.patch(f"{V1}/players/{ben['id']}/", {"has_left": True})
    refused = start(cast.scorer, cast, str(cast.players[0].pk), ben)
    assert mistakes(refused) == {("players.1", "player_has_left")}
    taken = start(cast.scorer, cast, str(cast.players[0].pk), {**ben, "name": "Bob"})
    assert mistakes(taken, 409) == {("players.1.id", "id_taken")}


ID = "01890a5d-ac96-774b-bcce-b302099a8057"
WRONG_PLAYERS: dict[str, tuple[list[Any], set[tuple[str, str]]]] = {
    "no name": ([{"name": ""}], {("players.1.name", "blank")}),
    "none at all": ([{}], {("players.1.name", "required")}),
    "a name of two lines": ([{"name": "A\nB"}], {("players.1.name", "control_character")}),
    "another field": ([{"nmae": "A", "name": "A"}], {("players.1.nmae", "unknown_field")}),
    "no id": ([{"id": "7", "name": "A"}], {("players.1.id", "invalid")}),
    "perhaps me": ([{"name": "A", "me": 1}], {("players.1.me", "invalid")}),
    "a number": ([7], {("players.1", "not_a_player")}),
    "nobody": ([None], {("players.1", "null")}),
    "a name": (["Ann"], {("players.1", "invalid")}),
    "somebody unknown": ([ID], {("players.1", "unknown_player")}),
    "an id twice": ([{"id": ID, "name": "A"}] * 2, {("players.2.id", "duplicate_player")}),
    "an id and a player": ([ID, {"id": ID, "name": "A"}], {("players.2.id", "duplicate_player")}),
    "me twice": (
        [{"name": "A", "me": True}, {"name": "B", "me": True}],
        {("players.2.me", "duplicate_me")},
    ),
    "too many": ([{"name": "A"}] * 6, {("players", "max_length")}),
    "two mistakes": (
        [{"name": ""}, {"name": "A", "id": ""}],
        {("players.1.name", "blank"), ("players.2.id", "invalid")},
    ),
}


@pytest.mark.parametrize("case", WRONG_PLAYERS)
def test_what_is_wrong_is_found_where_it_is(cast: Cast, case: str) -> None:
    players, expected = WRONG_PLAYERS[case]
    before = stored()
    assert mistakes(start(cast.scorer, cast, {"name": "N"}, *players)) == expected
    assert stored() == before


# --- With a group ---

PLAYERS: list[dict[str, Any]] = [{"name": "Mina", "me": True}, {"name": "Tom"}, {"name": "Uma"}]


def create(client: Any, **more: Any) -> Any:
    return client.post(f"{V1}/groups/", {"name": "Porch", **more})


def test_the_first_minute_takes_two_requests(db: None) -> None:
    guest = APIClient().post(f"{AUTH}/guests/", {"name": "Mina"})
    client = holder(guest.json()["token"])
    response = create(client, players=PLAYERS, game={"edition": "flip"})
    assert response.status_code == 201, response.content.decode()
    group = response.json()
    assert {player["name"] for player in group["players"]} == {"Mina", "Tom", "Uma"}
    assert [player["name"] for player in group["players"] if player["is_me"]] == ["Mina"]
    game = group["game"]
    assert names(game) == ["Mina", "Tom", "Uma"]
    assert (game["group"], game["my_role"], game["version"]) == (group["id"], "owner", 1)
    mina, tom, uma = (player["id"] for player in game["players"])
    results = [
        {"player": mina, "went_out": True},
        {"player": tom, "points": 5},
        {"player": uma, "points": 60, "laid_down": False},
    ]
    answer = client.post(f"{V1}/games/{game['id']}/rounds/", {"number": 1, "results": results})
    assert answer.status_code == 201
    # What was answered is what there is, and where streams continue.
    del group["game"]
    assert client.get(response["Location"]).json()["players"] == group["players"]
    log = client.get(f"{response['Location']}log/?after={group['event']}").json()
    assert [event["kind"] for event in log["events"]] == ["game_changed"]


def test_a_group_without_a_game_or_players(cast: Cast) -> None:
    assert create(cast.owner).json()["game"] is None
    alone = create(cast.owner, players=[]).json()
    assert (alone["players"], alone["game"]) == ([], None)
    people = create(cast.owner, players=PLAYERS).json()
    assert (people["player_count"], people["game"]) == (3, None)
    assert create(cast.owner, players=[{"name": "A"}] * 100).json()["player_count"] == 100


def offline() -> dict[str, Any]:
    """A group as a phone makes it that has no connection."""
    ids = [str(uuid4()) for _player in range(3)]
    players = [{"id": id, **player} for id, player in zip(ids, PLAYERS, strict=True)]
    seated = [ids[2], {"name": "Val"}, ids[0]]
    game = {"id": str(uuid4()), "edition": "flip", "players": seated, "first_dealer": ids[0]}
    return {"id": str(uuid4()), "players": players, "game": game}


def test_all_ids_can_be_chosen_and_all_is_there_once(cast: Cast) -> None:
    body = offline()
    first = create(cast.outsider, **body)
    assert first.status_code == 201, first.content.decode()
    group, game = first.json(), first.json()["game"]
    assert (group["id"], game["id"]) == (body["id"], body["game"]["id"])
    assert names(game) == ["Uma", "Val", "Mina"]
    assert game["first_dealer"] == game["players"][2]["id"] == body["players"][0]["id"]
    before = stored()
    again = create(cast.outsider, **body)
    assert (again.status_code, again.json()) == (200, group)
    assert mistakes(create(cast.outsider, **{**body, "players": PLAYERS[1:]}), 409)
    # Each of them alone, too.
    url = f"{V1}/groups/{group['id']}"
    tom = cast.outsider.post(f"{url}/players/", {"id": body["players"][1]["id"], "name": "Tom"})
    assert (tom.status_code, tom.json()["name"]) == (200, "Tom")
    assert cast.outsider.post(f"{url}/games/", body["game"]).status_code == 200
    assert stored() == before
    cast.outsider.delete(f"{V1}/games/{game['id']}/", headers={"If-Match": "*"})
    again = create(cast.outsider, **body)
    assert (again.status_code, again.json()["game"]) == (200, None)


def test_an_id_that_is_taken_takes_everything_back(cast: Cast) -> None:
    theirs = {"id": str(uuid4()), "name": "Tom"}
    assert cast.scorer.post(f"{cast.url}/players/", theirs).status_code == 201
    body = offline()
    wrong = {
        "players.1.id": {**body, "players": [body["players"][0], theirs]},
        "game.id": {**body, "game": {**body["game"], "id": theirs["id"]}},
        "game.players.1.id": {**body, "game": {**body["game"], "players": [ID, theirs]}},
    }
    before = stored()
    for field, request in wrong.items():
        assert mistakes(create(cast.owner, **request), 409) == {(field, "id_taken")}
        assert stored() == before
    assert create(cast.owner, **body).status_code == 201


TWO = [{"id": ID, "name": "A", "me": True}, {"name": "B"}]
WRONG_GROUPS: dict[str, tuple[dict[str, Any], set[tuple[str, str]]]] = {
    "a player without a name": (
        {"players": [*TWO, {"name": " "}]},
        {("players.2.name", "blank")},
    ),
    "an id instead of a player": ({"players": [ID]}, {("players.0", "invalid")}),
    "too many": ({"players": [{"name": "A"}] * 101}, {("players", "max_length")}),
    "the same twice": (
        {"players": [TWO[0], TWO[0]]},
        {("players.1.id", "duplicate_player"), ("players.1.me", "duplicate_me")},
    ),
    "the same in the game": (
        {"players": TWO, "game": {"edition": "flip", "players": [{"name": "C"}, TWO[0]]}},
        {("game.players.1.id", "duplicate_player"), ("game.players.1.me", "duplicate_me")},
    ),
    "a player by name twice": (
        {
            "players": [{"name": "A", "me": True}, {"name": "B"}],
            "game": {"edition": "classic", "players": [{"name": "A"}, {"name": "C"}]},
        },
        {("game.players.0.name", "duplicate_player")},
    ),
    "no edition": ({"players": TWO, "game": {}}, {("game.edition", "required")}),
    "a player in the game": (
        {"game": {"edition": "flip", "players": [{"name": "A"}, {"name": ""}]}},
        {("game.players.1.name", "blank")},
    ),
    "nobody plays": ({"game": {"edition": "flip"}}, {("game.players", "wrong_player_count")}),
    "too many play": (
        {"players": [{"name": "A"}] * 7, "game": {"edition": "flip"}},
        {("game.players", "wrong_player_count")},
    ),
    "a player of another group": (
        {"players": TWO, "game": {"edition": "flip", "players": ["{player}", ID]}},
        {("game.players.0", "unknown_player")},
    ),
    "a dealer who does not play": (
        {"players": TWO, "game": {"edition": "flip", "first_dealer": str(uuid4())}},
        {("game.first_dealer", "unknown_player")},
    ),
    "a game that cannot be repeated": (
        {"id": str(uuid4()), "players": TWO, "game": {"edition": "flip"}},
        {("game.id", "required")},
    ),
}


@pytest.mark.parametrize("case", WRONG_GROUPS)
def test_what_is_wrong_with_a_group_is_found_where_it_is(cast: Cast, case: str) -> None:
    body, expected = WRONG_GROUPS[case]
    if case == "a player of another group":
        body["game"]["players"][0] = str(cast.players[0].pk)
    before = stored()
    assert mistakes(create(cast.owner, **body)) == expected
    assert stored() == before


def test_new_players_do_not_deadlock_with_a_table_that_changes_seats(
    race: None, cast: Cast
) -> None:
    there = [str(player.pk) for player in cast.players]
    table = sit_down(cast, "NESW")

    def begin() -> list[int]:
        client = phone(cast.users["scorer"])
        return [start(client, cast, {"name": "Uma"}, *there).status_code for _ in range(8)]

    def reseat() -> list[int]:
        client = phone(cast.users["owner"])
        return [
            client.patch(
                table.url, {"players": there[::step]}, headers={"If-Match": "*"}
            ).status_code
            for step in 4 * (-1, 1)
        ]

    begun, reseated = together(begin, reseat)
    assert (set(begun), set(reseated)) == ({201}, {200})
