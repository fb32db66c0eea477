"""Work that may take much memory, in a process of its own, with limits: all memory is given back.

Both sides are here: `run_child` for the caller, `limit_child` for the module that does the work.
Django is not imported, so that a child that does not need it starts in a tenth of a second.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

ROOT = Path(__file__).parent.parent
TICK = 0.5  # seconds


class ChildFailed(Exception):
    """A child ended without doing its work; `code` is negative if a signal ended it."""

    def __init__(self, code: int, said: str) -> None:
        super().__init__(f"code {code}: {said}")
        self.code = code


def run_child(
    module: str, data: bytes, *, seconds: float, tick: Callable[[], None] = lambda: None
) -> bytes:
    """Run `python -m MODULE` with `data` as its input; return its output.

    `tick` is called twice a second; the child is killed if it raises. Raises ChildFailed, and
    subprocess.TimeoutExpired after `seconds`.
    """
    command, pipe = [sys.executable, "-m", module], subprocess.PIPE
    with (
        subprocess.Popen(  # noqa: S603  (a module of ours; data goes to its standard input)
            command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe
        ) as child,
        ThreadPoolExecutor(1) as executor,
    ):
        try:
            done = executor.submit(child.communicate, data, seconds)
            while wait([done], TICK).not_done:
                tick()
            output, said = done.result()
        except BaseException:
            child.kill()
            raise
    if child.returncode != 0:
        raise ChildFailed(child.returncode, said.decode(errors="replace")[-1000:])
    return output


def limit_child(addresses: int, cpu_seconds: int) -> None:
    """Limit the bytes of address space and the processor time of this process.

    If the machine or its container runs out of memory all the same, this process is killed first.
    Requests take precedence over it.
    """
    import resource  # here, as not every system has it

    os.nice(5)

    resource.setrlimit(resource.RLIMIT_AS, (addresses, addresses))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError):  # not on every system
        Path("/proc/self/oom_score_adj").write_text("1000")
