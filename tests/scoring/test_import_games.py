"""What comes in from a file is as if it had been played here; once, and all or nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Round
from games.services.games import delete_game
from games.services.locking import locked_game
from scoring.statistics.models import PendingGame
from tests.cast import V1, Cast
from tests.games.happened import changes, events
from tests.games.scoresheet import Table, phone, sit_down
from tests.scoring.import_files import (
    ask_import,
    bring,
    codes,
    ended,
    looked_at,
    rows,
    standings,
    worked_on,
)

HEADINGS = "game,date,edition,phases,round,player,points,laid_down,went_out,dealer\n"
EVENING = (
    HEADINGS
    + """\
1,2024-03-01,classic,1 2,1,North,50,no,,yes
1,2024-03-01,classic,1 2,1,East,0,,yes,
1,2024-03-01,classic,1 2,1,South,5,,,
1,2024-03-01,classic,1 2,2,North,0,,yes,
1,2024-03-01,classic,1 2,2,East,10,,,
1,2024-03-01,classic,1 2,2,South,85,no,,
"""
)
TOTALS = """\
date,player,total,completed,won
2024-03-02,North,120,9,
2024-03-02,East,300,10,
2024-03-02,South,80,9,
"""
# Both North and East complete the second Phase with 10 points, so they play it again: twice,
# as nobody went out the first time.
TIE = """\
date,phases,round,player,points,laid_down,went_out
2024-03-03,1 1,1,North,0,,yes
2024-03-03,1 1,1,East,10,,
2024-03-03,1 1,1,South,105,no,
2024-03-03,1 1,2,North,10,,
2024-03-03,1 1,2,East,0,,yes
2024-03-03,1 1,2,South,110,no,
2024-03-03,1 1,3,North,5,,
2024-03-03,1 1,3,East,0,,yes
"""


def shown(game: Any, table: Table) -> dict[str, Any]:
    """A game as it is read, but for what two games never share."""
    answer: dict[str, Any] = table.client.get(f"{V1}/games/{game}/").json()
    for name in ("id", "event", "version", "started_at", "changed_at"):
        del answer[name]
    for played in answer["rounds"]:
        del played["id"], played["recorded_at"]
    return answer


# --- As if it had been played here ----------------------------------------------------------


def test_an_evening_on_paper_is_as_one_that_was_played(cast: Cast) -> None:
    table = sit_down(cast, "NES", phases=[1, 2], dealer="N")
    table.play("N=50- E=out S=5", "N=out E=10 S=85-")
    result = bring(cast, EVENING)
    assert result == {
        "kind": "import",
        "imported": 1,
        "known": 0,
        "rounds": 2,
        "skipped": 0,
        "new_players": [],
    }
    imported = Game.objects.exclude(pk=table.game["id"]).get()
    brought = shown(imported.pk, table)
    assert brought == shown(table.game["id"], table)
    assert brought["status"] == "over"
    assert standings(cast, imported.pk) == ["North 1 50 2", "East 2 10 1*", "South 1 90 3"]


def test_it_is_in_the_history_who_brought_it_in(cast: Cast) -> None:
    bring(cast, EVENING)
    game = Game.objects.get()
    [change] = phone(cast.users["viewer"]).get(f"{V1}/games/{game.pk}/changes/").json()["results"]
    assert (change["kind"], change["actor"], change["version"]) == ("game_imported", "scorer", 1)
    assert change["after"]["source"] == "csv"
    assert change["after"]["players"] == [str(player.pk) for player in cast.players[:3]]
    assert change["reason"] is None
    assert not events()  # nobody has listened to it
    assert [due.game for due in PendingGame.objects.all()] == [game]


def test_a_game_that_came_in_can_be_corrected_and_played_on(cast: Cast) -> None:
    bring(cast, "\n".join(EVENING.splitlines()[:4]))  # its first round
    client = phone(cast.users["scorer"])
    table = Table(client, client.get(f"{V1}/games/{Game.objects.get().pk}/").json())
    assert table.game["status"] == "playing"
    table.play("N=out E=10 S=85-")
    assert table.game["status"] == "over"
    assert table.game["event"] > 0
    assert table.correct(1, "N=50- E=5 S=out").status_code == 200
    assert [change["kind"] for change in table.changes()] == [
        "round_corrected",
        "round_recorded",
        "game_imported",
    ]


def test_only_totals(cast: Cast) -> None:
    result = bring(cast, TOTALS)
    assert result["rounds"] == 0
    [game] = Game.objects.all()
    assert standings(cast, game.pk) == ["North 9 120 3", "East 10 300 1*", "South 9 80 2"]
    answer = phone(cast.users["viewer"]).get(f"{V1}/games/{game.pk}/").json()
    assert (answer["totals_only"], answer["status"], answer["rounds"]) == (True, "over", [])
    assert answer["started_at"] == "2024-03-02T12:00:00Z"


@pytest.mark.parametrize(
    ("variant", "lines", "expected"),
    [
        # 7.2: the fewest points win, and equal ones share it.
        ("fixed_rounds", ["North,80,,", "East,80,,", "South,90,,"], "North East"),
        # 7.1: of several who completed all, the fewest points.
        ("standard", ["North,80,10,", "East,75,10,", "South,5,9,"], "East"),
        # A tie-break decided, which no total tells.
        ("standard", ["North,80,10,", "East,80,10,yes", "South,5,9,"], "East"),
        # The table stopped early: who was furthest, then the fewest points.
        ("standard", ["North,80,7,", "East,85,7,", "South,5,6,"], "North"),
        # Nobody wrote down the Phases.
        ("standard", ["North,80,,no", "East,85,,x", "South,5,,"], "East"),
    ],
)
def test_who_won_by_the_totals(cast: Cast, variant: str, lines: list[str], expected: str) -> None:
    head = "date,variant,player,total,completed,won"
    bring(cast, "\n".join([head, *(f"2024-03-02,{variant},{line}" for line in lines)]))
    won = [line.split()[0] for line in standings(cast, Game.objects.get().pk) if "*" in line]
    assert " ".join(won) == expected


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["North,80,10,", "East,80,10,"], (2, "won", "nobody_won")),
        (["North,80,,", "East,85,,"], (2, "won", "nobody_won")),
        (["North,80,10,no", "East,85,9,no"], (2, "won", "nobody_won")),
        (["North,80,11,yes", "East,85,9,"], (2, "completed", "too_many_phases")),
        (["North,80,9,yes", "East,85,10,"], (2, "won", "winner_not_possible")),
        (["North,80,10,", "East,83,9,"], (3, "total", "points_not_multiple_of_5")),
        (["North,80,10,"], (2, "player", "wrong_player_count")),
    ],
)
def test_totals_that_cannot_be(cast: Cast, lines: list[str], problem: tuple[int, str, str]) -> None:
    head = "date,player,total,completed,won"
    _job, found = looked_at(cast, "\n".join([head, *(f"2024-03-02,{line}" for line in lines)]))
    assert codes(found) == [problem]


def test_a_tie_break(cast: Cast) -> None:
    bring(cast, TIE)
    assert standings(cast, Game.objects.get().pk) == [
        "North 2 10 2",
        "East 2 10 1*",
        "South 0 215 3",
    ]


def test_who_plays_a_tie_break(cast: Cast) -> None:
    third = TIE + "2024-03-03,1 1,3,South,55,,\n"
    assert codes(looked_at(cast, third)[1]) == [(10, "player", "not_playing")]
    alone = "\n".join(TIE.splitlines()[:-1])
    assert codes(looked_at(cast, alone)[1]) == [(8, "player", "missing_player")]


def test_nothing_is_played_once_it_is_over(cast: Cast) -> None:
    more = TIE + "2024-03-03,1 1,4,North,5,,\n2024-03-03,1 1,4,East,0,,yes\n"
    assert codes(looked_at(cast, more)[1]) == [(10, "round", "game_over")]


def test_ended_early(cast: Cast) -> None:
    first_round = EVENING.splitlines()[:4]
    _job, found = looked_at(cast, "\n".join(first_round))
    assert found["problem_count"] == 0
    assert "would stay open" in found["warnings"][0]
    assert found["sample"][0]["status"] == "playing"
    lines = [first_round[0] + ",ended_early", first_round[1] + ",yes", *first_round[2:]]
    job, found = looked_at(cast, "\n".join(lines))
    assert found["warnings"] == []
    ended(ask_import(cast, job))
    assert standings(cast, Game.objects.get().pk)[1] == "East 1 0 1*"
    assert PendingGame.objects.count() == 1
    over = EVENING.replace("dealer\n", "dealer,ended_early\n").replace(",yes\n", ",yes,yes\n", 1)
    assert codes(looked_at(cast, over)[1]) == [(2, "ended_early", "not_ended_early")]


def test_games_of_one_day_stay_in_their_order(cast: Cast) -> None:
    later = EVENING.splitlines()[1:]
    text = EVENING + "\n".join("2" + line[1:] for line in later).replace("East", "West")
    bring(cast, text)
    first, second = Game.objects.order_by("started_at")
    assert standings(cast, first.pk)[1].startswith("East")
    assert (second.started_at - first.started_at).total_seconds() == 60


# --- The check of each round ----------------------------------------------------------------


def test_what_is_open_is_asked_for(cast: Cast) -> None:
    _job, found = looked_at(cast, EVENING.replace("North,50,no", "North,50,"))
    assert codes(found) == [(2, "laid_down", "laid_down_unknown")]
    assert found["problems"][0]["message"] == (
        "50 points are possible with and without laying down. Did North lay down? (Round 1)"
    )
    assert (found["games"], found["blocking_count"]) == (0, 1)


def test_what_cannot_be_is_refused_unless_the_table_says_why(cast: Cast) -> None:
    job, found = looked_at(cast, EVENING.replace("South,5,,", "South,7,yes,"))
    assert codes(found) == [(4, "points", "points_not_multiple_of_5")]
    assert (found["games"], found["problem_count"], found["blocking_count"]) == (1, 1, 0)
    assert found["problems"][0]["overrulable"]
    response = ask_import(cast, job)
    assert response.status_code == 422
    assert response.json()["code"] == "overrule_needed"
    ended(ask_import(cast, job, overrule="We counted by hand."))
    assert [one.overrule for one in Round.objects.order_by("number")] == ["We counted by hand.", ""]
    assert changes().get().reason == "We counted by hand."
    assert any(line[1] == 7 for one in Round.objects.all() for line in one.lines)


def test_each_round_has_the_reason_that_its_lines_say(cast: Cast) -> None:
    odd = EVENING.replace("South,5,,", "South,7,yes,").replace("East,10,,,", "East,12,yes,,")
    why = ["overrule", "", "", "By hand.", "", "Wet cards.", ""]
    text = "\n".join(f"{line},{one}" for line, one in zip(odd.splitlines(), why, strict=True))
    bring(cast, text)
    assert [one.overrule for one in Round.objects.order_by("number")] == ["By hand.", "Wet cards."]
    assert changes().get().reason == "By hand."
    long = text.replace("By hand.", "x" * 201)
    assert (4, "overrule", "max_length") in codes(looked_at(cast, long)[1])


def test_to_overrule_the_sheet_must_say_who_laid_down(cast: Cast) -> None:
    _job, found = looked_at(cast, EVENING.replace("South,5,,", "South,7,,"))
    assert codes(found) == [
        (4, "points", "points_not_multiple_of_5"),
        (4, "laid_down", "laid_down_unknown"),
    ]
    assert found["blocking_count"] == 2


def test_whoever_holds_nothing_went_out(cast: Cast) -> None:
    bring(cast, EVENING.replace(",,yes,", ",,,"))
    assert sum(line[3] for one in Round.objects.all() for line in one.lines) == 2
    several = EVENING.replace("South,5,,,", "South,0,,yes,")
    assert (4, "went_out", "several_went_out") not in codes(looked_at(cast, several)[1])
    assert "several_went_out" in {code for *_where, code in codes(looked_at(cast, several)[1])}
    nobody = EVENING.replace("East,0,,yes", "East,5,,")
    assert "nobody_went_out" in {code for *_where, code in codes(looked_at(cast, nobody)[1])}


def test_a_round_that_others_have_played(cast: Cast) -> None:
    missing = "".join(line for line in EVENING.splitlines(True) if ",2,South" not in line)
    assert codes(looked_at(cast, missing)[1]) == [(5, "player", "missing_player")]


# --- Once -----------------------------------------------------------------------------------


def test_a_second_import_brings_nothing(cast: Cast) -> None:
    assert bring(cast, EVENING)["imported"] == 1
    before = rows()
    _job, found = looked_at(cast, EVENING)
    assert (found["games"], found["new"], found["known"]) == (1, 0, 1)
    assert found["warnings"] == []
    again = bring(cast, EVENING)
    assert (again["imported"], again["known"], again["new_players"]) == (0, 1, [])
    assert rows() == before


def test_two_games_that_are_alike_are_two(cast: Cast) -> None:
    twice = TOTALS + TOTALS.partition("\n")[2]
    assert bring(cast, twice)["imported"] == 2
    again = bring(cast, twice)
    assert (again["imported"], again["known"]) == (0, 2)
    assert bring(cast, TOTALS)["known"] == 1


def test_a_game_that_was_mended_is_warned_of(cast: Cast) -> None:
    bring(cast, EVENING)
    _job, found = looked_at(cast, EVENING.replace("South,85", "South,90"))
    assert (found["new"], found["known"]) == (1, 0)
    assert "correct it in the group" in found["warnings"][0]
    # Wherever it was imported from, and however it was counted.
    totals = "date,player,total,won\n2024-03-01,North,50,\n,East,10,yes\n,South,90,\n"
    assert (
        "1 game (line 2) has the same day and players" in looked_at(cast, totals)[1]["warnings"][0]
    )
    # Neither another day nor another table is any of it, nor a game that was deleted, nor one
    # that an import is still writing.
    assert looked_at(cast, totals.replace("03-01", "03-02"))[1]["warnings"] == []
    assert looked_at(cast, totals.replace("South", "West"))[1]["warnings"] == []
    assert looked_at(cast, totals.replace(",South,90,\n", ""))[1]["warnings"] == []
    Game.objects.update(deleted_at=timezone.now())
    assert looked_at(cast, totals)[1]["warnings"] == []
    Game.objects.update(deleted_at=None, hidden_by=uuid4())
    assert looked_at(cast, totals)[1]["warnings"] == []
    Game.everything.update(hidden_by=None)
    # A further game of that evening is none that was mended.
    second = "".join("2" + line[1:] for line in EVENING.splitlines(True)[1:])
    second = second.replace("South,85", "South,90")
    assert looked_at(cast, EVENING + second)[1]["warnings"] == []


def test_a_game_that_was_recorded_live_and_is_in_a_file_too(cast: Cast) -> None:
    sit_down(cast, "NES").play("N=50- E=out S=5")
    Game.objects.update(started_at=datetime(2024, 3, 1, 23, 59, tzinfo=UTC))
    _job, found = looked_at(cast, EVENING)
    assert found["new"] == 1
    assert found["warnings"] == [
        "1 game (line 2) has the same day and players as a game of the group. If it is the same "
        "game, leave out its lines (“skip”) and correct it in the group."
    ]
    with CaptureQueriesContext(connection) as few:
        looked_at(cast, EVENING)
    evenings = "".join(
        EVENING.partition("\n")[2].replace("03-01", f"04-{d:02}") for d in range(1, 30)
    )
    with CaptureQueriesContext(connection) as many:
        looked_at(cast, EVENING + evenings)
    assert len(many) <= len(few) + 2  # the job says how far it is


def test_a_deleted_game_is_not_brought_back(cast: Cast) -> None:
    bring(cast, EVENING)
    game = Game.objects.get()
    with locked_game(cast.users["owner"], game.pk) as record:
        delete_game(record=record, actor=cast.users["owner"])
    _job, found = looked_at(cast, EVENING)
    assert (found["new"], found["known"]) == (0, 1)
    assert "restore it" in found["warnings"][0]
    assert bring(cast, EVENING)["imported"] == 0
    game.rounds.all().delete()
    game.delete()  # as it is after 30 days
    assert bring(cast, EVENING)["imported"] == 1


# --- All or nothing -------------------------------------------------------------------------


def test_a_few_statements_for_many_rounds(cast: Cast) -> None:
    many = HEADINGS.replace("\n", ",ended_early\n") + "".join(
        f"{game},2024-03-{game % 28 + 1:02},classic,,{number},{name},{points},{laid},{out},,yes\n"
        for game in range(40)
        for number in range(1, 6)
        for name, points, laid, out in (("North", 0, "", "yes"), ("East", 105, "no", ""))
    )
    counts = []
    for text in (EVENING, many):
        job, _found = looked_at(cast, text)
        response = ask_import(cast, job)
        with CaptureQueriesContext(connection) as queries:
            assert worked_on(response).state == "done"
        counts.append(len(queries))
    assert Round.objects.count() == 202
    # One more a game, which notes that it is to be counted; SQLite takes its rows in batches.
    assert counts[1] - counts[0] <= 40 + 15
