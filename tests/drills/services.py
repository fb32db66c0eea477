"""Processes that a drill may break: PostgreSQL, Redis, the server and a Celery worker."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tests.server import ROOT, free_port, wait_for

START_SECONDS = 30.0
MEMORY = Path("/sys/fs/cgroup/memory/tableside-drill")  # needs cgroups of version 1, and root


def family(pid: int) -> list[int]:
    """A process and all that it has begun: Linux only."""
    found = [pid]
    for parent in found:
        path = Path(f"/proc/{parent}/task/{parent}/children")
        with contextlib.suppress(OSError):
            found += map(int, path.read_text().split())
    return found


def send(kind: signal.Signals, pids: Sequence[int]) -> None:
    """Send a signal to processes, some of which may have ended."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, kind)


def run(command: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; raise with what it said if it fails."""
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command, text=True, capture_output=True, check=False, **options
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stdout}{done.stderr}")
    return done


class Postgres:
    """A cluster of its own, which waits for the disk as in production."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        found = shutil.which("postgres")
        candidates = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
        self._bin = Path(found).resolve().parent if found else candidates[-1].parent
        if not (self._bin / "pg_ctl").exists() and candidates:
            self._bin = candidates[-1].parent
        self._folder = folder / "postgresql"
        self._folder.mkdir()
        self._environment = {**os.environ, **environment}
        self._as: list[str] = []
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self._folder, "postgres")
            self._as = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"]
        self.port = free_port()
        self._data = self._folder / "cluster"
        arguments = ["--auth", "trust", "--encoding", "UTF8", "--locale", "C"]
        self._control("initdb", "--username", "postgres", *arguments)
        self.start()
        self.admin_url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self.execute("CREATE DATABASE tableside")
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/tableside"

    def start(self) -> None:
        """Start it; right after its processes were killed, it has to be tried again."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c max_connections=60"
        options += f" -c unix_socket_directories={self._folder}"
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                log = str(self._folder / "log")
                self._control("pg_ctl", "--silent", "--wait", "--log", log, "-o", options, "start")
            except RuntimeError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)
            else:
                return

    def _control(self, program: str, *arguments: str) -> None:
        command = [*self._as, str(self._bin / program), "--pgdata", str(self._data), *arguments]
        # With files, because the server would keep pipes open.
        with (self._folder.parent / "pg_ctl.log").open("w+") as log:
            done = subprocess.run(
                command, cwd=self._folder, env=self._environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, check=False,
            )  # fmt: skip
            if done.returncode:
                log.seek(0)
                raise RuntimeError(log.read())

    def execute(self, statement: str) -> None:
        """Execute a statement of an administrator."""
        with psycopg.connect(self.admin_url, autocommit=True) as connection:
            connection.execute(statement)

    @property
    def pids(self) -> list[int]:
        """The server and its processes."""
        return family(int((self._data / "postmaster.pid").read_text().split()[0]))

    def stop(self) -> None:
        with contextlib.suppress(RuntimeError):
            self._control("pg_ctl", "--silent", "--mode", "immediate", "stop")


class Redis:
    """A Redis of its own, which stores nothing, as in docker-compose.yml."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._folder = folder
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no", "--dir", str(self._folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def flush(self) -> None:
        run(["redis-cli", "-p", str(self.port), "FLUSHALL"])

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@dataclass
class Place:
    """What runs in a drill, and the environment that all of it has."""

    folder: Path
    database_url: str
    redis: Redis | None = None
    postgres: Postgres | None = None
    environment: dict[str, str] = field(default_factory=dict)
    var: Path | None = None
    web: subprocess.Popen[bytes] = field(init=False)
    worker: subprocess.Popen[bytes] | None = None
    address: str = ""
    port: int = field(default_factory=free_port)

    @property
    def settings(self) -> dict[str, str]:
        return {
            **os.environ,
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis.url if self.redis else "",
            "SECRET_KEY": "of the drills",
            "THROTTLE": "on",
            "THROTTLE_ACCOUNT": "100000/min",
            "PORT": str(self.port),
            "WEB_WORKERS": "2" if self.redis else "1",
            "LAN_ADDRESS": "127.0.0.1",
            "BIND": "127.0.0.1",
            **self.environment,
        }

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py; return what it printed."""
        command = [sys.executable, "manage.py", *arguments]
        return run(command, cwd=ROOT, env=self.settings).stdout

    def start_web(self) -> None:
        with (self.folder / "web.log").open("ab") as log:
            self.web = subprocess.Popen(
                [sys.executable, "-m", "config.serve"], cwd=ROOT, env=self.settings,
                stdout=subprocess.DEVNULL, stderr=log,
            )  # fmt: skip
        self.address = f"http://127.0.0.1:{self.port}"
        wait_for(f"{self.address}/healthz", self.web)

    @property
    def web_workers(self) -> list[int]:
        """The processes that answer requests; the server itself if it is only one."""
        workers = [
            pid
            for pid in family(self.web.pid)[1:]
            if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
        ]
        return workers or [self.web.pid]

    def start_worker(self) -> None:
        command = [sys.executable, "-m", "celery", "-A", "config.celery", "worker"]
        command += ["--concurrency", "2"]
        with (self.folder / "worker.log").open("ab") as log:
            self.worker = subprocess.Popen(
                command, cwd=ROOT, env=self.settings, stdout=log, stderr=log
            )

    def log(self) -> str:
        return (self.folder / "web.log").read_text(errors="replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    send(signal.SIGCONT, family(process.pid))
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        send(signal.SIGKILL, family(process.pid))
        process.wait()


@contextmanager
def postgresql_place(folder: Path, environment: dict[str, str]) -> Iterator[Place]:
    """PostgreSQL, Redis, two web workers and a Celery worker."""
    with ExitStack() as ends:
        postgres = Postgres(folder, environment)
        ends.callback(postgres.stop)
        redis = Redis(folder)
        ends.callback(lambda: redis.stop())
        place = Place(folder, postgres.url, redis, postgres, dict(environment))
        yield from _run(place, ends)


@contextmanager
def sqlite_place(folder: Path, environment: dict[str, str]) -> Iterator[Place]:
    """SQLite in `folder/var`, and one process that does everything."""
    var = folder / "var"
    var.mkdir(exist_ok=True)
    place = Place(
        folder, f"sqlite:///{var / 'tableside.sqlite3'}", environment=environment, var=var
    )
    with ExitStack() as ends:
        yield from _run(place, ends)


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[None]:
    """A folder with a file system of its own, in memory: only root may mount one."""
    folder.mkdir()
    run(["mount", "-t", "tmpfs", "-o", options, "tableside-drill", str(folder)])
    try:
        yield
    finally:
        run(["umount", "--lazy", str(folder)])


def peak_of_memory() -> float:
    """The most that a limited place has had in memory and in its temporary folder, in MiB."""
    return int((MEMORY / "memory.max_usage_in_bytes").read_text()) / 1024**2


@contextmanager
def limited_place(folder: Path, environment: dict[str, str]) -> Iterator[Place]:
    """SQLite, and 512 MiB for all that the server has in memory and in its temporary folder."""
    temporary = folder / "tmp"
    temporary.mkdir()
    run(["mount", "-t", "tmpfs", "tableside-drill", str(temporary)])
    MEMORY.mkdir()
    try:
        (MEMORY / "memory.limit_in_bytes").write_text("512M")
        (MEMORY / "cgroup.procs").write_text(str(os.getpid()))  # for the processes it starts
        with sqlite_place(folder, {**environment, "TMPDIR": str(temporary)}) as place:
            (MEMORY.parent / "cgroup.procs").write_text(str(os.getpid()))
            yield place
    finally:
        (MEMORY.parent / "cgroup.procs").write_text(str(os.getpid()))
        run(["umount", "--lazy", str(temporary)])
        MEMORY.rmdir()


def _run(place: Place, ends: ExitStack) -> Iterator[Place]:
    place.manage("migrate", "--noinput", "--verbosity", "0")
    place.start_web()
    ends.callback(lambda: _end(place.web))
    if place.redis:
        place.start_worker()
        ends.callback(lambda: _end(place.worker) if place.worker else None)
    yield place
