"""The lines of a tally: as the players report them, and as they stand after the check."""

from __future__ import annotations

from dataclasses import dataclass

from referee.cards import Card
from referee.rulings.problems import RuleCode, RuleProblem
from referee.wording import Plural, Text


@dataclass(frozen=True, slots=True)
class TallyEntry:
    """One player's line of a round, as the players report it.

    `name` is shown to people if `player` is an id, and `seat` is the player's place at the
    table, needed only if the plays of the round are known. `phase` is the number of the Phase in
    the game, from 1. Give `points`, or the `cards` left in hand; neither is needed for the
    player who went out. `laid_down` and `went_out` are None to let the points decide.
    """

    player: str
    phase: int
    points: int | None = None
    cards: tuple[Card, ...] | None = None
    laid_down: bool | None = None
    went_out: bool | None = None
    name: str = ""
    seat: int | None = None

    @property
    def display_name(self) -> str:
        return self.name or self.player

    @property
    def has_nothing_left(self) -> bool:
        """Whether the player reports 0 points, or no cards."""
        return self.points == 0 or self.cards == ()


@dataclass(frozen=True, slots=True)
class TallyLine:
    """One player's line after the check; fields that could not be settled are None.

    `next_phase` is also None after the last Phase.
    """

    player: str
    phase: int
    points: int | None
    laid_down: bool | None
    went_out: bool
    next_phase: int | None


@dataclass(frozen=True, slots=True)
class TallyVerdict:
    """What the referee says about the tally of a round."""

    problems: tuple[RuleProblem, ...]
    lines: tuple[TallyLine, ...]

    @property
    def is_legal(self) -> bool:
        return not self.problems


def line_problem(
    entry: TallyEntry,
    code: RuleCode,
    template: str | Plural,
    rule: str = "6",
    *,
    hint: Text | None = None,
    **params: object,
) -> RuleProblem:
    """Return a problem with one line; its text may name the `player`."""
    text = Text(template, {"player": entry.display_name, **params}, hint)
    return RuleProblem(code, text, rule, player=entry.player)
