"""The reference cases: real questions of each kind, with what is to come out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "referee" / "cases"


# The word by which an answer says yes or no.
VERDICTS = {"phase": "legal", "hit": "legal", "hand": "can_lay_down", "tally": "ok"}


@dataclass(frozen=True, slots=True)
class Case:
    """One question as it goes over the wire, and whether the play (or count) is right."""

    body: dict[str, Any]
    is_legal: bool

    @property
    def content(self) -> bytes:
        """The body as bytes."""
        return json.dumps(self.body).encode()


def load(operation: str) -> list[Case]:
    """Return the cases of one operation in the order of their file."""
    lines = (FOLDER / f"{operation}.jsonl").read_text(encoding="utf-8").splitlines()
    verdict = VERDICTS[operation]
    rows = map(json.loads, lines)
    return [Case(row["body"], bool(row["expect"][verdict])) for row in rows]
