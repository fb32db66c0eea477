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
    player who went out. Without them, anybody else's line is still open. `laid_down` and
    `went_out` are None to let the points decide.
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
    def is_open(self) -> bool:
        """Whether nobody has said what the player is left with."""
        return self.points is None and self.cards is None and not self.went_out

    @property
    def has_nothing_left(self) -> bool:
        """Whether the player reports 0 points, or no cards."""
        return self.points == 0 or self.cards == ()


@dataclass(frozen=True, slots=True)
class PossibleHands:
    """How many cards a player can be left with, and which points they can make, ascending."""

    sizes: range
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpenLine:
    """What a line can still be for which nobody has said what the player is left with.

    `can_go_out`: whether the player may be the one who went out. `after` and `without` are the
    hands that are possible with and without the Phase laid down, None if none are.
    """

    can_go_out: bool
    after: PossibleHands | None
    without: PossibleHands | None


@dataclass(frozen=True, slots=True)
class TallyLine:
    """One player's line after the check; fields that could not be settled are None.

    `next_phase` is also None after the last Phase. `open` is set if the line is.
    """

    player: str
    phase: int
    points: int | None
    laid_down: bool | None
    went_out: bool
    next_phase: int | None
    open: OpenLine | None = None


@dataclass(frozen=True, slots=True)
class TallyVerdict:
    """What the referee says about the tally of a round; with open lines it is not legal yet."""

    problems: tuple[RuleProblem, ...]
    lines: tuple[TallyLine, ...]

    @property
    def is_complete(self) -> bool:
        """Whether no line is open."""
        return all(line.open is None for line in self.lines)

    @property
    def is_legal(self) -> bool:
        return not self.problems and self.is_complete


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
