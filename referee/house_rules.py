"""House rules: the switches that a game can set (marked *house rule* in the rulebook)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The switches of a game; the defaults are those of the rulebook."""

    oversize_groups: bool = True  # 3.2: groups may have more cards than the Phase asks for
    number_card_per_group: bool = False  # 3.3: every group needs a numbered card
    must_lay_down: bool = False  # 3.9: as soon as possible; see `referee.must_lay_down`
    pair_run_singles: bool = False  # 4.3: pair runs take single cards of their numbers
    flip_on_going_out: bool = True  # 5: a Flip symbol as the last discard counts


STANDARD_RULES = HouseRules()
