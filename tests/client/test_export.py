"""All games of a group as a file: made by a job, saved, cancelled."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.client.hands import table
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules


@pytest.fixture
def evening(anna: Phone) -> Evening:
    """A game with a round."""
    made = table(anna)
    made.round("Anna", Ben=40, Cleo=105)
    return made


@pytest.mark.parametrize(
    ("kind", "ending"), [("Table (CSV)", ".csv"), ("Workbook (XLSX)", ".xlsx")]
)
def test_a_group_is_exported_and_the_file_saved(
    anna: Phone, evening: Evening, kind: str, ending: str
) -> None:
    page = anna.open(f"/group/{evening.group}")
    anna.unfold("Games as files")
    page.get_by_role("link", name="Export").tap()
    expect(page.get_by_text("No file yet")).to_be_visible()
    page.get_by_text(kind, exact=True).tap()
    anna.tap("Make the file")
    with page.expect_download() as download:
        anna.tap("Save or send")
    assert download.value.suggested_filename.endswith(ending)
    assert download.value.path().stat().st_size > 100


@pytest.mark.release
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
