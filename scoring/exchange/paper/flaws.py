"""What is wrong with a file: where, and what would be right."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

MOST_SHOWN = 100
LONGEST_MESSAGE = 500
LONGEST_QUOTE = 40
# Control characters and half characters, which no database stores and nobody can see.
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Flaw:
    """One mistake in a file. `line` and `column` are None where it is the file as a whole.

    What is `overrulable` is a count that the table may insist on, with a reason.
    """

    line: int | None
    column: str | None
    code: str
    message: str
    overrulable: bool = False

    def as_dict(self) -> dict[str, Any]:
        return {
            "line": self.line,
            "column": self.column,
            "code": self.code,
            "message": shorten(self.message, LONGEST_MESSAGE),
            "overrulable": self.overrulable,
        }


class Unreadable(Exception):
    """A file that cannot be read, or not on from here; says why."""

    def __init__(self, code: str, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.flaw = Flaw(line, None, code, message)


@dataclass
class Flaws:
    """Flaws as they are found: all are counted, and the first ones of each sort are kept."""

    count: int = 0
    blocking: int = 0
    kept: list[Flaw] = field(default_factory=list)

    def add(
        self,
        line: int | None,
        column: str | None,
        code: str,
        message: str,
        *,
        overrulable: bool = False,
    ) -> None:
        self.put(Flaw(line, column, code, message, overrulable))

    def put(self, flaw: Flaw) -> None:
        self.count += 1
        self.blocking += not flaw.overrulable
        # What has to be mended comes before what may be overruled.
        if len(self.kept) < MOST_SHOWN or not flaw.overrulable:
            self.kept.append(flaw)
        if len(self.kept) > 2 * MOST_SHOWN:
            self.kept = self.shown()

    def shown(self) -> list[Flaw]:
        """The first ones, by their lines."""
        first = sorted(self.kept, key=lambda flaw: flaw.overrulable)[:MOST_SHOWN]
        return sorted(first, key=lambda flaw: flaw.line or 0)


def quoted(text: str) -> str:
    """What stands in a file, short and fit to be shown.

    >>> quoted("7\\x00")
    '“7�”'
    """
    return f"“{seen(shorten(text, LONGEST_QUOTE))}”"


def seen(text: str) -> str:
    """The text with a sign in the place of each character that cannot be seen."""
    return UNSEEN.sub("\ufffd", text)


def shorten(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
