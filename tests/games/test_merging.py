"""Two players who are one person become one player."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Game, Membership, Player, Role, Seat
from games.services import player_merge, players
from games.services.locking import lock_group
from tests.cast import V1, Cast
from tests.games.happened import changes, events
from tests.games.races import ROUNDS, together
from tests.games.tables import seat


def merge(client: Any, player: Player, into: Player) -> Any:
    return client.patch(f"{V1}/players/{player.pk}/", {"merged_into": str(into.pk)})


def refusal(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_the_other_gets_the_games(cast: Cast) -> None:
    north, east, south, west = cast.players
    games = [seat(cast.group, north, south), seat(cast.group, west, north)]
    untouched = seat(cast.group, east, south)
    response = merge(cast.scorer, north, east)
    assert response.status_code == 200
    assert response.json()["id"] == str(east.pk)
    assert response.json()["merged_from"] == str(north.pk)
    assert not Seat.objects.filter(player=north).exists()
    assert [game.seats.get(player=east).place for game in games] == [0, 1]
    for game in games:
        game.refresh_from_db()
        change = changes(game=game).get()
        assert (game.version, change.version, change.kind) == (2, 2, "players_merged")
        assert (change.actor, change.actor_name) == (cast.users["scorer"], "scorer")
        assert change.content["before"] == {"player": str(north.pk), "name": "North"}
        assert change.content["after"] == {"player": str(east.pk), "name": "East"}
    untouched.refresh_from_db()
    assert untouched.version == 1


def test_the_old_id_still_finds_the_person(cast: Cast) -> None:
    north, east, south, _west = cast.players
    merge(cast.owner, north, east)
    merge(cast.owner, east, south)
    for old in (north, east):
        found = cast.viewer.get(f"{V1}/players/{old.pk}/").json()
        assert (found["id"], found["name"]) == (str(south.pk), "South")
        assert found["merged_from"] == str(old.pk)
    listed = cast.viewer.get(f"{cast.url}/players/").json()["results"]
    assert [player["name"] for player in listed] == ["South", "West"]
    assert cast.viewer.get(f"{cast.url}/").json()["player_count"] == 2


def test_an_old_id_stands_for_the_person_in_writes_too(cast: Cast) -> None:
    north, east, *_others = cast.players
    merge(cast.owner, north, east)
    renamed = cast.owner.patch(f"{V1}/players/{north.pk}/", {"name": "Nora"}).json()
    claimed = cast.scorer.patch(f"{V1}/players/{north.pk}/", {"claimed": True}).json()
    assert (renamed["id"], claimed["id"]) == (str(east.pk), str(east.pk))
    assert (claimed["name"], claimed["is_me"]) == ("Nora", True)
    assert refusal(cast.owner.delete(f"{V1}/players/{north.pk}/")) == (409, "merged")


def test_the_games_of_an_old_id_are_those_of_the_person(cast: Cast) -> None:
    north, east, south, _west = cast.players
    game = seat(cast.group, north, south)
    merge(cast.owner, north, east)
    for one in (north, east):
        found = cast.viewer.get(f"{cast.url}/games/?player={one.pk}").json()["results"]
        assert [each["id"] for each in found] == [str(game.pk)]


def test_whoever_is_merged_while_being_deleted_is_kept(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    north, east, *_others = cast.players

    def lock(actor: User, group: uuid.UUID, role: Role) -> Membership:
        """Wait for somebody who merges the player."""
        player_merge.merge_players(actor=actor, player=north.pk, into=east.pk)
        return lock_group(actor, group, role)

    monkeypatch.setattr(players, "lock_group", lock)
    assert refusal(cast.owner.delete(f"{V1}/players/{north.pk}/")) == (409, "merged")
    assert Player.objects.filter(pk=north.pk).exists()


def test_two_who_sat_in_one_game_stay_two(cast: Cast) -> None:
    north, east, south, _west = cast.players
    met = seat(cast.group, north, east)
    seat(cast.group, north, south)
    response = merge(cast.owner, north, east)
    assert refusal(response) == (409, "sat_in_one_game")
    [game] = response.json()["games"]
    assert (game["id"], game["edition"]) == (str(met.pk), "classic")
    assert Seat.objects.filter(player=north).count() == 2
    assert not changes().exists()


@pytest.mark.parametrize(("mine", "other"), [(True, False), (False, True), (False, False)])
def test_the_claim_moves_along(cast: Cast, mine: bool, other: bool) -> None:
    north, east, *_others = cast.players
    for player, claimed in ((north, mine), (east, other)):
        if claimed:
            cast.is_viewers(player)
    merged = merge(cast.scorer, north, east).json()
    user = {"id": str(cast.users["viewer"].pk), "name": "viewer"} if mine or other else None
    assert merged["user"] == user
    north.refresh_from_db()
    assert north.user is None


def test_two_people_stay_two(cast: Cast) -> None:
    north, east, *_others = cast.players
    cast.is_viewers(north)
    cast.scorer.patch(f"{V1}/players/{east.pk}/", {"claimed": True})
    assert refusal(merge(cast.owner, north, east)) == (409, "two_people")


def test_merging_again_is_harmless_and_backwards_refused(cast: Cast) -> None:
    north, east, south, _west = cast.players
    answers = [merge(cast.owner, north, east) for _time in range(2)]
    assert answers[0].json() == answers[1].json()
    assert refusal(merge(cast.owner, east, north)) == (409, "merged")
    assert refusal(merge(cast.owner, north, south)) == (409, "merged")
    # The old id stands for the one who is left.
    assert merge(cast.owner, south, north).json()["id"] == str(east.pk)


def test_it_refuses_who_is_not_another_of_the_group(cast: Cast) -> None:
    north = cast.players[0]
    stranger = Player.objects.create(group=cast.other_group, name="North")
    for into in (str(north.pk), str(stranger.pk), str(uuid.uuid4())):
        response = cast.owner.patch(f"{V1}/players/{north.pk}/", {"merged_into": into})
        assert response.status_code == 400
        [error] = response.json()["errors"]
        assert (error["field"], error["code"]) == ("merged_into", "unknown_player")
    for value in (7, None, "North"):
        body = {"merged_into": value}
        assert cast.owner.patch(f"{V1}/players/{north.pk}/", body).status_code == 400


@pytest.mark.django_db(transaction=True)
def test_two_are_not_merged_both_ways_at_once(cast: Cast, race: None) -> None:
    for _round in range(ROUNDS):
        one, other, third = (
            Player.objects.create(group=cast.group, name=name) for name in ("One", "Other", "3")
        )
        games = [seat(cast.group, one, third), seat(cast.group, other, third)]
        answers = together(
            partial(merge, cast.owner, one, other),
            partial(merge, cast.scorer, other, one),
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        left = Player.objects.get(pk__in=[one.pk, other.pk], merged_into=None)
        assert Seat.objects.filter(game__in=games, player=left).count() == 2


def test_many_games_take_as_many_statements_as_few(
    cast: Cast, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[Any] = []
    monkeypatch.setattr(player_merge, "wake", woken.append)
    monkeypatch.setattr(player_merge, "MAX_WOKEN", 5)
    north, east, south, west = cast.players
    taken = []
    for gone, kept, count in ((north, east, 2), (south, west, 12)):
        other = Player.objects.create(group=cast.group, name="Another")
        games = [seat(cast.group, gone, other) for _game in range(count)]
        Game.objects.filter(pk=games[0].pk).update(deleted_at=timezone.now())
        with (
            CaptureQueriesContext(connection) as queries,
            django_capture_on_commit_callbacks(execute=True),
        ):
            assert merge(cast.scorer, gone, kept).status_code == 200
        taken.append(len(queries))
        for game in games:  # also those that can be restored
            [event] = events(game=game)
            assert (event["kind"], event["number"], event["version"]) == ("players_merged", 1, 2)
            assert (event["actor"], event["data"]) == ("scorer", {"reload": True, "event": 1})
            game.refresh_from_db()
            assert (game.version, game.last_event, game.changed_at) == (2, 1, event["at"])
    assert taken[0] == taken[1]
    assert len(woken) == 2 + 5
    assert set(woken[2:]) <= {game.pk for game in games}
