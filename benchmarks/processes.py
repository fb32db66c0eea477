"""What a process and those that it started use, from /proc."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def family(process: int) -> Iterator[int]:
    """A process, and those that it has started and that still run."""
    yield process
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # the thread has just ended
            for child in children.read_text().split():
                yield from family(int(child))


def cpu_seconds(processes: Sequence[int]) -> float:
    """Return the processor time that these and their children have used, in user and kernel."""
    return sum(map(_cpu_seconds, (each for process in processes for each in family(process))))


def _cpu_seconds(process: int) -> float:
    # The name of the program, which may hold anything, ends with the last parenthesis.
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    utime, stime = fields[11:13]
    return (int(utime) + int(stime)) / TICKS


def memory(process: int) -> int:
    """Return the bytes that a process and its children hold, and no other."""
    rolled_up = [_rolled_up(each) for each in family(process)]
    return sum(sizes["Private_Clean"] + sizes["Private_Dirty"] for sizes in rolled_up)


def _rolled_up(process: int) -> dict[str, int]:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    parts = (line.split() for line in lines[1:])
    return {name.rstrip(":"): int(kibibytes) * 1024 for name, kibibytes, _unit in parts}


async def settle(processes: Sequence[int]) -> None:
    """Wait until these processes have nothing left to do, or for ten seconds."""
    end, quiet = time.perf_counter() + 10, 0 if processes else 2
    used = cpu_seconds(processes)
    while quiet < 2 and time.perf_counter() < end:
        await asyncio.sleep(0.1)
        now = cpu_seconds(processes)
        quiet = quiet + 1 if now - used <= 1 / TICKS else 0
        used = now


def named(name: str) -> list[int]:
    """The processes of a program, but not those that they have started."""
    found = {
        int(path.parent.name): path.read_text().strip()
        for path in Path("/proc").glob("[0-9]*/comm")
    }
    pids = {pid for pid, program in found.items() if program == name}
    return [pid for pid in pids if _parent(pid) not in pids]


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
