"""The reference cases: real requests of each kind, with the expected verdict."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "referee" / "cases"


# The field in which an answer says yes or no.
VERDICT_FIELDS = {"phase": "legal", "hit": "legal", "hand": "can_lay_down", "tally": "ok"}


@dataclass(frozen=True, slots=True)
class Case:
    """The body of a request, and whether the play, hand or tally is legal."""

    body: dict[str, Any]
    is_legal: bool

    @property
    def content(self) -> bytes:
        """The body as JSON."""
        return json.dumps(self.body).encode()


def load_cases(operation: str) -> list[Case]:
    """Return the cases of an operation, in the order of their file."""
    lines = (FOLDER / f"{operation}.jsonl").read_text(encoding="utf-8").splitlines()
    field = VERDICT_FIELDS[operation]
    rows = map(json.loads, lines)
    return [Case(row["body"], bool(row["expect"][field])) for row in rows]
