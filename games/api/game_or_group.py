"""Requests about a game or a group: reads name it in the query, writes in the body."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import APIException, ErrorDetail, ValidationError
from rest_framework.request import Request

from accounts.api.base import AccountView
from rest.query import Reader, read_id, read_query
from rest.refusals import Refusal, wrong_field
from rest.serializers import StrictSerializer, StrictUUIDField

READERS = {
    "game": Reader(read_id, gettext_lazy("Must be the id of a game.")),
    "group": Reader(read_id, gettext_lazy("Must be the id of a group.")),
}
GAME_OR_GROUP = [
    OpenApiParameter("game", OpenApiTypes.UUID, description="Either this or `group`."),
    OpenApiParameter("group", OpenApiTypes.UUID, description="Either this or `game`."),
]


class GameOrGroupSerializer(StrictSerializer):
    """A request about a game or a group."""

    needs_body = True  # though each of its fields is optional

    game = StrictUUIDField(required=False, help_text="Either this or `group`.")
    group = StrictUUIDField(required=False, help_text="Either this or `game`.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("game" in attrs) == ("group" in attrs):
            raise ValidationError({"game": ErrorDetail(_one_of_them(), code="not_one")})
        return attrs


class GameOrGroupView(AccountView):
    """A view that may be asked about a game or a group, which its address does not name."""

    def address(self) -> Mapping[str, Any]:
        asked: Any = self.request.query_params
        if self.request.method not in ("GET", "HEAD"):
            with suppress(APIException, Refusal):  # one that cannot be read names nothing
                asked = self.request.data
        named = dict(super().address())
        for name in READERS:
            with suppress(AttributeError, KeyError, TypeError, ValueError):
                named[name] = read_id(asked[name])
        return named


def read_game_or_group(request: Request) -> dict[str, UUID]:
    """Return the id of a `game` or a `group` in a query; raise Refusal unless it is one of them."""
    shown = read_query(request, READERS)
    if len(shown) != 1:
        raise wrong_field("game", "not_one", _one_of_them())
    return shown


def _one_of_them() -> str:
    return _("Give either a game or a group.")
