"""Invites to a group, and joining by one."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import WRITE_PROBLEMS, WRITE_PROBLEMS_WITH_BODY, AccountView, idempotent
from accounts.links import shared_url
from accounts.scopes import Scope
from games.api.creation import requested_creation
from games.api.group_requests import JoinRequestSerializer, NewInviteRequestSerializer
from games.api.group_views import AnswersGroup, group_detail
from games.domain.creation import CreationKind
from games.models import Invite, Role
from games.selectors.access import member_as, require_role
from games.selectors.groups import invite_of, invites_for
from games.selectors.invites import invite_to_show
from games.services import invites
from games.services.chosen_ids import existing, is_repeated
from games.services.locking import locked_group
from games.wire.groups import (
    GroupDetail,
    InviteDetail,
    InvitePreview,
    invite_answer,
    invite_preview,
)
from rest.pagination import PAGE_PARAMETERS, CursorPagination, paginate
from rest.problem_schema import BODY, problem_responses
from rest.views import StrictView

TAG = "invites"


class InviteListView(AccountView):
    is_private = True
    read_scope = Scope.MANAGE  # a code lets people in
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listInvites",
        summary="The open invites of a group",
        parameters=PAGE_PARAMETERS,
        responses={200: list[InviteDetail], **problem_responses(400, 401, 403, 404)},
    )
    def get(self, request: Request, group: UUID) -> Response:
        """Latest first. A scorer sees only invites for viewers."""
        membership = member_as(self.actor, group, Role.SCORER)
        page = paginate(request, invites_for(membership, timezone.now()))
        return page.response([_detail(request, invite) for invite in page.rows])

    @extend_schema(
        operation_id="createInvite",
        summary="Create an invite",
        request=NewInviteRequestSerializer,
        responses={200: InviteDetail, 201: InviteDetail, **WRITE_PROBLEMS_WITH_BODY},
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """A code to read out, a link to send and a QR code to scan."""
        with locked_group(self.actor, group, Role.SCORER) as member:
            data = NewInviteRequestSerializer.parse(request.data)
            require_role(member.role, invites.needed_for(data["role"]))
            creation = requested_creation(CreationKind.INVITE, request, data, within=group)
            if is_repeated(creation):
                invite = existing(lambda: invite_of(group, creation.id))
                return Response(_detail(request, invite))
            invite = invites.create_invite(actor=self.actor, group=group, id=creation.id, **data)
            return Response(_detail(request, invite), 201)


class InviteView(AccountView):
    @extend_schema(
        operation_id="revokeInvite",
        summary="Revoke an invite",
        responses={204: None, **WRITE_PROBLEMS},
    )
    @idempotent
    def delete(self, request: Request, group: UUID, invite: UUID) -> Response:
        """Nobody can join with it any more; members who joined with it stay."""
        invites.revoke_invite(actor=self.actor, group=group, invite=invite)
        return Response(status=204)


class JoinView(AnswersGroup):
    throttle_scope = "guess"

    @extend_schema(
        operation_id="joinGroup",
        summary="Join a group with an invite code",
        request=JoinRequestSerializer,
        responses={200: GroupDetail, **problem_responses(*BODY, 401, 404, 409, 422)},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Become a member; somebody who already is one keeps the higher role.

        A code that is wrong, expired, revoked or used up gets 404 `unknown_code`.
        """
        data = JoinRequestSerializer.parse(request.data)
        membership = invites.join(actor=self.actor, code=data["code"])
        return Response(group_detail(self.actor, membership.group_id))


class InvitePreviewView(StrictView):
    """What a code leads to: open to anyone who has it, even before they have an account."""

    permission_classes = [AllowAny]
    throttle_scope = "guess"

    @extend_schema(
        operation_id="previewInvite",
        summary="See what an invite code leads to",
        auth=[],
        responses={200: InvitePreview, **problem_responses(404)},
    )
    def get(self, request: Request, code: str) -> Response:
        """Joins nothing, counts no use, and needs no token.

        A code that is wrong, expired, revoked or used up gets 404 `unknown_code`.
        """
        return Response(invite_preview(invite_to_show(code, timezone.now())))


def _detail(request: Request, invite: Invite) -> InviteDetail:
    return invite_answer(invite, shared_url(request, f"/join/{invite.code}"))
