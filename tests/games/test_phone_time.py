"""The time on the phone: stored beside the server's, which orders the history."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
import time_machine

from games.models import Game
from scoring.statistics.periods import night_of
from tests.api.contract import published
from tests.cast import V1, Cast
from tests.games.livetable import Live, done
from tests.games.scoresheet import Table, lines, phone, sit_down
from tests.scoring.counting import count_all

NOW = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)
EVENING = "2026-11-21T20:15:30.250000+01:00"
SHOWN = "2026-11-21T19:15:30.250000Z"


@pytest.fixture
def table(cast: Cast) -> Table:
    with time_machine.travel(NOW, tick=False):
        return sit_down(cast, "NE", phone_time=EVENING)


def test_games_rounds_and_plays_show_both_times(table: Table) -> None:
    with time_machine.travel(NOW, tick=False):
        play = done(Live(table).note("Tea", phone_time=EVENING))["plays"][0]
        assert table.record("N=out E=5", phone_time=EVENING).status_code == 201
        log = table.client.get(f"{table.url}log/").json()["events"]
        events = {event["kind"]: event["data"] for event in log}
        summary = table.client.get(f"{V1}/groups/{table.game['group']}/games/").json()
    game, [played] = table.game, table.game["rounds"]
    for shown, server in ((game, "started_at"), (played, "recorded_at"), (play, "recorded_at")):
        assert (shown[server], shown["phone_time"]) == ("2026-11-22T09:00:00Z", SHOWN)
    assert summary["results"][0]["phone_time"] == SHOWN
    assert events["round_recorded"]["rounds"][0]["phone_time"] == SHOWN
    assert events["table"]["plays"][0]["phone_time"] == SHOWN
    changes = table.changes()
    assert {change["kind"] for change in changes} == {"game_started", "round_recorded"}
    for change in changes:
        assert (change["at"], change["phone_time"]) == ("2026-11-22T09:00:00Z", SHOWN)
    # A correction is made at another time, and keeps that of the round.
    assert table.correct(1, "N=out E=10").status_code == 200
    assert table.game["rounds"][0]["phone_time"] == SHOWN
    assert table.changes()[0]["phone_time"] is None


WRONG = {
    "2026-11-22T09:01:01Z": "in_the_future",
    "9999-12-31T23:59:59-23:59": "in_the_future",
    "1979-12-31T23:59:59Z": "too_early",
    "0001-01-01T00:00:00+23:59": "too_early",
    "2026-11-22T09:00:00": "not_a_moment",  # where?
    "2026-11-22": "not_a_moment",
    "2026-13-22T09:00:00Z": "not_a_moment",
    "yesterday": "not_a_moment",
    "": "blank",
    1763802000: "invalid",
    None: "null",
}


@pytest.mark.parametrize(("moment", "code"), WRONG.items())
def test_a_time_that_cannot_be_is_refused(table: Table, moment: Any, code: str) -> None:
    group = f"{V1}/groups/{table.game['group']}"
    players = list(table.ids.values())
    requests: list[tuple[str, str, dict[str, Any]]] = [
        (f"{group}/games/", "phone_time", {"edition": "flip", "players": players}),
        (
            f"{table.url}rounds/",
            "phone_time",
            {"number": 1, "results": lines(table.ids, "N=out E=5")},
        ),
        (f"{table.url}table/plays/", "phone_time", {"kind": "note", "round": 1, "text": "Tea"}),
    ]
    with time_machine.travel(NOW, tick=False):
        for path, field, body in requests:
            response = table.client.post(path, {**body, field: moment})
            assert response.status_code == 400
            [error] = response.json()["errors"]
            assert (error["field"], error["code"]) == (field, code)
            if code == "in_the_future":
                assert "2026-11-22T09:00:00Z" in error["message"]
    assert Game.objects.count() == 1
    assert table.look()["rounds"] == []


def asked(cast: Cast, table: Table) -> list[tuple[str, str, dict[str, Any], Any]]:
    """Where a time of the phone is given, its old name, a request, and where answers show it."""
    players = list(table.ids.values())
    game = {"edition": "classic", "players": players}
    with_game = {
        "id": str(uuid4()),
        "edition": "classic",
        "players": [{"id": str(uuid4()), "name": name} for name in ("Ada", "Bea")],
    }
    return [
        (f"{V1}/groups/", "started_at", {"name": "We", "game": with_game}, lambda a: a["game"]),
        (f"{cast.url}/games/", "started_at", game, lambda a: a),
        (f"{table.url}table/notes/", "recorded_at", {"round": 1, "text": "Tea"},
         lambda a: a["plays"][-1]),
        (f"{table.url}rounds/", "recorded_at",
         {"number": 1, "results": lines(table.ids, "N=out E=5")}, lambda a: a["rounds"][0]),
    ]  # fmt: skip


def test_the_old_names_are_accepted_and_deprecated(cast: Cast, table: Table) -> None:
    def named(body: dict[str, Any], *names: str) -> dict[str, Any]:
        times = dict.fromkeys(names, EVENING)
        return {**body, "game": {**body["game"], **times}} if "game" in body else {**body, **times}

    with time_machine.travel(NOW, tick=False):
        for path, old, body, shown in asked(cast, table):
            both = table.client.post(path, named(body, old, "phone_time"))
            [error] = both.json()["errors"]
            assert (both.status_code, error["code"]) == (400, "not_both")
            assert error["field"].endswith(old)
            body = {**body, "id": str(uuid4())}
            first = table.client.post(path, named(body, old))
            assert (first.status_code, shown(first.json())["phone_time"]) == (201, SHOWN)
            assert first["Deprecation"] == "@1795651200"
            assert first["Sunset"] == "Wed, 01 Dec 2027 00:00:00 GMT"
            assert first["Link"] == '</api/docs/>; rel="deprecation"'
            # By the new name, it is the same request.
            again = table.client.post(path, named(body, "phone_time"))
            told = "notes/" in path  # whose address is deprecated, too
            assert (again.status_code, "Deprecation" in again) == (200, told), again.content


def test_the_schema_marks_the_old_names() -> None:
    deprecated = {
        (name, field)
        for name, schema in published()["components"]["schemas"].items()
        for field, told in schema.get("properties", {}).items()
        if told.get("deprecated")
    }
    games = {(f"{name}GameRequest", "started_at") for name in ("First", "Start")}
    kinds = ("LayDown", "HitGroup", "Discard", "Draw", "Flip", "Note", "RecordRound")
    assert deprecated == games | {(f"{kind}Request", "recorded_at") for kind in kinds}


@pytest.mark.parametrize(
    ("phone_time", "night"),
    [
        ("2026-11-21T23:00:00Z", "2026-11-21"),  # offline that evening
        ("2026-11-22T09:00:30Z", "2026-11-22"),  # a clock that is ahead a little
        (None, "2026-11-22"),
    ],
)
def test_a_game_belongs_to_the_night_in_which_it_was_played(
    cast: Cast, phone_time: str | None, night: str
) -> None:
    more = {"phone_time": phone_time} if phone_time else {}
    with time_machine.travel(NOW, tick=False):
        sit_down(cast, "NE", phases=[1], **more).play("N=out E=60-")
    count_all()
    page = phone(cast.users["viewer"]).get(
        f"{cast.url}/statistics/players/{cast.players[0].pk}/"
    ).json()  # fmt: skip
    played_at = datetime.fromisoformat(page["latest"][0]["played_at"])
    assert str(night_of(played_at, cast.group.zone)) == night
