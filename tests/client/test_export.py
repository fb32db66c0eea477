"""All games of a group as a file: made by a job, saved, cancelled."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.client.hands import table
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules


@pytest.fixture
def anna(phone: Callable[..., Phone]) -> Phone:
    """The owner's phone."""
    return phone()


@pytest.fixture
def evening(anna: Phone) -> Evening:
    """A game with a round."""
    made = table(anna)
    made.round("Anna", Ben=40, Cleo=105)
    return made


def pretend(page: Page, **more: object) -> None:
    """Have the jobs of the server be in another state than they are, until they are cancelled."""
    seen: dict[str, Any] = {}

    def changed(route: Route) -> None:
        if route.request.method == "POST":
            more["state"] = "cancelled"
            route.fulfill(json={**seen, **more})
            return
        answer = route.fetch()
        content = answer.json()
        for job in content.get("results", [content]):
            job.update(more)
            seen.update(job)
        route.fulfill(response=answer, json=content)

    page.route(re.compile("/api/v1/(groups/[^/]+/)?jobs/"), changed)


@pytest.mark.parametrize(
    ("kind", "ending"), [("Table (CSV)", ".csv"), ("Workbook (XLSX)", ".xlsx")]
)
def test_a_group_is_exported_and_the_file_saved(
    anna: Phone, evening: Evening, kind: str, ending: str
) -> None:
    page = anna.open(f"/group/{evening.group}")
    page.get_by_role("link", name="Export").tap()
    expect(page.get_by_text("No file yet")).to_be_visible()
    page.get_by_text(kind, exact=True).tap()
    anna.tap("Make the file")
    with page.expect_download() as download:
        anna.tap("Save or send")
    assert download.value.suggested_filename.endswith(ending)
    assert download.value.path().stat().st_size > 100


def test_the_files_are_there_after_the_screen_was_left(anna: Phone, evening: Evening) -> None:
    page = anna.open(f"/group/{evening.group}/export")
    page.get_by_text("Archive (JSON)").tap()
    anna.tap("Make the file")
    anna.open(f"/group/{evening.group}")
    anna.open(f"/group/{evening.group}/export")
    with page.expect_download() as download:
        anna.tap("Save or send")
    archive = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert archive["group"]["name"] == "Kitchen table"
    files = page.get_by_role("list", name="Files")
    expect(files.get_by_text("Archive (JSON)")).to_be_visible()


def test_it_shows_how_far_it_is_and_can_be_cancelled(anna: Phone, evening: Evening) -> None:
    page = anna.page
    pretend(page, state="running", progress=0.25, file=None, result=None, ended_at=None)
    anna.open(f"/group/{evening.group}/export")
    anna.tap("Make the file")
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "0.25")
    expect(page.get_by_text("25%")).to_be_visible()
    anna.tap("Cancel")
    expect(page.get_by_text("Cancelled: nothing was changed", exact=True)).to_be_visible()


def test_a_failure_is_told_in_words(anna: Phone, evening: Evening) -> None:
    problem = {"code": "internal_error", "detail": "Something went wrong here.", "errors": []}
    pretend(anna.page, state="failed", file=None, result=None, problem=problem)
    anna.open(f"/group/{evening.group}/export")
    anna.tap("Make the file")
    expect(anna.page.get_by_text("Something went wrong here.")).to_be_visible()


def test_without_a_network_it_says_that_it_needs_one(anna: Phone, evening: Evening) -> None:
    page = anna.open(f"/group/{evening.group}/export")
    expect(page.get_by_text("No file yet")).to_be_visible()
    anna.offline()
    anna.tap("Make the file")
    expect(page.get_by_text("This needs the network.")).to_be_visible()
