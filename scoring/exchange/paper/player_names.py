"""The names of the players in a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import NAMESPACE_OID, UUID, uuid5

from scoring.exchange.paper.file_problems import quoted
from scoring.exchange.similar_names import fold

MAX_NAMES = 500


@dataclass
class PlayerNames:
    """The names in a file: a made-up id for each, its first spelling, and its number of lines.

    Spellings that differ only in capitals or blanks are the same name.
    """

    labels: dict[UUID, str] = field(default_factory=dict)
    lines: dict[UUID, int] = field(default_factory=dict)

    def count_line(self, name: str) -> UUID:
        """Count a line with this name, and return the id of the name."""
        pk = uuid5(NAMESPACE_OID, fold(name))
        self.labels.setdefault(pk, name)
        self.lines[pk] = self.lines.get(pk, 0) + 1
        return pk

    def quoted(self, pk: UUID | None) -> str:
        return quoted(self.labels[pk]) if pk else "?"
