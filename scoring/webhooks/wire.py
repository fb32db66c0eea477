"""Webhooks and their deliveries as typed JSON answers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict

from games.wire.players import Person, person_answer
from rest.annotations import Doc, OneOf, Uuid
from scoring.webhooks.kinds import Failure, Format, Kind
from scoring.webhooks.models import Delivery, DeliveryState, Webhook

KINDS = [kind.value for kind in Kind]
FORMATS = [one.value for one in Format]
STATES = DeliveryState.values
ERRORS = ["", *Failure]

WebhookKind = Annotated[str, OneOf(KINDS)]


class WebhookDetail(TypedDict):
    """An address that is told of what happens in a group."""

    id: Uuid
    url: str
    kinds: Annotated[list[WebhookKind], Doc("What it is told of.")]
    format: Annotated[str, OneOf(FORMATS), Doc("What the address understands.")]
    enabled: Annotated[
        bool, Doc("false if an owner has switched it off, or it has failed for five days.")
    ]
    failing_since: Annotated[
        datetime | None, Doc("Since when all deliveries have failed; null if the last one has not.")
    ]
    owner: Annotated[Person, Doc("Who set it up or changed it last: it ends with their ownership.")]
    created_at: datetime


class NewWebhook(WebhookDetail):
    """A webhook with its secret, which is shown only now."""

    secret: Annotated[str, Doc("With which messages are signed, as Standard Webhooks say.")]


class DeliveryDetail(TypedDict):
    """A message for a webhook."""

    id: Annotated[Uuid, Doc("The `webhook-id` of the message.")]
    kind: WebhookKind
    at: Annotated[datetime, Doc("When it happened.")]
    text: Annotated[str, Doc("What it says, in words.")]
    data: Annotated[dict[str, Any], Doc("What it says, as facts.")]
    state: Annotated[
        str, OneOf(STATES), Doc("`waiting` ones are sent again, for two days and more.")
    ]
    attempts: Annotated[int, Doc("How often it was sent.")]
    next_at: Annotated[datetime | None, Doc("When it is sent next; null if it is not.")]
    status: Annotated[int | None, Doc("What was answered the last time; null if nothing was.")]
    error: Annotated[str, OneOf(ERRORS), Doc("Why nothing was answered; empty if something was.")]


class ListedWebhook(WebhookDetail):
    """A webhook, and what it was sent."""

    deliveries: NotRequired[
        Annotated[list[DeliveryDetail], Doc("Only if you ask for them: the latest first.")]
    ]


def webhook_answer(row: Webhook) -> WebhookDetail:
    """A webhook with its owner."""
    return {
        "id": str(row.pk),
        "url": row.url,
        "kinds": row.kinds,
        "format": row.format,
        "enabled": row.disabled_at is None,
        "failing_since": row.failing_since,
        "owner": person_answer(row.owner),
        "created_at": row.created_at,
    }


def new_webhook_answer(row: Webhook) -> NewWebhook:
    return {**webhook_answer(row), "secret": row.secret}


def listed_webhook_answer(row: Webhook, deliveries: Iterable[Delivery]) -> ListedWebhook:
    return {**webhook_answer(row), "deliveries": [delivery_answer(one) for one in deliveries]}


def delivery_answer(row: Delivery) -> DeliveryDetail:
    return {
        "id": str(row.pk),
        "kind": row.kind,
        "at": row.at,
        "text": row.text,
        "data": row.data,
        "state": row.state,
        "attempts": row.attempts,
        "next_at": row.next_at if row.state == DeliveryState.WAITING else None,
        "status": row.status,
        "error": row.error,
    }
