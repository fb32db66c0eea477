"""Migrated databases for the servers of tests, copied from one that is migrated once."""

from __future__ import annotations

import atexit
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


@cache
def _sqlite_template() -> Path:
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _migrate(f"sqlite:///{folder / 'template.sqlite3'}")
    return folder / "template.sqlite3"


@cache
def _postgres_template(url: str) -> str:
    name = _new_name()
    _execute(url, sql.SQL("CREATE DATABASE {}"), sql.Identifier(name))
    atexit.register(_drop, url, name)
    _migrate(_renamed(url, name))
    return name


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
