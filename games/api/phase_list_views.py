"""The lists of Phases that a group has saved."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import WRITE_PROBLEMS, WRITE_PROBLEMS_WITH_BODY, AccountView, idempotent
from accounts.api.fields import NameField
from games.api.game_requests import (
    ChangesSerializer,
    NewPhaseListRequestSerializer,
    read_phases,
)
from games.models import PhaseList, Role
from games.selectors.access import member_as
from games.services import phase_lists
from games.wire.phase_lists import SavedPhaseList, phase_list_answer
from referee.api.fields import PhasesField
from referee.editions import EDITIONS
from rest.examples import Example
from rest.problem_schema import problem_responses
from rest.refusals import found

TAG = "groups"

_SAVED = {
    "id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01",
    "name": "Grandma's five",
    "edition": "classic",
    "phases": [
        {
            "phase": 1,
            "name": "a set of 3 and a set of 3",
            "groups": [{"kind": "set", "size": 3}, {"kind": "set", "size": 3}],
        },
        {"phase": 2, "name": "a run of 7", "groups": [{"kind": "run", "size": 7}]},
    ],
    "created_at": "2026-11-21T19:30:00Z",
}
_CONTENT = {
    "name": "Grandma's five",
    "phases": [{"number": 1}, {"groups": [{"kind": "run", "size": 7}]}],
}
EXAMPLES = {
    "listPhaseLists": Example(None, 200, _SAVED),
    "savePhaseList": Example({"edition": "classic", **_CONTENT}, 201, _SAVED),
    "changePhaseList": Example(_CONTENT, 200, _SAVED),
}


class PhaseListChangeRequestSerializer(ChangesSerializer):
    """Changes to a saved list; fields that are left out stay as they are."""

    name = NameField(required=False)
    phases = PhasesField(required=False)


class PhaseListListView(AccountView):
    @extend_schema(
        operation_id="listPhaseLists",
        summary="The lists of Phases that a group has saved",
        responses={200: list[SavedPhaseList], **problem_responses(401, 404)},
    )
    def get(self, request: Request, group: UUID) -> Response:
        """The first one saved comes first; there are at most 50."""
        member_as(self.actor, group)
        rows = PhaseList.objects.filter(group_id=group)
        return Response([phase_list_answer(row) for row in rows])

    @extend_schema(
        operation_id="savePhaseList",
        summary="Save a list of Phases",
        request=NewPhaseListRequestSerializer,
        responses={201: SavedPhaseList, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """Scorers and owners. To start games with, as their `preset`."""
        member_as(self.actor, group, Role.SCORER)
        data = NewPhaseListRequestSerializer.parse(request.data)
        row = phase_lists.save_phase_list(actor=self.actor, group=group, **data)
        return Response(phase_list_answer(row), 201)


class PhaseListView(AccountView):
    @extend_schema(
        operation_id="changePhaseList",
        summary="Change a saved list of Phases",
        request=PhaseListChangeRequestSerializer,
        responses={200: SavedPhaseList, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def patch(self, request: Request, group: UUID, phase_list: UUID) -> Response:
        """Scorers and owners. Games that were started with it stay as they are."""
        member_as(self.actor, group, Role.SCORER)
        row = found(PhaseList.objects.filter(group_id=group, pk=phase_list).first())
        data = PhaseListChangeRequestSerializer.parse(request.data)
        if "phases" in data:
            data["phases"] = read_phases(EDITIONS[row.edition], data["phases"])
        changed = phase_lists.change_phase_list(row=row, actor=self.actor, **data)
        return Response(phase_list_answer(changed))

    @extend_schema(
        operation_id="deletePhaseList",
        summary="Delete a saved list of Phases",
        responses={204: None, **WRITE_PROBLEMS},
    )
    @idempotent
    def delete(self, request: Request, group: UUID, phase_list: UUID) -> Response:
        """Scorers and owners. Games that were started with it stay as they are."""
        phase_lists.delete_phase_list(actor=self.actor, group=group, phase_list=phase_list)
        return Response(status=204)
