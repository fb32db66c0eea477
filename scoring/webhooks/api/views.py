"""Webhooks of a group: owners set them up, and see what was sent."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import AccountView, idempotent
from accounts.scopes import Scope
from games.api.game_requests import ChangesSerializer
from games.models import Role
from games.selectors.access import member_as
from games.services.locking import locked_group
from rest.examples import Example
from rest.problem_schema import BODY, problem_responses
from rest.query import include, read_include
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictListField,
    StrictSerializer,
    StrictUUIDField,
)
from scoring.webhooks import services
from scoring.webhooks.kinds import Format
from scoring.webhooks.models import URL_LENGTH, Webhook
from scoring.webhooks.wire import (
    FORMATS,
    KINDS,
    ListedWebhook,
    NewWebhook,
    WebhookDetail,
    listed_webhook_answer,
    new_webhook_answer,
    webhook_answer,
)

TAG = "webhooks"

_WEBHOOK = {
    "id": "0e2f8a2e-5f0d-4c5b-9a3e-3c5b4a7e2a11",
    "url": "https://example.org/tableside",
    "kinds": ["game.over", "night.over"],
    "format": "standard",
    "enabled": True,
    "failing_since": None,
    "owner": {"id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a02", "name": "Anna"},
    "created_at": "2026-11-26T19:30:00Z",
}
_NEW = {"url": _WEBHOOK["url"], "kinds": _WEBHOOK["kinds"]}
_DELIVERY = {
    "id": "b5b6c1de-8d3c-4a53-8f0b-6f3f0a4c7d21",
    "kind": "game.over",
    "at": "2026-11-26T21:10:00Z",
    "text": "Anna wins!",
    "data": {"game": {"id": "1f0d2c3b-4a59-4867-9d7e-5f6e7d8c9baf"}},
    "state": "waiting",
    "attempts": 0,
    "next_at": "2026-11-26T21:10:00Z",
    "status": None,
    "error": "",
}
EXAMPLES = {
    "listWebhooks": Example(None, 200, {**_WEBHOOK, "deliveries": [_DELIVERY]}),
    "createWebhook": Example(
        _NEW, 201, {**_WEBHOOK, "secret": "whsec_c2VjcmV0LW9mLTI0LWJ5dGVzLi4u"}
    ),
    "changeWebhook": Example({"enabled": False}, 200, {**_WEBHOOK, "enabled": False}),
}


class KindsField(StrictListField):
    """What a webhook is told of, at least one thing."""

    def __init__(self, **options: Any) -> None:
        child = StrictChoiceField(choices=KINDS)
        super().__init__(child=child, allow_empty=False, max_length=len(KINDS), **options)

    def to_internal_value(self, data: Any) -> list[str]:
        return [*dict.fromkeys(super().to_internal_value(data))]


class NewWebhookRequestSerializer(StrictSerializer):
    """A webhook to set up."""

    url = StrictCharField(max_length=URL_LENGTH, trim_whitespace=True)
    kinds = KindsField()
    format = StrictChoiceField(choices=FORMATS, default=Format.STANDARD.value)


class WebhookChangeRequestSerializer(ChangesSerializer):
    """Changes to a webhook; fields that are left out stay as they are."""

    url = StrictCharField(max_length=URL_LENGTH, trim_whitespace=True, required=False)
    kinds = KindsField(required=False)
    format = StrictChoiceField(choices=FORMATS, required=False)
    enabled = StrictBooleanField(required=False)
    replay = StrictUUIDField(
        required=False, help_text="The id of a delivery: send it again, with the same id."
    )


class WebhookListView(AccountView):
    is_private = True
    read_scope = Scope.MANAGE  # an address may hold a secret

    @extend_schema(
        operation_id="listWebhooks",
        summary="The webhooks of a group",
        parameters=[include("deliveries")],
        responses={200: list[ListedWebhook], **problem_responses(400, 401, 403, 404)},
    )
    def get(self, request: Request, group: UUID) -> Response:
        """Owners. The first one comes first; there are at most five.

        `deliveries` are the latest 50 messages of the last 30 days, the latest first.
        """
        member_as(self.actor, group, Role.OWNER)
        rows = Webhook.objects.filter(group=group).select_related("owner")
        if not read_include(request, "deliveries"):
            return Response([webhook_answer(row) for row in rows])
        return Response([listed_webhook_answer(row, services.latest(row)) for row in rows])

    @extend_schema(
        operation_id="createWebhook",
        summary="Set up a webhook",
        request=NewWebhookRequestSerializer,
        responses={201: NewWebhook, **problem_responses(*BODY, 401, 403, 404, 409, 422)},
    )
    @idempotent
    def post(self, request: Request, group: UUID) -> Response:
        """Owners. Its address is told of what happens from now on, within some seconds.

        The server calls no address unless its host has switched webhooks on. What is sent is
        described in docs/webhooks.md.
        """
        with locked_group(self.actor, group, Role.OWNER) as mine:
            data = NewWebhookRequestSerializer.parse(request.data)
            row = services.create_webhook(actor=self.actor, group=mine.group, **data)
            return Response(new_webhook_answer(row), 201)


class WebhookView(AccountView):
    is_private = True

    @extend_schema(
        operation_id="changeWebhook",
        summary="Change a webhook",
        request=WebhookChangeRequestSerializer,
        responses={200: WebhookDetail, **problem_responses(*BODY, 401, 403, 404, 409, 422)},
    )
    @idempotent
    def patch(self, request: Request, group: UUID, webhook: UUID) -> Response:
        """Owners. A changed one is mine, and ends with my ownership of the group."""
        with locked_group(self.actor, group, Role.OWNER):
            row = services.webhook_of(group, webhook)
            data = WebhookChangeRequestSerializer.parse(request.data)
            if delivery := data.pop("replay", None):
                services.replay(webhook=row, delivery=delivery)
            if data:
                row = services.change_webhook(webhook=row, actor=self.actor, **data)
            return Response(webhook_answer(row))

    @extend_schema(
        operation_id="deleteWebhook",
        summary="Delete a webhook",
        responses={204: None, **problem_responses(400, 401, 403, 404, 409, 422)},
    )
    @idempotent
    def delete(self, request: Request, group: UUID, webhook: UUID) -> Response:
        """Owners. What it was still to be sent is not sent any more."""
        with locked_group(self.actor, group, Role.OWNER):
            services.webhook_of(group, webhook).delete()
            return Response(status=204)
