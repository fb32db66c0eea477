"""Examples of imports in the schema."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

from scoring.jobs.api.examples import JOB

_JOB = {**JOB, "id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d8b01", "kind": "preview"}
_IMPORT = {
    "players": {"Grandma": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01", "Theo": "new"},
    "overrule": "",
}
_READING = {
    "columns": {"Pkt.": "points", "K": "player:Oma Käthe", "Laune": "ignore"},
    "same_as": [{"names": ["Jürgen", "Juergen"], "same": True}],
    "skip": [14],
    "editions": {"Phase 10 Deluxe": "classic"},
    "brackets": "phase",
}

REQUESTS: dict[str, dict[str, Any]] = {
    "previewImport": {},
    "previewImportAgain": {"A sheet that needs a few answers": _READING},
    "importFile": {"A known player and a new one": _IMPORT},
}
ANSWERS: dict[str, dict[str, Any]] = {
    "previewImport": {"Started": _JOB},
    "previewImportAgain": {"Started": _JOB},
    "importFile": {"Started": {**_JOB, "kind": "import"}},
}


def examples_of(operation: str) -> list[OpenApiExample]:
    """Return the examples of an operation: requests, and the job that starts."""
    requests = [
        OpenApiExample(name, value=value, request_only=True)
        for name, value in REQUESTS[operation].items()
    ]
    answers = [
        OpenApiExample(name, value=value, response_only=True, status_codes=["202"])
        for name, value in ANSWERS[operation].items()
    ]
    return [*requests, *answers]
