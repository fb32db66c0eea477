"""Sending a file: what is taken for what, and what is refused at the door."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from scoring.jobs.models import Job
from tests.cast import V1, Cast
from tests.games.scoresheet import phone
from tests.scoring.import_files import CSV, JSON, XLSX, looked_at, send, workbook

SHEET = "date,player,total,won\n2024-03-02,North,50,yes\n2024-03-02,East,55,\n"
STREAM = "application/octet-stream"


def problem(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


@pytest.mark.parametrize(
    ("body", "media_type", "query", "taken_for"),
    [
        (SHEET, CSV, "", "csv"),
        (SHEET, "text/csv; charset=utf-8", "", "csv"),
        (SHEET, "TEXT/CSV", "", "csv"),
        (SHEET, "text/plain", "", "csv"),
        (SHEET, STREAM, "", "csv"),
        (workbook(["date"]), XLSX, "", "xlsx"),
        (workbook(["date"]), STREAM, "", "xlsx"),
        (workbook(["date"]), CSV, "", "xlsx"),  # what it is counts, not what it is called
        ('{"plays": []}', JSON, "", "bgstats"),
        (b'\xef\xbb\xbf {"plays": []}', STREAM, "", "bgstats"),
        (SHEET, STREAM, "?format=csv", "csv"),
        (SHEET, CSV, "?format=bgstats", "bgstats"),
        (SHEET, CSV, "?format=xlsx", "xlsx"),
    ],
)
def test_what_a_file_is_taken_for(
    cast: Cast, body: Any, media_type: str, query: str, taken_for: str
) -> None:
    assert send(cast, body, media_type, query).status_code == 202
    assert Job.objects.get().options["format"] == taken_for


@pytest.mark.parametrize(
    "media_type", ["text/html", "image/png", "multipart/form-data; boundary=x", "application/zip"]
)
def test_what_is_no_file_to_import(cast: Cast, media_type: str) -> None:
    response = send(cast, SHEET, media_type)
    assert problem(response) == (415, "unsupported_media_type")
    assert CSV in response.json()["detail"]
    is_form = media_type.startswith("multipart/")
    assert ("--data-binary @file" in response.json()["detail"]) == is_form
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    "query", ["?format=pdf", "?format=", "?dates=ymd", "?dates=dmy&dates=mdy", "?sheet=2"]
)
def test_a_query_that_is_none(cast: Cast, query: str) -> None:
    assert problem(send(cast, SHEET, query=query)) == (400, "invalid_request")


def test_a_file_sent_twice_with_one_key_is_looked_at_once(cast: Cast) -> None:
    client = phone(cast.users["scorer"])
    key = str(uuid.uuid4())

    def sent(body: str) -> Any:
        return client.generic(
            "POST", f"{cast.url}/imports/", body, CSV, headers={"Idempotency-Key": key}
        )

    first, second = sent(SHEET), sent(SHEET)
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert first["Location"] == second["Location"] == f"/api/v1/jobs/{first.json()['id']}/"
    assert Job.objects.count() == 1
    assert sent(SHEET + "\n").status_code == 422  # another body under the same key


def test_a_preview_is_read_at_its_job(cast: Cast) -> None:
    job, found = looked_at(cast, SHEET)
    answer = phone(cast.users["viewer"]).get(f"{V1}/jobs/{job.pk}/").json()
    assert (answer["kind"], answer["state"], answer["result"]) == ("preview", "done", found)
