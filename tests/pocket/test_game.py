"""What follows from the rounds of a game: the same in a pocket as in the score sheet."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from games.models import Player
from games.models.games import REASON_LENGTH
from games.wire.replay_rounds import MAX_REASON
from pocket import answer
from referee.wire.tally import MAX_NAME
from tests.api.client import REFEREE
from tests.cast import Cast

ADA, BEN, CHLOE = (f"00000000-0000-4000-8000-00000000000{number}" for number in (1, 2, 3))
PLAYERS = [{"id": ADA, "name": "Ada"}, {"id": BEN, "name": "Ben"}, {"id": CHLOE, "name": "Chloé"}]
GAME: dict[str, Any] = {"edition": "classic", "phases": [1, 2], "players": PLAYERS}


def ask(request: dict[str, Any], status: int = 200) -> dict[str, Any]:
    reply = answer("game", request)
    document: dict[str, Any] = json.loads(reply.body)
    assert reply.status == status, document
    return document


def line(player: str, points: int, *, down: bool = False) -> dict[str, Any]:
    out = points == 0
    return {"player": player, "points": points, "laid_down": down or out, "went_out": out}


def errors(problem: dict[str, Any]) -> set[tuple[str, str]]:
    return {(error["field"], error["code"]) for error in problem["errors"]}


FIRST = {"lines": [line(ADA, 0), line(BEN, 20, down=True), line(CHLOE, 85)]}
SECOND = {"lines": [line(ADA, 60), line(BEN, 0), line(CHLOE, 15, down=True)]}
THIRD = {"lines": [line(ADA, 5, down=True), line(BEN, 0), line(CHLOE, 90)]}


def test_rounds_add_up_to_phases_totals_ranks_and_the_winner() -> None:
    game = ask({**GAME, "rounds": [FIRST, SECOND]})
    standings = [(p["name"], p["phase"], p["total"], p["rank"]) for p in game["players"]]
    assert standings == [("Ada", 2, 60, 2), ("Ben", None, 20, 1), ("Chloé", 2, 100, 3)]
    assert game["status"] == "over"
    assert game["winners"] == [BEN]
    assert game["next_round"] is None
    assert [row["total"] for row in game["rounds"][1]["lines"]] == [60, 20, 100]
    assert [row["phase"] for row in game["rounds"][1]["lines"]] == [2, 2, 1]


def test_a_new_round_is_settled_as_when_it_is_recorded() -> None:
    results = [{"player": ADA, "points": 0}, {"player": BEN, "cards": ["R5", "B12"]}]
    results.append({"player": CHLOE, "points": 130})
    game = ask({**GAME, "new_round": {"results": results}})
    settled = [(row["points"], row["laid_down"]) for row in game["rounds"][0]["lines"]]
    assert settled == [(0, True), (15, True), (130, False)]
    assert game["next_round"]["number"] == 2


def test_no_round_follows_the_last_one() -> None:
    results = [{"player": ADA, "went_out": True}, {"player": BEN, "points": 5}]
    over = {**GAME, "rounds": [FIRST, SECOND]}
    assert ask({**over, "new_round": {"results": results}}, 409)["code"] == "game_not_playing"
    problem = ask({**over, "rounds": [FIRST, SECOND, THIRD]}, 400)
    assert errors(problem) == {("rounds.2", "game_not_playing")}


def test_the_ends_that_players_decide() -> None:
    begun = {**GAME, "rounds": [FIRST]}
    early = ask({**begun, "ended_early": True})
    assert (early["status"], early["winners"]) == ("over", [ADA])
    abandoned = ask({**begun, "abandoned": True})
    assert (abandoned["status"], abandoned["winners"]) == ("abandoned", [])
    assert errors(ask({**GAME, "ended_early": True}, 400)) == {("ended_early", "wrong_state")}


def test_the_largest_request_is_answered_soon(settings: Settings) -> None:
    """A hundred rounds of six players, and a correction that looks at each of them again."""
    ids = [f"00000000-0000-4000-8000-0000000000{number}" for number in range(10, 16)]
    players = [{"id": id, "name": f"Player {id}"} for id in ids]
    rounds = [{"lines": [line(id, 50 + 5 * i) for i, id in enumerate(ids)]} for _ in range(100)]
    results = [{"player": id, "points": 50, "laid_down": False} for id in ids[:-1]]
    correction = {"number": 1, "results": [*results, {"player": ids[-1], "went_out": True}]}
    request = {"edition": "classic", "players": players, "rounds": rounds}
    body = json.dumps({**request, "correction": correction})
    assert len(body) < settings.LARGER_BODIES["POST /api/v1/referee/game/"]
    response = APIClient().generic("POST", f"{REFEREE}game/", body, "application/json")
    assert response.status_code == 200
    assert len(response.json()["rounds"]) == 100


def test_names_and_reasons_may_be_as_long_as_on_the_server() -> None:
    assert MAX_REASON == REASON_LENGTH
    assert Player._meta.get_field("name").max_length == MAX_NAME


class TestBesideTheServer:
    """The same rounds, recorded by the server and replayed in a pocket."""

    @pytest.fixture
    def game(self, cast: Cast) -> dict[str, Any]:
        return cast.game(phases=[1, 6, 2])

    def request(self, game: dict[str, Any]) -> dict[str, Any]:
        """A game of the server as a request."""
        kept = ("player", "points", "cards", "laid_down", "went_out")
        return {
            "edition": game["edition"],
            "variant": game["variant"],
            "phases": [phase["groups"] for phase in game["phases"]],
            "house_rules": game["house_rules"],
            "players": [
                {name: each[name] for name in ("id", "name", "color", "sign", "stints", "handicap")}
                for each in game["players"]
            ],
            "first_dealer": game["first_dealer"],
            "rounds": [
                {
                    "lines": [{name: row[name] for name in kept} for row in played["lines"]],
                    "overrule": played["overrule"],
                }
                for played in game["rounds"]
            ],
        }

    def record(
        self, cast: Cast, game: dict[str, Any], *points: int, without: str = ""
    ) -> dict[str, Any]:
        playing = [player for player in game["players"] if player["id"] != without]
        body = {
            "number": len(game["rounds"]) + 1,
            "results": [
                {"player": player["id"], "points": each, "laid_down": each < 50}
                for player, each in zip(playing, points, strict=True)
            ],
            "overrule": "As written.",
        }
        response = cast.scorer.post(f"/api/v1/games/{game['id']}/rounds/", body)
        assert response.status_code == 201, response.content
        recorded: dict[str, Any] = response.json()
        del body["number"]
        self.same(ask({**self.request(game), "new_round": body}), recorded)
        return recorded

    def same(self, replayed: dict[str, Any], recorded: dict[str, Any]) -> None:
        for name in ("status", "next_round", "winners", "players", "phases"):
            assert replayed[name] == recorded[name], name
        here = [{**played} for played in recorded["rounds"]]
        for played in here:
            for stored in ("id", "recorded_by", "recorded_at"):
                del played[stored]
        # The server knows more about a round, but nothing else.
        names = replayed["rounds"][0].keys() if replayed["rounds"] else set()
        assert replayed["rounds"] == [{name: played[name] for name in names} for played in here]

    def test_rounds_and_their_correction(self, cast: Cast, game: dict[str, Any]) -> None:
        game = self.record(cast, game, 0, 60, 20, 130)
        game = self.record(cast, game, 15, 40, 0, 70)
        game = self.record(cast, game, 0, 60, 25, 90)
        results = [
            {"player": player["id"], "points": points, "laid_down": points < 50}
            for player, points in zip(game["players"], (0, 20, 80, 130), strict=True)
        ]
        response = cast.scorer.put(
            f"/api/v1/games/{game['id']}/rounds/1/",
            {"results": results},
            headers={"If-Match": f'"{game["version"]}"'},
        )
        assert response.status_code == 409
        problem = response.json()
        correction = {"number": 1, "results": results}
        replayed = ask({**self.request(game), "correction": correction})
        assert replayed["consequences"] == problem["consequences"]
        assert {each["effect"] for each in replayed["consequences"]} == {"doubtful"}
        self.same(replayed, problem["would_be"])

    def test_players_who_join_and_leave(self, cast: Cast, game: dict[str, Any]) -> None:
        game = self.record(cast, game, 0, 60, 20, 130)
        first, second, third, _fourth = (player["id"] for player in game["players"])
        eve = {"id": str(uuid4()), "name": "Eve"}
        terms = {"left_of": first, "phase": "lowest", "total": 40, "round": 2}
        game = self.join(cast, game, {"player": eve, **terms}, eve["name"])
        assert [player["name"] for player in game["players"]].index("Eve") == 1
        game = self.leave(cast, game, second)
        game = self.record(cast, game, 20, 15, 0, 60, without=second)
        game = self.leave(cast, game, third)
        game = self.join(cast, game, {"player": second}, "East")
        assert [player["at_table"] for player in game["players"]] == [True, True, True, False, True]

    def test_players_with_handicaps(self, cast: Cast) -> None:
        handicaps = [{"phase": 3}, None, {"phase": 2, "total": 50}, {"total": 15}]
        game = cast.game(phases=[1, 6, 2], handicaps=handicaps)
        self.same(ask(self.request(game)), game)
        assert [player["phase"] for player in game["players"]] == [3, 1, 2, 1]
        game = self.record(cast, game, 60, 0, 20, 130)
        game = self.leave(cast, game, game["players"][2]["id"])
        assert [player["total"] for player in game["players"]] == [60, 0, 70, 145]

    def test_players_who_cannot_join_or_leave(self, cast: Cast, game: dict[str, Any]) -> None:
        game = self.record(cast, game, 0, 60, 20, 130)
        first = game["players"][0]
        playing = {"player": first["id"], "name": first["name"]}
        for change, status in (
            ({"joining": playing}, 409),
            ({"joining": {**playing, "round": 7}}, 409),
            ({"leaving": {"player": first["id"], "round": 1}}, 409),
        ):
            here = ask({**self.request(game), **change}, status)
            there = self.change(cast, game, change)
            assert there.status_code == status
            told = there.json()
            assert {name: told[name] for name in here} == here

    def test_whoever_is_not_there_cannot_leave(self, cast: Cast, game: dict[str, Any]) -> None:
        change = {"leaving": {"player": ADA}}
        problem = ask({**self.request(game), **change}, 400)
        assert errors(problem) == {("leaving.player", "not_playing")}
        assert self.change(cast, game, change).status_code == 404  # here, it is in the address

    def join(
        self, cast: Cast, game: dict[str, Any], body: dict[str, Any], name: str
    ) -> dict[str, Any]:
        player = body["player"]
        id = player["id"] if isinstance(player, dict) else player
        joining = {**body, "player": id, "name": name}
        return self.changed(cast, game, {"joining": joining}, body)

    def leave(self, cast: Cast, game: dict[str, Any], player: str) -> dict[str, Any]:
        return self.changed(cast, game, {"leaving": {"player": player}})

    def changed(
        self,
        cast: Cast,
        game: dict[str, Any],
        change: dict[str, Any],
        body: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        response = self.change(cast, game, change, body)
        assert response.status_code in (200, 201), response.content
        answer: dict[str, Any] = response.json()
        self.same(ask({**self.request(game), **change}), answer)
        return answer

    def change(
        self,
        cast: Cast,
        game: dict[str, Any],
        change: dict[str, Any],
        body: dict[str, Any] | None = None,
    ) -> Any:
        """Let the server do what `change` asks of the pocket."""
        url = f"/api/v1/games/{game['id']}/players/"
        seen = {"If-Match": f'"{game["version"]}"'}
        if leaving := change.get("leaving"):
            round = f"?round={leaving['round']}" if "round" in leaving else ""
            return cast.scorer.delete(f"{url}{leaving['player']}/{round}", headers=seen)
        joining = dict(change["joining"])
        del joining["name"]
        return cast.scorer.post(url, body or joining, headers=seen)

    def test_a_refusal(self, cast: Cast, game: dict[str, Any]) -> None:
        results = [{"player": player["id"], "points": 7} for player in game["players"]]
        body = {"number": 1, "results": results}
        refused = cast.scorer.post(f"/api/v1/games/{game['id']}/rounds/", body).json()
        del refused["request_id"]
        replayed = ask({**self.request(game), "new_round": {"results": results}}, 422)
        for error in replayed["errors"]:
            error["field"] = error["field"].removeprefix("new_round.")
        assert replayed == refused
