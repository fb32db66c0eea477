"""House rules: the switches that a game can set (rulebook, marked *house rule*)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The agreed switches; the defaults are the rulebook's."""

    oversize_groups: bool = True  # 3.2: more cards than asked may be laid down
    number_card_per_group: bool = False  # 3.3: a numbered card in every group
    must_lay_down: bool = False  # 3.9: as soon as possible; for the table to watch
    pair_run_singles: bool = False  # 4.3: single cards of a number already in a pair run
    flip_on_going_out: bool = True  # 5: a Flip symbol discarded last turns before the count


STANDARD_RULES = HouseRules()
