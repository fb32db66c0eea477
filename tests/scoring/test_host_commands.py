"""What the host of a server can do: who stores how much, keeping somebody out, deleting a group."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from accounts.credentials import hash_new_password
from accounts.models import DeviceToken, User
from games.live.listeners import Listener, without_access
from games.models import Game, Group, Membership, Player, ShareLink
from scoring.jobs.models import Job, Upload
from scoring.jobs.usage import usage
from tests.accounts.people import assert_problem
from tests.cast import V1, Cast
from tests.games.scoresheet import sit_down
from tests.scoring.import_files import looked_at

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"
SHEET = "date,player,total,won\n2024-03-02,North,50,yes\n2024-03-02,East,55,\n"


def run(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


# --- usage ---


def test_usage_of_each_account(cast: Cast) -> None:
    sit_down(cast, "NE").play("N=out E=50-")
    sit_down(cast, "NES")
    seen = DeviceToken.objects.filter(user=cast.users["owner"])
    seen.update(seen_at="2026-01-02T03:04:05Z")
    found = {each.user.name: each for each in usage()}
    assert found.keys() == cast.users.keys()
    owner, scorer, other = found["owner"], found["scorer"], found["other_owner"]
    assert (owner.groups, owner.games) == (1, 2)
    assert owner.stored > 1_500  # two games with their events
    # What a group stores is counted once.
    assert (scorer.groups, scorer.games, scorer.stored) == (1, 0, 0)
    assert (other.groups, other.games, other.stored) == (1, 0, 0)
    assert f"{owner.seen_at:%Y-%m-%d}" == "2026-01-02"
    assert found["outsider"].groups == 0


def test_the_list_of_usage(cast: Cast) -> None:
    sit_down(cast, "NE")
    User.objects.filter(name="outsider").update(email="out@example.org", is_active=False)
    lines = run("usage").splitlines()
    assert len(lines) == 1 + 5 + 1
    owner = cast.users["owner"]
    first = lines[1].split()
    assert first[:3] == [str(owner.pk), "1", "1"]
    assert int(first[3]) > 500
    assert lines[1].endswith("owner (guest)")
    [outsider] = [line for line in lines if "outsider" in line]
    assert outsider.endswith("disabled  outsider (out@example.org)")
    assert lines[-1].startswith("5 accounts, about ")
    assert len(run("usage", "--top", "2", "--by", "groups").splitlines()) == 4
    never = User.objects.create_guest("never there")
    assert str(never.pk) in run("usage", "--by", "seen").splitlines()[1]


def test_usage_asks_as_often_for_many_as_for_few(
    cast: Cast, django_assert_num_queries: Any
) -> None:
    sit_down(cast, "NE")
    with django_assert_num_queries(10):
        list(usage())
    for number in range(20):
        user = User.objects.create_guest(f"guest {number}")
        group = Group.objects.create(name=f"group {number}")
        Membership.objects.create(group=group, user=user, role="owner")
        Player.objects.create(group=group, name="A")
    with django_assert_num_queries(10):
        assert len(list(usage())) == 25


# --- Accounts ---


@pytest.mark.full
def test_a_disabled_account_is_refused_until_it_is_enabled(cast: Cast) -> None:
    user = cast.users["owner"]
    User.objects.filter(pk=user.pk).update(
        email="owner@example.org", password=hash_new_password(PASSWORD)
    )
    told = run("disable_account", str(user.pk))
    assert told.startswith(f"owner ({user.pk}): disabled")
    problem = assert_problem(cast.owner.get(f"{V1}/me/"), 401, "account_disabled")
    assert "disabled" in problem["detail"]
    assert_problem(cast.owner.post(f"{V1}/groups/", {"name": "New"}), 401, "account_disabled")
    login = {"email": "owner@example.org", "password": PASSWORD}
    assert_problem(APIClient().post(f"{V1}/auth/login/", login), 401, "account_disabled")
    # Whoever does not know the password learns nothing.
    wrong = {**login, "password": "wrong horse battery"}
    assert_problem(APIClient().post(f"{V1}/auth/login/", wrong), 401, "wrong_credentials")
    assert cast.scorer.get(f"{cast.url}/").status_code == 200
    assert "already so" in run("disable_account", "owner@example.org")

    assert "enabled" in run("enable_account", " Owner@Example.org ")
    assert cast.owner.get(f"{V1}/me/").status_code == 200  # the same token
    assert APIClient().post(f"{V1}/auth/login/", login).status_code == 200
    assert "already so" in run("enable_account", str(user.pk))


@pytest.mark.parametrize(
    "account", ["nobody@example.org", "0b52bd1c-5f5e-4c4c-9d8a-5d4b2a3f6e11", "nobody"]
)
def test_there_must_be_such_an_account(account: str) -> None:
    for command in ("disable_account", "enable_account"):
        with pytest.raises(CommandError, match=account):
            run(command, account)


def test_streams_of_a_disabled_account_end(cast: Cast) -> None:
    user = cast.users["viewer"]
    token = DeviceToken.objects.filter(user=user).first()
    assert token
    listening = [Listener(cast.group.pk, user=user.pk, token=token.id)]
    assert without_access(listening) == []
    run("disable_account", str(user.pk))
    assert without_access(listening) == listening


def test_a_ticket_of_a_disabled_account_opens_nothing(cast: Cast) -> None:
    game = sit_down(cast, "NE").game["id"]
    ticket = cast.viewer.post(f"{V1}/tickets/", {"game": game}).json()["ticket"]
    run("disable_account", str(cast.users["viewer"].pk))
    response = APIClient().get(f"{V1}/games/{game}/events/?ticket={ticket}")
    assert_problem(response, 401, "account_disabled")


# --- Groups ---


def test_a_group_is_deleted_with_all_that_is_in_it(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=50-")
    ShareLink.objects.create(game_id=table.game["id"], token="link")
    looked_at(cast, SHEET)
    group = str(cast.group.pk)
    told = run("delete_group", group)
    assert told.startswith(f"Kitchen table ({group}): 3 members, 4 players, 1 games.")
    assert "--yes" in told
    assert Group.objects.filter(pk=group).exists()
    assert "Deleted." in run("delete_group", group, "--yes")
    for model in (Game, Job, Upload, ShareLink):
        assert not model.objects.exists()
    assert [row.name for row in Group.objects.all()] == ["Next door"]
    assert cast.owner.get(f"{cast.url}/").status_code == 404
    with pytest.raises(CommandError, match="no group"):
        run("delete_group", group, "--yes")


# --- export_account, delete_account ---


def test_an_account_is_exported(cast: Cast, tmp_path: Path) -> None:
    owner = cast.users["owner"]
    file = tmp_path / "owner.json"
    run("export_account", str(owner.pk), str(file))
    document = json.loads(file.read_text())
    assert document["user"]["name"] == "owner"
    assert document["sections"]["groups"]
    assert json.loads(run("export_account", str(owner.pk))).keys() == document.keys()
    with pytest.raises(CommandError, match="cannot be written: File exists"):
        run("export_account", str(owner.pk), str(file))


def test_an_account_is_deleted_only_if_that_is_meant(cast: Cast) -> None:
    outsider = cast.users["outsider"]
    with pytest.raises(CommandError, match="Add --yes"):
        run("delete_account", str(outsider.pk))
    assert User.objects.filter(pk=outsider.pk).exists()
    assert "deleted" in run("delete_account", str(outsider.pk), "--yes")
    assert not User.objects.filter(pk=outsider.pk).exists()
    with pytest.raises(CommandError, match="There is no account"):
        run("delete_account", str(outsider.pk), "--yes")


def test_an_account_that_owns_a_group_of_others_is_not_deleted(cast: Cast) -> None:
    with pytest.raises(CommandError, match="You are the last owner of the group Kitchen table"):
        run("delete_account", str(cast.users["owner"].pk), "--yes")
    assert User.objects.filter(pk=cast.users["owner"].pk).exists()
