"""Waiting for what another machine does."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.client.browsers import PATIENCE


def until(holds: Callable[[], object]) -> None:
    """Wait until this holds, such as what the server says; fail if it never does."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < end, "it never came to hold"
        time.sleep(0.05)
