"""Collect what is wrong with an archive."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rest.problems import MAX_ERRORS
from rest.refusals import FieldError

# A few bytes can hold any number of mistakes, so reading stops at this number.
MAX_COUNTED = 2 * MAX_ERRORS


class TooManyProblems(Exception):
    """Raised when there is no point in reading on."""


@dataclass
class ArchiveProblems:
    """The problems of an archive: up to `MAX_COUNTED` are counted, and the first ones are kept."""

    kept: list[FieldError] = field(default_factory=list)
    count: int = 0

    def add(self, errors: Iterable[FieldError], path: str = "") -> bool:
        """Add errors, each below `path`; return whether there were any.

        Raise TooManyProblems at the last one that is counted.
        """
        count_before = self.count
        for error in errors:
            self.count += 1
            if len(self.kept) < MAX_ERRORS:
                full_path = ".".join(filter(None, (path, error.field)))
                self.kept.append(FieldError(full_path, error.code, error.message))
            if self.count == MAX_COUNTED:
                raise TooManyProblems
        return self.count > count_before
