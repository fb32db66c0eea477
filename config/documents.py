"""Write what docs/ tells of problems, settings and figures from where they are stated.

python -m config.documents docs  # as `make schema` does
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from config.folders import CODE
from rest.problem_catalog import problem_sections
from scoring.statistics.figures import FIGURES

EXAMPLE = CODE / ".env.example"

PROBLEMS = """\
# Problems

Generated from `rest/problem_catalog.toml` by `make schema`; the server shows the same at
`/api/docs/problems/`, where the `type` of each problem leads.

Every error is a document (RFC 9457, `application/problem+json`) with `type`, `title`, `status`,
`detail` (for people, in their language), `code`, `errors` (which fields are wrong, and why) and
what else belongs to its code. More codes may be added: if you do not know one, go by the status.
"""

SETTINGS = """\
# Settings

All variables that the server reads, from `.env` or the environment, which takes precedence. This
page is written by `make schema` from [.env.example](../.env.example).
"""
TABLE = """\
| setting | default | what it does |
|---|---|---|"""

# Of the table in docs/statistics.md.
BEGIN, END = "<!-- The table: make schema -->\n", "<!-- The end of the table. -->\n"


def problems_page() -> str:
    """Return the page of all problems: each with its statuses, meaning and remedy."""
    lines = [PROBLEMS.rstrip()]
    for section, entries in problem_sections():
        lines.append(f"\n## {section}")
        for entry in entries:
            statuses = " or ".join(map(str, entry.statuses))
            lines.append(f"\n### `{entry.code}`\n\n{statuses}. {entry.meaning}\n\n→ {entry.remedy}")
    return "\n".join(lines) + "\n"


def with_figures(page: str) -> str:
    """Return the page of statistics with the table of figures as it is now."""
    before, _begin, rest = page.partition(BEGIN)
    _table, _end, after = rest.partition(END)
    lines = ["| figure | what it is | formula | example |", "|---|---|---|---|"]
    lines += [
        f"| **{one.name}** (`{one.code}`) | {one.meaning} | {one.formula} | {one.example} |"
        for one in FIGURES.values()
    ]
    table = "\n".join(lines).replace(" * ", " × ") + "\n"
    return f"{before}{BEGIN}{table}{END}{after}"


class Row(NamedTuple):
    """Settings that are explained together, in a section."""

    section: str
    names: list[str]
    defaults: list[str]
    text: str


def rows(example: str) -> Iterator[Row]:
    """Read what .env.example says: sections, and comments with the settings below them.

    Those of the tests are left out.

    >>> list(rows("# --- Stores ---\\n\\n# Where\\n# it is.\\n#REDIS_URL=x\\n#A=\\n"))
    [Row(section='Stores', names=['REDIS_URL', 'A'], defaults=['x', ''], text='Where it is.')]
    """
    section, text = "", ""
    names: list[str] = []
    defaults: list[str] = []
    for line in [*example.partition("# --- Tests")[0].splitlines(), ""]:
        setting = re.fullmatch(r"#([A-Z_]+)=(.*)", line)
        if setting:
            names.append(setting[1])
            defaults.append(setting[2])
            continue
        if names:
            yield Row(section, names, defaults, text)
            text, names, defaults = "", [], []
        if heading := re.fullmatch(r"# --- (.+) ---", line):
            section, text = heading[1], ""
        elif line.startswith("# "):
            text = f"{text} {line[2:]}".strip()
        elif not line:
            text = ""


def settings_page(example: str) -> str:
    """Return the page of all settings."""
    parts, section = [SETTINGS], ""
    for row in rows(example):
        if row.section != section:
            section = row.section
            parts += [f"\n## {section}\n", TABLE]
        names, defaults = (
            "<br>".join(f"`{value}`" if value else "" for value in values)
            for values in (row.names, row.defaults)
        )
        parts.append(f"| {names} | {defaults} | {row.text.replace('|', chr(92) + '|')} |")
    return "\n".join(parts) + "\n"


def main(folder: Path) -> None:
    statistics = folder / "statistics.md"
    for file, page in (
        (folder / "problems.md", problems_page()),
        (folder / "settings.md", settings_page(EXAMPLE.read_text(encoding="utf-8"))),
        (statistics, with_figures(statistics.read_text(encoding="utf-8"))),
    ):
        file.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
