"""The reference cases: questions with the part of their answers that was settled by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parents[1] / "referee" / "cases"


def reference_cases(name: str) -> list[Any]:
    """The cases of one endpoint as parameters `(path, body, expected)`, named by their line."""
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    return [
        pytest.param(case["path"], case["body"], case["expect"], id=f"line {number}")
        for number, case in enumerate(cases, 1)
    ]
