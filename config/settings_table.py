"""Write docs/settings.md, the table of all settings, from .env.example: `make schema`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

EXAMPLE = Path(__file__).resolve().parent.parent / ".env.example"

HEAD = """\
# Settings

All variables that the server reads, from `.env` or the environment, which takes precedence. This
page is written by `make schema` from [.env.example](../.env.example).
"""
TABLE = """\
| setting | default | what it does |
|---|---|---|"""


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


def document(example: str) -> str:
    """Return the page in Markdown."""
    parts, section = [HEAD], ""
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


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(document(EXAMPLE.read_text(encoding="utf-8")), encoding="utf-8")
