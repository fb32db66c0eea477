"""The reference cases: questions with the part of their answers that was settled by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parents[1] / "referee" / "cases"


def settled(name: str) -> list[dict[str, Any]]:
    """The cases of one endpoint: the `body` of a request, and what to `expect`."""
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    cases = list(map(json.loads, lines))
    assert {case["path"] for case in cases} == {f"referee/{name}/"}
    return cases


def reference_cases(name: str) -> list[Any]:
    """The same as parameters `(body, expected)`, named by their line."""
    return [
        pytest.param(case["body"], case["expect"], id=f"line {number}")
        for number, case in enumerate(settled(name), 1)
    ]
