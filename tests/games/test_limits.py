"""What may be stored is bounded, even if two writers come at once: `rest.limits`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Group, Invite, Membership, Player, Role, ShareLink
from rest.limits import LIMITS
from tests.cast import V1, Cast
from tests.games.membership import invite
from tests.games.races import ROUNDS, together
from tests.games.scoresheet import Table, phone

Lower = Callable[[str, int], None]
SECURITY = Path(__file__).parents[2] / "docs" / "security.md"


@pytest.fixture
def lower(monkeypatch: pytest.MonkeyPatch) -> Lower:
    def set_maximum(name: str, maximum: int) -> None:
        monkeypatch.setitem(LIMITS, name, LIMITS[name]._replace(maximum=maximum))

    return set_maximum


def assert_refused(response: Any, limit: str) -> None:
    assert response.status_code == 409, response.content
    problem = response.json()
    assert (problem["code"], problem["limit"]) == ("limit_reached", limit)
    assert problem["maximum"] == LIMITS[limit].maximum
    assert str(LIMITS[limit].maximum) in problem["detail"]


def named(cast: Cast, name: str) -> Any:
    return phone(cast.users["owner"]).post(f"{cast.url}/players/", {"name": name})


def test_all_limits_are_documented() -> None:
    """The table of docs/security.md is the one of the code."""
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", SECURITY.read_text(), re.MULTILINE)
    told = {name: int(maximum.replace(",", "")) for name, maximum in rows}
    assert told == {name: limit.maximum for name, limit in LIMITS.items()}


def test_groups_of_an_account(cast: Cast, lower: Lower) -> None:
    lower("groups_of_account", 2)
    owner = phone(cast.users["owner"])
    assert owner.post(f"{V1}/groups/", {"name": "Second"}).status_code == 201
    assert_refused(owner.post(f"{V1}/groups/", {"name": "Third"}), "groups_of_account")
    # Neither by an invite; others are not concerned.
    invites = f"{V1}/groups/{cast.other_group.pk}/invites/"
    join = {"code": cast.other_owner.post(invites, {"role": "viewer"}).json()["code"]}
    assert_refused(owner.post(f"{V1}/join/", join), "groups_of_account")
    assert phone(cast.users["scorer"]).post(f"{V1}/join/", join).status_code == 200
    assert Membership.objects.filter(user=cast.users["owner"]).count() == 2
    # With a group less, there is room again.
    Group.objects.get(name="Second").delete()
    assert owner.post(f"{V1}/join/", join).status_code == 200


def test_members_of_a_group(cast: Cast, lower: Lower) -> None:
    lower("members_of_group", 4)
    code = invite(cast)["code"]
    outsider, late = phone(cast.users["outsider"]), phone(cast.users["other_owner"])
    assert outsider.post(f"{V1}/join/", {"code": code}).status_code == 200
    assert_refused(late.post(f"{V1}/join/", {"code": code}), "members_of_group")
    # Whoever is a member already does not count again.
    assert outsider.post(f"{V1}/join/", {"code": code}).status_code == 200
    assert Invite.objects.get().uses == 1


def test_players_of_a_group(cast: Cast, lower: Lower) -> None:
    lower("players_of_group", 5)
    assert named(cast, "Fifth").status_code == 201
    assert_refused(named(cast, "Sixth"), "players_of_group")
    players = [{"name": "Sixth"}, {"id": str(cast.players[0].pk)}]
    game = {"edition": "classic", "players": players}
    owner = phone(cast.users["owner"])
    assert_refused(owner.post(f"{cast.url}/games/", game), "players_of_group")
    assert Player.objects.filter(group=cast.group).count() == 5
    new = {"name": "New", "players": [{"name": f"P{n}"} for n in range(6)]}
    assert_refused(owner.post(f"{V1}/groups/", new), "players_of_group")
    assert not Group.objects.filter(name="New").exists()


def test_games_of_a_group(cast: Cast, lower: Lower) -> None:
    lower("games_of_group", 1)
    game = cast.game()
    players = [str(player.pk) for player in cast.players]
    owner = phone(cast.users["owner"])
    again = {"edition": "classic", "players": players}
    assert_refused(owner.post(f"{cast.url}/games/", again), "games_of_group")
    # A deleted game still takes its place, because it can be restored.
    assert owner.delete(f"{V1}/games/{game['id']}/", headers={"If-Match": '"1"'}).status_code == 204
    assert_refused(owner.post(f"{cast.url}/games/", again), "games_of_group")


def test_invites_of_a_group(cast: Cast, lower: Lower) -> None:
    lower("invites_of_group", 1)
    owner = phone(cast.users["owner"])
    assert owner.post(f"{cast.url}/invites/", {"role": "viewer"}).status_code == 201
    assert_refused(owner.post(f"{cast.url}/invites/", {"role": "viewer"}), "invites_of_group")
    Invite.objects.update(expires_at=timezone.now())
    assert owner.post(f"{cast.url}/invites/", {"role": "viewer"}).status_code == 201


def test_share_links_of_a_game(cast: Cast, lower: Lower) -> None:
    lower("share_links_of_game", 2)
    url, game = f"{V1}/share-links/", {"game": cast.game()["id"]}
    owner = phone(cast.users["owner"])
    link = owner.post(url, game).json()
    assert owner.delete(f"{url}{link['id']}/").status_code == 204
    assert owner.post(url, game).status_code == 201
    assert_refused(owner.post(url, game), "share_links_of_game")
    assert ShareLink.objects.count() == 2


def test_share_links_of_a_group(cast: Cast, lower: Lower) -> None:
    lower("share_links_of_group", 1)
    owner, group = phone(cast.users["owner"]), {"group": str(cast.group.pk)}
    assert owner.post(f"{V1}/share-links/", group).status_code == 201
    assert_refused(owner.post(f"{V1}/share-links/", group), "share_links_of_group")
    assert ShareLink.objects.count() == 1


def test_rounds_and_changes_of_a_game(cast: Cast, lower: Lower) -> None:
    scorer = phone(cast.users["scorer"])
    table = Table(scorer, cast.game())
    lower("rounds_of_game", 1)
    record(table)
    assert_refused(record(table), "rounds_of_game")
    lower("rounds_of_game", 9)
    lower("changes_of_game", 2)
    assert_refused(record(table), "changes_of_game")
    archiving = scorer.patch(table.url, {"archived": True}, headers={"If-Match": '"2"'})
    assert_refused(archiving, "changes_of_game")
    lower("changes_of_game", 9)
    lower("events_of_game", Game.objects.get().last_event)
    assert_refused(record(table), "events_of_game")
    # It can be deleted all the same.
    lower("changes_of_game", 2)
    owner = phone(cast.users["owner"])
    assert owner.delete(table.url, headers={"If-Match": '"2"'}).status_code == 204


def record(table: Table) -> Any:
    return table.record("N=out E=50- S=50- W=50-")


def test_plays_of_a_round(cast: Cast, lower: Lower) -> None:
    scorer = phone(cast.users["scorer"])
    url = f"{V1}/games/{cast.game()['id']}/table/"
    lower("plays_of_round", 2)
    note = {"kind": "note", "round": 1, "text": "Ann is late."}
    first = scorer.post(f"{url}plays/", note)
    assert first.status_code == 201
    play = scorer.get(url).json()["plays"][0]["id"]
    assert scorer.delete(f"{url}plays/{play}/").status_code == 200
    assert scorer.post(f"{url}plays/", note).status_code == 201
    # What was taken back is kept, so it counts.
    assert_refused(scorer.post(f"{url}plays/", note), "plays_of_round")
    lower("plays_of_round", 9)
    lower("events_of_game", Game.objects.get().last_event)
    assert_refused(scorer.post(f"{url}plays/", note), "events_of_game")


def test_drafts_of_a_game(cast: Cast, lower: Lower) -> None:
    scorer = phone(cast.users["scorer"])
    url = f"{V1}/games/{cast.game()['id']}/draft/"
    lower("events_of_game", 1)
    assert_refused(scorer.put(url, {"round": 1}), "events_of_game")
    lower("events_of_game", 2)
    assert scorer.put(url, {"round": 1}).status_code == 200


# --- At the same instant ---


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "what", ["groups_of_account", "players_of_group", "games_of_group", "invites_of_group"]
)
def test_two_writers_do_not_both_get_the_last_place(
    cast: Cast, lower: Lower, what: str, race: None
) -> None:
    url, body = {
        "groups_of_account": (f"{V1}/groups/", {"name": "New"}),
        "players_of_group": (f"{cast.url}/players/", {"name": "New"}),
        "games_of_group": (
            f"{cast.url}/games/",
            {"edition": "classic", "players": [str(player.pk) for player in cast.players]},
        ),
        "invites_of_group": (f"{cast.url}/invites/", {"role": "viewer"}),
    }[what]
    stored = {
        "groups_of_account": Membership.objects.filter(user=cast.users["owner"]),
        "players_of_group": Player.objects.filter(group=cast.group),
        "games_of_group": Game.objects.filter(group=cast.group),
        "invites_of_group": Invite.objects.filter(group=cast.group),
    }[what]
    for _turn in range(ROUNDS):
        lower(what, stored.count() + 1)
        owners = [phone(cast.users["owner"]) for _phone in range(3)]
        answers = together(*[partial(owner.post, url, body) for owner in owners])
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409]
        assert stored.count() == LIMITS[what].maximum


@pytest.mark.django_db(transaction=True)
def test_two_people_do_not_both_get_the_last_place_in_a_group(
    cast: Cast, lower: Lower, race: None
) -> None:
    code = invite(cast)["code"]
    members = Membership.objects.filter(group=cast.group)
    for turn in range(ROUNDS):
        lower("members_of_group", members.count() + 1)
        people = [User.objects.create_guest(f"guest {turn}") for _guest in range(3)]
        joins = [partial(phone(one).post, f"{V1}/join/", {"code": code}) for one in people]
        answers = together(*joins)
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    assert members.filter(role=Role.VIEWER).count() == 1 + ROUNDS
