"""The services of docker-compose.yml as plain processes, and an evening with them.

There is no Docker here. So each service gets what the file gives it: its command, its environment
and nothing else, its secrets from files, what is let into the image as its folder, and its turn.
What Docker itself would do (users, read-only file systems, limits, networks) is not tried.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.api.contract import ROOT
from tests.client.build import built
from tests.drills.services import Postgres, Redis
from tests.image import command, copy_let_in, health_check, steps
from tests.live.phones import Phone, guest, play_a_game
from tests.server import free_port

pytestmark = [
    pytest.mark.full,
    pytest.mark.needs_redis,
    pytest.mark.needs_node,
    pytest.mark.skipif(
        not list(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")), reason="no PostgreSQL to start"
    ),
]

VARIABLE = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")
GRACE = re.compile(r"(\d+)s")


@dataclass
class Host:
    """A machine with the code of the image, the settings of a `.env`, PostgreSQL and Redis."""

    folder: Path
    settings: dict[str, str]
    logs: Path
    places: dict[str, str]  # what names and addresses of the containers are here
    services: dict[str, Any] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)  # that of the image

    def start(self, name: str) -> subprocess.Popen[str]:
        """Start a service, as Docker Compose would."""
        with (self.logs / f"{name}.log").open("w") as log:
            return subprocess.Popen(
                [self._here(part) for part in self.services[name].get("command", self.command)],
                cwd=self.folder,
                env=self.environment(name),
                stdout=log,
                stderr=log,
                text=True,
            )

    def environment(self, name: str) -> dict[str, str]:
        """The variables of a service, and those of the image. One without a value is `.env`'s."""
        given = self.services[name].get("environment", {})
        told = {
            variable: str(value) if value is not None else self.settings.get(variable)
            for variable, value in given.items()
        }
        told = {name: value and self._here(value) for name, value in told.items()}
        path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
        image = {"PATH": path, "PYTHONUNBUFFERED": "1"}  # which has all code compiled
        return {**image, **{name: value for name, value in told.items() if value is not None}}

    def _here(self, text: str) -> str:
        text = VARIABLE.sub(lambda found: self.settings.get(found[1]) or found[2] or "", text)
        for there, here in self.places.items():
            text = text.replace(there, here)
        return text

    def is_healthy(self, name: str) -> bool:
        """Run the health check of a service, or else of the image, as it is written."""
        kind, *program = self.services[name].get("healthcheck", {}).get("test", [""])
        if not program:
            program = health_check((ROOT / "Dockerfile").read_text(encoding="utf-8"))
        program = [self._here(part) for part in program]
        if kind == "CMD-SHELL":
            program = ["sh", "-c", *program]
        done = subprocess.run(program, env=self.environment(name), capture_output=True, check=False)
        return done.returncode == 0


@pytest.fixture
def elsewhere() -> Iterator[Path]:
    """A folder that PostgreSQL's user may enter, as those of pytest may not be."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def host(tmp_path: Path, elsewhere: Path) -> Iterator[Host]:
    copy_let_in(tmp_path)
    shutil.copytree(built(), tmp_path / "built" / "client")
    (tmp_path / "keys").mkdir()
    port = free_port()
    settings = {
        "PORT": str(port),
        "BIND": "127.0.0.1",
        "PRODUCTION": "on",
        "SECRET_KEY": os.urandom(36).hex(),
        "DATABASE_URL": "postgres://tableside@database:5432/tableside",
        "DATABASE_PASSWORD_FILE": "/app/keys/postgres_password",
        "REDIS_URL": "redis://redis:6379/0",
        "WEB_WORKERS": "2",
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "PUBLIC_URL": f"http://localhost:{port}",
        "TRUSTED_PROXIES": "0",
        "DRAIN_SECONDS": "1",
        "ACCESS_LOG": "on",
    }
    with ExitStack() as stack:
        database = Postgres(elsewhere, {})
        stack.callback(database.stop)
        database.execute("CREATE ROLE tableside LOGIN")
        database.execute("ALTER DATABASE tableside OWNER TO tableside")
        redis = Redis(elsewhere)
        stack.callback(redis.stop)
        places = {
            "/tmp/beat": str(elsewhere / "beat"),
            "@database:5432": f"@127.0.0.1:{database.port}",
            "redis://redis:6379": f"redis://127.0.0.1:{redis.port}",
            "/app": str(tmp_path),
        }
        compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
        image = steps((ROOT / "Dockerfile").read_text(encoding="utf-8"))[-1].text
        yield Host(tmp_path, settings, elsewhere, places, compose["services"], command(image))


def test_an_evening_with_the_services(host: Host) -> None:
    password = host.folder / "keys" / "postgres_password"
    for _again in range(2):
        assert host.start("keys").wait(timeout=60) == 0
        assert len(made := password.read_text()) == 49
        assert stat.S_IMODE(password.stat().st_mode) == 0o600
    assert password.read_text() == made
    address = f"http://127.0.0.1:{host.settings['PORT']}"
    with ExitStack() as stack:
        running = {}
        for name in ("web", "worker", "beat"):
            assert not host.is_healthy(name)
            running[name] = stack.enter_context(host.start(name))
            stack.callback(running[name].kill)
            until(partial(host.is_healthy, name))  # the others wait for the tables
        styles = re.search(r'"(/static/[^"]+\.css)"', text_at(f"{address}/api/docs/"))
        assert styles
        assert "{" in text_at(address + styles[1])  # collected at the start
        anna = guest(address, "Anna")
        group = play_a_game(anna)
        # Counted, and exported, by the worker.
        job = anna.post(f"/groups/{group}/jobs/", {"kind": "export", "format": "csv"})["id"]
        until(lambda: anna.get(f"/jobs/{job}/")["state"] == "done")
        until(lambda: not anna.get(f"/groups/{group}/statistics/leaderboard/")["counting"])
        checks = ready(Phone(address))
        assert checks["database"] == checks["cache"] == checks["worker"] == "ok", checks
        for name in ("beat", "worker", "web"):
            running[name].send_signal(signal.SIGTERM)
        for name, process in running.items():
            grace = GRACE.fullmatch(host.services[name].get("stop_grace_period", "10s"))
            assert grace
            # Some raise the signal again once all is done.
            assert process.wait(timeout=int(grace[1])) in (0, -signal.SIGTERM), name
    log = (host.logs / "web.log").read_text()
    assert '"route":"/api/v1/games/<uuid:game>/rounds/"' in log
    assert "Anna" not in log


def text_at(address: str) -> str:
    with urllib.request.urlopen(address, timeout=10) as answer:
        return str(answer.read().decode())


def ready(phone: Phone) -> dict[str, str]:
    with urllib.request.urlopen(f"{phone.server}/readyz", timeout=10) as answer:
        checks: dict[str, str] = json.load(answer)["checks"]
    return checks


def until(is_so: Any) -> None:
    """Wait for it; two minutes are too long, even on a busy machine."""
    end = time.monotonic() + 120
    while not is_so():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.2)
