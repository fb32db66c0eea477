"""The thread for background work has a connection to the database only while it works."""

from __future__ import annotations

import threading

import pytest
from django.db import OperationalError

from background import local_worker
from background.local_worker import LocalWorker


def test_connections_are_kept_from_one_task_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    is_idle = threading.Event()

    class Connections:
        @staticmethod
        def close_all() -> None:
            happened.append("closed")
            is_idle.set()

    def fail() -> None:
        happened.append("failed")
        raise OperationalError

    monkeypatch.setattr(local_worker, "connections", Connections)
    monkeypatch.setattr(local_worker, "close_old_connections", lambda: happened.append("looked"))
    worker = LocalWorker()
    for task in (lambda: happened.append("done"), fail, lambda: happened.append("done")):
        worker.do(task)
    worker.start(takes_tasks=True)
    try:
        assert is_idle.wait(10)
    finally:
        worker.stop(timeout=10)
    assert happened == ["done", "looked", "failed", "looked", "done", "closed"]
