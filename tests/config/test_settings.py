"""The environment, the key, and the stores."""

import re
import stat
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config.secret_key import load_secret_key

ROOT = Path(__file__).parents[2]


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


def test_every_variable_is_explained() -> None:
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "config/settings.py").read_text()))
    example = (ROOT / ".env.example").read_text().partition("# --- Tests")[0]
    assert read == set(re.findall(r"^#([A-Z_]+)=", example, re.MULTILINE))


@pytest.mark.django_db
def test_the_database_is_the_one_asked_for() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)
            assert cursor.execute("PRAGMA synchronous").fetchone() == (1,)
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
