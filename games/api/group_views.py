"""Groups, who is in them, and how one gets in."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView
from accounts.api.schema import DeleteBodySchema
from games.api import group_serializers as shapes
from games.api.group_examples import examples_of
from games.models import Role
from games.selectors.access import member_as
from games.selectors.groups import groups_of, invites_for, members_of
from games.services import groups, invites
from games.wire.groups import group_answer, invite_answer, listed_group, member_answer
from rest.pagination import PAGE_PARAMETERS, CursorPagination, read_page
from rest.problem_schema import BODY, problem_responses

READ = problem_responses(401, 404)
READ_PAGE = problem_responses(400, 401, 404)
# Any write can come with an Idempotency-Key, and be refused for it with 400, 409 or 422.
WRITE = problem_responses(400, 401, 403, 404, 409, 422)
WRITE_BODY = problem_responses(*BODY, 401, 403, 404, 409, 422)


class GroupListView(AccountView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listGroups",
        summary="My groups",
        tags=["groups"],
        parameters=PAGE_PARAMETERS,
        responses={
            200: shapes.ListedGroupSerializer(many=True),
            **problem_responses(400, 401),
        },
        examples=examples_of("listGroups"),
    )
    def get(self, request: Request) -> Response:
        """All groups that I am in, the one that I joined first at the top."""
        page = read_page(request, groups_of(self.actor.pk))
        return page.response([listed_group(mine) for mine in page.rows])

    @extend_schema(
        operation_id="createGroup",
        summary="Make a group",
        tags=["groups"],
        request=shapes.GroupNameSerializer,
        responses={201: shapes.GroupSerializer, **problem_responses(*BODY, 401, 409, 422)},
        examples=examples_of("createGroup"),
    )
    def post(self, request: Request) -> Response:
        """Whoever makes a group is its owner."""
        asked = shapes.GroupNameSerializer.parse(request.data)
        mine = groups.create_group(actor=self.actor, name=asked["name"])
        return Response(
            group_answer(self.actor.pk, mine.group_id),
            201,
            headers={"Location": f"/api/v1/groups/{mine.group_id}/"},
        )


class GroupView(AccountView):
    schema = DeleteBodySchema()

    @extend_schema(
        operation_id="getGroup",
        summary="A group with its members and players",
        tags=["groups"],
        responses={200: shapes.GroupSerializer, **READ},
        examples=examples_of("getGroup"),
    )
    def get(self, request: Request, group: UUID) -> Response:
        """All that a client shows of a group, but for its games."""
        return Response(group_answer(self.actor.pk, group))

    @extend_schema(
        operation_id="renameGroup",
        summary="Rename a group",
        tags=["groups"],
        request=shapes.GroupNameSerializer,
        responses={200: shapes.GroupSerializer, **WRITE_BODY},
        examples=examples_of("renameGroup"),
    )
    def patch(self, request: Request, group: UUID) -> Response:
        """Owners only."""
        member_as(self.actor, group, Role.OWNER)
        asked = shapes.GroupNameSerializer.parse(request.data)
        groups.rename_group(actor=self.actor, group=group, name=asked["name"])
        return Response(group_answer(self.actor.pk, group))

    @extend_schema(
        operation_id="deleteGroup",
        summary="Delete a group for good",
        tags=["groups"],
        request=shapes.ConfirmSerializer,
        responses={204: None, **WRITE_BODY},
        examples=examples_of("deleteGroup"),
    )
    def delete(self, request: Request, group: UUID) -> Response:
        """Owners only. Its players and all of its games go with it: there is no way back."""
        member_as(self.actor, group, Role.OWNER)
        shapes.ConfirmSerializer.parse(request.data)
        groups.delete_group(actor=self.actor, group=group)
        return Response(status=204)


class HandOverView(AccountView):
    @extend_schema(
        operation_id="handOverGroup",
        summary="Hand a group over",
        tags=["members"],
        request=shapes.HandOverSerializer,
        responses={200: shapes.GroupSerializer, **WRITE_BODY},
        examples=examples_of("handOverGroup"),
    )
    def post(self, request: Request, group: UUID) -> Response:
        """Make another member owner, and me a scorer, in one step."""
        member_as(self.actor, group, Role.OWNER)
        asked = shapes.HandOverSerializer.parse(request.data)
        groups.hand_over(actor=self.actor, group=group, member=asked["member"])
        return Response(group_answer(self.actor.pk, group))


class MemberListView(AccountView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listMembers",
        summary="The members of a group",
        tags=["members"],
        parameters=PAGE_PARAMETERS,
        responses={200: shapes.MemberSerializer(many=True), **READ_PAGE},
        examples=examples_of("listMembers"),
    )
    def get(self, request: Request, group: UUID) -> Response:
        """Who joined first comes first."""
        member_as(self.actor, group)
        page = read_page(request, members_of(group))
        return page.response([member_answer(member, self.actor.pk) for member in page.rows])


class MemberView(AccountView):
    @extend_schema(
        operation_id="changeRole",
        summary="Give a member another role",
        tags=["members"],
        request=shapes.RoleSerializer,
        responses={200: shapes.MemberSerializer, **WRITE_BODY},
        examples=examples_of("changeRole"),
    )
    def patch(self, request: Request, group: UUID, member: UUID) -> Response:
        """Owners only. The last owner stays one: 409 `last_owner`.

        With a lower role go the invites to more than that, which the member may know.
        """
        member_as(self.actor, group, Role.OWNER)
        asked = shapes.RoleSerializer.parse(request.data)
        theirs = groups.change_role(
            actor=self.actor, group=group, member=member, role=asked["role"]
        )
        return Response(member_answer(theirs, self.actor.pk))

    @extend_schema(
        operation_id="removeMember",
        summary="Leave a group, or put a member out",
        tags=["members"],
        request=None,
        responses={204: None, **WRITE},
    )
    def delete(self, request: Request, group: UUID, member: UUID) -> Response:
        """Anybody may leave, but the last owner (409 `last_owner`); owners may put others out.

        The player whom they claimed stays in the group's games, claimed by nobody. Invites
        end: those made by the one who leaves; all of them when somebody is put out.
        """
        groups.remove_member(actor=self.actor, group=group, member=member)
        return Response(status=204)


class InviteListView(AccountView):
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="listInvites",
        summary="The open invites of a group",
        tags=["invites"],
        parameters=PAGE_PARAMETERS,
        responses={
            200: shapes.InviteSerializer(many=True),
            **problem_responses(400, 401, 403, 404),
        },
        examples=examples_of("listInvites"),
    )
    def get(self, request: Request, group: UUID) -> Response:
        """The latest first; for a scorer, those to `viewer`."""
        mine = member_as(self.actor, group, Role.SCORER)
        page = read_page(request, invites_for(mine, timezone.now()))
        return page.response([invite_answer(request, invite) for invite in page.rows])

    @extend_schema(
        operation_id="createInvite",
        summary="Make an invite",
        tags=["invites"],
        request=shapes.NewInviteSerializer,
        responses={201: shapes.InviteSerializer, **WRITE_BODY},
        examples=examples_of("createInvite"),
    )
    def post(self, request: Request, group: UUID) -> Response:
        """A code to be told, a link to be sent and a picture to be scanned, all in one."""
        member_as(self.actor, group, Role.SCORER)
        asked = shapes.NewInviteSerializer.parse(request.data)
        invite = invites.create_invite(actor=self.actor, group=group, **asked)
        return Response(invite_answer(request, invite), 201)


class InviteView(AccountView):
    @extend_schema(
        operation_id="revokeInvite",
        summary="Revoke an invite",
        tags=["invites"],
        request=None,
        responses={204: None, **WRITE},
    )
    def delete(self, request: Request, group: UUID, invite: UUID) -> Response:
        """From now on it lets nobody in; who came by it stays."""
        invites.revoke_invite(actor=self.actor, group=group, invite=invite)
        return Response(status=204)


class JoinView(AccountView):
    throttle_scope = "guess"

    @extend_schema(
        operation_id="joinGroup",
        summary="Join a group by the code of an invite",
        tags=["invites"],
        request=shapes.CodeSerializer,
        responses={200: shapes.GroupSerializer, **problem_responses(*BODY, 401, 404, 409, 422)},
        examples=examples_of("joinGroup"),
    )
    def post(self, request: Request) -> Response:
        """Come into the group; who is in it already keeps the higher role.

        A code that is wrong, expired, revoked or used up is 404 `unknown_code`.
        """
        asked = shapes.CodeSerializer.parse(request.data)
        mine = invites.join(actor=self.actor, code=asked["code"])
        return Response(group_answer(self.actor.pk, mine.group_id))
