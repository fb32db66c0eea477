"""All problems that the server answers, by code: what they mean and what to do about them.

The texts are for developers, and so in English only; `detail` is for people, in their language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

FILE = Path(__file__).parent / "problem_catalog.toml"


@dataclass(frozen=True, slots=True)
class ProblemEntry:
    """A problem: its code, the statuses with which it is answered, its meaning and remedy."""

    section: str
    code: str
    statuses: tuple[int, ...]
    meaning: str
    remedy: str


@cache
def problem_catalog() -> Mapping[str, ProblemEntry]:
    """Return all problems by code, in the order in which the page shows them."""
    sections = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        code: ProblemEntry(section, code, tuple(entry["status"]), entry["meaning"], entry["remedy"])
        for section, entries in sections.items()
        for code, entry in entries.items()
    }


def problem_sections() -> Iterator[tuple[str, list[ProblemEntry]]]:
    """Yield the title of each section and its problems."""
    for section, entries in groupby(problem_catalog().values(), lambda entry: entry.section):
        yield section, list(entries)
