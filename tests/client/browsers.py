"""The system's Chromium: shared by the phones of a module, or one that can be killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Playwright

from tests.services import chromium

PATIENCE = 30_000  # milliseconds for anything to appear: CI's two cores are shared
RULES_PATIENCE = 120_000  # milliseconds for Python to start, which keeps a core busy for long

FLAGS = [
    "--no-sandbox",  # tests may run as root, in a container
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Pages reach this machine only: a forgotten foreign host fails at once.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]

# A phone in one hand, as the design shows it.
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "screen": {"width": 390, "height": 844},
    "device_scale_factor": 1,
    "has_touch": True,
    "is_mobile": True,
    "user_agent": (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/156.0.0.0 Mobile Safari/537.36"
    ),
    "locale": "en-GB",
    "timezone_id": "Europe/Berlin",
    "reduced_motion": "reduce",
}


def start(playwright: Playwright) -> Browser:
    """A browser whose contexts are phones that begin empty."""
    return playwright.chromium.launch(executable_path=chromium(), args=FLAGS)


def start_with(playwright: Playwright, folder: Path, **options: Any) -> BrowserContext:
    """A browser that keeps what it stores in `folder`, as a phone does."""
    return playwright.chromium.launch_persistent_context(
        folder, executable_path=chromium(), args=FLAGS, **{**PHONE, **options}
    )


def kill(folder: Path) -> None:
    """End the browser that keeps its data in `folder` as an empty battery would. Linux only."""
    for process in _browsers(folder):
        os.kill(process, signal.SIGKILL)


def _browsers(folder: Path) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:  # it has ended by now
            continue
        if f"--user-data-dir={folder}" in arguments:
            found.append(int(entry.name))
    return found
