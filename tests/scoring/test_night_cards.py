"""The nights of a group, and the card of each, over the five games of `test_statistics`.

Each of the five is a night of its own: A and B in March 2025, C, D and X in 2026.
"""

from __future__ import annotations

from datetime import date
from itertools import pairwise, product
from typing import Any

import pytest

from games.models import Group, Player
from scoring.sheets.drawing import draw_night
from scoring.sheets.night import MAX_PLAYERS, night_picture
from scoring.statistics.wire.night_text import MAX_LINES, shown
from tests.application import followed
from tests.cast import Cast
from tests.games.scoresheet import phone
from tests.games.test_attendance import join
from tests.sampling import RELEASE
from tests.scoring.counting import count_all
from tests.scoring.test_sheets import HOSTILE, png_size
from tests.scoring.test_statistics import Story
from tests.scoring.test_statistics import story as story  # a fixture

pytestmark = pytest.mark.django_db


def ask(story: Story, path: str = "", **more: Any) -> Any:
    """An address below the nights, after everything is counted."""
    count_all()
    return story.client.get(f"{story.cast.url}/nights/{path}", **more)


def card(story: Story, night: str) -> Any:
    """The card of a night with letters for players and games, as `Story.plain` has them."""
    response = ask(story, f"{night}/")
    assert response.status_code == 200, response.content
    answer = response.json()
    assert not answer.pop("counting")
    return story.plain(answer)


# --- The list -------------------------------------------------------------------------------


def test_nights_are_read_page_by_page(story: Story) -> None:
    whole = [night["date"] for night in ask(story).json()["results"]]
    pages = [ask(story, "?limit=2").json()]
    while following := pages[-1]["next"]:
        pages.append(story.client.get(following).json())
    assert [[night["date"] for night in page["results"]] for page in pages] == [
        whole[:2], whole[2:4], whole[4:],
    ]  # fmt: skip
    assert pages[0]["previous"] is None
    for before, page in pairwise(pages):
        assert story.client.get(page["previous"]).json()["results"] == before["results"]


def test_a_group_without_games_has_no_nights(cast: Cast) -> None:
    page = phone(cast.users["viewer"]).get(f"{cast.url}/nights/").json()
    assert (page["results"], page["next"], page["as_of"]) == ([], None, None)


# --- The card -------------------------------------------------------------------------------


def test_whoever_joined_late_wins_no_night(story: Story) -> None:
    table = story.begin("Z", "NE", "2026-03-01", phases=[1, 2]).play("N=out E=60-")
    assert join(table, "W", story.cast, total=0).status_code == 201
    table.look()
    table.play("N=out E=60- W=60-")
    found = card(story, "2026-03-01")
    west = next(line for line in found["players"] if line["player"] == "W")
    assert (west["games"], west["part_games"], west["place"]["value"]) == (0, 1, None)
    assert west["rating"]["change"] == 0
    assert found["players"][-1] == west
    # It is not rated, which is not the same as a rating that stays.
    answer: Any = ask(story, "2026-03-01/").json()
    assert answer["text"].endswith(", West –")
    answer["date"] = date(2026, 3, 1)
    line = night_picture(answer)["players"][-1]
    assert (line["name"], line["games"], line["wins"], line["change"]) == ("West", "–", "–", "–")


def test_the_text_says_it_all(story: Story) -> None:
    assert ask(story, "2026-01-10/").json()["text"].split("\n")[:-1] == [
        "Kitchen table, 10 January 2026",
        "1 game, 2 rounds",
        "Winners of the night: East and South, with 1 win each.",
        "Best comeback: South won after being 25 points behind.",
        "Record: Won after being most points behind on the same Phase. South, 25 points.",
        "Record: Most Phases laid down in a row. South, 4 rounds.",
        "Record: Most wins in a row. South, 2 games.",
        "New badges of East: First win, Good company.",
        "New badge of South: Good company.",
    ]
    lines = {
        line["player"]: line["rating"]["change"] for line in card(story, "2026-01-10")["players"]
    }
    last = ask(story, "2026-01-10/").json()["text"].split("\n")[-1]
    assert last.replace("−", "-") == (
        f"Ratings: East {lines['E']:+}, South {lines['S']:+}, North {lines['N']:+}"
    )
    first = ask(story, "2025-03-01/").json()["text"].split("\n")
    assert sum(line.startswith("Record: ") for line in first) == MAX_LINES
    assert "Record: Win in the fewest rounds (2 Phases). South, 2 rounds." in first
    assert "2 more records." in first
    assert "Winner of the night: South, with 1 win." in first


def test_the_text_is_in_the_language_of_the_request(story: Story) -> None:
    answer = ask(story, "2026-01-10/", headers={"Accept-Language": "de"})
    assert "10. Januar 2026" in answer.json()["text"]


def test_a_name_in_the_text_is_a_name(story: Story) -> None:
    count_all()
    for name in ("Ann\nWinner: me", "\u202eevil", "שלום", "%(player)s", "{x} %s"):
        Player.objects.filter(pk=story.ids["S"]).update(name=name)
        Group.objects.filter(pk=story.cast.group.pk).update(name=name)
        text = story.client.get(f"{story.cast.url}/nights/2026-01-10/").json()["text"]
        lines = text.split("\n")
        assert len(lines) == 10
        assert lines[0] == f"{shown(name)}, 10 January 2026"
        assert lines[3] == f"Best comeback: {shown(name)} won after being 25 points behind."
        assert text.count("\u2068") == text.count("\u2069")


# --- Nights that are not there --------------------------------------------------------------


NO_NIGHTS = ("2026-01-11", "2026-02-02", "2026-02-03", "2026-02-04", "0001-01-01", "9999-12-31")
NO_DATES = ("yesterday", "2026-02-30", "2026-1-10", "20260110", "２０２６-01-10", "2026-W02-6")


def test_a_night_without_a_game_that_counts_is_not_there(story: Story) -> None:
    """Nothing began, or only what is still on, abandoned or deleted."""
    for night, ending in product(NO_NIGHTS, ("", "?format=png", "night.png")):
        response = ask(story, f"{night}/{ending}")
        assert (response.status_code, response.json()["code"]) == (404, "not_found"), night
        assert response.json()["detail"] == "No game that counts began in this night."


@pytest.mark.parametrize("ending", ["", "?format=png", "night.png"])
def test_a_date_that_cannot_be_read_is_named(cast: Cast, ending: str) -> None:
    for night in NO_DATES:
        address = f"{cast.url}/nights/{night}/{ending}"
        response = cast.viewer.get(address)
        assert (response.status_code, response.json()["code"]) == (400, "invalid_request"), night
        [error] = response.json()["errors"]
        assert (error["field"], error["code"]) == ("date", "invalid")
        # A stranger learns nothing.
        assert cast.outsider.get(address).status_code == 404


# --- The picture ----------------------------------------------------------------------------


def test_the_picture_is_of_the_size_of_a_chat(story: Story) -> None:
    response = followed(ask(story, "2026-01-10/?format=png"))
    assert followed(ask(story, "2026-01-10/night.png")).content == response.content
    assert response["Content-Type"] == "image/png"
    assert png_size(response.content) == (1080, 1350)
    assert response["Content-Disposition"] == 'inline; filename="night-2026-01-10.png"'


@pytest.mark.parametrize("name", HOSTILE[:: 1 if RELEASE else 4])
def test_the_picture_has_its_size_whatever_the_names_are(story: Story, name: str) -> None:
    found = ask(story, "2025-03-01/").json()  # which has more records than fit
    found["group"] = name
    for one in (*found["players"], *found["badges"], *found["records"], found["comeback"]):
        one["player"] = {**one["player"], "name": name}
    found["winners"] = [line["player"] for line in found["players"]]
    found["players"] = [found["players"][0]] * (MAX_PLAYERS + 5)
    found["date"] = date.fromisoformat(found["date"])
    picture = night_picture(found)
    assert (len(picture["players"]), picture["left_out"]) == (MAX_PLAYERS, 5)
    assert png_size(draw_night(picture)) == (1080, 1350)
