"""What all tests share: markers for services, a clean cache, a client of the API."""

import os
import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection, connections
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from rest import outages
from rest.counting import ask_again, process_counters
from rest.threads import stop_executors
from tests.cast import cast  # noqa: F401  (a fixture for all)
from tests.databases import SHARED, database
from tests.games.races import on_disk
from tests.sampling import ALL, FULL, RELEASE
from tests.services import REDIS_URL, REQUIRED, absence

ON_POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")

DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_reset_sequences"}

# PostgreSQL repeats what depends on the database: tests that commit, such as all races, and those
# in these places, which are about statements, types, order, locks and constraints. All others
# ask what is decided before or after it is asked.
DATABASE_PLACES = (
    "tests/accounts/test_idempotency.py",
    "tests/api/test_permissions.py::test_who_may",  # every operation
    "tests/concurrency/",
    "tests/config/test_health.py",
    "tests/games/test_chosen_ids.py",
    "tests/games/test_conditional_reads.py",
    "tests/games/test_guards.py",
    "tests/games/test_kept_answers.py",
    "tests/games/test_large_answers.py",
    "tests/games/test_lists.py",
    "tests/games/test_merging.py",
    "tests/games/test_migrations.py",
    "tests/games/test_moving_logs.py",
    "tests/games/test_repeating.py",
    "tests/live/test_hub.py",
    "tests/rest/test_pagination.py",
    "tests/scoring/test_archive_round_trip.py",
    "tests/scoring/test_bulk_history.py",
    "tests/scoring/test_export_rows.py",
    "tests/scoring/test_forgetting.py",
    "tests/scoring/test_host_commands.py",
    "tests/scoring/test_import_transactions.py",
    "tests/scoring/test_statistics_background.py",
    "tests/scoring/test_statistics_catch_up.py",
    "tests/scoring/test_statistics_digests.py",
    "tests/scoring/test_statistics_indexes.py",
    "tests/scoring/test_statistics_merging.py",
    "tests/scoring/test_statistics_migrations.py",
    "tests/scoring/test_statistics_transactions.py",
    "tests/store/",
)

# These go first, in this order: if one began last, the other processes would have nothing to do.
SLOWEST = (
    "tests/client/test_units.py",
    "tests/client/test_service_worker.py",
    "tests/live/test_streams.py",
    "tests/live/test_workers.py",
    "tests/scoring/live/test_celery_workers.py",
    "tests/scoring/live/test_takeovers.py",
    "tests/scoring/live/test_servers_alone.py",
    "tests/games/test_schemathesis.py",
    "tests/referee/test_agreement.py",
    "tests/store/test_moving.py",
    "tests/store/test_upgrade.py",
    "tests/config/test_redeploy.py",
    "tests/config/test_caddy.py",
    "tests/client/test_screens.py",
    "tests/client/test_referee.py",
    "tests/client/test_import.py",
    "tests/client/test_account.py",
)

# The same examples each time, as a failure should come from a change; new ones with FULL=all. And
# no deadlines: the machines of CI are busy.
hypothesis.settings.register_profile(
    "tableside",
    derandomize=not ALL,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("tableside")


def pytest_configure() -> None:
    # Before tests are collected: to read the schema, schemathesis starts the application.
    settings.LOCAL_WORKER = False
    # The pages must not depend on whether somebody has built the client.
    settings.CLIENT_ROOT = Path(__file__).parent / "no client"


@pytest.hookimpl(tryfirst=True)  # before `-m` is applied
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if depends_on_the_database(item):
            item.add_marker("database")
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    slow = (at for at, path in enumerate(SLOWEST) if item.nodeid.startswith(path))
    return next(slow, len(SLOWEST))


def depends_on_the_database(item: pytest.Item) -> bool:
    """Whether PostgreSQL may answer a test in another way than SQLite."""
    fixtures = set(getattr(item, "fixturenames", ()))
    mark = item.get_closest_marker("django_db")
    commits = mark.kwargs.get("transaction") if mark else "transactional_db" in fixtures
    if commits:
        return True
    is_in_place = item.nodeid.startswith(DATABASE_PLACES)
    return is_in_place and bool(mark or fixtures & DATABASE_FIXTURES)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("full") and not FULL:
        pytest.skip("slow: runs with FULL=1, as in CI")
    if item.get_closest_marker("release") and not RELEASE:
        pytest.skip("slow: runs with FULL=release")
    for service in ("redis", "node", "chromium", "webkit", "certutil", "curl", "java", "caddy"):
        if item.get_closest_marker(f"needs_{service}") and (why := absence(service)):
            _left_out(service, why)
    if item.get_closest_marker("needs_postgres"):
        if why := absence("postgres"):
            _left_out("postgres", why)
        if not ON_POSTGRES:
            pytest.skip("needs postgres: this run is on SQLite")


def _left_out(service: str, why: str) -> None:
    if service in REQUIRED:
        pytest.fail(f"{service} is required, but absent: {why}", pytrace=False)
    pytest.skip(f"needs {service}: {why}")


if SHARED in os.environ:  # a process by itself migrates its database as well as a template

    @pytest.fixture(scope="session")
    def django_db_setup(
        django_test_environment: None,
        django_db_blocker: DjangoDbBlocker,
        tmp_path_factory: pytest.TempPathFactory,
    ) -> Iterator[None]:
        """Copy a migrated database: migrating one takes each process seconds."""
        with database(tmp_path_factory.mktemp("database")) as url, django_db_blocker.unblock():
            connection.close()
            if ON_POSTGRES:
                connection.settings_dict["NAME"] = url.rpartition("/")[2]
            else:
                connection.settings_dict["NAME"] = "file:tests?mode=memory&cache=shared"
                connection.ensure_connection()
                with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as migrated:
                    migrated.backup(connection.connection)
            yield
            connections.close_all()


@pytest.fixture(autouse=True)
def clean_cache() -> None:
    """Let no test see the counts of another."""
    for name in settings.CACHES:
        caches[name].clear()
    process_counters.clear()
    ask_again()
    outages.database.forget()
    outages.redis.forget()


@pytest.fixture(autouse=True)
def unthrottled(settings: Settings) -> None:
    """Leave the throttle to the tests that are about it."""
    settings.THROTTLE = False


@pytest.fixture(autouse=True)
def no_threads_left() -> Iterator[None]:
    """Have the threads of the application end with the test: they keep connections."""
    yield
    stop_executors()


@pytest.fixture
def race(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """A database where requests of several threads meet. Name it after the other fixtures."""
    with on_disk(tmp_path):
        yield


@pytest.fixture
def api() -> APIClient:
    """A client of the API, with no credentials."""
    return APIClient()


@pytest.fixture
def redis_cache(settings: Settings) -> Iterator[None]:
    """Put the cache on Redis. Use it with the marker `needs_redis`."""
    # A prefix of its own and not a flush: other tests are at work in the same Redis.
    settings.CACHES = {
        **settings.CACHES,
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": uuid.uuid4().hex,
            "TIMEOUT": 60,
        },
    }
    yield
    caches["default"].close()
