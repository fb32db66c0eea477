"""The totals that are kept: every column is declared here, once. Pure.

A column says how much one source adds to it: a player's game, a Phase that was tried in it, or
two players at one table. Model fields, ledger and selectors all use these declarations. A new
figure is one line here and one entry in `scoring.statistics.wire` where it is shown: see
CONTRIBUTING.md, "Add a statistic".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from scoring.statistics.facts import PARTS_OF_A_WIN, PhaseAttempts, PlayerFacts

Source = TypeVar("Source")
Pair = tuple[PlayerFacts, PlayerFacts]  # a player and an opponent at the same table


@dataclass(frozen=True, slots=True)
class Column(Generic[Source]):
    """A column of totals, and how much a source adds to it."""

    name: str
    amount: Callable[[Source], int]


@dataclass(frozen=True, slots=True, eq=False)  # a key of dictionaries, by identity
class TotalsColumns(Generic[Source]):
    """The columns of one table of totals: its key, and what is added up.

    The first added column is never 0 while there is anything to add up.
    """

    key: tuple[str, ...]
    added: tuple[Column[Source], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns that are added up."""
        return tuple(column.name for column in self.added)

    def amounts(self, source: Source) -> list[int]:
        """How much a source adds to each column."""
        return [column.amount(source) for column in self.added]


def expected_win(facts: PlayerFacts) -> int:
    """The share of a win that everybody expects who is there throughout, in parts of a win."""
    if not facts.throughout:
        return 0
    return facts.handicap_parts or PARTS_OF_A_WIN // facts.seats


KEY = ("period", "player_id", "edition", "variant")

PLAYER_TOTALS: TotalsColumns[PlayerFacts] = TotalsColumns(
    key=KEY,
    added=(
        Column("appearances", lambda facts: 1),
        Column("games", lambda facts: facts.throughout),
        Column("wins", lambda facts: facts.throughout and facts.won),
        Column("expected_win_parts", expected_win),
        Column("shared_wins", lambda facts: facts.throughout and facts.shared),
        Column("ranks", lambda facts: facts.rank if facts.throughout else 0),
        Column("rounds", lambda facts: facts.rounds),
        Column("points", lambda facts: sum(facts.points)),
        Column("gone_out", lambda facts: facts.gone_out),
        Column("laid_down", lambda facts: facts.laid_down),
        Column("overruled_rounds", lambda facts: facts.overruled_rounds),
        Column("overruled_plays", lambda facts: facts.overruled_plays),
    ),
)

PHASE_TOTALS: TotalsColumns[PhaseAttempts] = TotalsColumns(
    key=(*KEY, "phase"),
    added=(
        Column("attempts", lambda phase: phase.attempts),
        Column("successes", lambda phase: phase.success),
    ),
)

PAIR_TOTALS: TotalsColumns[Pair] = TotalsColumns(
    key=(*KEY, "opponent_id"),
    added=(
        Column("games", lambda pair: 1),
        Column("ahead", lambda pair: pair[0].rank < pair[1].rank),
        Column("level", lambda pair: pair[0].rank == pair[1].rank),
        Column("wins", lambda pair: pair[0].won),
        Column("expected_win_parts", lambda pair: expected_win(pair[0])),
        Column("rounds", lambda pair: pair[0].rounds),
        Column("points", lambda pair: pair[0].total if pair[0].rounds else 0),
    ),
)
