"""Write the table of figures into docs/statistics.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.statistics.figures import FIGURES

BEGIN, END = "<!-- The table: make schema -->\n", "<!-- The end of the table. -->\n"


class Command(BaseCommand):
    help = "Write the table of figures into their documentation."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--file", type=Path, required=True)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        before, _begin, rest = file.read_text(encoding="utf-8").partition(BEGIN)
        _table, _end, after = rest.partition(END)
        file.write_text(f"{before}{BEGIN}{table()}{END}{after}", encoding="utf-8")


def table() -> str:
    lines = ["| figure | what it is | formula | example |", "|---|---|---|---|"]
    lines += [
        f"| **{one.name}** (`{one.code}`) | {one.meaning} | {one.formula} | {one.example} |"
        for one in FIGURES.values()
    ]
    return "\n".join(lines).replace(" * ", " × ") + "\n"
