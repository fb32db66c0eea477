"""What is broken in the drills, and how it is mended."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path

from tests.drills.imports import import_bombs
from tests.drills.services import (
    Place,
    Postgres,
    family,
    limited_place,
    mounted,
    peak_of_memory,
    postgresql_place,
    run,
    send,
    sqlite_place,
)
from tests.drills.sheets import want_sheets
from tests.live.phones import guest

PAUSE = 20.0  # seconds that something sleeps
AWAY = 4.0  # seconds until what was killed is started again, as a supervisor would

Environment = dict[str, str]
Setting = Callable[[Path, Environment], AbstractContextManager[Place]]


@dataclass(frozen=True, slots=True)
class Drill:
    """A fault: `break_it` returns when it is mended.

    `keeps` names what must go on all the time: "reads", "writes".
    """

    text: str
    place: Setting
    break_it: Callable[[Place], None]
    keeps: tuple[str, ...] = ()


def _web_worker_killed(place: Place) -> None:
    send(signal.SIGKILL, place.web_workers[:1])
    time.sleep(AWAY)


def _pause(pids: Sequence[int]) -> None:
    send(signal.SIGSTOP, pids)
    time.sleep(PAUSE)
    send(signal.SIGCONT, pids)


def _web_worker_paused(place: Place) -> None:
    _pause(place.web_workers[:1])


def _server_killed(place: Place) -> None:
    send(signal.SIGKILL, family(place.web.pid))
    place.web.wait()
    place.start_web()


def _worker_killed(place: Place) -> None:
    assert place.worker
    send(signal.SIGKILL, family(place.worker.pid))
    place.worker.wait()
    time.sleep(AWAY)
    place.start_worker()


def _worker_paused(place: Place) -> None:
    assert place.worker
    _pause(family(place.worker.pid))


def _database_killed(place: Place) -> None:
    assert place.postgres
    send(signal.SIGKILL, place.postgres.pids)
    time.sleep(AWAY)
    place.postgres.start()


def _database_paused(place: Place) -> None:
    assert place.postgres
    _pause(place.postgres.pids)


def _database_read_only(place: Place) -> None:
    assert place.postgres
    _set_read_only(place, "on")
    time.sleep(6)
    _set_read_only(place, "off")


def _set_read_only(place: Place, value: str) -> None:
    """For open connections as well: each takes the setting over with its next statement."""
    assert place.postgres
    place.postgres.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
    place.postgres.execute("SELECT pg_reload_conf()")


def _redis_killed(place: Place) -> None:
    assert place.redis
    place.redis.stop()
    time.sleep(2 * AWAY)
    place.redis.start()


def _redis_paused(place: Place) -> None:
    assert place.redis
    _pause([place.redis.process.pid])


def _redis_flushed(place: Place) -> None:
    assert place.redis
    for _time in range(5):
        place.redis.flush()
        time.sleep(0.5)


def _disk_full(place: Place) -> None:
    """Fill the file system of var/ to its last byte."""
    assert place.var
    _fill(place.var / "filler")


def _database_disk_full(place: Place) -> None:
    """Fill the file system that PostgreSQL, Redis and the log are on."""
    _fill(place.folder / "filler")


def _fill(filler: Path) -> None:
    with filler.open("wb", buffering=0) as file:
        for size in (65536, 512, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    time.sleep(6)
    filler.unlink()


def _made_immutable(place: Place) -> None:
    """Forbid everybody to write to the files: root, too. A file system must know the flag."""
    assert place.var
    path = str(place.var / "tableside.sqlite3")
    flagged = [path, f"{path}-wal"]
    run(["chattr", "+i", *flagged])
    time.sleep(6)
    run(["chattr", "-i", *flagged])


def _clock_set_back(place: Place) -> None:
    clock = Path(place.environment["CLOCK_FILE"])
    clock.write_text("-3600")
    time.sleep(6)
    with urllib.request.urlopen(f"{place.address}/healthz", timeout=5) as response:
        there = parsedate_to_datetime(response.headers["Date"]).timestamp()
    if not 3500 < time.time() - there < 3700:
        raise RuntimeError("the clock of the server was not set back")


def _large_bodies(place: Place) -> None:
    """Send 30 files of 31 MiB at once: as strangers, and then with the token of one guest."""
    mallory = guest(place.address, "Mallory")
    group = mallory.post("/groups/", {"name": "Nobody else"})["id"]
    for authorization in ("", f"Authorization: Bearer {mallory.token}\r\n"):
        path = f"/api/v1/groups/{group}/imports/"
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\n{authorization}Content-Length: {31 * 1024**2}"
        senders = [
            threading.Thread(target=_send_body, args=(place.port, f"{head}\r\n\r\n".encode()))
            for _socket in range(30)
        ]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
    print(f"At most {peak_of_memory():.0f} MiB of memory and /tmp, of 512.")


def _send_body(port: int, head: bytes) -> None:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=20) as one:
        one.sendall(head)
        for _part in range(31):
            one.sendall(b"x" * 1024**2)
        one.recv(1000)


@contextmanager
def small_disk(folder: Path, environment: Environment) -> Iterator[Place]:
    """SQLite on a file system of 16 MB."""
    with mounted(folder / "var", "size=16m"), sqlite_place(folder, environment) as place:
        yield place


@contextmanager
def small_disk_of_postgresql(folder: Path, environment: Environment) -> Iterator[Place]:
    """PostgreSQL, and all else that writes, on a file system of 256 MB."""
    disk = folder / "disk"
    with mounted(disk, "size=256m,mode=755"), postgresql_place(disk, environment) as place:
        yield place


@contextmanager
def own_clock(folder: Path, environment: Environment) -> Iterator[Place]:
    """All processes, PostgreSQL included, with a clock that the drill can set."""
    library, clock = folder / "clock.so", folder / "clock"
    source = Path(__file__).with_name("clock.c")
    run(["cc", "-shared", "-fPIC", "-O2", "-o", str(library), str(source), "-ldl"])
    clock.write_text("0")
    folder.chmod(0o755)  # PostgreSQL runs as another user
    of_the_clock = {"LD_PRELOAD": str(library), "CLOCK_FILE": str(clock)}
    with postgresql_place(folder, {**environment, **of_the_clock}) as place:
        yield place


BOTH = ("reads", "writes")

_WITH_POSTGRESQL = {
    "web-killed": Drill(
        "one of two web workers is killed", postgresql_place, _web_worker_killed, BOTH
    ),
    "web-paused": Drill(
        "one of two web workers sleeps for 20 s", postgresql_place, _web_worker_paused, BOTH
    ),
    "server-killed": Drill("the server is killed and started", postgresql_place, _server_killed),
    "worker-killed": Drill(
        "the Celery worker is killed, started after 4 s", postgresql_place, _worker_killed, BOTH
    ),
    "worker-paused": Drill(
        "the Celery worker sleeps for 20 s", postgresql_place, _worker_paused, BOTH
    ),
    "database-killed": Drill(
        "PostgreSQL is killed, started after 4 s", postgresql_place, _database_killed
    ),
    "database-paused": Drill("PostgreSQL sleeps for 20 s", postgresql_place, _database_paused),
    "database-read-only": Drill(
        "PostgreSQL refuses to write for 6 s", postgresql_place, _database_read_only, ("reads",)
    ),
    "database-disk-full": Drill(
        "PostgreSQL: its disk is full for 6 s",
        small_disk_of_postgresql,
        _database_disk_full,
        ("reads",),
    ),
    "redis-killed": Drill(
        "Redis is killed, started after 8 s", postgresql_place, _redis_killed, BOTH
    ),
    "redis-paused": Drill("Redis sleeps for 20 s", postgresql_place, _redis_paused, BOTH),
    "redis-flushed": Drill("Redis loses all, five times", postgresql_place, _redis_flushed, BOTH),
    "clock-back": Drill("the clock is set back by an hour", own_clock, _clock_set_back, BOTH),
}

_WITH_SQLITE = {
    "sqlite-killed": Drill(
        "SQLite: the server is killed and started", sqlite_place, _server_killed
    ),
    "large-bodies": Drill(
        "30 sockets send 31 MiB each, without a token and with one; 512 MiB of memory",
        limited_place,
        _large_bodies,
        BOTH,
    ),
    "sheets": Drill(
        "60 ask for one long sheet, then for 12, from 40 addresses; 512 MiB of memory",
        limited_place,
        want_sheets,
        BOTH,
    ),
    "imports": Drill(
        "four files of 29 MiB make up to a gigabyte each; 512 MiB of memory",
        limited_place,
        import_bombs,
        BOTH,
    ),
    "disk-full": Drill(
        "SQLite: the disk of var/ is full for 6 s", small_disk, _disk_full, ("reads",)
    ),
    "sqlite-read-only": Drill(
        "SQLite: its files may not be written for 6 s", sqlite_place, _made_immutable, ("reads",)
    ),
}

DRILLS = {**_WITH_POSTGRESQL, **_WITH_SQLITE}

MIGRATING = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/store/test_migrating.py"]


@contextmanager
def database_to_migrate(folder: Path, kind: str) -> Iterator[Environment]:
    """Tell the tests of migrations which kind of database they are about."""
    if kind == "SQLite":
        yield {"DATABASE_URL": "sqlite://:memory:"}
        return
    postgres = Postgres(folder, {})
    try:
        yield {"DATABASE_URL": postgres.url}
    finally:
        postgres.stop()


def migrations(environment: Environment) -> subprocess.CompletedProcess[str]:
    """Run the tests of two migrations at once, and of one that is killed."""
    everything = {**os.environ, **environment, "FULL": "1", "REDIS_URL": ""}
    return subprocess.run(
        [sys.executable, *MIGRATING], env=everything, text=True, capture_output=True, check=False
    )
