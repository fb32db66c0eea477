"""A viewer claims to be a player, and scorers decide."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Membership, Player, Role
from tests.cast import V1, Cast
from tests.games.membership import url
from tests.games.races import ROUNDS, together

pytestmark = pytest.mark.django_db
ME = f"{V1}/me/"


def claim(client: APIClient, player: Player) -> Any:
    return client.patch(f"{V1}/players/{player.pk}/", {"claimed": True})


def decide(cast: Cast, what: str, *, who: str = "scorer", player: int = 0) -> Any:
    body = {"claim": what, "player": str(cast.players[player].pk)}
    return getattr(cast, who).patch(url(cast, "viewer"), body)


def claims(cast: Cast, user: str = "viewer") -> Any:
    members = cast.scorer.get(f"{cast.url}/members/").json()["results"]
    return next(one["claims"] for one in members if one["user"]["id"] == str(cast.users[user].pk))


def reference_to(player: Player) -> dict[str, Any]:
    return {"id": str(player.pk), "name": player.name, "color": player.color, "sign": None}


def who_is(player: Player) -> User | None:
    player.refresh_from_db()
    return player.user


def test_a_viewer_cannot_take_a_name_along(cast: Cast) -> None:
    cast.game()
    claim(cast.viewer, cast.players[0])
    assert cast.viewer.post(f"{ME}delete/", {"confirm": True}).status_code == 204
    assert Player.objects.get(pk=cast.players[0].pk).name == "North"


def test_a_claim_waits_until_a_scorer_approves_it(cast: Cast) -> None:
    north = cast.players[0]
    for _time in range(2):  # twice is harmless
        response = claim(cast.viewer, north)
        assert response.status_code == 202, response.content
        answer = response.json()
        assert (answer["claim_waits"], answer["is_me"], answer["user"]) == (True, False, None)
    assert claims(cast) == reference_to(north)
    assert cast.viewer.get(f"{V1}/players/{north.pk}/").json()["claim_waits"] is True
    assert cast.scorer.get(f"{V1}/players/{north.pk}/").json()["claim_waits"] is False
    approved = decide(cast, "approved")
    assert approved.status_code == 200, approved.content
    assert approved.json()["claims"] is None
    assert who_is(north) == cast.users["viewer"]
    assert claims(cast) is None
    assert cast.viewer.get(f"{V1}/players/{north.pk}/").json()["is_me"] is True


def test_a_claim_is_refused(cast: Cast) -> None:
    claim(cast.viewer, cast.players[0])
    assert decide(cast, "refused", who="owner").json()["claims"] is None
    assert who_is(cast.players[0]) is None
    assert decide(cast, "approved").json()["code"] == "no_such_claim"
    assert claim(cast.viewer, cast.players[1]).status_code == 202


def test_what_is_decided_is_what_was_shown(cast: Cast) -> None:
    claim(cast.viewer, cast.players[0])
    claim(cast.viewer, cast.players[1])
    late = decide(cast, "approved", player=0)
    assert (late.status_code, late.json()["code"]) == (409, "no_such_claim")
    assert claims(cast)["name"] == "East"


def test_a_claim_is_taken_back(cast: Cast) -> None:
    claim(cast.viewer, cast.players[0])
    released = cast.viewer.patch(f"{V1}/players/{cast.players[0].pk}/", {"claimed": False})
    assert released.status_code == 200
    assert claims(cast) is None


def test_a_claim_follows_its_player_into_a_merge(cast: Cast) -> None:
    north, east = cast.players[:2]
    claim(cast.viewer, north)
    cast.scorer.patch(f"{V1}/players/{north.pk}/", {"merged_into": str(east.pk)})
    assert claims(cast) == reference_to(east)
    assert decide(cast, "approved", player=1).status_code == 200
    assert who_is(east) == cast.users["viewer"]


def test_a_claim_ends_with_the_player_or_the_member(cast: Cast) -> None:
    claim(cast.viewer, cast.players[3])
    cast.scorer.delete(f"{V1}/players/{cast.players[3].pk}/")
    assert claims(cast) is None
    claim(cast.viewer, cast.players[0])
    cast.viewer.delete(url(cast, "viewer"))
    Membership.objects.create(group=cast.group, user=cast.users["viewer"], role=Role.VIEWER)
    assert claims(cast) is None


@pytest.mark.django_db(transaction=True)
def test_two_who_decide_at_once(cast: Cast, race: None) -> None:
    for _round in range(ROUNDS):
        Player.objects.update(user=None)
        claim(cast.viewer, cast.players[0])
        answers = together(
            lambda: decide(cast, "approved"), lambda: decide(cast, "refused", who="owner")
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
