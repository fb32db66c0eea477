"""The examples of jobs in the schema: recomputing the statistics of a group."""

from __future__ import annotations

from rest.examples import Example

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

EXAMPLES = {
    "listJobs": {"A finished job": Example(None, 200, _DONE)},
    "getJob": {"Running": Example(None, 200, _RUNNING), "Done": Example(None, 200, _DONE)},
    "cancelJob": {"Cancelled": Example(None, 200, _CANCELLED)},
    "startJob": {
        "The archive": Example({"kind": "export", "format": "json"}, 202, None),
        "A file that was previewed": Example(
            {"kind": "import", "preview": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d8b01"}, 202, None
        ),
        "Started": Example(None, 202, {**JOB, "kind": "export"}),
    },
    "recomputeGroup": {"Started": Example(None, 202, JOB)},
    "exportGroup": {
        "The archive": Example({"format": "json"}, 202, None),
        "Started": Example(None, 202, {**JOB, "kind": "export"}),
    },
}
