"""Whom the names of a file mean: proposed, asked for, and made."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Player, Seat
from tests.cast import Cast
from tests.scoring.import_files import ask_import, bring, ended, looked_at, send, worked_on


def totals(*names: str, date: str = "2024-03-02") -> str:
    """A game of which the first one won."""
    lines = [f"{date},{name},{50 + 5 * place}" for place, name in enumerate(names)]
    return "\n".join(["date,player,total,won", lines[0] + ",yes", *lines[1:]])


def names(found: dict[str, Any]) -> dict[str, tuple[Any, Any, list[str]]]:
    """Of each name: the match, the suggestion, and the names of the candidates."""
    return {
        one["name"]: (one["match"], one["suggestion"], [who["name"] for who in one["candidates"]])
        for one in found["players"]
    }


@pytest.mark.parametrize(
    ("in_group", "in_file"),
    [
        ("Zoë", "Zoe\u0308"),  # made up of two characters
        ("STRASSE", "Straße"),
        ("Anna  Lena", "anna lena"),
        ("Ａｎｎａ", "Anna"),  # of full width
        ("Ελένη", "ΕΛΈΝΗ"),
    ],
)
def test_one_name_written_in_two_ways(cast: Cast, in_group: str, in_file: str) -> None:
    known = Player.objects.create(group=cast.group, name=in_group)
    _job, found = looked_at(cast, totals(in_file, "North"))
    assert names(found)[in_file] == (str(known.pk), str(known.pk), [in_group])


def test_names_are_one_within_a_file_too(cast: Cast) -> None:
    text = totals("North", "EAST ") + "\n" + totals(" north", "East", date="2024-03-03")
    text = "\n".join(line for line in text.splitlines() if line != "date,player,total,won")
    _job, found = looked_at(cast, "date,player,total,won\n" + text)
    assert [(one["name"], one["lines"]) for one in found["players"]] == [("EAST", 2), ("North", 2)]


@pytest.mark.parametrize("said", [{}, {"theo": "new"}])
def test_a_name_that_nobody_has_is_somebody_new(cast: Cast, said: dict[str, str]) -> None:
    job, found = looked_at(cast, totals("North", "Theo"))
    assert names(found)["Theo"] == (None, "new", [])
    result = ended(ask_import(cast, job, players=said))[1]
    theo = Player.objects.get(name="Theo")
    assert result["new_players"] == [{"id": str(theo.pk), "name": "Theo"}]
    assert theo.user is None


def test_a_name_can_be_somebody_who_is_called_otherwise(cast: Cast) -> None:
    west = cast.players[3]
    bring(cast, totals("North", "Grandma"), players={"Grandma": str(west.pk)})
    assert set(Seat.objects.values_list("player", flat=True)) == {cast.players[0].pk, west.pk}
    # Against the proposal, too.
    bring(cast, totals("North", "East", date="2024-03-03"), players={"East": "new"})
    assert Player.objects.filter(name="East").count() == 2


def test_two_of_one_name_must_be_told_apart(cast: Cast) -> None:
    other = Player.objects.create(group=cast.group, name="north")
    job, found = looked_at(cast, totals("North", "East"))
    assert names(found)["North"] == (None, None, ["North", "north"])
    assert ask_import(cast, job).json()["errors"][0]["field"] == "players.North"
    ended(ask_import(cast, job, players={"North": str(other.pk)}))
    assert Seat.objects.filter(player=other).count() == 1


def test_a_name_that_is_nearly_one_of_the_group(cast: Cast) -> None:
    known = Player.objects.create(group=cast.group, name="Oma Käthe")
    job, found = looked_at(cast, totals("Oma Kathe", "North"))
    assert names(found)["Oma Kathe"] == (None, None, ["Oma Käthe"])
    response = ask_import(cast, job)
    assert (response.status_code, response.json()["code"]) == (422, "players_open")
    [error] = response.json()["errors"]
    assert (error["field"], error["code"]) == ("players.Oma Kathe", "required")
    ended(ask_import(cast, job, players={"Oma Kathe": str(known.pk)}))
    assert Seat.objects.filter(player=known).exists()


def test_names_of_a_file_that_are_nearly_alike(cast: Cast) -> None:
    more = totals("Oma Kathe", "North", date="2024-03-03").partition("\n")[2]
    _job, found = looked_at(cast, totals("Oma Käthe", "North") + "\n" + more)
    assert found["warnings"] == [
        "“Oma Käthe” and “Oma Kathe” are similar names. Are they two different people?"
    ]
    same = more.replace("Kathe", "käthe")
    assert looked_at(cast, totals("Oma Käthe", "North") + "\n" + same)[1]["warnings"] == []


def test_whoever_was_merged_is_who_they_became(cast: Cast) -> None:
    old = Player.objects.create(group=cast.group, name="Grandma", merged_into=cast.players[0])
    job, found = looked_at(cast, totals("Grandma", "East"))
    assert names(found)["Grandma"] == (str(cast.players[0].pk),) * 2 + (["North"],)
    refused = ask_import(cast, job, players={"Grandma": str(old.pk)})
    assert refused.json()["errors"][0]["code"] == "unknown_player"
    ended(ask_import(cast, job))
    assert Seat.objects.filter(player=cast.players[0]).count() == 1


def test_a_name_that_is_not_in_the_file(cast: Cast) -> None:
    job, _found = looked_at(cast, totals("North", "East"))
    response = ask_import(cast, job, players={"Nrth": "new"})
    assert response.status_code == 422
    assert response.json()["errors"][0]["code"] == "unknown_name"


def test_as_many_names_as_a_file_may_have(cast: Cast) -> None:
    players = [f"{number:04} Ann" for number in range(1_002)]
    lines = [
        f"2024-03-01,{game},{player},{50 + 5 * seat},{'yes' if seat == 0 else ''}"
        for game in range(len(players) // 6)
        for seat, player in enumerate(players[6 * game : 6 * game + 6])
    ]
    brought = bring(cast, "\n".join(["date,game,player,total,won", *lines]))
    assert brought["imported"] == 167
    assert len(brought["new_players"]) == 1_002


def test_two_names_of_one_game_are_no_one_player(cast: Cast) -> None:
    job, _found = looked_at(cast, totals("North", "Nora"))
    failed = worked_on(ask_import(cast, job, players={"Nora": str(cast.players[0].pk)}))
    assert failed.problem is not None
    assert failed.problem["code"] == "sat_in_one_game"
    assert (
        failed.problem["errors"][0]["message"] == "North and Nora play in the same game (line 2)."
    )
    # Of two games they can be.
    text = (
        totals("North", "East")
        + "\n"
        + totals("Nora", "East", date="2024-03-03").partition("\n")[2]
    )
    assert bring(cast, text, players={"Nora": str(cast.players[0].pk)})["imported"] == 2


@pytest.mark.parametrize(
    "name",
    ["A\u202eB", "\u200b", "x" * 81, "A\tB", "\u2800"],
    ids=["turned", "unseen", "long", "tab", "blank"],
)
def test_a_name_that_no_player_can_have(cast: Cast, name: str) -> None:
    _job, found = looked_at(cast, f"date;player;total;won\n2024-03-02;North;5;yes\n;{name};10;")
    assert [(one["line"], one["column"]) for one in found["problems"]] == [(3, "player")]


# --- Who may, and in which order ------------------------------------------------------------


def test_only_a_preview_that_is_done_is_imported(cast: Cast) -> None:
    waiting = send(cast, totals("North", "East")).json()["id"]
    client = cast.scorer
    response = client.post(f"{cast.url}/jobs/", {"kind": "import", "preview": waiting})
    assert (response.status_code, response.json()["code"]) == (409, "not_done")
    job, _found = looked_at(cast, totals("North", "East", date="2024-03-03"))
    importing, _result = ended(ask_import(cast, job))
    response = ask_import(cast, importing)
    assert (response.status_code, response.json()["code"]) == (409, "no_preview")


def test_a_file_that_was_forgotten(cast: Cast) -> None:
    job, _found = looked_at(cast, totals("North", "East"))
    job.upload = None
    job.save()
    response = ask_import(cast, job)
    assert (response.status_code, response.json()["code"]) == (409, "file_forgotten")
