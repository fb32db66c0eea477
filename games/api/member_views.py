"""The members of a group."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import WRITE_PROBLEMS, WRITE_PROBLEMS_WITH_BODY, AccountView, idempotent
from games.api.group_requests import ClaimDecisionRequestSerializer, MemberChangeRequestSerializer
from games.api.group_versions import people_etag
from games.models import Role
from games.selectors.access import member_as
from games.selectors.groups import members_of
from games.services import groups, players
from games.wire.groups import GroupMember, member_answer
from rest.caching import IF_NONE_MATCH, kept_response
from rest.pagination import PAGE_PARAMETERS, CursorPagination, paginate, read_page
from rest.problem_schema import problem_responses

TAG = "members"


class MemberListView(AccountView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listMembers",
        summary="The members of a group",
        parameters=[*PAGE_PARAMETERS, IF_NONE_MATCH],
        responses={200: list[GroupMember], 304: None, **problem_responses(400, 401, 404)},
    )
    def get(self, request: Request, group: UUID) -> HttpResponseBase:
        """In the order in which they joined."""
        mine = member_as(self.actor, group)
        members = members_of(group)
        read_page(request, members)

        def answer() -> dict[str, Any]:
            page = paginate(request, members)
            return page.answer([member_answer(member, mine.user_id) for member in page.rows])

        return kept_response(request, people_etag(request, mine), answer)


class MemberView(AccountView):
    may_end_its_access = True

    @extend_schema(
        operation_id="changeMember",
        summary="Change a member's role, or approve or refuse their claim to a player",
        request=MemberChangeRequestSerializer,
        responses={200: GroupMember, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def patch(self, request: Request, group: UUID, member: UUID) -> Response:
        """Roles: owners only. The last owner cannot take a lower role (409 `last_owner`).

        A lower role also ends the open invites to higher roles: the member may know their codes.

        Claims: scorers and owners. With an approved claim, the member is that player from now on;
        with a refused one, they stay in the group, and may claim another player. 409
        `no_such_claim` if the member does not say so, or somebody else has decided it.
        """
        member_as(self.actor, group, Role.SCORER)
        data = MemberChangeRequestSerializer.parse(request.data)
        at: dict[str, Any] = {"actor": self.actor, "group": group, "member": member}
        if claim := data.get("claim"):
            approved = claim == "approved"
            changed = players.decide_claim(player=data["player"], approved=approved, **at)
        elif data.get("hand_over"):
            changed = groups.hand_over(**at)
        else:
            changed = groups.change_role(role=data["role"], **at)
        return Response(member_answer(changed, self.actor.pk))

    @extend_schema(
        operation_id="removeMember",
        summary="Leave a group, or remove a member",
        responses={204: None, **WRITE_PROBLEMS},
    )
    @idempotent
    def delete(self, request: Request, group: UUID, member: UUID) -> Response:
        """Anybody may leave except the last owner (409 `last_owner`); owners may remove others.

        Their player stays in the group's games, unclaimed. When a member leaves, the invites they
        made end; when one is removed, all invites of the group end.
        """
        groups.remove_member(actor=self.actor, group=group, member=member)
        return Response(status=204)


def claim_view(decision: str, **schema: Any) -> type[AccountView]:
    """Return the view of the old address of one decision about a claim."""

    class View(AccountView):
        deprecated: ClassVar = {
            "POST": f"`PATCH groups/{{group}}/members/{{member}}/` with `claim`: `{decision}`"
        }

        @extend_schema(
            request=ClaimDecisionRequestSerializer,
            responses={200: GroupMember, **WRITE_PROBLEMS_WITH_BODY},
            **schema,
        )
        @idempotent
        def post(self, request: Request, group: UUID, member: UUID) -> Response:
            member_as(self.actor, group, Role.SCORER)
            data = ClaimDecisionRequestSerializer.parse(request.data)
            data["approved"] = decision == "approved"
            row = players.decide_claim(actor=self.actor, group=group, member=member, **data)
            return Response(member_answer(row, self.actor.pk))

    return View


ApproveClaimView = claim_view(
    "approved",
    operation_id="approveClaim",
    summary="Confirm that a member is the player they say to be",
    description="Scorers and owners. The member is that player from now on.\n\n"
    "409 `no_such_claim` if the member does not say so, or somebody else has decided it.",
)
RefuseClaimView = claim_view(
    "refused",
    operation_id="refuseClaim",
    summary="Say that a member is not the player they say to be",
    description="Scorers and owners. The member stays in the group, and may claim another player.",
)
