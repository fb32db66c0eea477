"""The export of Board Game Stats: plays of this game, with totals and who won."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.models import Game, Player
from scoring.exchange.paper.bgstats import read_bgstats
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.file_problems import UnreadableFile
from tests.cast import Cast
from tests.scoring.import_files import (
    JSON,
    ask_import,
    bring,
    codes,
    ended,
    look_again,
    looked_at,
    standings,
)

NAMES = ("North", "East", "South", "West")


def score(ref: Any, points: Any, **more: Any) -> dict[str, Any]:
    """What a player scored, as the app writes it."""
    return {
        "playerRefId": ref,
        "score": points,
        "winner": False,
        "startPlayer": False,
        "seatOrder": 0,
        "rank": 0,
        "newPlayer": False,
        "team": "0",
        **more,
    }


def play(*scores: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "uuid": "3216F2F2-E3DF-4C75-B964-89A9EB237115",
        "gameRefId": 7,
        "playDate": "2022-12-24 22:10:45",
        "entryDate": "2022-12-24 22:10:45",
        "ignored": False,
        "usesTeams": False,
        "manualWinner": False,
        "rounds": 0,
        "locationRefId": 1,
        "metaData": "{}",
        "playerScores": list(scores),
        **more,
    }


def export(*plays: Any, **more: Any) -> str:
    """An export of these plays."""
    return json.dumps(
        {
            "games": [{"id": 7, "name": "Phase 10"}, {"id": 8, "name": "Cryptid"}],
            "players": [{"id": n, "name": name} for n, name in enumerate(NAMES, 1)],
            "plays": list(plays),
            "locations": [],
            "userInfo": {"meRefId": 1},
            **more,
        }
    )


WON = score(1, "340", winner=True, rank=1)
LOST = score(2, "415", rank=2)


def read(*plays: Any, **more: Any) -> FileContents:
    return read_bgstats(export(*plays, **more).encode())


def test_plays_become_games_with_totals(cast: Cast) -> None:
    _job, found = looked_at(cast, export(play(WON, LOST)), JSON)
    assert (found["format"], found["games"], found["rounds"]) == ("bgstats", 1, 0)
    assert found["first_date"] == "2022-12-24"
    assert found["sample"][0]["players"][0] == {
        "name": "North",
        "completed": None,
        "total": 340,
        "rank": 1,
        "won": True,
    }
    bring(cast, export(play(WON, LOST)), JSON)
    game = Game.objects.get()
    assert standings(cast, game.pk) == ["North None 340 1*", "East None 415 2"]
    assert (game.edition, game.started_at.isoformat()) == ("classic", "2022-12-24T22:10:45+00:00")


def test_who_won_is_said_by_the_app(cast: Cast) -> None:
    """Who was ahead in Phases, which the app does not know, may well have more points."""
    bring(cast, export(play(score(1, "100"), score(2, "400", winner=True))), JSON)
    assert standings(cast, Game.objects.get().pk) == ["North None 100 2", "East None 400 1*"]


@pytest.mark.parametrize(
    ("name", "edition"),
    [
        ("Phase 10", "classic"),
        ("phase  10", "classic"),
        ("Phase 10 Flip!", "flip"),
        ("Phase 10: Flip", "flip"),
        ("Phase 10 Express", "express"),
        ("Phase 10 Dice", None),
        ("Phase 100", None),
        ("", None),
    ],
)
def test_editions_by_their_names(name: str, edition: str | None) -> None:
    found = read(play(WON, LOST), games=[{"id": 7, "name": name}])
    assert [game.paper.edition for game in found.games] == ([edition] if edition else [])


def test_what_is_left_out_is_counted(cast: Cast) -> None:
    other = [play(WON, LOST, gameRefId=8, uuid=f"other-{n:04}") for n in range(3)]
    odd = [
        play(WON, LOST, uuid="ignored-1", ignored=True),
        play(WON, LOST, uuid="in-teams-1", usesTeams=True),
        play(WON, uuid="alone-0001"),
        play(*(score(n, "5", winner=True) for n in range(1, 8)), uuid="seven-0001"),
        play(WON, score(2, ""), uuid="no-points-1"),
        play(score(1, "5"), LOST, uuid="no-winner-1"),
        play(WON, score(1, "5"), uuid="twice-0001"),
        play(WON, LOST),  # the same once more
    ]
    _job, found = looked_at(cast, export(play(WON, LOST), *other, *odd), JSON)
    assert (found["games"], found["problem_count"]) == (1, 0)
    assert found["warnings"] == [
        "3 plays of other games were skipped (“Cryptid”: 3).",
        "1 play was skipped because it repeats an earlier one (“Phase 10”: 1).",
        "1 play was skipped because it is marked as ignored (“Phase 10”: 1).",
        "1 play was skipped because it was played in teams (“Phase 10”: 1).",
        "2 plays were skipped because they do not have 2 to 6 players (“Phase 10”: 2).",
        "1 play was skipped because it lacks the points of a player (“Phase 10”: 1).",
        "1 play was skipped because it has no winner (“Phase 10”: 1).",
        "1 play was skipped because it lists a player twice, perhaps an anonymous one "
        "(“Phase 10”: 1).",
    ]


def test_a_later_export_brings_what_is_new(cast: Cast) -> None:
    bring(cast, export(play(WON, LOST)), JSON)
    # By its id, even if it was mended in the app.
    mended = play(score(1, "345", winner=True), LOST)
    more = play(WON, LOST, uuid="A1B5D381-6884-4261-B87E-17EC7C740ABC")
    result = bring(cast, export(mended, more), JSON)
    assert (result["imported"], result["known"]) == (1, 1)


def test_seats_and_who_began(cast: Cast) -> None:
    scores = [
        score(1, "50", winner=True, seatOrder=3),
        score(2, "55", seatOrder=1),
        score(3, "60", seatOrder=2, startPlayer=True),
    ]
    bring(cast, export(play(*scores)), JSON)
    game = Game.objects.get()
    assert [line.split()[0] for line in standings(cast, game.pk)] == ["East", "South", "North"]
    assert game.first_dealer == 0  # to whose left South sits
    # Where a seat is not known, none is.
    unknown = play(scores[0], score(2, "55"), scores[2], uuid="unknown-seat-1")
    assert [total.total for total in read(unknown).games[0].paper.totals or ()] == [50, 55, 60]


def test_any_number_is_an_id() -> None:
    people = [{"id": number, "name": name} for number, name in enumerate(NAMES)]
    found = read(play(score(0, "340", winner=True), score(1, "415"), score(2, "5")), players=people)
    assert [total.total for total in found.games[0].paper.totals or ()] == [340, 415, 5]


def test_points_as_a_sum() -> None:
    found = read(play(score(1, "45+60 + 5", winner=True), score(2, 120)))
    assert [total.total for total in found.games[0].paper.totals or ()] == [110, 120]


def test_two_of_one_name_stay_two(cast: Cast) -> None:
    people = [{"id": 1, "name": "Anna"}, {"id": 2, "name": "anna "}]
    text = export(play(WON, LOST), players=people)
    job, found = looked_at(cast, text, JSON)
    assert [one["name"] for one in found["players"]] == ["Anna", "anna (BG Stats 2)"]
    ended(ask_import(cast, job, players={"Anna": "new", "anna (BG Stats 2)": "new"}))
    assert Player.objects.filter(name__istartswith="anna").count() == 2


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        (play(WON, LOST, playDate=None), ("playDate", "bad_date")),
        (play(WON, LOST, playDate=20221224), ("playDate", "bad_date")),
        (play(WON, LOST, playDate="11/12/2022"), ("playDate", "ambiguous_date")),
        (play(WON, LOST, playDate="2022-02-30 20:00:00"), ("playDate", "bad_date")),
        (play(WON, LOST, playDate="0001-01-01 00:00:00"), ("playDate", "date_out_of_range")),
        (play(WON, LOST, playerScores=None), ("playerScores", "bad_type")),
        (play(WON, LOST, playerScores={"1": WON}), ("playerScores", "bad_type")),
        (play(WON, LOST, playerScores=[WON, None]), ("playerScores", "bad_type")),
        (play(WON, score(2, "12,5")), ("score", "bad_number")),
        (play(WON, score(2, "-5")), ("score", "bad_number")),
        (play(WON, score(2, "１２")), ("score", "bad_number")),
        (play(WON, score(2, "1e9")), ("score", "bad_number")),
        (play(WON, score(2, 12.5)), ("score", "bad_number")),
        (play(WON, score(2, True)), ("score", "bad_number")),
        (play(WON, score(2, ["5"])), ("score", "bad_number")),
        (play(WON, score(2, "999999")), ("score", "number_out_of_range")),
        (play(WON, score(2, "9" * 5000)), ("score", "bad_number")),
        (play(WON, score(9, "5")), ("playerRefId", "blank")),
        (play(WON, score("2", "5")), ("playerRefId", "blank")),
        (play(WON, score(None, "5")), ("playerRefId", "blank")),
        (play(WON, score([2], "5")), ("playerRefId", "blank")),
        (play(WON, score(True, "5")), ("playerRefId", "blank")),
    ],
)
def test_a_play_that_cannot_be_read(cast: Cast, broken: Any, problem: tuple[str, str]) -> None:
    _job, found = looked_at(cast, export(broken), JSON)
    assert [(one["line"], one["column"], one["code"]) for one in found["skipped"]] == [
        (1, *problem)
    ]
    assert (found["skipped_count"], codes(found)) == (1, [(None, None, "empty_file")])


def test_an_unknown_game_can_be_said_to_be_ours(cast: Cast) -> None:
    text = export(play(WON, LOST, gameRefId=8))
    job, found = looked_at(cast, text, JSON)
    assert found["unknown_games"] == [{"name": "Cryptid", "lines": 1}]
    again, found = look_again(cast, job, editions={"cryptid": "flip"})
    assert (found["games"], found["unknown_games"]) == (1, [])
    assert ended(ask_import(cast, again))[1]["imported"] == 1
    assert Game.objects.get().edition == "flip"


def test_plays_can_be_left_out(cast: Cast) -> None:
    text = export(play(WON, LOST), play(WON, LOST, uuid="another-one-1"))
    job, _found = looked_at(cast, text, JSON)
    assert look_again(cast, job, skip=[2])[1]["games"] == 1


@pytest.mark.parametrize(
    "more",
    [
        {"plays": None},
        {"plays": {}},
        {"plays": [None]},
        {"plays": [[]]},
        {"games": None},
        {"games": [7]},
        {"players": "North"},
    ],
)
def test_what_is_no_export(cast: Cast, more: dict[str, Any]) -> None:
    _job, found = looked_at(cast, export(play(WON, LOST), **more), JSON)
    assert codes(found) == [(None, None, "not_bgstats")]


def test_more_plays_than_anybody_has_played() -> None:
    with pytest.raises(UnreadableFile) as caught:
        read(*[{}] * 20_001)
    assert caught.value.problem.code == "too_many_entries"
