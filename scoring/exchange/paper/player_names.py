"""The names of the players in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import NAMESPACE_OID, UUID, uuid5

from accounts.models import NAME_LENGTH
from scoring.exchange.paper.file_problems import quoted
from scoring.exchange.paper.reading_options import SameAs
from scoring.exchange.similar_names import fold

MAX_NAMES = 2_000


@dataclass
class PlayerNames:
    """The names in a file: a made-up id for each, its first spelling, and its number of lines.

    Spellings that differ only in capitals or blanks are the same name, unless our export gives
    them different ids (`refs`): then the second one is “Ann (2)”.
    """

    labels: dict[UUID, str] = field(default_factory=dict)
    lines: dict[UUID, int] = field(default_factory=dict)
    refs: dict[UUID, str] = field(default_factory=dict)
    same_as: Sequence[SameAs] = ()
    _meant: dict[str, str] = field(default_factory=dict)
    _apart: set[str] = field(default_factory=set)
    _with_ref: dict[tuple[str, str], UUID] = field(default_factory=dict)
    _numbers: dict[str, int] = field(default_factory=dict)  # the next one for each name

    def __post_init__(self) -> None:
        for each in self.same_as:
            if each.same:
                self._meant |= {fold(name): self.canonical(each.names[0]) for name in each.names}
            else:
                self._apart |= {fold(name) for name in each.names}

    def canonical(self, name: str) -> str:
        """Return the spelling of a name that somebody said is the same person."""
        return self._meant.get(fold(name), name)

    def count_line(self, name: str, ref: str = "") -> UUID:
        """Count a line with this name, and return the id of the name."""
        if not ref and fold(name) in self._apart:
            ref = name  # two spellings that only differ in capitals can be two people
        name = self.canonical(name)
        pk = self._with_ref.get((fold(name), ref)) or self._id_of(name, ref)
        self.lines[pk] = self.lines.get(pk, 0) + 1
        return pk

    def _id_of(self, name: str, ref: str) -> UUID:
        """Return the id of a name; with another `ref`, the same name gets a number of its own."""
        label, folded = name, fold(name)
        pk = uuid5(NAMESPACE_OID, folded)
        number = self._numbers.get(folded, 2)
        while ref and self.refs.setdefault(pk, ref) != ref:
            suffix = f" ({number})"
            label = name[: NAME_LENGTH - len(suffix)] + suffix
            pk = uuid5(NAMESPACE_OID, fold(label))
            number += 1
        if ref:
            self._with_ref[folded, ref], self._numbers[folded] = pk, number
        self.labels.setdefault(pk, label)
        return pk

    def quoted(self, pk: UUID | None) -> str:
        return quoted(self.labels[pk]) if pk else "?"
