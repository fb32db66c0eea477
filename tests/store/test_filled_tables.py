"""The database counts tables that an import or the demo has filled."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.demo.group import make_demo
from games.models import Game, Player, Round
from games.services import filled_tables
from scoring.exchange.archive.reader import read_archive
from scoring.exchange.models import ImportedGame
from scoring.exchange.services.archive_import import write_archive
from scoring.exchange.services.hidden_writing import ImportTarget
from tests.cast import Cast
from tests.scoring.everything import archive_of, record_everything

pytestmark = pytest.mark.django_db

Commit = Callable[..., AbstractContextManager[Any]]
MODELS = (Player, Game, Round)


def known() -> dict[str, int]:
    """How many rows the planner believes to be in each table, if it knows."""

    def rows(query: str) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(query)
            found: list[Any] = cursor.fetchall()
            return found

    if connection.vendor == "postgresql":
        query = "SELECT relname, reltuples::int FROM pg_class WHERE relkind = 'r'"
        return {name: count for name, count in rows(query) if count >= 0}
    if not rows("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'"):
        return {}
    found = rows("SELECT tbl, stat FROM sqlite_stat1")
    return {name: int(stat.split()[0]) for name, stat in found}


def bring(cast: Cast) -> None:
    """Import an archive into the other group."""
    record_everything(cast)
    owner = cast.users["other_owner"]
    target = ImportTarget(uuid4(), owner, cast.other_group.pk)
    write_archive(target, read_archive(archive_of(cast)), {})()


def test_a_large_import_is_counted(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Commit
) -> None:
    monkeypatch.setattr(filled_tables, "MIN_ROWS", 10)
    with django_capture_on_commit_callbacks(execute=True):
        bring(cast)
    counted = known()
    for model in (*MODELS, ImportedGame):
        assert counted[model._meta.db_table] == model._base_manager.count() > 0


def test_a_small_import_does_not_have_to_wait_for_that(
    cast: Cast, django_capture_on_commit_callbacks: Commit
) -> None:
    with (
        CaptureQueriesContext(connection) as asked,
        django_capture_on_commit_callbacks(execute=True),
    ):
        bring(cast)
    assert asked.captured_queries
    assert not [query for query in asked if query["sql"].startswith("ANALYZE")]


def test_the_demo_is_counted(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Commit
) -> None:
    monkeypatch.setattr(filled_tables, "MIN_ROWS", 10)
    with django_capture_on_commit_callbacks(execute=True):
        make_demo(max_evenings=2)
    counted = known()
    for model in MODELS:
        assert counted[model._meta.db_table] == model._base_manager.count() > 0


@pytest.mark.django_db(transaction=True)
def test_a_failure_is_only_logged(caplog: pytest.LogCaptureFixture) -> None:
    with transaction.atomic():
        filled_tables.analyze_after_commit(["no_such_table"], rows=filled_tables.MIN_ROWS)
    assert "no_such_table" in caplog.text
