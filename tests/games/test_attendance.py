"""Players who join a game that is being played, leave it, or come back."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from games.models import Play, Player, Seat
from tests.accounts.people import mistakes
from tests.cast import Cast
from tests.games.happened import events
from tests.games.livetable import Live, done
from tests.games.scoresheet import Table, sit_down


def join(table: Table, who: str, cast: Cast, **terms: Any) -> Any:
    if "left_of" in terms:
        terms["left_of"] = player_id(cast, terms["left_of"])
    return ask_to_join(table, player_id(cast, who), **terms)


def ask_to_join(table: Table, player: Any, **terms: Any) -> Any:
    body = {"player": player, **terms}
    response = table.client.post(f"{table.url}players/", body, headers={"If-Match": table.etag})
    return table._keep(response)


def leave(table: Table, who: str, cast: Cast) -> Any:
    return leave_by_id(table, player_id(cast, who))


def leave_by_id(table: Table, player: str, query: str = "") -> Any:
    url = f"{table.url}players/{player}/{query}"
    return table._keep(table.client.delete(url, headers={"If-Match": table.etag}))


def player_id(cast: Cast, letter: str) -> str:
    return next(str(player.pk) for player in cast.players if player.name[0] == letter)


def seats(table: Table) -> str:
    """The players by seat, those who are not at the table in lower case."""
    names = [
        player["name"][0] if player["at_table"] else player["name"][0].lower()
        for player in sorted(table.game["players"], key=lambda player: player["seat"])
    ]
    return "".join(names)


def test_a_newcomer_sits_where_the_table_says(cast: Cast) -> None:
    table = sit_down(cast, "NES", dealer="S").play("N=out E=5 S=50-", "N=out E=5 S=50-")
    before = table.game
    response = join(table, "W", cast, left_of="N", phase="lowest", total=60)
    assert response.status_code == 201, response.content
    assert (seats(table), table.playing(), table.deal()) == ("NWES", "NWES", "W>E")
    assert table.standings() == ["N 2 0 1", "W 0 60 3", "E 2 10 2", "S 0 100 4"]
    # What was recorded is as it was: the seats of its lines, and who dealt first.
    assert table.game["rounds"] == before["rounds"]
    assert table.game["first_dealer"] == before["first_dealer"]
    assert response.json() == table.look()
    table.play("N=out W=5 E=5 S=50-")
    assert table.standings() == ["N 3 0 1", "W 1 65 3", "E 3 15 2", "S 0 150 4"]
    stints = {player["name"][0]: player["stints"] for player in table.game["players"]}
    newcomer = {"first_round": 3, "last_round": None, "phase": "lowest", "total": 60}
    assert stints == {"N": [], "W": [newcomer], "E": [], "S": []}


def test_whoever_leaves_has_no_more_lines(cast: Cast) -> None:
    table = sit_down(cast, "NES").play("N=out E=5 S=50-")
    response = leave(table, "N", cast)
    assert response.status_code == 200, response.content
    assert (seats(table), table.playing(), table.deal()) == ("nES", "ES", "E>S")
    # North leads, but those who play on come first.
    assert table.standings() == ["N 1 0 3", "E 1 5 1", "S 0 50 2"]
    assert table.phases() == [None, 2, 1]
    refused = table.record("N=out E=5 S=50-")
    assert mistakes(refused) == {("results.0.player", "not_playing")}
    table.play("E=out S=50-")
    assert [len(played["lines"]) for played in table.game["rounds"]] == [3, 2]
    assert join(table, "N", cast).status_code == 201
    assert table.standings() == ["N 1 0 2", "E 2 5 1", "S 0 100 3"]


def test_joining_and_leaving_undo_each_other(cast: Cast) -> None:
    table = sit_down(cast, "NES").play("N=out E=5 S=50-")
    before = table.look()
    join(table, "W", cast, left_of="N", total=0)
    assert leave(table, "W", cast).status_code == 200
    assert table.game["players"] == before["players"]
    leave(table, "E", cast)
    assert join(table, "E", cast).status_code == 201
    assert table.game["players"] == before["players"]
    assert Seat.objects.filter(game=table.game["id"]).count() == 3
    kinds = [change["kind"] for change in table.changes()[:4]]
    assert kinds == ["player_joined", "player_left", "player_left", "player_joined"]


def test_corrections_before_and_after_a_join_keep_working(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5", "N=out E=50-")
    join(table, "S", cast, left_of="N", phase="lowest", total=20)
    table.play("N=5 S=out E=50-")
    assert table.standings() == ["N 3 5 1", "S 2 20 2", "E 1 105 3"]
    # East had laid down in round 2, so the lowest Phase was another one: South skips Phase 2.
    assert table.correct(2, "N=out E=5").status_code == 200
    assert table.standings() == ["N 3 5 1", "S 3 20 2", "E 2 60 3"]
    assert table.correct(3, "N=5 S=10 E=out").status_code == 200
    assert table.standings() == ["N 3 5 1", "S 3 30 3", "E 3 10 2"]
    # Rounds that are taken back do not change from which round on somebody is there.
    for _round in range(3):
        table.take_back()
    assert (table.playing(), table.phases()) == ("NE", [1, None, 1])
    table.play("N=out E=5", "N=out E=5")
    assert table.playing() == "NSE"


def test_phones_and_the_history_are_told(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    join(table, "S", cast, phase="lowest", total=20)
    event, table_laid = events()[3:]
    assert table_laid["kind"] == "table"  # with the player who joined
    assert (event["kind"], event["version"]) == ("player_joined", table.game["version"])
    assert event["data"]["players"] == table.game["players"]
    assert event["data"]["next_round"] == table.game["next_round"]
    change = table.changes()[0]
    south = {"player": player_id(cast, "S"), "name": "South", "seat": 2}
    stint = {"first_round": 2, "last_round": None, "phase": "lowest", "total": 20}
    assert (change["kind"], change["round"]) == ("player_joined", 2)
    assert (change["before"], change["after"]) == (None, {**south, "stints": [stint]})


@pytest.mark.parametrize(
    ("terms", "problem"),
    [
        ({"player": "0b6f8c8e-0000-4000-8000-000000000000"}, ("player", "unknown_player")),
        ({}, ("total", "required")),
        ({"total": -5}, ("total", "min_value")),
        ({"total": True}, ("total", "invalid")),
        ({"total": 5, "phase": 3}, ("phase", "invalid_choice")),
        ({"total": 5, "left_of": "West"}, ("left_of", "unknown_player")),
    ],
)
def test_it_names_what_is_wrong_with_a_join(
    cast: Cast, terms: dict[str, Any], problem: tuple[str, str]
) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    if "left_of" in terms:
        terms = {**terms, "left_of": player_id(cast, "W")}
    terms = {"player": player_id(cast, "S"), **terms}
    assert mistakes(ask_to_join(table, **terms)) == {problem}


def test_it_refuses_who_cannot_join(cast: Cast) -> None:
    table = sit_down(cast, "NES")
    assert join(table, "W", cast, total=0).json()["code"] == "not_begun"
    table.play("N=out E=5 S=50-")
    assert join(table, "E", cast).json()["code"] == "duplicate_player"
    leave(table, "E", cast)
    table.play("N=out S=50-")
    response = join(table, "E", cast, total=5, phase="first")
    assert mistakes(response) == {("phase", "comes_back"), ("total", "comes_back")}
    leave(table, "W", cast)
    cast.players[3].has_left = True
    cast.players[3].save()
    assert mistakes(join(table, "W", cast, total=0)) == {("player", "player_has_left")}
    table.decide("abandon")
    response = join(table, "E", cast)
    assert (response.status_code, response.json()["code"]) == (409, "game_not_playing")
    assert response.json()["game"]["version"] == table.game["version"]


def test_it_refuses_who_cannot_leave(cast: Cast) -> None:
    table = sit_down(cast, "NES")
    assert leave(table, "N", cast).json()["code"] == "not_begun"
    table.play("N=out E=5 S=50-")
    assert leave(table, "W", cast).status_code == 404
    assert leave(table, "N", cast).status_code == 200
    assert leave(table, "N", cast).status_code == 404
    response = leave(table, "E", cast)
    assert (response.status_code, response.json()["code"]) == (409, "too_few_players")


def test_whoever_is_there_in_rounds_to_come_counts(cast: Cast) -> None:
    """Rounds that are taken back leave what was agreed about the rounds after them."""
    for name in ("Ida", "Jo"):
        cast.players.append(Player.objects.create(group=cast.group, name=name))
    table = sit_down(cast, "NESWIJ").play(*["N=out E=5 S=5 W=5 I=5 J=5"] * 2)
    leave(table, "N", cast)
    assert ask_to_join(table, {"name": "Vera"}, total=0).status_code == 201
    table.take_back()
    # In round 3, when Vera comes, North would be one too many.
    assert join(table, "N", cast).json()["code"] == "wrong_player_count"
    assert leave_by_id(table, table.ids["V"]).status_code == 200
    for name in "ESW":
        assert leave(table, name, cast).status_code == 200
    # North stays for this round only, so Jo would be alone.
    assert (leave(table, "I", cast).json()["code"], table.playing()) == ("too_few_players", "NIJ")


def test_with_fixed_rounds_all_are_on_the_same_phase(cast: Cast) -> None:
    table = sit_down(cast, "NE", variant="fixed_rounds").play("N=out E=5")
    assert mistakes(join(table, "S", cast, total=0, phase="first")) == {("phase", "fixed_rounds")}
    assert join(table, "S", cast, total=30).status_code == 201
    assert table.phases() == [2, 2, 2]


def test_nobody_joins_a_tie_break_and_who_stays_wins_it(cast: Cast) -> None:
    table = sit_down(cast, "NES", phases=[1])
    response = table.record("N=50- E=5 S=5", overrule="Nobody went out.")
    assert response.status_code == 201, response.content
    assert table.playing() == "ES"
    assert join(table, "W", cast, total=0).json()["code"] == "tie_break"
    assert leave(table, "S", cast).status_code == 200
    assert (table.game["status"], table.standings()) == (
        "over",
        ["N 0 50 3", "E 1 5 1*", "S 1 5 2"],  # South was there in the last round
    )
    assert [event for event in events() if event["kind"] == "game_over"]


def test_a_round_that_has_begun_on_the_table(cast: Cast) -> None:
    table = sit_down(cast, "NES").play("N=out E=5 S=50-")
    skip = {
        "kind": "discard",
        "round": 2,
        "player": table.ids["E"],
        "card": "S",
        "skips": table.ids["S"],
    }
    assert table.client.post(f"{table.url}table/plays/", skip).status_code == 201
    assert join(table, "W", cast, total=0).json()["code"] == "already_played"
    # South is skipped, so has a part in the plays; North has none yet.
    assert leave(table, "S", cast).json()["code"] == "already_played"
    table.play("N=out E=5 S=50-")
    # An earlier Skip lies in front of the same player after the seats have moved.
    assert join(table, "W", cast, left_of="N", total=0).status_code == 201
    before = table.client.get(f"{table.url}table/?round=2").json()["plays"][0]
    assert (before["player"], before["skips"]) == (table.ids["E"], table.ids["S"])
    assert Play.objects.get().data["skips"] == 3
    leave(table, "W", cast)
    assert Play.objects.get().data["skips"] == 2


# --- Somebody who is not a player of the group yet ---


def test_somebody_new_to_the_group_joins(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    ann = {"id": str(uuid4()), "name": "Ann"}
    assert ask_to_join(table, ann, total=0).status_code == 201
    assert (table.ids["A"], table.playing()) == (ann["id"], "NEA")
    assert ask_to_join(table, {"name": "Ben", "me": True}, total=0).status_code == 201
    assert table.playing() == "NEAB"
    assert Player.objects.get(name="Ben").user == cast.users["scorer"]
    # Once created, the same player comes back under the same description.
    leave_by_id(table, ann["id"])
    table.play("N=out E=5 B=5")
    assert ask_to_join(table, ann, total=0).status_code == 201
    assert Player.objects.filter(name="Ann").count() == 1


ANN = "01890a5d-ac96-774b-bcce-b302099a8057"


def test_whoever_cannot_join_is_not_created(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    ann = {"id": ANN, "name": "Ann"}
    assert mistakes(ask_to_join(table, ann)) == {("total", "required")}
    assert ask_to_join(table, ann, total=0, round=3).status_code == 409
    assert not Player.objects.filter(name="Ann").exists()
    assert ask_to_join(table, ann, total=0, round=2).status_code == 201


# --- From which round ---


def test_a_request_says_from_which_round_it_counts(cast: Cast) -> None:
    table = sit_down(cast, "NES").play("N=out E=5 S=50-", "N=out E=5 S=50-")
    before = table.game["version"]
    west, south = player_id(cast, "W"), player_id(cast, "S")
    for number, code in ((2, "already_played"), (4, "round_not_next")):
        for response in (
            ask_to_join(table, west, total=0, round=number),
            leave_by_id(table, south, f"?round={number}"),
        ):
            assert (response.status_code, response.json()["code"]) == (409, code)
            assert "The next round is 3" in response.json()["detail"]
            assert response.json()["game"]["version"] == before
    assert leave_by_id(table, south, "?round=3").status_code == 200
    assert ask_to_join(table, west, total=0, round=3).status_code == 201
    assert table.playing() == "NEW"
    # What was sent before a round was taken back means a round that is later by now.
    table.take_back()
    assert leave_by_id(table, west, "?round=3").json()["code"] == "round_not_next"


def test_a_round_that_was_played_with_who_is_now_not_coming(cast: Cast) -> None:
    table = sit_down(cast, "NES").play(*["N=out E=5 S=50-"] * 2)
    join(table, "W", cast, total=0)
    live = Live(table)
    live.round = 3
    done(live.lay("W", "R1 G1 B1", "R2 G2 B2"))
    done(live.lay("N", "R3 G3 B3 Y3", "R4 G5 B6 Y7"))
    done(live.hit("N", 0, "Y1"))
    table.play("N=out E=50- S=50- W=5")
    table.take_back()
    table.take_back()
    assert leave(table, "W", cast).status_code == 200
    table.play("N=out E=5 S=50-")
    assert (table.playing(), live.look()["plays"]) == ("NES", [])


def test_a_round_that_was_played_with_who_has_left_before_it(cast: Cast) -> None:
    table = sit_down(cast, "NESW").play(*["N=out E=5 S=50- W=50-"] * 2)
    live = Live(table)
    live.round = 3
    done(live.discard("E", "S", skips="W"))
    done(live.discard("S", "R1"))
    table.play("N=out E=50- S=50- W=50-")
    table.take_back()
    table.take_back()
    assert leave(table, "E", cast).status_code == 200
    table.play("N=out S=50- W=50-")
    assert (table.playing(), live.look()["plays"]) == ("NSW", [])
