"""Feats: the best that anyone in a group has done, such as the fastest win. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.wording import gettext_noop as _
from scoring.statistics.facts import PlayerFacts

UNITS = ("games", "rounds", "points", "phases")


@dataclass(frozen=True, slots=True)
class Feat:
    """The first qualifying game in an order; the earliest if several are equal.

    `title` is a text to translate. `value` is the column of the feat's value, `unit` what it
    counts. `order` are columns, with a minus sign for descending; `conditions` are lookups of
    `PlayerResult`. `round` is the column of the round's number, if the feat is about one.
    """

    code: str
    title: str
    value: str
    unit: str
    order: tuple[str, ...]
    conditions: Mapping[str, object] = field(default_factory=dict)
    round: str = ""

    def value_of(self, game: PlayerFacts) -> int:
        return int(getattr(game, self.value))

    def round_of(self, game: PlayerFacts) -> int | None:
        return int(getattr(game, self.round)) if self.round else None


@dataclass(frozen=True, slots=True)
class StreakFeat:
    """The longest streak of a group; `streak` names one of `streaks.STREAKS`."""

    streak: str
    title: str
    unit: str

    @property
    def code(self) -> str:
        return f"streak_{self.streak}"

    def round_of(self, game: PlayerFacts) -> int | None:
        return None


HAS_ROUNDS = {"rounds__gt": 0}

FEATS = (
    Feat("lowest_win", _("Win with the fewest points"), "total", "points", ("total",),
         {"won": True, "full_game": True}),
    Feat("most_points", _("Most points in one game"), "total", "points", ("-total",)),
    Feat("worst_round", _("Most points in one round"), "worst_round_points", "points",
         ("-worst_round_points",), HAS_ROUNDS, "worst_round"),
    Feat("fastest_win", _("Win in the fewest rounds"), "rounds", "rounds", ("rounds",),
         {**HAS_ROUNDS, "won": True, "full_game": True}),
    Feat("longest_game", _("Longest game"), "rounds", "rounds", ("-rounds", "rank"), HAS_ROUNDS),
    Feat("most_gone_out", _("Went out most often in one game"), "gone_out", "rounds",
         ("-gone_out",), {"gone_out__gt": 0}),
    Feat("comeback_phases", _("Biggest comeback in Phases"), "comeback_phases",
         "phases", ("-comeback_phases",), {"comeback_phases__gt": 0}, "comeback_round"),
    Feat("comeback_points", _("Biggest comeback in points"), "comeback_points",
         "points", ("-comeback_points",), {"comeback_points__gt": 0}, "comeback_round"),
)  # fmt: skip

STREAK_FEATS = (
    StreakFeat("wins", _("Most wins in a row"), "games"),
    StreakFeat("going_out", _("Went out in the most rounds in a row"), "rounds"),
    StreakFeat("laying_down", _("Most Phases laid down in a row"), "rounds"),
)
