"""groups/{group}/invites/: made, shown, revoked."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.codes import ALPHABET
from games.models import Invite, Role
from tests.cast import Cast
from tests.games.membership import invite


def test_it_can_be_told_sent_and_scanned(cast: Cast) -> None:
    made = invite(cast, role="scorer", expires_in_hours=2, max_uses=5)
    first, dash, last = made["code"].partition("-")
    assert (len(first), dash, len(last)) == (4, "-", 4)
    assert set(first + last) <= set(ALPHABET)
    assert made["link"] == f"http://testserver/join/{first}{last}"
    assert made["svg"].startswith("<svg")
    assert (made["role"], made["max_uses"], made["uses"]) == ("scorer", 5, 0)
    left = datetime.fromisoformat(made["expires_at"]) - timezone.now()
    assert timedelta(hours=1, minutes=59) < left <= timedelta(hours=2)


def test_it_lasts_two_days_for_any_number_by_default(cast: Cast) -> None:
    made = invite(cast)
    left = datetime.fromisoformat(made["expires_at"]) - timezone.now()
    assert timedelta(hours=47) < left <= timedelta(hours=48)
    assert made["max_uses"] is None


@pytest.mark.parametrize(
    ("who", "role", "status"),
    [
        ("owner", "owner", 201),
        ("owner", "scorer", 201),
        ("owner", "viewer", 201),
        ("scorer", "owner", 403),
        ("scorer", "scorer", 403),
        ("scorer", "viewer", 201),
    ],
)
def test_who_invites_whom(cast: Cast, who: str, role: str, status: int) -> None:
    response = getattr(cast, who).post(f"{cast.url}/invites/", {"role": role})
    assert response.status_code == status
    assert Invite.objects.count() == (status == 201)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("expires_in_hours", 0),
        ("expires_in_hours", 721),
        ("expires_in_hours", 1.5),
        ("expires_in_hours", "2"),
        ("expires_in_hours", None),
        ("max_uses", 0),
        ("max_uses", 101),
        ("max_uses", True),
        ("role", "admin"),
        ("role", None),
        ("code", "34679CFG"),
    ],
)
def test_it_refuses(cast: Cast, field: str, value: Any) -> None:
    response = cast.owner.post(f"{cast.url}/invites/", {"role": "viewer", field: value})
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]


def test_a_scorer_sees_only_what_a_scorer_may_hand_out(cast: Cast) -> None:
    for role in ("owner", "scorer", "viewer"):
        invite(cast, role=role)
    path = f"{cast.url}/invites/"
    seen = {
        who: [one["role"] for one in getattr(cast, who).get(path).json()["results"]]
        for who in ("owner", "scorer")
    }
    assert seen == {"owner": ["viewer", "scorer", "owner"], "scorer": ["viewer"]}


def test_the_list_has_the_open_ones_alone(cast: Cast) -> None:
    invite(cast, expires_in_hours=1)
    kept, used = invite(cast, expires_in_hours=3), invite(cast, max_uses=1)
    cast.outsider.post("/api/v1/join/", {"code": used["code"]})
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        [listed] = cast.owner.get(f"{cast.url}/invites/").json()["results"]
        assert listed == kept
        invite(cast)
        assert Invite.objects.count() == 3  # the expired one is not kept


def test_a_revoked_invite_is_gone(cast: Cast) -> None:
    made = invite(cast)
    assert cast.owner.delete(f"{cast.url}/invites/{made['id']}/").status_code == 204
    assert cast.owner.delete(f"{cast.url}/invites/{made['id']}/").status_code == 404
    assert cast.outsider.post("/api/v1/join/", {"code": made["code"]}).status_code == 404


@pytest.mark.parametrize(("role", "status"), [("viewer", 204), ("scorer", 403)])
def test_a_scorer_revokes_what_a_scorer_may_hand_out(cast: Cast, role: str, status: int) -> None:
    made = invite(cast, role=role)
    assert cast.scorer.delete(f"{cast.url}/invites/{made['id']}/").status_code == status


def test_the_invite_of_another_group_is_not_there(cast: Cast) -> None:
    theirs = Invite.objects.create(
        group=cast.other_group,
        role=Role.VIEWER,
        code="34679CFG",
        expires_at=timezone.now() + timedelta(hours=1),
    )
    for pk in (theirs.pk, uuid.uuid4()):
        assert cast.owner.delete(f"{cast.url}/invites/{pk}/").status_code == 404
    assert Invite.objects.filter(pk=theirs.pk).exists()
