"""Two servers that migrate at once, and a migration that is killed: the tables are complete."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.contract import ROOT
from tests.databases import empty_database
from tests.server import run_python

# They start processes that migrate an empty database.
pytestmark = pytest.mark.full


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with empty_database(tmp_path) as address:
        yield address


def migrate(url: str, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0", *options]
    environment = {**os.environ, "DATABASE_URL": url, "REDIS_URL": ""}
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    _out, error = process.communicate(timeout=120)
    return process.returncode, error


@pytest.mark.needs_postgres  # where two machines may have one database
def test_two_at_once(url: str) -> None:
    both = [migrate(url), migrate(url)]
    assert [ended(each) for each in both] == [(0, "")] * 2


KILLED = """
import os
import django
from django.core.management import call_command
from django.db.migrations.recorder import MigrationRecorder

record = MigrationRecorder.record_applied
def die_at_accounts(self, app, name):
    os._exit(9) if app == "accounts" else record(self, app, name)

django.setup()
MigrationRecorder.record_applied = die_at_accounts
call_command("migrate", verbosity=0)
"""


def test_one_that_is_killed_again_and_again(url: str) -> None:
    """First before what it has done is recorded, and then at any moment."""
    settings = {"DATABASE_URL": url, "REDIS_URL": "", "DJANGO_SETTINGS_MODULE": "config.settings"}
    assert run_python("-c", KILLED, **settings).returncode == 9
    process = migrate(url)
    time.sleep(random.Random(10).uniform(0.8, 4))
    process.kill()
    ended(process)
    assert ended(migrate(url)) == (0, "")
    assert ended(migrate(url, "--check")) == (0, "")
