"""Files to import, and what becomes of them."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

from openpyxl import Workbook

from games.models import Game, Play, Player, Round, Seat
from scoring.exchange.models import ImportedGame
from scoring.exchange.paper.file_contents import FileContents
from scoring.jobs import worker
from scoring.jobs.models import Job
from scoring.statistics.models import PendingGame
from tests.api.client import ContractClient
from tests.cast import V1, Cast
from tests.games.happened import changes
from tests.games.scoresheet import phone

CSV = "text/csv"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
JSON = "application/json"


def elsewhere(cast: Cast) -> Cast:
    """The other group, where its owner does everything."""
    everybody = dict.fromkeys(cast.users, cast.users["other_owner"])
    return replace(cast, group=cast.other_group, users=everybody)


def send(cast: Cast, data: bytes | str, media_type: str = CSV, query: str = "") -> Any:
    """The answer to a file."""
    body = data.encode() if isinstance(data, str) else data
    address = f"{cast.url}/imports/{query}"
    return phone(cast.users["scorer"]).generic("POST", address, body, media_type)


def looked_at(
    cast: Cast, data: bytes | str, media_type: str = CSV, query: str = ""
) -> tuple[Job, dict[str, Any]]:
    """The preview of a file that was looked at, and its result."""
    response = send(cast, data, media_type, query)
    assert response.status_code == 202, response.content
    return ended(response)


def ended(response: Any) -> tuple[Job, dict[str, Any]]:
    """The job of an answer once it is done, and its result."""
    job = worked_on(response)
    assert job.state == "done", job.problem
    assert job.result is not None
    return job, job.result


def worked_on(response: Any) -> Job:
    """The job of an answer after a worker has taken it up."""
    assert response.status_code == 202, response.content
    job = Job.objects.get(pk=response.json()["id"])
    worker.work_on(job.pk)
    job.refresh_from_db()
    return job


def ask_import(cast: Cast, job: Job, **body: Any) -> Any:
    client: ContractClient = phone(cast.users["scorer"])
    return client.post(f"{cast.url}/jobs/", {"kind": "import", "preview": str(job.pk), **body})


def look_again(cast: Cast, job: Job, **options: Any) -> tuple[Job, Any]:
    """The preview of a file that was looked at before, read in another way."""
    client: ContractClient = phone(cast.users["scorer"])
    body = {"kind": "preview", "preview": str(job.pk), **options}
    return ended(client.post(f"{cast.url}/jobs/", body))


def bring(
    cast: Cast, data: bytes | str, media_type: str = CSV, query: str = "", **body: Any
) -> dict[str, Any]:
    """Look at a file and import it; the result."""
    job, found = looked_at(cast, data, media_type, query)
    assert not found["blocking_count"], found["problems"]
    return ended(ask_import(cast, job, **body))[1]


def flaws(found: FileContents) -> list[tuple[int | None, str | None, str]]:
    """Where each problem of a file is, and what."""
    return [(flaw.line, flaw.column, flaw.code) for flaw in found.problems.listed()]


def codes(found: dict[str, Any]) -> list[tuple[int | None, str | None, str]]:
    """Where each problem of a preview is, and what."""
    return [(one["line"], one["column"], one["code"]) for one in found["problems"]]


def rows() -> dict[str, int]:
    """How much there is of everything that an import writes, hidden or not."""
    models = (Game, Seat, Round, Play, Player, ImportedGame, PendingGame)
    counts = {model.__name__: model._base_manager.count() for model in models}
    return {**counts, "changes": changes().count()}


def workbook(*rows: list[Any], **more: Any) -> bytes:
    """An XLSX file of one sheet with these rows."""
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    for title, lines in more.items():
        sheet = book.create_sheet(title)
        for row in lines:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def standings(cast: Cast, game: Any) -> list[str]:
    """Of each player of a game as it is read over HTTP: Phases, points, rank, a star who won."""
    answer = phone(cast.users["viewer"]).get(f"{V1}/games/{game}/").json()
    return [
        f"{p['name']} {p['completed']} {p['total']} {p['rank']}{'*' if p['won'] else ''}"
        for p in answer["players"]
    ]
