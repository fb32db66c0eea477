"""Leaving a group, and what an account leaves behind."""

from __future__ import annotations

import re
from functools import partial
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts import account_hooks
from games.models import Game, Group, Membership, Player, Role, Round
from games.services.account_data import export_games, leave_groups
from rest.refusals import Refusal
from tests.cast import Cast
from tests.games.membership import url
from tests.games.races import ROUNDS, together
from tests.games.tables import seat


@pytest.mark.parametrize("who", ["scorer", "viewer"])
def test_a_member_leaves(cast: Cast, who: str) -> None:
    Player.objects.filter(pk=cast.players[0].pk).update(user=cast.users[who])
    assert getattr(cast, who).delete(url(cast, who)).status_code == 204
    assert getattr(cast, who).get(f"{cast.url}/").status_code == 404
    assert Player.objects.get(pk=cast.players[0].pk).user is None


def test_the_last_owner_does_not_leave(cast: Cast) -> None:
    response = cast.owner.delete(url(cast, "owner"))
    assert (response.status_code, response.json()["code"]) == (409, "last_owner")
    assert cast.owner.get(f"{cast.url}/").status_code == 200


def test_one_of_two_owners_leaves(cast: Cast) -> None:
    cast.owner.patch(url(cast, "viewer"), {"role": "owner"})
    assert cast.owner.delete(url(cast, "owner")).status_code == 204
    assert cast.viewer.get(f"{cast.url}/").json()["my_role"] == "owner"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["leave", "demote"])
def test_two_owners_do_not_both_go_at_once(cast: Cast, race: None, how: str) -> None:
    rows = Membership.objects.filter(group=cast.group)
    for _round in range(ROUNDS):
        for name in ("owner", "scorer"):
            Membership.objects.update_or_create(
                group=cast.group, user=cast.users[name], defaults={"role": Role.OWNER}
            )
        owners, scorers = url(cast, "owner"), url(cast, "scorer")
        if how == "leave":
            acts = partial(cast.owner.delete, owners), partial(cast.scorer.delete, scorers)
        else:
            lower = {"role": "viewer"}
            acts = (
                partial(cast.owner.patch, scorers, lower),
                partial(cast.scorer.patch, owners, lower),
            )
        # The second of those who demote each other is an owner no more when it is their turn.
        statuses = sorted(answer.status_code for answer in together(*acts))
        assert statuses == ([204, 409] if how == "leave" else [200, 403])
        assert rows.filter(role=Role.OWNER).count() == 1


# --- Accounts ---------------------------------------------------------------------------


def test_an_account_leaves_its_groups_and_no_name(cast: Cast) -> None:
    north = cast.players[0]
    Player.objects.filter(pk=north.pk).update(user=cast.users["scorer"])
    game = seat(cast.group, *cast.players)
    leave_groups(cast.users["scorer"])
    north.refresh_from_db()
    assert (north.name, north.user) == ("Former player", None)
    assert game.seats.count() == 4
    assert not Membership.objects.filter(user=cast.users["scorer"]).exists()


def test_whoever_goes_waits_for_the_logs_of_groups_in_the_order_of_all(cast: Cast) -> None:
    """Or two could wait for each other: a new name is told in the order of ids."""
    last = Group.objects.create(pk=UUID(int=2**128 - 1), name="Last")
    for name, role in (("other_owner", Role.OWNER), ("outsider", Role.VIEWER)):
        Membership.objects.create(group=last, user=cast.users[name], role=role)
    game = seat(cast.group, *cast.players)  # of a group that the outsider has left
    Round.objects.create(game=game, number=1, recorded_by=cast.users["outsider"])
    with CaptureQueriesContext(connection) as queries:
        leave_groups(cast.users["outsider"])
    text = " ".join(query["sql"] for query in queries)
    locked = re.findall(r"INTO games_grouplog [^']*'([0-9a-f-]+)'", text)
    assert list(map(UUID, locked)) == [cast.group.pk, last.pk]


def test_the_last_owner_of_others_stays(cast: Cast) -> None:
    alone = Group.objects.create(name="Alone")
    Membership.objects.create(group=alone, user=cast.users["owner"], role=Role.OWNER)
    with pytest.raises(Refusal) as caught:
        leave_groups(cast.users["owner"])
    assert caught.value.code == "last_owner"
    assert caught.value.facts == {"groups": [cast.group]}
    assert "Kitchen table" in caught.value.text
    assert Group.objects.filter(pk=alone.pk).exists()
    assert Membership.objects.filter(user=cast.users["owner"]).count() == 2


def test_a_group_of_nobody_else_goes_with_the_account(cast: Cast) -> None:
    seat(cast.other_group, Player.objects.create(group=cast.other_group, name="North"))
    leave_groups(cast.users["other_owner"])
    assert list(Group.objects.all()) == [cast.group]
    assert not Game.objects.exists()


def test_a_person_takes_along_what_is_theirs(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    north, east, *_others = cast.players
    Player.objects.filter(pk=north.pk).update(user=cast.users["scorer"])
    mine, _not_mine = seat(cast.group, north, east), seat(cast.group, east)
    with django_assert_num_queries(3):
        data = export_games(cast.users["scorer"])
    [group], [player], [game] = data["groups"], data["players"], data["games"]
    assert (group["id"], group["name"], group["role"]) == (
        str(cast.group.pk),
        "Kitchen table",
        "scorer",
    )
    assert player == {"id": str(north.pk), "group": str(cast.group.pk), "name": "North"}
    assert (game["id"], game["edition"]) == (str(mine.pk), "classic")
    assert {"started_at", "phone_time", "changed_at"} <= game.keys()


def test_deleting_an_account_asks_the_groups_first() -> None:
    assert export_games in account_hooks.exporters
    assert leave_groups in account_hooks.delete_hooks
