"""The container image has all that the server runs."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.api.contract import ROOT
from tests.client.build import CLIENT, built
from tests.node import run


def test_every_package_is_let_into_the_image() -> None:
    # Everything is left out that .dockerignore does not name.
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = project["tool"]["importlinter"]["root_packages"]
    assert let_in[0] == "*"
    assert {f"!{package}" for package in packages} <= set(let_in)


@pytest.fixture
def let_in(tmp_path: Path) -> Path:
    """A folder with what is let into the image."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    left_out = {line for line in lines if not line.startswith("!")}

    def ignore(folder: str, names: list[str]) -> set[str]:
        inside = Path(folder).relative_to(ROOT)
        return {name for name in names if (inside / name).as_posix() in left_out} | {"__pycache__"}

    for name in (line[1:] for line in lines if line.startswith("!")):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=ignore)
        else:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_the_server_starts_with_what_is_let_in(let_in: Path) -> None:
    environment = {**os.environ, "DATABASE_URL": "sqlite://:memory:", "PYTHONPATH": ""}
    start = [sys.executable, "-c", "import config.asgi"]
    subprocess.run(start, cwd=let_in, env=environment, check=True, timeout=60)


@pytest.mark.full
@pytest.mark.needs_node
def test_the_client_is_built_from_what_is_let_in(let_in: Path) -> None:
    built()  # installs the packages
    (let_in / "client/node_modules").symlink_to((CLIENT / "node_modules").resolve())
    run(let_in / "client", "npm", "run", "build")
    assert (let_in / "var/client/index.html").exists()
    assert (let_in / "var/client/sw.js").exists()


def test_every_package_is_compiled_in_the_image() -> None:
    (line,) = [
        line
        for line in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
        if "compileall" in line
    ]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {*project["tool"]["importlinter"]["root_packages"]} <= {*line.split()}
