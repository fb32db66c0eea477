"""The real server in a process of its own, for the tests that need one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parent.parent


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the folder of the repository, with these variables beside the test's own."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@contextmanager
def serve(database_url: str, *, workers: int = 1, **environment: str) -> Iterator[str]:
    """Serve a migrated database on a free port; give the address, stop at the end."""
    with serve_process(database_url, workers=workers, port=None, log=None, **environment) as (
        address,
        _,
    ):
        yield address


@contextmanager
def serve_process(
    database_url: str,
    *,
    workers: int = 1,
    port: int | None = None,
    log: IO[bytes] | None = None,
    **environment: str,
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """As `serve`, and give the process too; with several workers, these are its children.

    It may have to have a certain port. What it logs goes to `log`, if there is one.
    """
    port = port or free_port()
    everything = {
        **os.environ,
        "DATABASE_URL": database_url,
        "PORT": str(port),
        "WEB_WORKERS": str(workers),
        "THROTTLE": "off",
        "SECRET_KEY": "of the tests",
        "LAN_ADDRESS": "127.0.0.1",
        **environment,
    }
    command = [sys.executable, "-m", "config.serve"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=everything, stdout=subprocess.DEVNULL, stderr=log
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/", process)
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.terminate()
        process.wait(timeout=15)


def children(process: subprocess.Popen[bytes]) -> list[int]:
    """The ids of the processes that a process has begun: Linux only."""
    path = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(pid) for pid in path.read_text().split()]


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until the server answers; raise if it ends or takes a minute."""
    for _attempt in range(600):
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except OSError:
            if process.poll() is not None:
                raise RuntimeError("the server ended at once") from None
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server does not answer")
