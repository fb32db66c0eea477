"""SQLite keeps what was answered, whenever the machine stops: copies of its files at any time."""

from __future__ import annotations

import itertools
import os
import random
import shutil
import signal
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.databases import sqlite_database
from tests.live.phones import Phone, guest
from tests.server import serve_process

INSTANTS = 12
PHONES = 3
# The index of the log in memory is lost with the machine.
FILES = ("live.sqlite3", "live.sqlite3-wal")


@pytest.mark.full
def test_a_copy_of_any_instant_has_all_that_was_answered(tmp_path: Path) -> None:
    url = sqlite_database(tmp_path)
    chance = random.Random(5)
    answered: list[str] = []
    stopped = threading.Event()
    with serve_process(url, REDIS_URL="") as (address, process):

        def write(phone: Phone) -> None:
            group = phone.post("/groups/", {"name": "Kitchen table"})["id"]
            for number in itertools.count():
                if stopped.is_set():
                    return
                player = phone.post(f"/groups/{group}/players/", {"name": f"Player {number}"})
                answered.append(player["id"])

        writers = [
            threading.Thread(target=write, args=(guest(address, "Anna"),), daemon=True)
            for _phone in range(PHONES)
        ]
        for writer in writers:
            writer.start()
        copies = []
        for number in range(INSTANTS):
            time.sleep(chance.uniform(0.05, 0.4))
            os.kill(process.pid, signal.SIGSTOP)
            try:
                wait_until_asleep(process.pid)
                folder = tmp_path / f"copy {number}"
                folder.mkdir()
                promised = set(answered)
                for name in FILES:
                    shutil.copy(tmp_path / name, folder / name)
            finally:
                os.kill(process.pid, signal.SIGCONT)
            copies.append((folder, promised))
        stopped.set()
        for writer in writers:
            writer.join(timeout=30)
    assert len(copies[-1][1]) > len(copies[0][1])
    for folder, promised in copies:
        with closing(sqlite3.connect(folder / FILES[0])) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            rows = database.execute("SELECT id FROM games_player").fetchall()
        assert promised <= {str_of(row[0]) for row in rows}


def wait_until_asleep(pid: int) -> None:
    """Wait until all threads of a process have stopped: Linux only."""
    tasks = Path(f"/proc/{pid}/task")
    while any("\nState:\tT" not in (task / "status").read_text() for task in tasks.iterdir()):
        time.sleep(0.001)


def str_of(stored: str) -> str:
    """An id as the API writes it."""
    return f"{stored[:8]}-{stored[8:12]}-{stored[12:16]}-{stored[16:20]}-{stored[20:]}"
