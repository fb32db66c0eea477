"""House rules in requests and answers."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from referee.house_rules import STANDARD_RULES, HouseRules
from referee.wire.annotations import Doc, Keywords, strict
from referee.wire.reading import Fields, read_boolean

_OversizeGroups = Annotated[
    bool, Doc("Whether a group may have more cards than the Phase asks for (rulebook 3.2).")
]
_NumberCardPerGroup = Annotated[
    bool, Doc("Whether every group needs a number card (rulebook 3.3).")
]
_MustLayDown = Annotated[
    bool,
    Doc(
        "Whether a Phase must be laid down as soon as possible (rulebook 3.9). As hands are not "
        "known, this is checked only when a round is tallied: if every turn was logged and the "
        "cards left in hand are given, no hand may hold its Phase."
    ),
]
_PairRunSingles = Annotated[
    bool, Doc("Whether a pair run takes single cards of its numbers (rulebook 4.3).")
]
_FlipOnGoingOut = Annotated[
    bool, Doc("Whether a Flip symbol discarded last turns the cards before the tally (rulebook 5).")
]


@strict
class HouseRuleSettings(TypedDict):
    """House rules; any that are left out have their defaults."""

    oversize_groups: NotRequired[
        Annotated[_OversizeGroups, Keywords(default=STANDARD_RULES.oversize_groups)]
    ]
    number_card_per_group: NotRequired[
        Annotated[_NumberCardPerGroup, Keywords(default=STANDARD_RULES.number_card_per_group)]
    ]
    must_lay_down: NotRequired[
        Annotated[_MustLayDown, Keywords(default=STANDARD_RULES.must_lay_down)]
    ]
    pair_run_singles: NotRequired[
        Annotated[_PairRunSingles, Keywords(default=STANDARD_RULES.pair_run_singles)]
    ]
    flip_on_going_out: NotRequired[
        Annotated[_FlipOnGoingOut, Keywords(default=STANDARD_RULES.flip_on_going_out)]
    ]


@strict
class ChangedHouseRules(TypedDict):
    """House rules to change; any that are left out stay the same."""

    oversize_groups: NotRequired[_OversizeGroups]
    number_card_per_group: NotRequired[_NumberCardPerGroup]
    must_lay_down: NotRequired[_MustLayDown]
    pair_run_singles: NotRequired[_PairRunSingles]
    flip_on_going_out: NotRequired[_FlipOnGoingOut]


def read_house_rules(value: object) -> HouseRules:
    """Read house rules; those left out have their defaults."""
    return HouseRules(**read_changed_house_rules(value))


def read_changed_house_rules(value: object) -> dict[str, bool]:
    """Read the house rules that are given, by name."""
    changed = {}
    with Fields(value, ChangedHouseRules) as fields:
        for name in fields.given:
            changed[name] = fields.required(name, read_boolean)
    return changed
