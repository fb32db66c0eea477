"""The sums of a group, as they stand in the database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.statistics.ledger import Ledger, Sums
from scoring.statistics.models import PairSum, PhaseSum, PlayerSum
from scoring.statistics.models.book import Sum

BATCH = 500
KEY = ("span", "player_id", "edition", "variant")


@dataclass(frozen=True, slots=True)
class Kind:
    """A table of sums: its columns beyond `KEY`, its numbers, and its part of a ledger.

    The first of the numbers is never 0 while there is anything to add up.
    """

    model: type[Sum]
    key: tuple[str, ...]
    numbers: tuple[str, ...]
    ledger: str

    @property
    def manager(self) -> Any:
        return self.model._default_manager

    def rows(self, group: UUID) -> QuerySet[Any]:
        return self.manager.filter(group_id=group)  # type: ignore[no-any-return]


KINDS = (
    Kind(
        PlayerSum,
        KEY,
        (
            "games", "wins", "shared_wins", "places", "rounds", "points", "gone_out", "laid_down",
            "overruled", "overruled_plays",
        ),
        "players",
    ),
    Kind(PhaseSum, (*KEY, "phase"), ("attempts", "successes", "tries"), "phases"),
    Kind(PairSum, (*KEY, "other_id"), ("games", "ahead", "level", "wins"), "pairs"),
)  # fmt: skip


def add_to_sums(group: UUID, ledger: Ledger) -> None:
    """Add a ledger's numbers, some of them negative, to the sums of a group.

    The caller has the group's book open. Three queries a table at most.
    """
    for kind in KINDS:
        sums: Sums = getattr(ledger, kind.ledger)
        changed = {key: numbers for key, numbers in sums.items() if any(numbers)}
        if not changed:
            continue
        known = _read(kind, group, changed)
        for key, numbers in changed.items():
            before = known.get(key)
            if before is not None:
                changed[key] = [a + b for a, b in zip(before, numbers, strict=True)]
        _write(kind, group, changed)


def replace_sums(group: UUID, ledger: Ledger) -> None:
    """Put a ledger in the place of all sums of a group."""
    for kind in KINDS:
        kind.rows(group).delete()
        _write(kind, group, getattr(ledger, kind.ledger))


def all_sums(group: UUID) -> Iterator[tuple[Kind, Sums]]:
    """The sums as they stand, table by table."""
    for kind in KINDS:
        yield kind, _sums(kind, kind.rows(group))


def _read(kind: Kind, group: UUID, sums: Sums) -> Sums:
    spans = {key[0] for key in sums}
    players = {key[1] for key in sums}
    return _sums(kind, kind.rows(group).filter(span__in=spans, player__in=players))


def _sums(kind: Kind, rows: QuerySet[Any]) -> Sums:
    size = len(kind.key)
    columns = rows.values_list(*kind.key, *kind.numbers)
    return {row[:size]: list(row[size:]) for row in columns.iterator(chunk_size=2000)}


def _write(kind: Kind, group: UUID, sums: Sums) -> None:
    rows = [
        kind.model(
            group_id=group,
            **dict(zip(kind.key, key, strict=True)),
            **dict(zip(kind.numbers, numbers, strict=True)),
        )
        for key, numbers in sums.items()
    ]
    kind.manager.bulk_create(
        rows,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["group", *(name.removesuffix("_id") for name in kind.key)],
        update_fields=list(kind.numbers),
    )
    if any(not numbers[0] for numbers in sums.values()):
        kind.rows(group).filter(Q(**{kind.numbers[0]: 0})).delete()
