"""The wheel is all that a machine needs: no repository, no Node.js, no settings."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import tomllib
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from tests.api.contract import ROOT
from tests.client.build import built
from tests.live.phones import guest, play_a_game
from tests.server import free_port, wait_for

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_it_has_every_package() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    packages = {*PROJECT["tool"]["importlinter"]["root_packages"]}
    assert packages <= {*wheel["only-include"]}
    moved = {name: f"tableside/{name}" for name in packages - {"tableside"}}
    assert moved.items() <= wheel["sources"].items()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built()
    folder = tmp_path_factory.mktemp("wheel")
    for program in (
        ["manage.py", "collectstatic", "--noinput", "--verbosity", "0"],
        ["-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)],
    ):
        subprocess.run([sys.executable, *program], cwd=ROOT, check=True)
    [file] = folder.glob("*.whl")
    return file


def interpreter(version: str) -> str:
    """A Python of this version on this machine; skip if there is none."""
    own = Path.home() / ".pyenv" / "versions"  # a command of pyenv may lead to none of them
    found = [*map(str, sorted(own.glob(f"{version}.*/bin/python"))), f"python{version}"]
    for python in reversed(found):
        with suppress(OSError):
            if subprocess.run([python, "--version"], capture_output=True).returncode == 0:
                return python
    pytest.skip(f"no Python {version}")


@pytest.mark.full
@pytest.mark.needs_node
@pytest.mark.parametrize("version", ["3.11", pytest.param("3.13", marks=pytest.mark.release)])
def test_it_is_enough_for_an_evening(version: str, wheel: Path, tmp_path: Path) -> None:
    uv = [sys.executable, "-m", "uv", "--quiet"]
    environment = tmp_path / "environment"
    subprocess.run([*uv, "venv", "--python", interpreter(version), environment], check=True)
    python = environment / "bin" / "python"
    subprocess.run([*uv, "pip", "install", "--python", python, wheel], check=True)
    beside = {path.name for path in environment.glob("lib/python*/site-packages/*")}
    assert "tableside" in beside
    assert not beside & {*PROJECT["tool"]["importlinter"]["root_packages"]} - {"tableside"}
    command, data = environment / "bin" / "tableside", tmp_path / "home"
    # Nothing but its own environment: above all, no node and no npm.
    alone = {"PATH": str(environment / "bin"), "HOME": str(data), "XDG_DATA_HOME": str(data)}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [command, *arguments], cwd=tmp_path, env=alone, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run("version") == f"tableside {PROJECT['project']['version']}\n"
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen([command, "--port", str(port)], cwd=tmp_path, env=alone) as server:
        try:
            wait_for(address, server)
            page = text_at(address)
            for script in re.findall(r'<script[^>]* src="([^"]+)"', page):
                assert text_at(address + script)
            [style, *_others] = re.findall(
                r'"(/static/[^"]+\.css)"', text_at(f"{address}/api/docs/")
            )
            assert text_at(address + style)
            anna = guest(address, "Anna")
            play_a_game(anna)
            me = anna.get("/me/")["id"]
            assert run("backup", "evening.sqlite3").startswith("evening.sqlite3: ")
        finally:
            server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=30) == -signal.SIGTERM  # raised again once all is done
    assert "All statistics are correct" in run("check")
    assert "Kitchen table" in run("export-account", me)


def text_at(address: str) -> str:
    request = urllib.request.Request(address, headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return str(answer.read().decode())
