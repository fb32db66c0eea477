"""Check before the server starts that the database answers and has all tables.

No models are loaded: with several workers, the first process needs them for nothing else.
"""

from __future__ import annotations

import sys
import time
import warnings
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.db import DatabaseError, connection

PATIENCE = 10.0  # seconds, for a database that is still starting
PAUSE = 0.5  # seconds


def database_mistake(patience: float = PATIENCE) -> str | None:
    """Return what keeps a server from using its database, or None.

    Waits a while for one that does not answer: both may have been started together.
    """
    if connection.vendor == "sqlite":  # a file is there or not
        patience = 0
    until = time.monotonic() + patience
    has_told = False
    while True:
        try:
            missing = len(migrations() - applied_migrations())
            break
        except DatabaseError as error:
            reason = " ".join(str(error).split())  # PostgreSQL's has several lines
        finally:
            connection.close()
        if time.monotonic() >= until:
            return f"DATABASE_URL: the database cannot be used: {reason}"
        if not has_told:
            print("Waiting for the database.", file=sys.stderr, flush=True)
            has_told = True
        time.sleep(PAUSE)
    if not missing:
        return None
    return (
        f"DATABASE_URL: the database lacks migrations of this release ({missing}). Bring it up to"
        " date with `manage.py migrate`."
    )


def migrations() -> set[tuple[str, str]]:
    """Return the app and name of each migration of this release."""
    found = set()
    for app in map(AppConfig.create, settings.INSTALLED_APPS):
        if app.label not in settings.MIGRATION_MODULES:
            files = Path(app.path).glob("migrations/[!_]*.py")
            found |= {(app.label, file.stem) for file in files}
    return found


def applied_migrations() -> set[tuple[str, str]]:
    """Return the app and name of each migration that the database has."""
    with warnings.catch_warnings(), connection.cursor() as cursor:
        warnings.simplefilter("ignore", RuntimeWarning)  # that the apps are not loaded
        if "django_migrations" not in connection.introspection.table_names(cursor):
            return set()
        cursor.execute("SELECT app, name FROM django_migrations")
        return {(app, name) for app, name in cursor.fetchall()}
