"""Migrated databases for tests and their servers, copied from one that is migrated once."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import psycopg
from psycopg import sql

ROOT = Path(__file__).parent.parent
# Names the folder with the templates that the processes of a run share.
SHARED = "TEST_DATABASE_TEMPLATES"


@contextmanager
def shared_templates() -> Iterator[None]:
    """Have all processes that are started in here copy the same databases."""
    os.environ[SHARED] = tempfile.mkdtemp()
    try:
        yield
    finally:
        _forget(Path(os.environ.pop(SHARED)))


@contextmanager
def database(folder: Path) -> Iterator[str]:
    """A database of its own, of the kind that this run is about: its address."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield sqlite_database(folder)
        return
    with _postgres_database(url, sql.Identifier(_postgres_template(url))) as address:
        yield address


@contextmanager
def empty_database(folder: Path) -> Iterator[str]:
    """A database of its own without tables, of the kind that this run is about: its address."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield f"sqlite:///{folder / 'empty.sqlite3'}"
        return
    with _postgres_database(url, sql.SQL("DEFAULT")) as address:
        yield address


@contextmanager
def _postgres_database(url: str, template: sql.Composable) -> Iterator[str]:
    name = _new_name()
    _execute(url, sql.SQL("CREATE DATABASE {} TEMPLATE {}"), sql.Identifier(name), template)
    try:
        yield _renamed(url, name)
    finally:
        _drop(url, name)


def sqlite_database(folder: Path) -> str:
    """The address of a new SQLite database in this folder."""
    path = folder / "live.sqlite3"
    shutil.copyfile(_sqlite_template(), path)
    return f"sqlite:///{path}"


def _sqlite_template() -> Path:
    with _templates() as folder:
        path = folder / "template.sqlite3"
        if not path.exists():
            _migrate(f"sqlite:///{path}")
        return path


def _postgres_template(url: str) -> str:
    with _templates() as folder:
        path = folder / "postgres"
        if not path.exists():
            name = _new_name()
            _execute(url, sql.SQL("CREATE DATABASE {}"), sql.Identifier(name))
            path.write_text(f"{url} {name}")
            _migrate(_renamed(url, name))
        return path.read_text().split()[1]


@contextmanager
def _templates() -> Iterator[Path]:
    """The folder with the templates, for one process at a time."""
    folder = _folder()
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@cache
def _folder() -> Path:
    if shared := os.environ.get(SHARED):
        return Path(shared)
    folder = Path(tempfile.mkdtemp())
    atexit.register(_forget, folder)
    return folder


def _forget(folder: Path) -> None:
    if (postgres := folder / "postgres").exists():
        _drop(*postgres.read_text().split())
    shutil.rmtree(folder, ignore_errors=True)


def _new_name() -> str:
    return f"tableside_live_{uuid.uuid4().hex[:12]}"


def _renamed(url: str, name: str) -> str:
    return f"{url.rpartition('/')[0]}/{name}"


def _drop(url: str, name: str) -> None:
    _execute(url, sql.SQL("DROP DATABASE {} WITH (FORCE)"), sql.Identifier(name))


def _execute(url: str, statement: sql.SQL, *parts: sql.Composable) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.format(*parts))


def _migrate(url: str) -> None:
    command = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "DATABASE_URL": url}, check=True)
