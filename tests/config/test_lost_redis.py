"""A Redis that hangs is waited for once in a while, not by each who would use it."""

from __future__ import annotations

import time
import uuid
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from background.celery_app import send
from games.live import wake
from rest import counting


class Task:
    """One that notes how often it was sent."""

    name = "note"

    def __init__(self) -> None:
        self.sent = 0

    def apply_async(self, *_arguments: Any, **_options: Any) -> None:
        self.sent += 1


@pytest.fixture
def published(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is published in Redis."""
    found: list[str] = []

    class Client:
        def publish(self, _channel: str, message: str) -> None:
            found.append(message)

    settings.REDIS_URL = "redis://elsewhere"
    monkeypatch.setattr(wake, "_client", lambda _url: Client())
    return found


def test_what_was_found_out_by_one_is_known_to_all(
    published: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    task = Task()
    send(task)
    wake.wake(uuid.uuid4())
    assert (task.sent, len(published)) == (1, 1)
    monkeypatch.setattr(counting, "_pause_until", time.monotonic() + 10)
    send(task)
    wake.wake(uuid.uuid4())
    assert (task.sent, len(published)) == (1, 1)
    counting.ask_again()
    send(task)
    wake.wake(uuid.uuid4())
    assert (task.sent, len(published)) == (2, 2)
