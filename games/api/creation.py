"""Requests to create something under an id that the client chooses, and when it did so."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework.exceptions import APIException, ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.domain.creation import UUID_VERSIONS, Creation, CreationKind, creation_of
from rest.deprecation import UNTIL, tell
from rest.serializers import StrictMomentField, StrictSerializer, StrictUUIDField
from rest.views import StrictView

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
    """When something happened by the clock of the phone."""

    default_error_messages = {
        "too_early": _("This is before 1980: the clock of the phone must be wrong."),
        "in_the_future": _(
            "This is in the future: the latest time is one minute after {now}, the time of the "
            "server."
        ),
    }

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault(
            "help_text",
            "When it happened by the clock of the phone, with its time zone: from 1980, and at "
            "most one minute in the future. It is shown beside the time of the server, which "
            "orders the history.",
        )
        super().__init__(required=False, **kwargs)

    def check_range(self, moment: datetime) -> None:
        if moment < EARLIEST:
            self.fail("too_early")
        now = timezone.now()
        if moment > now + AHEAD:
            self.fail("in_the_future", now=f"{now:%Y-%m-%dT%H:%M:%SZ}")


# The names that `phone_time` had in requests, where answers have the time of the server.
OLD_NAMES = ("started_at", "recorded_at")


@extend_schema_field({"type": "string", "format": "date-time", "deprecated": True})
class OldPhoneTimeField(PhoneTimeField):
    """The same by an old name; gives `phone_time`."""

    def __init__(self) -> None:
        help_text = f"The old name of `phone_time`; accepted until {UNTIL:%Y-%m-%d} at least."
        super().__init__(source="phone_time", help_text=help_text)


class PhoneTimeSerializer(StrictSerializer):
    """A request that says when it was by the clock of the phone."""

    phone_time = PhoneTimeField()

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and "phone_time" in data:
            text = str(_("This is the old name of phone_time: give only that."))
            errors = {
                name: [ErrorDetail(text, code="not_both")] for name in OLD_NAMES if name in data
            }
            if errors.keys() & self.fields.keys():
                raise ValidationError(errors)
        return super().to_internal_value(data)


class TellsOldNames(StrictView):
    """A view that answers old names with the headers of a deprecation (docs/versioning.md)."""

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        if request.method == "POST" and response.status_code < 300:
            body: Any = {}
            with suppress(APIException):  # a repeated request is answered without being read
                body = request.data
            asked = (body, body.get("game") or ())
            if any(name in each for each in asked for name in OLD_NAMES):
                tell(response)
        return response


def by_old_name(content: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Content that gives the time by its old name, which digests go on with.

    >>> by_old_name({"number": 1, "phone_time": "2026-11-21T19:30:00Z"}, "recorded_at")
    {'number': 1, 'recorded_at': '2026-11-21T19:30:00Z'}
    """
    return {name if each == "phone_time" else each: value for each, value in content.items()}


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
    address says, or the `kind` of the body, by the name that digests go on with.
    """
    id = data.pop("id", None)
    asked = dict(request.data).items()
    content = {name: value for name, value in asked if name not in ("id", "kind")}
    if kind in _OLD_NAME:
        content = by_old_name(content, _OLD_NAME[kind])
    elif isinstance(content.get("game"), Mapping):
        content["game"] = by_old_name(content["game"], "started_at")
    return creation_of(kind, id, {**content, **more}, within=within)


_OLD_NAME = {
    CreationKind.GAME: "started_at",
    CreationKind.ROUND: "recorded_at",
    CreationKind.PLAY: "recorded_at",
}
