"""Databases of earlier states of the code are brought up to date, or refused untouched.

`states/` has some of each time, named DATE-COMMIT.sqlite3.xz: three people have played three games,
one of them over, one with cards on the live table.
"""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.databases import sqlite_database
from tests.server import run_python

STATES = sorted((Path(__file__).parent / "states").glob("*.xz"))
# Their migrations were rewritten while nobody but us had such databases.
REFUSED = {
    "2026-11-21T0745-f6b2ea4": "games_game.has_plays",
    "2026-11-21T1005-b8e044a": "scoring.0001_initial",
    "2026-11-21T1634-c712a5d": "jobs_job.options",
}


def name_of(state: Path) -> str:
    return state.name.partition(".")[0]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tableside.sqlite3"


def manage(database: Path, *command: str) -> CompletedProcess[str]:
    url = f"sqlite:///{database}"
    return run_python("manage.py", *command, DATABASE_URL=url, REDIS_URL="")


def columns(path: Path) -> set[tuple[str, str]]:
    """Every column, by its table; the tables are those of Django's models and of migrations."""
    with closing(sqlite3.connect(path)) as connection:
        query = (
            "SELECT tables.name, columns.name FROM sqlite_master AS tables"
            " JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
        )
        return {*connection.execute(query)}


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [*connection.iterdump()]


def backups(database: Path) -> list[Path]:
    return sorted((database.parent / "backups").glob("*"))


# In CI, the oldest, the oldest that is refused, and the newest.
@pytest.mark.parametrize(
    "state",
    [
        pytest.param(
            state,
            id=name_of(state),
            marks=pytest.mark.full if at in (0, 1, len(STATES) - 1) else pytest.mark.release,
        )
        for at, state in enumerate(STATES)
    ],
)
def test_a_database_is_brought_up_to_date_or_refused(state: Path, database: Path) -> None:
    database.write_bytes(lzma.decompress(state.read_bytes()))
    before = dump(database)
    folder = database.parent / "backups"
    folder.mkdir()
    for day in range(1, 4):
        earlier = folder / f"{database.stem}-before-migrating-2026010{day}T200000.000000.sqlite3"
        earlier.touch(0o600)
    earlier_backups = backups(database)
    done = manage(database, "migrate", "--noinput")
    if reason := REFUSED.get(name_of(state)):
        assert done.returncode == 1
        assert f"too old to be brought up to date ({reason}" in done.stderr
        assert "export each group there" in done.stderr
        assert dump(database) == before
        assert backups(database) == earlier_backups
        return
    assert done.returncode == 0, done.stderr
    assert columns(database) == columns(Path(_fresh(database)))
    *kept_backups, backup = backups(database)
    assert kept_backups == earlier_backups[1:]  # the last three are kept
    assert f"The database as it was before is in {backup}." in done.stdout
    assert {oct(one.stat().st_mode & 0o777) for one in backups(database)} == {"0o600"}
    with closing(sqlite3.connect(backup)) as kept, closing(sqlite3.connect(database)) as now:
        rounds = "SELECT count(*) FROM games_round"
        assert now.execute(rounds).fetchone() == kept.execute(rounds).fetchone() == (4,)
    recomputed = manage(database, "recompute")
    assert "games: 1, rounds: 2." in recomputed.stdout, recomputed.stderr  # that are over


def test_nothing_is_backed_up_if_nothing_is_due(database: Path) -> None:
    database.write_bytes(Path(_fresh(database)).read_bytes())
    assert manage(database, "migrate", "--verbosity", "0").stdout == ""
    assert manage(database, "migrate", "--plan").returncode == 0
    assert backups(database) == []


def test_a_newer_database_is_refused(database: Path) -> None:
    database.write_bytes(Path(_fresh(database)).read_bytes())
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('games', '9999_of_tomorrow', '2030-01-01')"
        )
        connection.commit()
    done = manage(database, "migrate", "--verbosity", "0")
    assert done.returncode == 1
    assert "newer version of Tableside" in done.stderr
    assert backups(database) == []


def _fresh(database: Path) -> str:
    folder = database.parent / "template"
    folder.mkdir()
    return sqlite_database(folder).removeprefix("sqlite:///")
