"""Write docs/problems.md: every problem with its meaning, status and remedy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rest.problem_catalog import problem_sections

INTRODUCTION = """\
# Problems

Generated from `rest/problem_catalog.toml` by `make schema`; the server shows the same at
`/api/docs/problems/`, where the `type` of each problem leads.

Every error is a document (RFC 9457, `application/problem+json`) with `type`, `title`, `status`,
`detail` (for people, in their language), `code`, `errors` (which fields are wrong, and why) and
what else belongs to its code. More codes may be added: if you do not know one, go by the status.
"""


class Command(BaseCommand):
    help = "Write the documentation of all problems."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--file", type=Path, required=True)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        file.write_text("\n".join(lines()) + "\n", encoding="utf-8")


def lines() -> Iterator[str]:
    yield INTRODUCTION.rstrip()
    for section, entries in problem_sections():
        yield f"\n## {section}"
        for entry in entries:
            statuses = " or ".join(map(str, entry.statuses))
            yield f"\n### `{entry.code}`\n\n{statuses}. {entry.meaning}\n\n→ {entry.remedy}"
