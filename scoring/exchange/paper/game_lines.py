"""The lines of one game of a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from scoring.exchange.paper.dates import WrittenDate
from scoring.exchange.paper.sheet_lines import SheetLine


@dataclass
class GameLines:
    """The lines of one game, and its date with the line that gives it.

    In a table, several players share a line: `headings` are those of their columns. `readings`
    are the ways in which the numbers beside the points can be read, each with all lines; they are
    empty if there is only one way.
    """

    date: WrittenDate | None
    date_line: int
    lines: list[SheetLine] = field(default_factory=list)
    headings: Mapping[UUID, str] = field(default_factory=dict)
    readings: Mapping[str, list[SheetLine]] = field(default_factory=dict)
