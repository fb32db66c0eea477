"""What is wrong with a file of games, and on which line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from rest.problem_document import shorten

MAX_LISTED = 100
MAX_QUOTE = 40
MAX_SKIP = 200  # lines of a game that a problem names
# Control characters and lone surrogates, which nobody can see and no database stores.
INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class FileProblem:
    """One mistake in a file; `line` and `column` are None if it concerns the whole file.

    An `overrulable` problem is an unlikely count that the table may insist on with a reason. `skip`
    are the lines to leave out so that it is gone.
    """

    line: int | None
    column: str | None
    code: str
    message: str
    overrulable: bool = False
    skip: tuple[int, ...] = ()


class UnreadableFile(Exception):
    """Raised for a file that cannot be read, or not beyond a certain line."""

    def __init__(
        self, code: str, message: str, line: int | None = None, *, skip: tuple[int, ...] = ()
    ) -> None:
        super().__init__(message)
        self.problem = FileProblem(line, None, code, message, skip=skip)


@dataclass
class FileProblems:
    """The problems of a file: all are counted, and the first ones are kept."""

    count: int = 0
    blocking_count: int = 0
    kept: list[FileProblem] = field(default_factory=list)

    def report(self, line: int | None, column: str | None, code: str, message: str) -> None:
        """Add a problem that must be fixed in the file."""
        skip = () if line is None else (line,)
        self.add(FileProblem(line, column, code, message, skip=skip))

    def add(self, problem: FileProblem) -> None:
        self.count += 1
        self.blocking_count += not problem.overrulable
        # Problems that must be fixed take precedence over those that can be overruled.
        if len(self.kept) < MAX_LISTED or not problem.overrulable:
            self.kept.append(problem)
        if len(self.kept) > 2 * MAX_LISTED:
            self.kept = self.listed()

    def listed(self) -> list[FileProblem]:
        """Return the first `MAX_LISTED` problems, in the order of their lines."""
        first = sorted(self.kept, key=lambda problem: problem.overrulable)[:MAX_LISTED]
        return sorted(first, key=lambda problem: problem.line or 0)


def quoted(text: str) -> str:
    """Return text from a file in the reader's quotation marks, shortened and fit to be shown.

    >>> quoted("7\\x00")
    '“7�”'
    """
    return _("“%(text)s”") % {"text": INVISIBLE.sub("�", shorten(text, MAX_QUOTE))}
