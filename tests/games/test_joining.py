"""POST join/: into a group by a code."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Invite, Membership
from tests.accounts.people import limited
from tests.cast import V1, Cast, client_of, told
from tests.games.membership import invite
from tests.games.races import ROUNDS, together
from tests.games.scoresheet import sit_down

JOIN = f"{V1}/join/"


def unseen(who: APIClient) -> Any:
    return who.get(f"{V1}/me/home/").json()["groups"][0]["unseen"]


def uses(made: dict[str, Any]) -> int:
    return Invite.objects.get(pk=made["id"]).uses


@pytest.mark.parametrize("role", ["owner", "scorer", "viewer"])
def test_a_code_lets_in_with_its_role(cast: Cast, role: str) -> None:
    made = invite(cast, role=role)
    response = cast.outsider.post(JOIN, {"code": made["code"]})
    group = response.json()
    assert (response.status_code, group["name"], group["my_role"]) == (200, "Kitchen table", role)
    assert [member["role"] for member in group["members"] if member["is_me"]] == [role]
    assert uses(made) == 1


@pytest.mark.parametrize("spell", [str.lower, lambda c: c.replace("-", " "), lambda c: f" {c}\n"])
def test_a_code_is_read_as_people_type_it(cast: Cast, spell: Any) -> None:
    code = spell(invite(cast)["code"])
    assert cast.outsider.post(JOIN, {"code": code}).status_code == 200


def test_joining_twice_is_harmless(cast: Cast) -> None:
    made = invite(cast, max_uses=1)
    answers = [cast.outsider.post(JOIN, {"code": made["code"]}) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert uses(made) == 1
    assert Membership.objects.filter(user=cast.users["outsider"]).count() == 1


@pytest.mark.parametrize(
    ("who", "role", "after", "used"),
    [
        ("owner", "viewer", "owner", 0),
        ("scorer", "viewer", "scorer", 0),
        ("viewer", "viewer", "viewer", 0),
        ("viewer", "scorer", "scorer", 1),
        ("scorer", "owner", "owner", 1),
    ],
)
def test_a_member_keeps_the_higher_role(
    cast: Cast, who: str, role: str, after: str, used: int
) -> None:
    made = invite(cast, role=role)
    answer = getattr(cast, who).post(JOIN, {"code": made["code"]}).json()
    assert (answer["my_role"], answer["member_count"], uses(made)) == (after, 3, used)


def test_a_higher_role_leaves_unseen_what_was_not_seen(cast: Cast) -> None:
    sit_down(cast, "NE").play("N=out E=5")
    made = invite(cast, role="scorer")
    before = unseen(cast.viewer)
    assert cast.viewer.post(JOIN, {"code": made["code"]}).json()["my_role"] == "scorer"
    assert unseen(cast.viewer) == before > 0


def test_what_lets_nobody_in_is_always_the_same_answer(cast: Cast) -> None:
    revoked, used_up, expired = (invite(cast, max_uses=1) for _number in range(3))
    cast.owner.delete(f"{cast.url}/invites/{revoked['id']}/")
    cast.other_owner.post(JOIN, {"code": used_up["code"]})
    Invite.objects.filter(pk=expired["id"]).update(expires_at=timezone.now() - timedelta(hours=1))
    codes = [revoked["code"], used_up["code"], expired["code"], "CCCC-CCCC"]
    odd = ["C", "\x01", "CCCC\x1bCCC", "👩‍👩‍👧", "' OR 1=1", "\u0661" * 8]
    answers = [cast.outsider.post(JOIN, {"code": code}) for code in (*codes, *odd)]
    assert {answer.status_code for answer in answers} == {404}
    assert answers[0].json()["code"] == "unknown_code"
    assert all(told(answer) == told(answers[0]) for answer in answers)
    assert not Membership.objects.filter(user=cast.users["outsider"]).exists()


@pytest.mark.parametrize("code", [None, 34679, "", "   ", ["34679CFG"], "C\x00", "C" * 10_000])
def test_it_refuses_what_is_no_code(cast: Cast, code: Any) -> None:
    response = cast.outsider.post(JOIN, {"code": code})
    assert response.status_code in (400, 404)
    if response.status_code == 400:
        assert response.json()["errors"][0]["field"] == "code"


def test_whoever_guesses_is_slowed_down(cast: Cast, settings: Settings) -> None:
    limited(settings, guess="3/hour")
    answers = [cast.outsider.post(JOIN, {"code": "CCCC-CCCC"}) for _time in range(4)]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
    # A token more does not help, nor does the right code.
    code = invite(cast)["code"]
    assert cast.other_owner.post(JOIN, {"code": code}).status_code == 429


@pytest.mark.django_db(transaction=True)
def test_the_last_use_is_for_one(cast: Cast, race: None) -> None:
    for number in range(ROUNDS):
        made = invite(cast, max_uses=2)
        people = [User.objects.create_guest(f"{number} {one}") for one in range(4)]
        clients = [client_of(person) for person in people]
        answers = together(
            *(partial(client.post, JOIN, {"code": made["code"]}) for client in clients)
        )
        assert sorted(answer.status_code for answer in answers) == [200, 200, 404, 404]
        assert uses(made) == 2
        assert Membership.objects.filter(user__in=people).count() == 2


@pytest.mark.django_db(transaction=True)
def test_whoever_joins_on_two_phones_at_once_is_counted_once(cast: Cast, race: None) -> None:
    for number in range(ROUNDS):
        made = invite(cast, max_uses=2)
        person = User.objects.create_guest(str(number))
        phones = [client_of(person) for _phone in range(2)]
        answers = together(*(partial(phone.post, JOIN, {"code": made["code"]}) for phone in phones))
        assert [answer.status_code for answer in answers] == [200, 200]
        assert uses(made) == 1
