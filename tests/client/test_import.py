"""Games from a file: looked into, read in another way, imported, cancelled."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.client.hands import player, table
from tests.client.phone import Phone
from tests.client.seeds import Evening
from tests.scoring.import_files import JSON

pytestmark = pytest.mark.no_rules

TOTALS = """date,edition,Anna,Ben,Kim,Mood
2023-12-26,classic,340 (10),415 (9),280 (8),good
2023-12-27,classic,210 (10),500 (7),320 (9),bad
"""


@pytest.fixture
def evening(anna: Phone) -> Evening:
    return table(anna)


def a_file(content: str | bytes, name: str, media_type: str = "text/csv") -> FilePayload:
    buffer = content.encode() if isinstance(content, str) else content
    return {"name": name, "mimeType": media_type, "buffer": buffer}


def choose(
    phone: Phone,
    group: str,
    content: str | bytes,
    name: str = "old games.csv",
    media_type: str = "text/csv",
) -> Page:
    """Choose a file of this phone, and look into it."""
    page = phone.open(f"/group/{group}/import")
    page.locator("input[type=file]").set_input_files(a_file(content, name, media_type))
    expect(page.get_by_text(name)).to_be_visible()
    phone.tap("Look into the file")
    return page


def games(evening: Evening, group: str = "") -> list[Any]:
    """The games of a group: that of the evening, unless it says another one."""
    path = f"/groups/{group or evening.group}/games/"
    found: list[Any] = evening.owner.get(path)["results"]
    return found


def test_a_sheet_is_looked_into_and_imported(anna: Phone, evening: Evening) -> None:
    page = choose(anna, evening.group, TOTALS)
    expect(page.get_by_role("heading", name="2 new games")).to_be_visible()
    expect(page.get_by_text("Table (CSV), a line for each game")).to_be_visible()
    page.get_by_label("Kim · 2 lines").select_option("Cleo")
    anna.tap("Import 2 games")
    expect(page.get_by_role("heading", name="2 games imported")).to_be_visible()
    anna.tap("To the group’s games", "link")
    won = page.get_by_role("main").locator('a[href^="/g/"]').filter(has_text="Won by Anna")
    expect(won).to_have_count(2)
    expect(won.first).to_contain_text("Cleo")
    # The same file again: nothing is new.
    page = choose(anna, evening.group, TOTALS)
    expect(page.get_by_role("heading", name="0 new games")).to_be_visible()
    expect(page.get_by_text("2 games of the file are in the group already")).to_be_visible()
    expect(anna.find("Choose another file", "link")).to_be_visible()


def test_whoever_was_new_in_one_file_is_a_player_in_the_next(anna: Phone, evening: Evening) -> None:
    page = choose(anna, evening.group, TOTALS)
    who = page.get_by_label(re.compile("^Kim · "))
    who.select_option("Cleo")
    who.select_option("A new player")
    anna.tap("Import 2 games")
    expect(page.get_by_role("heading", name="2 games imported")).to_be_visible()
    choose(anna, evening.group, TOTALS.replace("2023-", "2024-"))
    anna.tap("Import 2 games")
    expect(page.get_by_role("heading", name="2 games imported")).to_be_visible()
    expect(page.get_by_text("New players")).to_have_count(0)


def test_an_archive_of_another_group_is_imported(
    anna: Phone, evening: Evening, tmp_path: Path
) -> None:
    evening.round("Anna", Ben=40, Cleo=105)
    page = anna.open(f"/group/{evening.group}/export")
    page.get_by_text("Archive (JSON)").tap()
    anna.tap("Make the file")
    with page.expect_download() as download:
        anna.tap("Save or send")
    archive = tmp_path / download.value.suggested_filename
    download.value.save_as(archive)

    cabin = evening.owner.post("/groups/", {"name": "Cabin"})["id"]
    anna_there = evening.owner.post(f"/groups/{cabin}/players/", {"name": "Anna"})["id"]
    page = choose(anna, cabin, archive.read_bytes(), archive.name, JSON)
    expect(page.get_by_text("Archive of Tableside · 1 round")).to_be_visible()
    anna.tap("Import 1 game")
    expect(page.get_by_role("heading", name="1 game imported")).to_be_visible()
    expect(page.get_by_text("New players: Ben and Cleo")).to_be_visible()
    (imported,) = games(evening, cabin)
    assert imported["players"][0]["id"] == anna_there
    anna.tap("To the group’s games", "link")
    page.get_by_role("main").locator(f'a[href^="/g/{imported["id"]}"]').first.tap()
    expect(player(anna, "Cleo")).to_contain_text("105")


def test_names_that_look_alike_are_one_person_or_two(anna: Phone, evening: Evening) -> None:
    content = (
        "date,player,total,completed,won\n"
        "2023-12-26,Jürgen,340,10,yes\n,Anna,415,9,\n"
        "2023-12-27,Juergen,210,10,yes\n,Anna,500,7,\n"
    )
    page = choose(anna, evening.group, content)
    pair = page.get_by_role("group", name="Jürgen · Juergen")
    expect(pair.get_by_role("radio", checked=True)).to_have_count(0)
    pair.get_by_text("The same person").tap()
    anna.tap("Read the file again")
    expect(page.get_by_label("Jürgen · 2 lines")).to_be_visible()
    expect(pair.get_by_role("radio", name="The same person")).to_be_checked()
    pair.get_by_text("Two people").tap()
    anna.tap("Read the file again")
    expect(page.get_by_label("Juergen · 1 line")).to_be_visible()
    expect(pair.get_by_role("radio", name="Two people")).to_be_checked()
    anna.tap("Import 2 games")
    expect(page.get_by_text("New players: Juergen and Jürgen")).to_be_visible()


@pytest.mark.release
def test_problems_are_told_by_line_and_a_game_is_left_out(anna: Phone, evening: Evening) -> None:
    page = choose(anna, evening.group, TOTALS.replace("500 (7)", "many"))
    problem = page.locator(".import-problem")
    expect(problem).to_contain_text("Line 3")
    expect(problem).to_contain_text("Ben")
    expect(anna.find("Choose another file", "link")).to_be_visible()
    anna.tap("Leave the game out")
    anna.tap("Read the file again")
    expect(page.get_by_role("heading", name="1 new game", exact=True)).to_be_visible()
    expect(problem).to_have_count(0)
    anna.tap("Import 1 game")
    expect(page.get_by_role("heading", name="1 game imported")).to_be_visible()
    assert len(games(evening)) == 2


@pytest.mark.release
def test_a_file_that_was_changed_since_is_chosen_again(
    anna: Phone, evening: Evening, tmp_path: Path
) -> None:
    page = anna.open(f"/group/{evening.group}/import")
    file = tmp_path / "old games.csv"

    def choose_it() -> None:
        # As a browser does it: Playwright would tell of the same file, too.
        with page.expect_file_chooser():
            page.get_by_text(re.compile("^Choose a(nother)? file$")).tap()
        devtools = page.context.new_cdp_session(page)
        root = devtools.send("DOM.getDocument")["root"]["nodeId"]
        at = {"nodeId": root, "selector": "input[type=file]"}
        node = devtools.send("DOM.querySelector", at)["nodeId"]
        devtools.send("DOM.setFileInputFiles", {"files": [str(file)], "nodeId": node})

    file.write_text("date,edition\n")
    choose_it()
    expect(page.get_by_text(file.name)).to_be_visible()
    file.write_text(TOTALS)
    os.utime(file, (file.stat().st_atime, file.stat().st_mtime + 60))
    anna.tap("Look into the file")
    expect(page.get_by_text("This file cannot be read.")).to_be_visible()
    choose_it()
    anna.tap("Look into the file")
    expect(page.get_by_role("heading", name="2 new games")).to_be_visible()


def test_a_person_says_what_a_column_means(anna: Phone, evening: Evening) -> None:
    page = choose(anna, evening.group, TOTALS)
    page.get_by_text("Columns", exact=True).tap()
    page.get_by_label("E · Kim").select_option("Not read")
    anna.tap("Read the file again")
    expect(page.get_by_text("As they would be recorded")).to_be_visible()
    expect(page.get_by_label("Kim · 2 lines")).to_have_count(0)


@pytest.mark.release
def test_an_import_is_gone_on_with_after_the_screen_was_left(anna: Phone, evening: Evening) -> None:
    page = choose(anna, evening.group, TOTALS)
    expect(page.get_by_role("heading", name="2 new games")).to_be_visible()
    anna.open(f"/group/{evening.group}")
    anna.unfold("Games as files")
    page.get_by_role("link", name="Import games").tap()
    page.get_by_role("link", name="2 games looked at").tap()
    expect(anna.find("Import 2 games")).to_be_enabled()


@pytest.mark.release
def test_a_running_import_shows_how_far_it_is_and_is_cancelled(
    anna: Phone, evening: Evening
) -> None:
    page = choose(anna, evening.group, TOTALS)
    expect(anna.find("Import 2 games")).to_be_enabled()
    state = {"state": "running", "progress": 0.5, "result": None, "ended_at": None}

    def answer(route: Any) -> None:
        if route.request.method == "POST":
            state["state"] = "cancelled"
        found = route.fetch(method="GET", url=route.request.url.removesuffix("cancel/"))
        route.fulfill(json={**found.json(), **state})

    page.route(re.compile("/api/v1/jobs/[^/]+/(cancel/)?$"), answer)
    anna.tap("Import 2 games")
    expect(page.get_by_role("progressbar", name="Importing")).to_be_visible()
    expect(page.get_by_text("50%")).to_be_visible()
    anna.tap("Cancel")
    expect(page.get_by_text("Cancelled: nothing was changed", exact=True)).to_be_visible()
    expect(anna.find("Choose a file", "link")).to_be_visible()
    page.unroute_all(behavior="wait")  # or one that is still asked fails the next test


@pytest.mark.release
def test_a_sheet_to_fill_in_has_the_players(anna: Phone, evening: Evening) -> None:
    page = anna.open(f"/group/{evening.group}/import")
    with page.expect_download() as download:
        anna.tap("Table (CSV)")
    assert download.value.suggested_filename == "tableside-rounds.csv"
    assert "Anna" in download.value.path().read_text(encoding="utf-8-sig")
