"""The referee over HTTP on the real server, compared with views that do nothing."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from collections.abc import Sequence
from typing import Any

from benchmarks.load import QUICK, Connection, Load, Slice, alternate, in_turn, post
from benchmarks.phones import ScorerPhone
from benchmarks.report import Figure, Target, cpu_time, generator_busy, latency, throughput
from benchmarks.server import BASELINE, is_missing, run_server, temporary_database
from tests.api.reference import CASES

ROUNDS = 3 if QUICK else 10
SLICE_SECONDS = 0.6
CONNECTIONS = 8

# Whether the targets apply to each operation.
OPERATIONS = {"phase": True, "hit": True, "hand": False}
# The field in which an answer says yes or no.
VERDICT_FIELDS = {"phase": "legal", "hit": "legal", "hand": "can_lay_down"}
MIN_THROUGHPUT = Target(min_ratio=2)  # of the open empty view on Django's own path
MAX_P99 = Target(max_ratio=1.5)  # of the project's own empty view
FLOORS = {
    "token": "empty view with a token, Django's own path",
    "open": "empty view without a token, Django's own path",
    "empty": "the project's own empty view, body {}",
}


def run() -> list[Figure]:
    """Measure the server as it is usually run, then pinned."""
    if is_missing("postgres", "http"):
        return []
    with temporary_database() as url:
        return [*_run(url, pinned=False), *_run(url, pinned=True)]


def _run(url: str, *, pinned: bool) -> list[Figure]:
    """Measure once; if `pinned`, servers and generator have a core each.

    One worker cannot use more than one core, and handing over between threads on two cores costs
    all views the same. Without that cost, the ratio is steadier from run to run, and lower.
    """
    cores = os.sched_getaffinity(0)
    with (
        run_server(url) as (process, port),
        run_server(url, workers=1, **BASELINE) as (other, other_port),
    ):
        if pinned:
            os.sched_setaffinity(process, {max(cores)})
            os.sched_setaffinity(other, {max(cores)})
            os.sched_setaffinity(0, cores - {max(cores)} or cores)
        try:
            slices = asyncio.run(_measure((process, port), (other, other_port)))
        finally:
            os.sched_setaffinity(0, cores)
    return _figures(slices, pinned=pinned)


# --- The load ---------------------------------------------------------------------------


async def _measure(project: tuple[int, int], baseline: tuple[int, int]) -> dict[str, list[Slice]]:
    process, port = project
    other_process, other_port = baseline
    connections = [await Connection.open(port) for _ in range(CONNECTIONS)]
    others = [await Connection.open(other_port) for _ in range(CONNECTIONS)]
    try:
        for operation in OPERATIONS:
            await _verify(connections[0], operation)
        phone = ScorerPhone(connections[0])
        await phone.sit_down()
        contents = [content for name in OPERATIONS for content, _expected in _cases(name)]
        requests = {
            "token": [post("/empty/", content, **phone.authorized) for content in contents],
            "open": [post("/open/", b"{}")],
        }
        loads = [
            Load(name, in_turn(others, each), processes=(other_process,))
            for name, each in requests.items()
        ]
        loads += [
            Load(name, in_turn(connections, each), processes=(process,))
            for name, each in _project_requests()
        ]
        return await alternate(loads, rounds=ROUNDS, seconds=SLICE_SECONDS)
    finally:
        for connection in itertools.chain(connections, others):
            connection.close()


async def _verify(connection: Connection, operation: str) -> None:
    """Check the verdict of every case, because a wrong answer has no speed; also to warm up."""
    field = VERDICT_FIELDS[operation]
    for content, expected in _cases(operation):
        answer = json.loads(await connection.request(post(_path(operation), content)))
        assert bool(answer[field]) is bool(expected[field]), (content, answer)


def _cases(operation: str) -> list[tuple[bytes, dict[str, Any]]]:
    """Return the reference cases of an operation: requests, and what is expected of answers."""
    lines = (CASES / f"{operation}.jsonl").read_text(encoding="utf-8").splitlines()
    cases = map(json.loads, lines)
    return [(json.dumps(case["body"]).encode(), case["expect"]) for case in cases]


def _path(operation: str) -> str:
    return f"/api/v1/referee/{operation}/"


def _project_requests() -> list[tuple[str, list[bytes]]]:
    """The project's empty view, and each operation with all its cases."""
    requests = [("empty", [post("/api/v1/empty/", b"{}")])]
    for operation in OPERATIONS:
        contents = [content for content, _expected in _cases(operation)]
        requests.append((operation, [post(_path(operation), content) for content in contents]))
    return requests


# --- The figures ------------------------------------------------------------------------


def _figures(slices: dict[str, list[Slice]], *, pinned: bool) -> list[Figure]:
    placed = ", pinned" if pinned else ""
    figures: list[Figure] = []
    for operation, has_targets in OPERATIONS.items():
        figures += _of_operation(operation, slices, placed, has_targets)
    everything = [slice for each in slices.values() for slice in each]
    generator = generator_busy(f"asyncio, {CONNECTIONS} connections{placed}", everything)
    return [*figures, generator]


def _of_operation(
    operation: str, slices: dict[str, list[Slice]], placed: str, has_targets: bool
) -> Sequence[Figure]:
    own = slices[operation]
    figures = [
        throughput(
            f"{operation}/ throughput{placed}", own, slices[name], floor_name=floor_name,
            target=MIN_THROUGHPUT if has_targets and name == "open" else None,
        )
        for name, floor_name in FLOORS.items()
    ]  # fmt: skip
    name = f"{operation}/ server CPU{placed}"
    figures += [
        cpu_time(name, own, slices[each], floor_name=floor_name)
        for each, floor_name in FLOORS.items()
    ]
    figures += [
        latency(
            f"{operation}/ p{percent}{placed}", percent, own, slices["empty"],
            floor_name=FLOORS["empty"],
            target=MAX_P99 if has_targets and percent == 99 else None,
        )
        for percent in (50, 99)
    ]  # fmt: skip
    return figures
