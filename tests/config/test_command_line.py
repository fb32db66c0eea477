"""`tableside`: what it offers, and that it changes nothing by mistake."""

from __future__ import annotations

import os
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from config.folders import CODE
from config.release import project_version
from tests.databases import sqlite_database
from tests.server import run_python


def tableside(*arguments: str, var: Path, **more: str) -> CompletedProcess[str]:
    environment = {"VAR_DIR": str(var), "SECRET_KEY": "", **more}
    if "DATABASE_URL" not in os.environ:
        environment.setdefault("DATABASE_URL", f"sqlite:///{var / 'tableside.sqlite3'}")
    return run_python("-m", "tableside", *arguments, **environment)


def test_help_shows_all_commands(tmp_path: Path) -> None:
    done = tableside("--help", var=tmp_path)
    offered = [line.split()[0] for line in done.stdout.splitlines() if line.startswith("    ")]
    for name in ("serve", "demo", "backup", "restore", "check", "version"):
        assert name in offered
    assert {"export-account", "delete-account"} <= {*offered}
    assert list(tmp_path.iterdir()) == []


def test_the_version_is_that_of_the_project(tmp_path: Path) -> None:
    version = f"tableside {project_version(CODE)}\n"
    assert tableside("version", var=tmp_path).stdout == version
    assert tableside("--version", var=tmp_path).stdout == version


def test_mistakes_are_told_in_a_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'nothing.sqlite3'}"
    done = tableside("backup", str(tmp_path / "copy"), var=tmp_path, DATABASE_URL=url)
    assert done.returncode == 1
    assert done.stderr.startswith("There is no database at ")
    done = tableside("check", var=tmp_path, DATABASE_URL="mysql://here")
    assert done.returncode == 1
    assert "DATABASE_URL is not the address of a database" in done.stderr
    assert "Traceback" not in done.stderr
    assert tableside("--prot", "1", var=tmp_path).returncode == 2


@pytest.mark.full
def test_check_makes_no_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tableside.sqlite3'}"
    done = tableside("check", var=tmp_path, DATABASE_URL=url)
    assert done.returncode == 0, done.stderr
    assert "There is no database yet" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_a_backup_is_put_into_the_folder_of_the_data(tmp_path: Path) -> None:
    url = sqlite_database(tmp_path)
    done = tableside("backup", var=tmp_path / "var", DATABASE_URL=url)
    assert done.returncode == 0, done.stderr
    [file] = (tmp_path / "var" / "backups").iterdir()
    assert done.stdout == f"{file}: {file.stat().st_size} bytes, checked\n"


def test_of_postgresql_no_file_of_sqlite_is_asked_for(tmp_path: Path) -> None:
    done = tableside("backup", var=tmp_path, DATABASE_URL="postgres://anna@db.example/cards")
    assert done.returncode == 1
    assert f"--file {tmp_path / 'backups' / 'tableside-'}" in done.stderr
    assert done.stderr.rstrip().endswith(".dump cards")
