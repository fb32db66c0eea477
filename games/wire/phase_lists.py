"""The lists of Phases of a group as typed JSON answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypedDict

from django.utils.translation import get_language

from games.domain.game_record import read_phase
from games.models import PhaseList
from referee.editions import EDITIONS
from referee.languages import translator_for
from referee.wire.phases import NumberedPhase, numbered_phase_answer
from rest.annotations import Doc, OneOf, Uuid


class SavedPhaseList(TypedDict):
    """A list of Phases that a group has saved."""

    id: Annotated[Uuid, Doc("Start a game with it as `preset`.")]
    name: str
    edition: Annotated[str, OneOf(EDITIONS)]
    phases: list[NumberedPhase]
    created_at: datetime


def phase_list_answer(row: PhaseList) -> SavedPhaseList:
    translator = translator_for(get_language())
    return {
        "id": str(row.pk),
        "name": row.name,
        "edition": row.edition,
        "phases": [
            numbered_phase_answer(number, read_phase(stored), translator)
            for number, stored in enumerate(row.phases, 1)
        ],
        "created_at": row.created_at,
    }
