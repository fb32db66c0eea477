"""The examples of the schema: questions with their real answers, kept in examples.json.

A test asks each of them and compares.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from drf_spectacular.utils import OpenApiExample

EXAMPLES: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "examples.json").read_text(encoding="utf-8")
)


def examples_of(operation: str) -> list[OpenApiExample]:
    """The examples of one operation, by its path below `referee/`."""
    found = []
    for example in EXAMPLES[operation]:
        name, status, answer = example["name"], example["status"], example["answer"]
        if isinstance(answer, list):  # the schema shows an example of a list as one of its items
            [answer] = answer
        if "request" in example:
            found.append(OpenApiExample(name, value=example["request"], request_only=True))
        found.append(
            OpenApiExample(
                name,
                value=answer,
                response_only=True,
                status_codes=[str(status)],
                media_type="application/json" if status == 200 else "application/problem+json",
            )
        )
    return found
