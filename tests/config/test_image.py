"""The container image has all that the server runs."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.api.contract import ROOT


def test_every_package_is_let_into_the_image() -> None:
    # Everything is left out that .dockerignore does not name.
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = project["tool"]["importlinter"]["root_packages"]
    assert let_in[0] == "*"
    assert {f"!{package}" for package in packages} <= set(let_in)


def test_the_server_starts_with_what_is_let_in(tmp_path: Path) -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for name in (line[1:] for line in lines if line.startswith("!")):
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    environment = {**os.environ, "DATABASE_URL": "sqlite://:memory:", "PYTHONPATH": ""}
    start = [sys.executable, "-c", "import config.asgi"]
    subprocess.run(start, cwd=tmp_path, env=environment, check=True, timeout=60)


def test_every_package_is_compiled_in_the_image() -> None:
    (line,) = [
        line
        for line in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
        if "compileall" in line
    ]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {*project["tool"]["importlinter"]["root_packages"]} <= {*line.split()}
