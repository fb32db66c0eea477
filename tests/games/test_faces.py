"""A color and a sign for each player: given, chosen, and wherever a player is named."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.faces import COLORS
from games.models import Player
from tests.cast import V1, Cast, told
from tests.games.scoresheet import sit_down


def change(cast: Cast, player: Player, who: str = "scorer", **face: Any) -> Any:
    return getattr(cast, who).patch(f"{V1}/players/{player.pk}/", face)


def test_new_players_get_the_colors_that_fewest_have(cast: Cast) -> None:
    Player.objects.filter(group=cast.group).delete()
    names = [f"Player {number}" for number in range(9)]
    alone = told(cast.scorer.post(f"{cast.url}/players/", {"name": "First"}))
    assert alone["color"] == COLORS[0]
    game = cast.game(players=[{"name": name} for name in names[:5]])
    assert [player["color"] for player in game["players"]] == [*COLORS[1:6]]
    for name in names[5:]:
        last = told(cast.scorer.post(f"{cast.url}/players/", {"name": name}))
    assert last["color"] == COLORS[1]


def test_a_chosen_face_is_shown_wherever_the_player_is_named(cast: Cast) -> None:
    player = str(cast.players[0].pk)
    over = sit_down(cast, "NE", phases=[1]).play("N=out E=5")
    sit_down(cast, "NE")
    game = f"{V1}/games/{over.game['id']}"
    response = change(cast, cast.players[0], color="slate", sign="🦊")
    assert response.status_code == 200
    link = told(cast.scorer.post(f"{V1}/share-links/", {"game": over.game["id"]}))
    addresses = [
        f"{V1}/players/{player}/",
        f"{cast.url}/",
        f"{cast.url}/games/",
        f"{game}/",
        f"{V1}/me/home/",
        f"{V1}/shared/{link['token']}/",
    ]
    for address in addresses:
        found = [*named(told(cast.scorer.get(address)), player)]
        assert found, address
        assert {(one["color"], one["sign"]) for one in found} == {("slate", "🦊")}
    events = told(cast.scorer.get(f"{cast.url}/events/?wait=0"))["events"]
    assert [*named(events, player)][-1]["sign"] == "🦊"
    assert change(cast, cast.players[0], sign=None).json()["sign"] is None


def named(value: Any, id: str) -> Any:
    """Wherever a player is named in an answer."""
    inside = value.values() if isinstance(value, dict) else value
    for each in inside if isinstance(value, dict | list) else ():
        yield from named(each, id)
    if isinstance(value, dict) and value.get("id") == id and "name" in value:
        yield value


@pytest.mark.parametrize(
    ("face", "field"),
    [
        ({"color": "red"}, "color"),  # as a card
        ({"color": None}, "color"),
        ({"sign": "Ann"}, "sign"),
        ({"sign": ""}, "sign"),
        ({"sign": "🦊🦊"}, "sign"),
        ({"sign": "<b>"}, "sign"),
        ({"sign": "\u202e"}, "sign"),
        ({"sign": 7}, "sign"),
    ],
)
def test_it_refuses_what_is_no_face(cast: Cast, face: dict[str, Any], field: str) -> None:
    response = change(cast, cast.players[0], **face)
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]


def test_viewers_choose_only_their_own_face(cast: Cast) -> None:
    cast.is_viewers(cast.players[0])
    assert change(cast, cast.players[0], "viewer", color="umber").status_code == 200
    assert change(cast, cast.players[0], "viewer", color="umber", name="X").status_code == 403
    assert change(cast, cast.players[1], "viewer", color="umber").status_code == 403
