"""What all tests share: markers for services, a clean cache, a client of the API."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import caches
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from rest.counting import ask_again, process_counters
from rest.threads import stop_executors
from tests.cast import cast  # noqa: F401  (a fixture for all)
from tests.sampling import ALL, FULL
from tests.services import REDIS_URL, REQUIRED, absence

ON_POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")
CASES = 4  # of how many cases of a test PostgreSQL repeats one

DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_reset_sequences"}

# These only need some database: what they test happens before or after it is asked. They run on
# SQLite and are not repeated on PostgreSQL.
ANY_DATABASE = (
    "accounts/test_authentication.py",
    "accounts/test_claim.py",
    "accounts/test_devices.py",
    "accounts/test_guests.py",
    "accounts/test_login.py",
    "accounts/test_me.py",
    "accounts/test_pairing.py",
    "accounts/test_password_reset.py",
    "accounts/test_secrets.py",
    "api/test_compression.py",
    "api/test_cors.py",
    "api/test_headers.py",
    "api/test_links.py",
    "api/test_permissions.py",
    "api/test_strangers.py",
    "games/test_demo.py",
    "games/test_evenings.py",
    "games/test_game_settings.py",
    "games/test_history.py",
    "games/test_members.py",
    "games/test_phase_lists.py",
    "games/test_phone_time.py",
    "games/test_schemathesis.py",
    "games/test_sharing.py",
    "games/test_table_tally.py",
    "rest/test_languages.py",
    "scoring/test_archive_hostile.py",
    "scoring/test_exchange_time_zones.py",
    "scoring/test_export_import_round_trip.py",
    "scoring/test_import_bgstats.py",
    "scoring/test_import_docs.py",
    "scoring/test_import_layouts.py",
    "scoring/test_import_options.py",
    "scoring/test_import_players.py",
    "scoring/test_import_properties.py",
    "scoring/test_import_sheets.py",
    "scoring/test_import_template.py",
    "scoring/test_import_uploads.py",
    "scoring/test_import_workbooks.py",
    "scoring/test_night_cards.py",
    "scoring/test_sheet_pages.py",
    "scoring/test_sheets.py",
    "scoring/test_statistics.py",
    "scoring/test_statistics_nights.py",
)

# These try every case on PostgreSQL, too: in them, the cases are about the database.
EVERY_CASE = (
    "/tests/client/",
    "/tests/concurrency/",
    "/tests/store/",
    "/tests/games/test_conditional_reads.py",
    "/tests/games/test_guards.py",
    "/tests/games/test_lists.py",
    "/tests/rest/test_pagination.py",
)

# These go first: if they began last, the other processes would have nothing left to do.
SLOWEST = (
    "live/test_streams.py",
    "live/test_workers.py",
    "live/test_celery_workers.py",
    "live/test_takeovers.py",
    "live/test_servers_alone.py",
    "games/test_schemathesis.py",
    "referee/test_agreement.py",
    "store/test_moving.py",
    "config/test_redeploy.py",
    "client/test_screens.py",
    "client/test_referee.py",
    "client/test_import.py",
    "client/test_service_worker.py",
    "client/test_account.py",
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
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            any_database = item.path.as_posix().endswith(ANY_DATABASE)
            item.add_marker("any_database" if any_database else "database")
    items.sort(key=lambda item: not item.path.as_posix().endswith(SLOWEST))
    if ON_POSTGRES and not ALL:
        left_out = [item for item in items if is_one_more_case(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def is_one_more_case(item: pytest.Item) -> bool:
    """Whether SQLite tries this case, and PostgreSQL another one of the same test."""
    if item.get_closest_marker("needs_postgres"):
        return False
    if any(place in item.path.as_posix() for place in EVERY_CASE):
        return False
    cases = getattr(item, "callspec", None)
    return cases is not None and any(index % CASES for index in cases.indices.values())


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("full") and not FULL:
        pytest.skip("slow: runs with FULL=1, as in CI")
    for service in ("redis", "node", "chromium", "curl"):
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


@pytest.fixture(autouse=True)
def clean_cache() -> None:
    """Let no test see the counts of another."""
    for name in settings.CACHES:
        caches[name].clear()
    process_counters.clear()
    ask_again()


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
