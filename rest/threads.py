"""Executors whose threads keep their database connections from one call to the next."""

from concurrent.futures import ThreadPoolExecutor

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

STATEMENT_SECONDS = 6  # somebody waits for the answer; jobs and commands may take longer

_executors: dict[tuple[str, int], ThreadPoolExecutor] = {}
_connections: list[BaseDatabaseWrapper] = []


def executor(name: str, threads: int) -> ThreadPoolExecutor:
    """Return the executor of this name, which starts when it is first needed."""
    if (name, threads) not in _executors:
        new = ThreadPoolExecutor(threads, name, initializer=_keep_connections)
        _executors[name, threads] = new
    return _executors[name, threads]


def _keep_connections() -> None:
    for connection in connections.all():
        connection.inc_thread_sharing()  # so that another thread may close it
        _connections.append(connection)


@receiver(connection_created)
def _limit_statements(connection: BaseDatabaseWrapper, **_signal: object) -> None:
    if connection.vendor == "postgresql" and connection in _connections:
        with connection.cursor() as cursor:
            cursor.execute(f"SET statement_timeout = '{STATEMENT_SECONDS}s'")


def stop_executors() -> None:
    """Wait for calls that have begun, and close all connections, so that SQLite tidies its log."""
    while _executors:
        _executors.popitem()[1].shutdown(cancel_futures=True)
    while _connections:
        _connections.pop().close()
