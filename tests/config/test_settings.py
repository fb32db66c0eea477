"""The environment, the key, and the stores."""

import re
import stat
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config import environment
from config.documents import rows, settings_page
from config.environment import Env
from config.secret_key import load_secret_key
from tests.server import ROOT, run_python


def test_processes_that_start_at_once_share_a_key(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as pool:
        keys = set(pool.map(load_secret_key, [path] * 32))
    assert len(keys) == 1
    assert len(keys.pop()) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret_key"]


def test_a_late_process_takes_the_key_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret_key"
    path.write_text("first\n")
    # As if the file had come between the look and the making.
    with monkeypatch.context() as patch:
        patch.setattr(Path, "exists", lambda _path: False)
        assert load_secret_key(path) == "first"
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def test_a_key_that_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        load_secret_key(tmp_path / "file" / "secret_key")
    with pytest.raises(ImproperlyConfigured, match="empty"):
        load_secret_key(tmp_path / "file")


def test_secrets_come_from_files(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from a file\n")
    (tmp_path / "password").write_text("p@ss/word\n")
    code = "from config import settings;print(settings.SECRET_KEY, settings.DATABASES['default'])"
    settings = {
        "SECRET_KEY": "",
        "SECRET_KEY_FILE": str(tmp_path / "key"),
        "DATABASE_URL": "postgres://tableside@database:5432/tableside",
        "DATABASE_PASSWORD_FILE": str(tmp_path / "password"),
    }
    told = run_python("-c", code, **settings).stdout
    assert told.startswith("from a file ")
    assert "'PASSWORD': 'p@ss/word'" in told


def test_a_secret_that_cannot_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "nothing"))
    with pytest.raises(ImproperlyConfigured, match=r"SECRET_KEY_FILE is .*No such file"):
        Env().secret("SECRET_KEY_FILE")
    (tmp_path / "nothing").write_text("\n")
    with pytest.raises(ImproperlyConfigured, match=r"SECRET_KEY_FILE is .*empty"):
        Env().secret("SECRET_KEY_FILE")
    monkeypatch.setenv("SECRET_KEY_FILE", "")
    assert Env().secret("SECRET_KEY_FILE") == ""


def test_every_variable_is_explained() -> None:
    example = (ROOT / ".env.example").read_text().partition("# --- Tests")[0]
    assert environment.asked == set(re.findall(r"^#([A-Z_]+)=", example, re.MULTILINE))


def test_all_settings_are_in_one_table() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    page = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    assert page == settings_page(example), "run `make schema`"
    settings = re.findall(r"^#([A-Z_]+)=", example.partition("# --- Tests")[0], re.MULTILINE)
    first_cells = "".join(re.findall(r"^\| (`[^|]*) \|", page, re.MULTILINE))
    assert re.findall(r"`([A-Z_]+)`", first_cells) == settings
    assert all(row.text for row in rows(example))


@pytest.mark.django_db
def test_the_database_is_the_one_asked_for() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)
            assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)
            assert connection.transaction_mode == "IMMEDIATE"  # type: ignore[attr-defined]
        else:
            cursor.execute("SELECT 1")
            assert cursor.fetchone() == (1,)


@pytest.mark.needs_postgres
@pytest.mark.django_db
def test_connections_to_postgresql_are_kept() -> None:
    assert connection.vendor == "postgresql"
    assert connection.close_at is None
    assert connection.health_check_enabled  # type: ignore[attr-defined]
