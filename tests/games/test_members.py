"""Members: listed, given another role, put out; and a group handed over."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from accounts.models import User
from games.models import Invite, Membership, Player, Role
from tests.cast import Cast
from tests.games.membership import invite, member, url

ROLES = ["owner", "scorer", "viewer"]


def roles(cast: Cast) -> dict[str, str]:
    rows = Membership.objects.filter(group=cast.group)
    return dict(rows.values_list("user__name", "role"))


@pytest.mark.parametrize("who", ROLES)
def test_every_member_sees_who_is_there(cast: Cast, who: str) -> None:
    listed = getattr(cast, who).get(f"{cast.url}/members/").json()["results"]
    assert [(one["user"]["name"], one["role"]) for one in listed] == [(r, r) for r in ROLES]
    assert [one["user"]["name"] for one in listed if one["is_me"]] == [who]


def test_an_owner_gives_a_role(cast: Cast) -> None:
    response = cast.owner.patch(url(cast, "viewer"), {"role": "scorer"})
    assert (response.status_code, response.json()["role"]) == (200, "scorer")
    assert roles(cast)["viewer"] == "scorer"


@pytest.mark.parametrize("role", ["admin", "Owner", "", 1, None, True])
def test_it_refuses_a_role(cast: Cast, role: Any) -> None:
    response = cast.owner.patch(url(cast, "viewer"), {"role": role})
    assert response.status_code == 400
    assert response.json()["errors"][0]["field"] == "role"


def test_a_member_of_another_group_is_not_there(cast: Cast) -> None:
    theirs = Membership.objects.get(group=cast.other_group)
    for pk in (theirs.pk, uuid.uuid4()):
        path = f"{cast.url}/members/{pk}/"
        assert cast.owner.patch(path, {"role": "viewer"}).status_code == 404
        assert cast.owner.delete(path).status_code == 404
    assert Membership.objects.get(pk=theirs.pk).role == Role.OWNER


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_the_last_owner_stays_one(cast: Cast, role: str) -> None:
    response = cast.owner.patch(url(cast, "owner"), {"role": role})
    assert (response.status_code, response.json()["code"]) == (409, "last_owner")
    assert cast.owner.patch(url(cast, "owner"), {"role": "owner"}).status_code == 200
    assert roles(cast)["owner"] == "owner"


def test_a_group_is_handed_over_in_one_step(cast: Cast) -> None:
    response = cast.owner.patch(url(cast, "viewer"), {"role": "owner", "hand_over": True})
    assert (response.status_code, response.json()["role"]) == (200, "owner")
    assert roles(cast) == {"owner": "scorer", "scorer": "scorer", "viewer": "owner"}


def test_a_scorer_hands_nothing_over(cast: Cast) -> None:
    body = {"role": "owner", "hand_over": True}
    assert cast.scorer.patch(url(cast, "viewer"), body).status_code == 403
    assert roles(cast)["viewer"] == "viewer"


@pytest.mark.parametrize("to", ["myself", "a stranger", "nobody"])
def test_it_refuses_to_hand_over_to(cast: Cast, to: str) -> None:
    stranger = Membership.objects.get(group=cast.other_group).pk
    pk = {"myself": member(cast, "owner"), "a stranger": stranger, "nobody": uuid.uuid4()}[to]
    path = f"{cast.url}/members/{pk}/"
    response = cast.owner.patch(path, {"role": "owner", "hand_over": True})
    assert response.status_code == 400
    assert response.json()["errors"][0]["code"] == "unknown_member"
    assert roles(cast)["owner"] == "owner"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"hand_over": True},
        {"role": "scorer", "hand_over": True},
        {"claim": "approved"},
        {"player": "0b6f8c8e-0000-4000-8000-000000000000"},
        {"role": "scorer", "claim": "refused"},
    ],
)
def test_a_change_is_a_role_or_a_claim(cast: Cast, body: dict[str, Any]) -> None:
    response = cast.owner.patch(url(cast, "viewer"), body)
    assert response.status_code == 400
    assert [error["code"] for error in response.json()["errors"]] == ["either"]


def test_whoever_is_put_out_is_out(cast: Cast) -> None:
    player = cast.players[0]
    Player.objects.filter(pk=player.pk).update(user=cast.users["scorer"])
    assert cast.owner.delete(url(cast, "scorer")).status_code == 204
    assert cast.scorer.get(f"{cast.url}/").status_code == 404
    player.refresh_from_db()
    assert (player.name, player.user, player.has_left) == ("North", None, False)


def test_whoever_is_put_out_cannot_come_back_by_an_invite(cast: Cast) -> None:
    code = invite(cast, role="viewer")["code"]
    cast.outsider.post("/api/v1/join/", {"code": code})
    assert cast.owner.delete(url(cast, "outsider")).status_code == 204
    assert cast.outsider.post("/api/v1/join/", {"code": code}).status_code == 404


@pytest.mark.parametrize("how", ["leaves", "deletes the account"])
def test_whoever_goes_cannot_come_back_by_an_invite_that_they_have_seen(
    cast: Cast, how: str
) -> None:
    codes = {role: invite(cast, role=role)["code"] for role in ROLES}
    who = cast.users["scorer"].pk
    assert codes["viewer"] in str(cast.scorer.get(f"{cast.url}/invites/").json())
    if how == "leaves":
        assert cast.scorer.delete(url(cast, "scorer")).status_code == 204
        assert cast.scorer.post("/api/v1/join/", {"code": codes["viewer"]}).status_code == 404
    else:
        assert cast.scorer.post("/api/v1/me/delete/", {"confirm": True}).status_code == 204
    assert not User.objects.filter(pk=who).exists() or how == "leaves"
    left = set(Invite.objects.values_list("role", flat=True))
    assert left == {"owner", "scorer"}  # which a scorer does not see


def test_an_owner_who_leaves_has_seen_all_invites(cast: Cast) -> None:
    cast.owner.patch(url(cast, "scorer"), {"role": "owner"})
    codes = [invite(cast, role=role)["code"] for role in ROLES]
    assert cast.scorer.delete(url(cast, "scorer")).status_code == 204
    for code in codes:
        assert cast.scorer.post("/api/v1/join/", {"code": code}).status_code == 404


def test_whoever_gets_a_lower_role_cannot_come_back_to_the_higher(cast: Cast) -> None:
    cast.owner.patch(url(cast, "scorer"), {"role": "owner"})
    invites = {role: invite(cast, role=role) for role in ROLES}
    cast.owner.patch(url(cast, "scorer"), {"role": "scorer"})
    left = set(Invite.objects.values_list("role", flat=True))
    assert left == {"scorer", "viewer"}
    code = invites["owner"]["code"]
    assert cast.scorer.post("/api/v1/join/", {"code": code}).status_code == 404
