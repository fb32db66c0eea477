"""The rules of the game in pure Python: cards, editions, verdicts, tallies and whole games.

This module has what a user of the engine needs; see its README. For the table of a round,
play by play, see `referee.table` and `referee.rulings.table_plays`; for JSON, `referee.wire`.
Section numbers in docstrings and verdicts are those of the rulebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.card_groups import GroupStanding, NotAGroup
from referee.cards import Card, Color, UnreadableCard, parse_card
from referee.editions import EDITIONS, Edition
from referee.game import (
    GameState,
    Plan,
    SeatScore,
    SeatState,
    Variant,
    after_round,
    replay,
    start_game,
)
from referee.house_rules import HouseRules
from referee.kinds import KINDS, Kind, KindName, Phase, Requirement, parse_phase
from referee.points import score
from referee.rulebook.entries import RULE_ENTRIES, entries_for, entry_about
from referee.rulebook.rule_entry import RuleEntry
from referee.rulebook.search import RuleSearch
from referee.rulings.hit import HitVerdict, check_hit
from referee.rulings.phase import PhaseVerdict, check_phase
from referee.rulings.problems import RuleCode, RuleProblem
from referee.rulings.suggestions import Suggestion
from referee.tally import TallyEntry, TallyLine, TallyVerdict, check_tally
from referee.wording import Text, Translator, name_phase

if TYPE_CHECKING:
    from referee.solver.analysis import analyse
    from referee.solver.hand_analysis import HandAnalysis
    from referee.solver.hand_problems import NotAHand
    from referee.solver.targets import Target

__all__ = [
    "EDITIONS",
    "KINDS",
    "RULE_ENTRIES",
    "Card",
    "Color",
    "Edition",
    "GameState",
    "GroupStanding",
    "HandAnalysis",
    "HitVerdict",
    "HouseRules",
    "Kind",
    "KindName",
    "NotAGroup",
    "NotAHand",
    "Phase",
    "PhaseVerdict",
    "Plan",
    "Requirement",
    "RuleCode",
    "RuleEntry",
    "RuleProblem",
    "RuleSearch",
    "SeatScore",
    "SeatState",
    "Suggestion",
    "TallyEntry",
    "TallyLine",
    "TallyVerdict",
    "Target",
    "Text",
    "Translator",
    "UnreadableCard",
    "Variant",
    "after_round",
    "analyse",
    "check_hit",
    "check_phase",
    "check_tally",
    "entries_for",
    "entry_about",
    "name_phase",
    "parse_card",
    "parse_phase",
    "replay",
    "score",
    "start_game",
]

_SOLVER_NAMES = {"HandAnalysis", "NotAHand", "Target", "analyse"}


def __getattr__(name: str) -> Any:
    # The solver is a quarter of the import time, and most users of the engine do not need it.
    if name in _SOLVER_NAMES:
        from referee.solver import analysis

        return getattr(analysis, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
