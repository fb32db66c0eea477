"""An archive is looked at and brought in by jobs."""

from __future__ import annotations

import json
from typing import Any

from games.models import Game, Player
from scoring.jobs.models import Job
from tests.cast import Cast
from tests.games.scoresheet import sit_down
from tests.scoring.everything import TOTALS, archive_of, counted, read, record_everything
from tests.scoring.import_files import JSON, ask_import, elsewhere, ended, looked_at, worked_on


def test_the_dates_of_a_preview_are_when_games_were_played(cast: Cast) -> None:
    sit_down(cast, "NE").play("N=out E=50-")
    Game.objects.update(
        started_at="2026-11-22T12:00:00+00:00", phone_time="2026-11-20T20:00:00+00:00"
    )
    found = looked_at(elsewhere(cast), archive_of(cast), JSON)[1]
    assert (found["first_date"], found["last_date"]) == ("2026-11-20",) * 2


def test_first_it_is_looked_at_and_then_it_comes(cast: Cast) -> None:
    sit_down(cast, "NE").play("N=out E=50-", "N=out E=50-")
    data = archive_of(cast)
    there = elsewhere(cast)
    job, found = looked_at(there, data, JSON)
    [game] = read(data)["games"]
    assert (found["kind"], found["format"], found["encoding"]) == ("preview", "archive", "utf-8")
    assert (found["games"], found["rounds"], found["new"], found["known"]) == (1, 2, 1, 0)
    assert (found["problems"], found["blocking_count"], found["warnings"]) == ([], 0, [])
    assert found["sample"] == [
        {
            "line": None,
            "started_at": game["started_at"].replace("Z", "+00:00"),
            "edition": "classic",
            "variant": "standard",
            "status": "playing",
            "rounds": 2,
            "players": [
                {"name": "North", "completed": 2, "total": 0, "rank": 1, "won": False},
                {"name": "East", "completed": 0, "total": 100, "rank": 2, "won": False},
            ],
        }
    ]
    brought: Any = ended(ask_import(there, job))[1]
    assert counted(brought) == {"games": 1, "rounds": 2, "players": 4, "known": 0}
    assert read(archive_of(cast, cast.other_group, "other_owner"))["games"][0]["rounds"]


def test_the_first_three_games_are_shown(cast: Cast) -> None:
    """Where nobody wrote down the Phases, nobody knows them; a winner is one however it ended."""
    record_everything(cast)
    data = archive_of(cast)
    shown = looked_at(elsewhere(cast), data, JSON)[1]["sample"]
    games = read(data)["games"][:3]
    assert [len(one["players"]) for one in shown] == [len(game["players"]) for game in games]
    assert [one["rounds"] for one in shown] == [len(game["rounds"]) for game in games]
    totals = [
        {name: one[name] for name in ("completed", "total", "won")} for one in shown[0]["players"]
    ]
    assert totals == TOTALS
    assert shown[0]["status"] == "over"


def test_one_with_mistakes_fails_and_says_which(cast: Cast) -> None:
    sit_down(cast, "NE").play("N=out E=50-")
    document = read(archive_of(cast))
    document["games"][0]["rounds"][0]["lines"][1]["points"] = "50"
    data = json.dumps(document).encode()
    there = elsewhere(cast)
    job, found = looked_at(there, data, JSON)
    path = "games.0.rounds.0.lines.1.points"
    assert found["sample"] == []
    assert found["problems"] == [
        {
            "path": path,
            "line": None,
            "column": None,
            "code": "invalid",
            "message": "Must be a whole number.",
            "overrulable": False,
            "skip": [],
        }
    ]
    # Were it not refused at once, the job would find the same.
    Job.objects.update(result={**found, "blocking_count": 0, "problem_count": 0})
    failed = worked_on(ask_import(there, job))
    assert failed.state == "failed"
    assert failed.problem is not None
    assert (failed.problem["code"], failed.problem["errors"][0]["field"]) == ("bad_archive", path)
    assert not Game.objects.filter(group=cast.other_group).exists()


def test_nothing_is_brought_for_an_account_that_is_gone(cast: Cast) -> None:
    sit_down(cast, "NE").play("N=out E=50-")
    there = elsewhere(cast)
    response = ask_import(there, looked_at(there, archive_of(cast), JSON)[0])
    Job.objects.update(created_by=None)
    job = worked_on(response)
    assert job.problem is not None
    assert (job.state, job.problem["code"]) == ("failed", "nobody_asks")
    assert not Player.objects.filter(group=cast.other_group).exists()
