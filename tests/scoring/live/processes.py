"""Starting, killing and watching servers and workers, and taking Redis away from them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import redis

from tests.live.phones import guest, play_a_game
from tests.proxy import Proxy
from tests.server import ROOT, serve_process
from tests.services import REDIS_URL

PATIENCE = 120.0  # seconds for anything that should come about, on a machine however busy


def kill(process: subprocess.Popen[Any]) -> None:
    """Kill a process with all that it has begun, as when the power fails."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def redis_proxy() -> Proxy:
    """The way to Redis, which can be barred; it is at first."""
    address = urlsplit(REDIS_URL)
    return Proxy(address.hostname or "127.0.0.1", address.port or 6379)


@dataclass
class Place:
    """A database, and a part of Redis behind a proxy, for servers and workers."""

    folder: Path
    database_url: str
    proxy: Proxy | None = None
    prefix: str = field(default_factory=lambda: f"jobs-{uuid.uuid4().hex}-")
    logs: list[Path] = field(default_factory=list)

    @property
    def settings(self) -> dict[str, Any]:
        path = urlsplit(REDIS_URL).path
        return {
            "DJANGO_SETTINGS_MODULE": "tests.scoring.live.settings",
            "REDIS_URL": f"redis://127.0.0.1:{self.proxy.port}{path}" if self.proxy else "",
            "REDIS_PREFIX": self.prefix,
            "SECRET_KEY": "of the tests",
            "JOB_PATIENCE": "2",
        }

    @contextmanager
    def server(
        self, workers: int = 1, **environment: str
    ) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
        everything = {**self.settings, **environment}
        with serve_process(self.database_url, workers=workers, **everything) as started:
            yield started

    @contextmanager
    def worker(self, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
        """A worker with one process to work in, beside its own; PostgreSQL knows its name."""
        log = self.folder / f"worker-{len(self.logs)}.log"
        self.logs.append(log)
        command = [sys.executable, "-W", "default", "-m", "celery", "-A", "config.celery"]
        command += ["worker", "--concurrency", "1", "--without-mingle", "--without-gossip"]
        url = f"{self.database_url}?application_name=worker"
        everything = {**os.environ, "DATABASE_URL": url, **self.settings}
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**everything, **environment},
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                # On a busy machine, Celery rarely takes longer to end. By now, what was to be
                # tested has happened.
                kill(process)

    @contextmanager
    def beat(self) -> Iterator[None]:
        """Celery's beat, which does not wait for an hour."""
        command = [sys.executable, "-m", "celery", "-A", "tests.scoring.live.impatient_beat"]
        command += ["beat", "--schedule", str(self.folder / "beat"), "--pidfile="]
        everything = {**os.environ, "DATABASE_URL": self.database_url, **self.settings}
        log = (self.folder / "beat.log").open("wb")
        with (
            log,
            subprocess.Popen(
                command, cwd=ROOT, env=everything, stdout=log, stderr=log, start_new_session=True
            ) as process,
        ):
            try:
                yield
            finally:
                kill(process)

    def said(self) -> str:
        """What the last worker said."""
        return self.logs[-1].read_text() if self.logs else ""

    def unacknowledged(self) -> list[str]:
        """The messages that workers have taken and not acknowledged yet, as Redis keeps them."""
        with redis.Redis.from_url(REDIS_URL, decode_responses=True) as client:
            return list(client.hgetall(f"{self.prefix}unacked").values())

    def forget(self) -> None:
        """Take away what is in Redis, as when it is restarted."""
        with redis.Redis.from_url(REDIS_URL) as client:
            for key in client.scan_iter(f"{self.prefix}*"):
                client.delete(key)


class Owner:
    """The owner of a new group on a server, who starts slow jobs."""

    def __init__(self, address: str) -> None:
        self.phone = guest(address, "Anna")
        self.group: str = self.phone.post("/groups/", {"name": "Kitchen table"})["id"]

    def start(self, read: float, write: float = 0) -> str:
        """Start a job that reads and then writes for so many seconds; its id."""
        body = {"read": read, "write": write}
        job: str = self.phone.post(f"/groups/{self.group}/slow/", body)["id"]
        return job

    def start_import(self, sheet: str, place: Place) -> str:
        """Look at a sheet of new players, and start its import; the id of that job."""
        headers = {"Authorization": f"Bearer {self.phone.token}", "Content-Type": "text/csv"}
        url = f"{self.phone.server}/api/v1/groups/{self.group}/imports/"
        with urlopen(Request(url, sheet.encode(), headers)) as response:
            preview = json.load(response)["id"]
        result = await_(lambda: self.look(preview)["result"], place)
        players = {player["name"]: "new" for player in result["players"]}
        body = {"kind": "import", "preview": preview, "players": players}
        job: str = self.phone.post(f"/groups/{self.group}/jobs/", body)["id"]
        return job

    def days(self) -> list[str]:
        """When the games of the group began."""
        days, page = [], f"/groups/{self.group}/games/?limit=100"
        while page:
            answer = self.phone.get(page)
            days += [game["started_at"] for game in answer["results"]]
            page = (answer["next"] or "").partition("/api/v1")[2]
        return days

    def games(self) -> int:
        return len(self.days())

    def look(self, job: str) -> dict[str, Any]:
        answer: dict[str, Any] = self.phone.get(f"/jobs/{job}/")
        return answer

    def play_a_game(self) -> None:
        play_a_game(self.phone, self.group)

    def board(self) -> list[tuple[str, int]]:
        """Who has won how often, from the top of the leaderboard down."""
        lines = self.phone.get(f"/groups/{self.group}/statistics/leaderboard/")["players"]
        return [(line["player"]["name"], line["wins"]) for line in lines]

    def runs(self) -> list[str]:
        """Who wrote: one name for each time that it was done."""
        players = self.phone.get(f"/groups/{self.group}/players/")["results"]
        return [player["name"] for player in players]


def await_(what: Any, place: Place) -> Any:
    """Wait until `what()` is true and return it; AssertionError where it does not come about."""
    until = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < until, place.said()[-3000:]
        time.sleep(0.05)
    return found
