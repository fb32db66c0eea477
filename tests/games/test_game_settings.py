"""Starting a game, changing how it is played, and what becomes of it as a whole."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.services.access_tokens import create_access_token
from games.models import Game, Player, Round, Seat
from games.services.games import purge_deleted_games
from tests.accounts.people import holder, mistakes
from tests.cast import V1, Cast
from tests.games.happened import changes
from tests.games.scoresheet import Table, phone, sit_down

RULES = {
    "oversize_groups": True,
    "number_card_per_group": False,
    "must_lay_down": False,
    "pair_run_singles": False,
    "flip_on_going_out": True,
}


# --- Starting ---------------------------------------------------------------------------


def test_a_game_begins(cast: Cast) -> None:
    table = sit_down(cast)
    game = table.look()
    assert game["version"] == 1
    assert game["my_role"] == "scorer"
    assert game["status"] == "playing"
    assert game["variant"] == "standard"
    assert [phase["phase"] for phase in game["phases"]] == list(range(1, 11))
    assert game["phases"][3]["groups"] == [{"kind": "run", "size": 7}]
    assert game["first_dealer"] == table.ids["N"]
    assert table.standings() == ["N 0 0 1", "E 0 0 1", "S 0 0 1", "W 0 0 1"]


STARTS: dict[str, tuple[dict[str, Any], set[tuple[str, str]]]] = {
    "no edition": ({"edition": None}, {("edition", "null")}),
    "an edition that is none": ({"edition": "tarot"}, {("edition", "invalid_choice")}),
    "a variant that is none": ({"variant": "endless"}, {("variant", "invalid_choice")}),
    "no phases": ({"phases": []}, {("phases", "min_length")}),
    "a phase that is none": ({"phases": [1, 11]}, {("phases.1", "unknown_phase")}),
    "a phase of more cards than a hand": (
        {"phases": [[{"kind": "color", "size": 12}]]},
        {("phases.0", "impossible_size")},
    ),
    "a phase that is two, and one of them impossible": (
        {"phases": [{"number": 2, "groups": [{"kind": "run", "size": 24}]}]},
        {("phases.0", "invalid"), ("phases.0.groups.0.size", "impossible_size")},
    ),
    "a house rule that is none": (
        {"house_rules": {"jokers": True}},
        {("house_rules.jokers", "unknown_field")},
    ),
    "a field that is none": ({"rounds": 10}, {("rounds", "unknown_field")}),
    "nobody": ({"players": []}, {("players", "min_length")}),
    "a player who is none": ({"players": ["x", "y"]}, {("players", "invalid")}),
}


@pytest.mark.parametrize("name", STARTS)
def test_a_start_that_cannot_be_read(cast: Cast, name: str) -> None:
    more, expected = STARTS[name]
    client = phone(cast.users["scorer"])
    body = {
        "edition": "classic",
        "players": [str(player.pk) for player in cast.players],
        **more,
    }
    found = mistakes(client.post(f"{cast.url}/games/", body))
    assert {(field.partition("players.")[0] or "players", code) for field, code in found} == (
        expected
    )
    assert not Game.objects.exists()


def test_who_can_be_seated(cast: Cast) -> None:
    client = phone(cast.users["scorer"])
    north, east, south, _west = (str(player.pk) for player in cast.players)
    stranger = str(Player.objects.create(group=cast.other_group, name="Stranger").pk)
    merged = Player.objects.create(group=cast.group, name="Nrth", merged_into=cast.players[0])

    def start(*players: str, **more: Any) -> set[tuple[str, str]]:
        body = {"edition": "classic", "players": players, **more}
        return mistakes(client.post(f"{cast.url}/games/", body))

    assert start(north) == {("players", "min_length")}
    assert start(*[north] * 7) == {("players", "max_length")}
    assert start(north, east, north) == {("players.2", "duplicate_player")}
    assert start(north, stranger) == {("players.1", "unknown_player")}
    assert start(north, str(merged.pk)) == {("players.1", "duplicate_player")}
    assert start(north, east, first_dealer=south) == {("first_dealer", "unknown_player")}
    assert not Game.objects.exists()
    assert not Seat.objects.exists()
    assert not changes().exists()


# --- Settings ---------------------------------------------------------------------------


def test_settings_before_the_first_round(cast: Cast) -> None:
    table = sit_down(cast, "NESW", dealer="S")
    assert table.deal() == "S>W"
    ids = table.ids
    response = table.change(variant="fixed_rounds", phases=[1, 10])
    assert response.status_code == 200
    assert response.json() == table.look()
    assert table.game["variant"] == "fixed_rounds"
    assert [p["groups"][0]["size"] for p in table.game["phases"]] == [3, 5]
    assert table.deal() == "S>W"
    # South moves on the bench and still deals.
    table.change(players=[ids["W"], ids["S"]])
    assert [p["name"] for p in table.look()["players"]] == ["West", "South"]
    assert table.deal() == "S>W"
    # Without South the first seat deals.
    table.change(players=[ids["E"], ids["N"], ids["W"]])
    assert table.deal() == "E>N"
    table.change(players=[ids["N"], ids["S"]], first_dealer=ids["S"])
    assert table.deal() == "S>N"
    table.change(first_dealer=ids["N"])
    assert table.deal() == "N>S"
    assert table.look()["version"] == 6
    assert Seat.objects.count() == 2


def test_once_a_round_is_recorded_only_house_rules_change(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    ids = [table.ids["N"], table.ids["E"]]
    asked: dict[str, Any] = {
        "variant": "fixed_rounds",
        "phases": [1],
        "players": ids[::-1],
        "first_dealer": ids[1],
    }
    for name, value in asked.items():
        assert mistakes(table.change(**{name: value}), 409) == {(name, "already_played")}
    assert mistakes(table.change(**asked, house_rules={"must_lay_down": True}), 409) == {
        (name, "already_played") for name in asked
    }
    assert table.look()["house_rules"] == RULES
    assert table.change(house_rules={"must_lay_down": True}).status_code == 200
    table.take_back()
    assert table.change(**asked).status_code == 200
    assert [p["name"] for p in table.look()["players"]] == ["East", "North"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, {("", "empty")}),
        ({"edition": "flip"}, {("edition", "unknown_field")}),
        ({"phases": [11]}, {("phases.0", "unknown_phase")}),
        ({"house_rules": {"jokers": True}}, {("house_rules.jokers", "unknown_field")}),
        ({"house_rules": None}, {("house_rules", "null")}),
        ({"house_rules": {"must_lay_down": None}}, {("house_rules.must_lay_down", "null")}),
        ({"status": "ended"}, {("status", "invalid_choice")}),
        ({"archived": "yes"}, {("archived", "invalid")}),
    ],
)
def test_settings_that_cannot_be_read(
    cast: Cast, change: dict[str, Any], expected: set[tuple[str, str]]
) -> None:
    table = sit_down(cast)
    assert mistakes(table.change(**change)) == expected
    assert table.look()["version"] == 1


def test_the_history_says_from_what_to_what(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1])
    table.change(variant="fixed_rounds", house_rules={"must_lay_down": True})
    table.decide("abandon")
    abandoned, changed, started = table.changes()
    assert started["before"] is None
    assert started["after"]["players"] == [table.ids["N"], table.ids["E"]]
    assert started["after"]["first_dealer"] == table.ids["N"]
    assert changed["before"] == started["after"]
    assert changed["after"] == {
        **started["after"],
        "variant": "fixed_rounds",
        "house_rules": {**started["after"]["house_rules"], "must_lay_down": True},
    }
    assert abandoned["before"] == {"abandoned": False, "ended_early": False}
    assert abandoned["after"] == {"abandoned": True, "ended_early": False}


# --- Decisions --------------------------------------------------------------------------

# From each state, what can be decided, and where that leads to.
DECISIONS = {
    "playing": {"abandon": "abandoned", "end": "over"},
    "abandoned": {"resume": "playing", "end": "over"},
    "ended early": {"resume": "playing", "abandon": "abandoned"},
    "over": {},
}


@pytest.mark.parametrize("what", ["abandon", "end", "resume"])
@pytest.mark.parametrize("state", DECISIONS)
def test_a_decision(cast: Cast, state: str, what: str) -> None:
    table = sit_down(cast, "NE", phases=[1, 2]).play("N=out E=5")
    match state:
        case "abandoned":
            table.decide("abandon")
        case "ended early":
            table.decide("end")
        case "over":
            table.play("N=out E=5")
    before = table.look()
    response = table.decide(what)
    if leads_to := DECISIONS[state].get(what):
        assert response.status_code == 200
        assert table.look()["status"] == leads_to
        assert Game.objects.get().outcome == leads_to
        assert table.game["ended_early"] == (what == "end")
        assert table.game["version"] == before["version"] + 1
        winners = [table.ids["N"]] if what == "end" else []
        assert table.game["winners"] == winners
        assert bool(table.game["next_round"]) == (leads_to == "playing")
    else:
        assert response.status_code == 409
        assert response.json()["code"] == "wrong_state"
        assert table.look() == before


def test_putting_away_and_bringing_back(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    assert table.decide("unarchive").status_code == 409
    assert table.decide("archive").status_code == 200
    assert table.look()["archived"] is True
    assert table.game["status"] == "playing"
    assert table.decide("archive").status_code == 409
    assert table.decide("unarchive").status_code == 200
    assert table.look()["archived"] is False


def test_what_is_changed_together_is_changed_together_or_not(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    rules = {"must_lay_down": True}
    assert table.change(house_rules=rules, archived=True, status="playing").status_code == 409
    before = table.look()
    assert (before["house_rules"]["must_lay_down"], before["archived"]) == (False, False)
    assert table.change(house_rules=rules, archived=True, status="abandoned").status_code == 200
    after = table.look()
    assert (after["house_rules"]["must_lay_down"], after["archived"]) == (True, True)
    assert (after["status"], after["version"]) == ("abandoned", before["version"] + 3)
    kinds = [change["kind"] for change in table.changes()[:3]]
    assert kinds == ["game_archived", "game_abandoned", "settings_changed"]


def test_whoever_has_left_is_not_seated(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    north, _east, south, _west = cast.players
    Player.objects.filter(pk=south.pk).update(has_left=True)
    ids = [str(north.pk), str(south.pk)]
    begun = table.client.post(f"{cast.url}/games/", {"edition": "classic", "players": ids})
    for response in (begun, table.change(players=ids)):
        assert mistakes(response) == {("players.1", "player_has_left")}
    assert [player["name"] for player in table.look()["players"]] == ["North", "East"]


def test_a_game_without_a_round_has_no_leader(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    response = table.decide("end")
    assert (response.status_code, response.json()["code"]) == (409, "wrong_state")
    assert "abandon" in response.json()["detail"]
    assert table.look()["status"] == "playing"
    assert table.decide("abandon").status_code == 200


# --- Deleting ---------------------------------------------------------------------------


def owner_of(cast: Cast, table: Table) -> Table:
    return Table(phone(cast.users["owner"]), table.game)


def delete(table: Table) -> Any:
    return table.client.delete(table.url, headers={"If-Match": table.etag})


def test_a_deleted_game_is_out_of_sight_for_everything(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    owner = owner_of(cast, table)
    assert delete(table).status_code == 403
    assert delete(owner).status_code == 204
    for one in (table, owner):
        assert one.client.get(one.url).status_code == 404
        assert one.client.get(f"{one.url}changes/").status_code == 404
        assert one.client.get(f"{V1}/share-links/?game={one.game['id']}").status_code == 404
        assert one.record("N=out E=5").status_code == 404
        assert one.correct(1, "N=out E=5").status_code == 404
        assert one.take_back(1).status_code == 404
        assert one.change(house_rules={}).status_code == 404
        assert one.decide("end").status_code == 404
        assert delete(one).status_code == 404
        listed = one.client.get(f"{cast.url}/games/").json()["results"]
        assert listed == []


def restore(table: Table) -> Any:
    return table.client.patch(table.url, {"deleted": False})


@pytest.mark.parametrize("body", [{"deleted": True}, {"deleted": False, "archived": True}])
def test_nothing_else_is_done_by_that_field(cast: Cast, body: dict[str, Any]) -> None:
    owner = owner_of(cast, sit_down(cast, "NE"))
    response = owner.client.patch(owner.url, body)
    assert (response.status_code, response.json()["errors"][0]["field"]) == (400, "deleted")


def test_a_token_that_only_scores_restores_nothing(cast: Cast) -> None:
    owner = owner_of(cast, sit_down(cast, "NE"))
    delete(owner)
    scopes = ["read", "score"]
    for added, status in (([], 403), (["manage"], 200)):
        made = create_access_token(user=cast.users["owner"], name="Bot", scopes=scopes + added)
        response = holder(made.token).patch(owner.url, {"deleted": False})
        assert response.status_code == status, response.content


def test_restoring(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    owner = owner_of(cast, table)
    before = owner.look()
    assert restore(owner).status_code == 404  # it is not deleted
    delete(owner)
    assert restore(table).status_code == 403
    assert table.client.post(f"{table.url}restore/").status_code == 403
    response = restore(owner)
    assert response.status_code == 200
    after = owner.look()
    assert response.json() == after
    assert after["version"] == before["version"] + 2
    for field in ("rounds", "players", "next_round", "status"):
        assert after[field] == before[field]
    kinds = [change["kind"] for change in owner.changes()]
    assert kinds == ["game_restored", "game_deleted", "round_recorded", "game_started"]


@pytest.mark.parametrize(("days", "restorable"), [(29.9, True), (30.1, False)])
def test_a_game_is_restorable_for_thirty_days(cast: Cast, days: float, restorable: bool) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    owner = owner_of(cast, table)
    delete(owner)
    listed = owner.client.get(f"{cast.url}/games/?deleted=true").json()["results"]
    deleted_at = Game.objects.get().deleted_at
    assert deleted_at is not None
    promised = (deleted_at + timedelta(days=30)).isoformat().replace("+00:00", "Z")
    assert [game["restorable_until"] for game in listed] == [promised]
    with time_machine.travel(timezone.now() + timedelta(days=days)):
        if not restorable:
            response = restore(owner)  # even before it is purged
            assert (response.status_code, response.json()["code"]) == (409, "too_late")
        assert purge_deleted_games() == (0 if restorable else 1)
        assert restore(owner).status_code == (200 if restorable else 404)
    assert Game.objects.exists() == restorable
    assert Round.objects.exists() == restorable
    assert changes().exists() == restorable


@pytest.mark.parametrize(
    "change",
    [{"players": "SW"}, {"phases": [1]}, {"variant": "fixed_rounds"}, {"first_dealer": "E"}],
    ids=lambda change: next(iter(change)),
)
def test_totals_stay_those_of_their_players(cast: Cast, change: dict[str, Any]) -> None:
    table = sit_down(cast, "NE")
    game = Game.objects.get(pk=table.game["id"])
    game.totals = [
        {"completed": 10, "total": 90, "won": True},
        {"completed": 9, "total": 300, "won": False},
    ]
    game.outcome = "over"
    game.save()
    table.look()
    ids = {player.name[0]: str(player.pk) for player in cast.players}
    if "players" in change:
        change = {"players": [ids[letter] for letter in change["players"]]}
    if "first_dealer" in change:
        change = {"first_dealer": ids[change["first_dealer"]]}
    response = table.change(**change)
    assert (response.status_code, response.json()["code"]) == (409, "already_played")
    assert table.look()["players"][0]["total"] == 90
    assert table.change(house_rules={"must_lay_down": True}).status_code == 200
