"""The Python client of `make sdk`: used from its wheel, it loses nothing that a network loses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.api.contract import ROOT, published
from tests.databases import sqlite_database
from tests.live.conftest import Evening
from tests.server import serve

pytestmark = pytest.mark.full

README = (ROOT / "sdk" / "python" / "README.md").read_text(encoding="utf-8")
BOT, LIST = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
[GUIDE] = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs" / "clients.md").read_text(encoding="utf-8"), re.DOTALL
)
LIST = "from tableside_client import connect\nclient = connect(*sys.argv[1:])\n" + LIST

KINDS = """
from tableside_client.models import LogPage
head = {"number": 1, "version": 1, "at": "2026-11-21T20:00:00Z", "actor": None}
known = {**head, "kind": "game_over", "data": {"winners": []}}
other = {**head, "kind": "joker_played", "data": {"joker": 1}}
page = LogPage.from_dict({"events": [known, other], "more": False})
print(*(type(event).__name__ for event in page.events))
"""

TWO_GUESTS = """
import asyncio
from tableside_client import checked, connect
from tableside_client.api.accounts import create_guest
from tableside_client.models import GuestRequest

client, body = connect(sys.argv[1]), GuestRequest(name="Anna")
print(checked(create_guest.sync(client=client, body=body)).user.name)
print(checked(asyncio.run(create_guest.asyncio(client=client, body=body))).user.name)
"""


@pytest.fixture(scope="module")
def start() -> Callable[..., subprocess.Popen[str]]:
    """Start a script with the built package, imported from the wheel itself."""
    done = subprocess.run(
        ["make", "sdk-python"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stdout + done.stderr
    [wheel] = (ROOT / "dist").glob("tableside_client-*.whl")

    def run(script: str, *arguments: str, cwd: Path) -> subprocess.Popen[str]:
        script = f"import sys; sys.path.insert(0, {str(wheel)!r})\n{script}"
        command = [sys.executable, "-c", script, *arguments]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=cwd, text=True, stdout=pipe, stderr=pipe)

    return run


def said(process: subprocess.Popen[str]) -> str:
    out, error = process.communicate(timeout=60)
    assert process.returncode == 0, error
    return out


def first_line(process: subprocess.Popen[str]) -> str:
    """What it says first; it is killed then, as it would go on without end."""
    assert process.stdout
    line = process.stdout.readline()
    process.kill()
    assert line, process.communicate()[1]
    process.communicate()
    return line


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve(sqlite_database(tmp_path_factory.mktemp("server"))) as server:
        yield server


def test_it_is_made_by_the_command_for_everybody() -> None:
    tour = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n\t\t", "")
    [command] = re.findall(r"`(openapi-python-client .+) --output-path", tour)
    assert f"$(BIN)/{command} " in makefile


def test_no_operation_is_left_out(start: Callable[..., subprocess.Popen[str]]) -> None:
    modules = {file.stem for file in (ROOT / "var/sdk/python").glob("tableside_client/api/*/*.py")}
    methods = [method for path in published()["paths"].values() for method in path.values()]
    ids = " ".join(method["operationId"] for method in methods)
    assert {*re.sub(r"(?<!^)(?=[A-Z])", "_", ids).lower().split()} <= modules


def test_a_new_user_gets_from_nothing_to_a_leaderboard(
    start: Callable[..., subprocess.Popen[str]], address: str, tmp_path: Path
) -> None:
    guide = start(GUIDE.replace("http://localhost:8000", address), cwd=tmp_path)
    assert said(guide).splitlines() == ["Anna 1", "Grandma 0"]


def test_it_knows_the_kinds_of_events(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    assert said(start(KINDS, cwd=tmp_path)) == "GameOverEvent OtherEvent\n"


def test_the_bot_of_the_readme_announces_winners_and_goes_on_where_it_was(
    start: Callable[..., subprocess.Popen[str]], address: str, tmp_path: Path
) -> None:
    evening = Evening(address)
    token = evening.owner.token
    asked = (address, token, evening.group)
    last = tmp_path / "last-event"
    last.write_text("0")
    evening.win(0)
    assert first_line(start(BOT, *asked, cwd=tmp_path)) == "North wins\n"
    dealt_with = int(last.read_text())
    assert dealt_with > 0
    last.write_text(str(dealt_with + 1))  # it was killed after the announcement
    evening.win(1)
    assert first_line(start(BOT, *asked, cwd=tmp_path)) == "East wins\n"
    assert said(start(LIST, address, token, cwd=tmp_path)) == "Kitchen table\n"
    refused = start(LIST, address, "wrong", cwd=tmp_path)
    assert "Refused: not_authenticated" in refused.communicate(timeout=60)[1]


def test_a_write_whose_answer_is_lost_is_sent_again_with_its_key(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    guest = published()["components"]["examples"]["createGuest.AGuest"]["value"]
    body = json.dumps(guest).encode()
    keys: list[str | None] = []
    answers = iter([0, 503, 201, 0, 503, 201])

    class Flaky(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            keys.append(self.headers["Idempotency-Key"])
            status = next(answers)
            if not status:
                self.close_connection = True  # without an answer
                return
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Retry-After", "0")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_words: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Flaky)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        names = said(start(TWO_GUESTS, f"http://127.0.0.1:{server.server_port}", cwd=tmp_path))
    finally:
        server.shutdown()
        server.server_close()
    assert len(names.splitlines()) == 2
    assert [keys.index(key) for key in keys] == [0, 0, 0, 3, 3, 3]
    assert None not in keys
