"""The statistics of a group: as many parts as are asked for."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from rest.annotations import Doc
from scoring.statistics.wire.badges import BadgeHolders
from scoring.statistics.wire.feats import Feat
from scoring.statistics.wire.head_to_head import Comparisons
from scoring.statistics.wire.phases import PhaseStatistics


class GroupStatistics(TypedDict):
    """Those parts of the statistics of a group that `include` names."""

    records: NotRequired[
        Annotated[list[Feat], Doc("Those that nobody has achieved yet are left out.")]
    ]
    badges: NotRequired[BadgeHolders]
    phases: NotRequired[
        Annotated[
            list[PhaseStatistics],
            Doc("How often each Phase succeeds, and what is expected of the same players."),
        ]
    ]
    head_to_head: NotRequired[Comparisons]
