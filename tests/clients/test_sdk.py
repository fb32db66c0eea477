"""The Python client of `make sdk`: used from its wheel, it loses nothing that a network loses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.api.contract import ROOT, published
from tests.databases import sqlite_database
from tests.server import serve

pytestmark = pytest.mark.full

README = (ROOT / "sdk" / "python" / "README.md").read_text(encoding="utf-8")
BOT, LIST = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
LIST = "from tableside_client import connect\nclient = connect(*sys.argv[1:])\n" + LIST

GROUP = """
from tableside_client import checked, connect
from tableside_client.api.accounts import create_guest
from tableside_client.api.groups import create_group
from tableside_client.models import AddedPlayerRequest, GuestRequest, NewGroupRequest

login = checked(create_guest.sync(client=connect(sys.argv[1]), body=GuestRequest(name="Anna")))
players = [AddedPlayerRequest(name="Anna", me=True), AddedPlayerRequest(name="Ben")]
body = NewGroupRequest(name="Kitchen table", players=players)
anna = connect(sys.argv[1], login.token)
print(login.token, checked(create_group.sync(client=anna, body=body)).id)
"""

# A game that is over after its first round; the last argument is which player wins it.
GAME = """
from tableside_client import checked, connect
from tableside_client.api.games import end_game, start_game
from tableside_client.api.groups import get_group
from tableside_client.api.rounds import record_round
from tableside_client.models import (
    EditionName, PlayerToSeat, RecordRoundRequest, RoundEntry, StartGameRequest
)

server, token, group, winner = sys.argv[1:]
anna = connect(server, token)
ids = {player.name: player.id for player in checked(get_group.sync(group, client=anna)).players}
seats = [PlayerToSeat(id=id) for id in ids.values()]
body = StartGameRequest(edition=EditionName.CLASSIC, players=seats)
game = checked(start_game.sync(group, client=anna, body=body))
results = [
    RoundEntry(player=id, went_out=True) if name == winner else RoundEntry(player=id, points=40)
    for name, id in ids.items()
]
body = RecordRoundRequest(number=1, results=results)
game = checked(record_round.sync(game.id, client=anna, body=body))
checked(end_game.sync(game.id, client=anna, if_match=f'"{game.version}"'))
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


def test_the_bot_of_the_readme_announces_winners_and_goes_on_where_it_was(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    with serve(sqlite_database(tmp_path)) as address:
        token, group = said(start(GROUP, address, cwd=tmp_path)).split()
        asked = (address, token, group)
        last = tmp_path / "last-event"
        last.write_text("0")
        said(start(GAME, *asked, "Anna", cwd=tmp_path))
        assert first_line(start(BOT, *asked, cwd=tmp_path)) == "Anna wins\n"
        dealt_with = int(last.read_text())
        assert dealt_with > 0
        last.write_text(str(dealt_with + 1))  # it was killed after the announcement
        said(start(GAME, *asked, "Ben", cwd=tmp_path))
        assert first_line(start(BOT, *asked, cwd=tmp_path)) == "Ben wins\n"
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
