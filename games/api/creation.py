"""Requests to create something under an id that the client chooses."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from games.domain.creation import UUID_VERSIONS, Creation, CreationKind, creation_of
from rest.serializers import StrictUUIDField


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
