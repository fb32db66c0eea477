"""The examples of the schema for imports: a sheet of two games, and whom its names mean."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

from scoring.jobs.api.examples import JOB

_JOB = {**JOB, "id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d8b01", "kind": "preview"}
_IMPORT = {
    "players": {"Grandma": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01", "Theo": "new"},
    "overrule": "",
}

REQUESTS: dict[str, dict[str, Any]] = {
    "previewImport": {},
    "importFile": {"One is known, one is new": _IMPORT},
}
ANSWERS: dict[str, dict[str, Any]] = {
    "previewImport": {"Begun": _JOB},
    "importFile": {"Begun": {**_JOB, "kind": "import"}},
}


def examples_of(operation: str) -> list[OpenApiExample]:
    """The examples of an operation: what is asked, and that a job has begun."""
    asked = [
        OpenApiExample(name, value=value, request_only=True)
        for name, value in REQUESTS[operation].items()
    ]
    answered = [
        OpenApiExample(name, value=value, response_only=True, status_codes=["202"])
        for name, value in ANSWERS[operation].items()
    ]
    return [*asked, *answered]
