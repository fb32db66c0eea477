"""Copies of a database, and moving to another one: every row and every answer is the same."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from django.core.management.base import CommandError
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.migrations.recorder import MigrationRecorder

from games.management.commands import load_sqlite
from tests.databases import database, empty_database, sqlite_database
from tests.server import run_python

# They start processes that fill and migrate databases.
pytestmark = pytest.mark.full

PLAYED = {
    f"games_{name}" for name in ("game", "seat", "round", "happening", "play", "player", "draft")
}
LEADERBOARDS = 3  # of the demo, of the group of the cast, and of the one next door


def run(url: str, *command: str) -> subprocess.CompletedProcess[str]:
    settings = {"REDIS_URL": "", "SECRET_KEY": "test", "THROTTLE": "off"}
    return run_python(*command, DATABASE_URL=url, **settings)


def manage(url: str, *arguments: str) -> str:
    done = run(url, "manage.py", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def moved(url: str, *what: str) -> list[str]:
    done = run(url, "-m", "tests.store.moved", *what)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An SQLite database with everything."""
    return sqlite_database(tmp_path_factory.mktemp("filled"))


@pytest.fixture(scope="module")
def contents(filled: str) -> list[str]:
    """All rows, and in the last line all answers."""
    said = moved(filled, "fill", "tell")
    shown = json.loads(said[-1])
    boards = [text for path, text in shown.items() if path.endswith("/leaderboard/")]
    assert len(boards) == LEADERBOARDS
    assert any(len(json.loads(text)["players"]) >= 4 for text in boards)
    assert len(said) > 1000
    return said


def test_a_backup_restored_is_the_same(filled: str, contents: list[str], tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    manage(filled, "backup", str(copy))
    assert moved(f"sqlite:///{copy}", "tell") == contents


def test_one_version_back_and_forth_keeps_what_was_played(
    filled: str, contents: list[str], tmp_path: Path
) -> None:
    """The last migration of each app is taken back, as for the code before it, and made again."""
    copy = shutil.copyfile(filled.removeprefix("sqlite:///"), tmp_path / "copy.sqlite3")
    after = moved(f"sqlite:///{copy}", "back and forth", "tell")
    assert rows(after) == rows(contents)
    assert played(after) == played(contents)


def rows(said: list[str]) -> list[str]:
    """The rows of what was played."""
    found = [line for line in said if line.split(" ", 1)[0] in PLAYED]
    assert {line.split(" ", 1)[0] for line in found} == PLAYED
    return found


def played(said: list[str]) -> dict[str, str]:
    """What is shown of games and players; statistics say when they were counted."""
    shown: dict[str, str] = json.loads(said[-1])
    return {path: text for path, text in shown.items() if "/statistics/" not in path}


@pytest.mark.needs_postgres
def test_from_sqlite_to_postgresql_and_from_there_to_another(
    filled: str, contents: list[str], tmp_path: Path
) -> None:
    """With PostgreSQL's own tools, a dump is restored into a database without tables."""
    dump = str(tmp_path / "tableside.dump")
    with database(tmp_path) as new, empty_database(tmp_path) as restored:
        assert "Rows copied: " in manage(new, "load_sqlite", filled.removeprefix("sqlite:///"))
        for command in (
            ["pg_dump", "--format", "custom", "--file", dump, new],
            ["pg_restore", "--exit-on-error", "--dbname", restored, dump],
        ):
            subprocess.run(command, check=True, timeout=120)
        assert moved(restored, "tell") == contents
        moved(restored, "write")


@pytest.mark.django_db
@pytest.mark.usefixtures("cast")
def test_what_cannot_be_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Tests may open no database that the settings do not name, but for one by this name.
    monkeypatch.setattr(load_sqlite, "SOURCE", NO_DB_ALIAS)

    def refusal(file: Path) -> str:
        with pytest.raises(CommandError) as refused:
            load_sqlite.load(file)
        return str(refused.value)

    assert "There is no database at" in refusal(tmp_path / "missing")
    (tmp_path / "text").write_text("This is no database, but it is long enough. " * 30)
    assert "file is not a database" in refusal(tmp_path / "text")
    file = Path(sqlite_database(tmp_path).removeprefix("sqlite:///"))
    assert "The new database has rows already, in accounts_user" in refusal(file)
    MigrationRecorder.Migration.objects.filter(app="jobs").delete()
    assert "Migrations that the new database lacks: jobs.0001" in refusal(file)
