"""What production imports is in its lock file: the tests have more, which would hide a gap."""

import pytest

from tests.server import run_python

IMPORTED = (
    "config.asgi",
    "config.serve",
    "config.celery",
    "config.tracing",  # by OTEL_EXPORTER_OTLP_ENDPOINT
    "celery.apps.worker",
    "celery.apps.beat",
    "celery.concurrency.prefork",
    "kombu.transport.redis",  # by REDIS_URL
    "django.db.backends.postgresql.base",  # by DATABASE_URL
    "scoring.sheets.drawer",
    "assistants.over_http",  # by /mcp
    "assistants.over_stdio",  # by `tableside mcp`
)
# As if only what is locked were installed.
IMPORT = r"""
import importlib, re, sys
from importlib.metadata import packages_distributions
from pathlib import Path

locked = set(re.findall(r"^([a-z0-9.-]+)==", Path("requirements.txt").read_text(), re.MULTILINE))
assert {"django", "celery", "redis", "psycopg", "uvicorn"} <= locked
owners = packages_distributions()

class Hide:
    def find_spec(self, name, path=None, target=None):
        names = {each.lower().replace("_", "-") for each in owners.get(name, [])}
        if names and not names & locked:
            raise ModuleNotFoundError(f"{name} is not locked", name=name)

sys.meta_path.insert(0, Hide())
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


@pytest.mark.full
def test_what_production_imports_is_locked() -> None:
    settings = {"DATABASE_URL": "sqlite://:memory:", "REDIS_URL": ""}
    done = run_python("-c", IMPORT, *IMPORTED, **settings)
    assert done.returncode == 0, done.stderr
