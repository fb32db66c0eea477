"""Requests to create something under an id that the client chooses, and when it did so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework.request import Request

from games.domain.creation import UUID_VERSIONS, Creation, CreationKind, creation_of
from rest.serializers import StrictMomentField, StrictUUIDField

EARLIEST = datetime(1980, 1, 1, tzinfo=UTC)  # clocks that were never set begin before or then
AHEAD = timedelta(minutes=1)


class ChosenIdField(StrictUUIDField):
    """An id that the client chose: a UUID of version 4 or 7."""

    default_error_messages = {"version": _("Must be a UUID of version 4 or 7.")}

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault(
            "help_text",
            "A UUID of version 4 or 7 that you choose, so that you can name it before the server "
            "knows it. The same id with the same content gets 200 with what it created, as it is "
            "now; an id that is in use for anything else gets 409 `id_taken`.",
        )
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> UUID:
        id: UUID = super().to_internal_value(data)
        if id.version not in UUID_VERSIONS:
            self.fail("version")
        return id


@extend_schema_field(OpenApiTypes.DATETIME)
class PhoneTimeField(StrictMomentField):
    """When something happened by the clock of the phone; gives `phone_time`."""

    default_error_messages = {
        "too_early": _("This is before 1980: the clock of the phone must be wrong."),
        "in_the_future": _(
            "This is in the future: the latest time is one minute after {now}, the time of the "
            "server."
        ),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False,
            source="phone_time",
            help_text="When it happened by the clock of the phone, with its time zone: from 1980, "
            "and at most one minute in the future. It is shown as `phone_time`, beside the time of "
            "the server, which orders the history.",
            **kwargs,
        )

    def check_range(self, moment: datetime) -> None:
        if moment < EARLIEST:
            self.fail("too_early")
        now = timezone.now()
        if moment > now + AHEAD:
            self.fail("in_the_future", now=f"{now:%Y-%m-%dT%H:%M:%SZ}")


def requested_creation(
    kind: CreationKind,
    request: Request,
    data: dict[str, Any],
    *,
    within: UUID | None = None,
    **more: Any,
) -> Creation:
    """Return what a request asks to create.

    `data` are the parsed fields, from which the id is taken out. `more` is content that the
    address says.
    """
    id = data.pop("id", None)
    content = {name: value for name, value in dict(request.data).items() if name != "id"}
    return creation_of(kind, id, {**content, **more}, within=within)
