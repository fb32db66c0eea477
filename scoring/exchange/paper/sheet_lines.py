"""The lines of a sheet: each is a player's line of a round, or a player's total."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from games.domain.game_record import Outcome
from referee.game import Variant
from referee.kinds import Phase
from referee.stints import Stint
from scoring.exchange.paper.cells import (
    MAX_POINTS,
    MAX_ROUNDS,
    one_of,
    read_edition,
    read_flag,
    read_name,
    read_phases,
    read_reason,
    read_stints,
    read_text,
    whole_number,
)
from scoring.exchange.paper.dates import WrittenDate, read_date

# How the cells of each column are read. Every text in a sheet goes through one of these.
COLUMNS: dict[str, Callable[[str], Any]] = {
    "game": read_text,
    "date": read_date,
    "edition": read_edition,
    "variant": one_of(
        Variant, "unknown_variant", _("There is no variant %(text)s. Valid values: %(values)s.")
    ),
    "status": one_of(
        Outcome, "unknown_status", _("There is no status %(text)s. Valid values: %(values)s.")
    ),
    "phases": read_phases,
    "ended_early": read_flag,
    "round": whole_number(1, MAX_ROUNDS),
    "player": read_name,
    "player_id": read_text,
    "points": whole_number(0, MAX_POINTS),
    "laid_down": read_flag,
    "went_out": read_flag,
    "dealer": read_flag,
    "total": whole_number(0, MAX_POINTS),
    "completed": whole_number(0, 100),
    "won": read_flag,
    "overrule": read_reason,
    "stints": read_stints,
}
# The columns that hold for a whole game; it is enough to fill them in on one of its lines.
GAME_COLUMNS = ("edition", "variant", "phases", "ended_early", "status")
EMPTY_STATUS = (Outcome.PLAYING, Outcome.ABANDONED)  # of games that may have no rounds


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line as far as it can be read; `has_problems` if some of it cannot."""

    line: int
    has_problems: bool = False
    game: str = ""
    date: WrittenDate | None = None
    edition: str | None = None
    variant: Variant | None = None
    status: Outcome | None = None
    phases: tuple[int | Phase, ...] | None = None
    ended_early: bool | None = None
    round: int | None = None
    player: UUID | None = None
    points: int | None = None
    laid_down: bool | None = None
    went_out: bool | None = None
    dealer: bool | None = None
    total: int | None = None
    completed: int | None = None
    won: bool | None = None
    overrule: str = ""
    stints: tuple[Stint, ...] | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether this only says that a player has a seat, as our exports do."""
        return self.round is None and self.total is None
