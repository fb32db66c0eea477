"""Waiting for what another machine does."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Callable

from tests.client.browsers import PATIENCE


def until(holds: Callable[[], object]) -> None:
    """Wait until this holds, such as what the server says; fail if it never does."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < end, "it never came to hold"
        time.sleep(0.05)


def is_answered(address: str) -> bool:
    """Tell whether a server answers this, or still has too much to do."""
    try:
        urllib.request.urlopen(address).close()
    except urllib.error.HTTPError:
        return False
    return True
