"""What the server writes is for its own user alone, however it is started."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.release import PACKAGES
from tests.api.contract import ROOT

WRITE = "from django.db import connection as c; c.ensure_connection(); c.close()"
STARTS = {
    "manage": ["manage.py", "shell", "--no-imports", "--command", WRITE],
    "serve": [
        "-c",
        "import django, uvicorn; from config import serve\n"
        f"def run(*_a, **_k): django.setup(); {WRITE}\n"
        "serve.database_mistake = lambda: None\n"  # it has no tables
        "uvicorn.run = run; serve.main()",
    ],
    "celery": [
        "-c",
        "import django; from celery.signals import celeryd_init; import config.celery\n"
        f"celeryd_init.send(sender='worker'); django.setup(); {WRITE}",
    ],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh folder with the code of the server."""
    folder = tmp_path_factory.mktemp("fresh")
    for name in (*PACKAGES, "locale"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.mark.parametrize(
    ("start", "is_there"),
    [
        ("serve", False),
        *(
            pytest.param(start, is_there, marks=pytest.mark.full)
            for start, is_there in (("manage", False), ("celery", False), ("serve", True))
        ),
    ],
)
def test_only_the_user_of_the_server_reads_its_files(
    folder: Path, start: str, is_there: bool
) -> None:
    var = folder / "var"
    shutil.rmtree(var, ignore_errors=True)
    if is_there:
        var.mkdir(mode=0o755)
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    command = [sys.executable, *STARTS[start]]
    subprocess.run(command, cwd=folder, env=environment, check=True, timeout=60, umask=0o022)
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in (var, *var.rglob("*"))}
    assert {"var", "secret_key", "tableside.sqlite3"} <= {*modes}
    folders = {path.name for path in (var, *var.rglob("*")) if path.is_dir()}
    assert modes == {name: "0o700" if name in folders else "0o600" for name in modes}


def test_what_is_written_into_the_code_can_be_read_by_others(folder: Path) -> None:
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    command = [sys.executable, "manage.py", "spectacular", "--file", "openapi.yaml"]
    subprocess.run(command, cwd=folder, env=environment, check=True, timeout=60, umask=0o022)
    assert oct((folder / "openapi.yaml").stat().st_mode & 0o777) == "0o644"
