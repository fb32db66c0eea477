"""`manage.py backup`: whole copies, while others write; `restore` puts them back."""

import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from games.management.backup import BackupError, back_up, restore
from tests.server import run_python


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "tableside.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE given (number INTEGER PRIMARY KEY, filler TEXT)")
        connection.execute("CREATE TABLE taken (number INTEGER PRIMARY KEY, filler TEXT)")
    return path


def counts(path: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(path)) as connection:
        given, taken = (
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("given", "taken")
        )
    return given, taken


@contextmanager
def written_to(path: Path) -> Iterator[None]:
    """Have a thread write to both tables, in one transaction each time."""
    stopping = threading.Event()
    failures: list[sqlite3.Error] = []

    def write() -> None:
        try:
            with closing(sqlite3.connect(path, timeout=20)) as connection:
                while not stopping.is_set():
                    with connection:
                        for table in ("given", "taken"):
                            filler = "x" * 2000
                            connection.execute(f"INSERT INTO {table} (filler) VALUES (?)", [filler])
        except sqlite3.Error as error:
            failures.append(error)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()
    assert failures == []


def wait_for_rows(path: Path, rows: int) -> int:
    while counts(path)[0] < rows:
        pass
    return counts(path)[0]


def test_a_copy_is_whole_while_others_write(database: Path, tmp_path: Path) -> None:
    with written_to(database):
        for number in range(5):
            before = wait_for_rows(database, 100 * (number + 1))
            copy = tmp_path / f"copy-{number}"
            size = back_up(database, copy)
            given, taken = counts(copy)
            assert given == taken >= before
            assert size == copy.stat().st_size
            assert stat.S_IMODE(copy.stat().st_mode) == 0o600
            with closing(sqlite3.connect(copy)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        wait_for_rows(database, given + 1)  # the writer goes on
    names = {path.name for path in tmp_path.iterdir() if path.name.startswith("copy")}
    assert names == {f"copy-{number}" for number in range(5)}


def test_it_overwrites_nothing(database: Path, tmp_path: Path) -> None:
    (tmp_path / "copy").write_text("of yesterday")
    with pytest.raises(BackupError, match=r"copy exists\. Choose a new name"):
        back_up(database, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "of yesterday"


def test_a_damaged_database_leaves_no_copy(database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE INDEX by_filler ON given (filler)")
        for _row in range(200):
            connection.execute("INSERT INTO given (filler) VALUES (hex(randomblob(500)))")
    with database.open("r+b") as file:  # closed, it has nothing left in the log
        file.seek(database.stat().st_size // 2)
        file.write(b"\xff" * 9000)
    with pytest.raises(BackupError, match=r"damaged|copied"):
        back_up(database, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    (tmp_path / "text").write_text("This is no database, but it is longer than its header. " * 20)
    with pytest.raises(BackupError, match="could not be copied"):
        back_up(tmp_path / "text", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_it_tells_what_it_cannot_open(database: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="There is no database"):
        back_up(tmp_path / "nothing", tmp_path / "copy")
    with pytest.raises(BackupError, match="cannot be written: No such file"):
        back_up(database, tmp_path / "no folder" / "copy")
    assert not (tmp_path / "copy").exists()


def command(url: str, file: Path) -> CompletedProcess[str]:
    environment = {"SECRET_KEY": "test", "VAR_DIR": str(file.parent), "DATABASE_URL": url}
    return run_python("-m", "tableside", "backup", str(file), **environment)


def test_the_command(database: Path, tmp_path: Path) -> None:
    with written_to(database):
        wait_for_rows(database, 10)
        done = command(f"sqlite:///{database}", tmp_path / "copy")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("bytes, checked\n")
    assert counts(tmp_path / "copy")[0] >= 10


def test_for_postgresql_it_names_the_tool(tmp_path: Path) -> None:
    done = command("postgres://anna:secret@db.example:5433/cards", tmp_path / "copy")
    assert done.returncode == 1
    assert (
        "pg_dump --host db.example --port 5433 --username anna --format custom"
        f" --file {tmp_path / 'copy'} cards" in done.stderr
    )
    assert "secret" not in done.stderr


# --- restore ---


@pytest.fixture
def ours(database: Path) -> Path:
    """A database that passes for one of Tableside, with a row."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE django_migrations (app TEXT)")
        connection.execute("INSERT INTO django_migrations VALUES ('accounts'), ('games')")
        connection.execute("INSERT INTO given (filler) VALUES ('then')")
        connection.commit()
    return database


def test_a_backup_is_put_back_and_what_it_replaces_is_kept(ours: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite3"
    back_up(ours, backup)
    with closing(sqlite3.connect(ours)) as connection:
        connection.execute("INSERT INTO given (filler) VALUES ('now')")
        connection.commit()
    replaced = restore(ours, backup)
    assert counts(ours) == (1, 0)
    assert replaced is not None
    assert counts(replaced) == (2, 0)
    assert stat.S_IMODE(replaced.stat().st_mode) == 0o600


def test_a_backup_is_put_where_there_is_nothing(ours: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "new" / "tableside.sqlite3"
    assert restore(elsewhere, ours) is None
    assert counts(elsewhere) == (1, 0)


def test_nothing_is_replaced_under_a_server(ours: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite3"
    back_up(ours, backup)
    with closing(sqlite3.connect(ours)) as server:
        server.execute("SELECT count(*) FROM given").fetchone()  # idle since then
        with pytest.raises(BackupError, match="Stop the server first"):
            restore(ours, backup)


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_only_a_database_of_tableside_is_put_back(
    ours: Path, tmp_path: Path, content: bytes | None
) -> None:
    foreign = tmp_path / "foreign.sqlite3"
    if content is not None:
        foreign.write_bytes(content)
    with pytest.raises(BackupError, match="is not a backup of Tableside"):
        restore(ours, foreign)
    assert counts(ours) == (1, 0)


def test_another_programs_database_is_not_put_back(ours: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.sqlite3"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE django_migrations (app TEXT)")
    with pytest.raises(BackupError, match="not one of Tableside"):
        restore(ours, foreign)
