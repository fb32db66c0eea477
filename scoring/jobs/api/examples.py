"""The examples of jobs in the schema: recomputing the statistics of a group."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

JOB = {
    "id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d8a01",
    "group": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7b00",
    "kind": "recompute",
    "state": "waiting",
    "done": 0,
    "total": None,
    "progress": None,
    "result": None,
    "problem": None,
    "file": None,
    "created_by": {"id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7b01", "name": "Mina"},
    "created_at": "2026-11-21T19:30:00Z",
    "ended_at": None,
}
_RUNNING = {**JOB, "state": "running", "done": 120, "total": 480, "progress": 0.25}
_DONE = {
    **_RUNNING,
    "state": "done",
    "done": 480,
    "progress": 1.0,
    "result": {"kind": "recompute", "games": 480, "rounds": 4417},
    "ended_at": "2026-11-21T19:30:09Z",
}
_CANCELLED = {**_RUNNING, "state": "cancelled", "ended_at": "2026-11-21T19:30:03Z"}

# By operation and title: the status, and the answer.
EXAMPLES: dict[str, dict[str, tuple[int, Any]]] = {
    "listJobs": {"A finished job": (200, _DONE)},
    "getJob": {"Running": (200, _RUNNING), "Done": (200, _DONE)},
    "cancelJob": {"Cancelled": (200, _CANCELLED)},
    "startJob": {"Started": (202, {**JOB, "kind": "export"})},
    "recomputeGroup": {"Started": (202, JOB)},
    "exportGroup": {"Started": (202, {**JOB, "kind": "export"})},
}


def examples_of(operation: str) -> list[OpenApiExample]:
    """The example answers of an operation."""
    return [
        OpenApiExample(name, value=answer, response_only=True, status_codes=[str(status)])
        for name, (status, answer) in EXAMPLES[operation].items()
    ]
