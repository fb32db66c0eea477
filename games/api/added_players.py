"""Requests that create players with a group or a game, or who join a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import ErrorDetail

from accounts.api.fields import NameField
from accounts.models import NAME_LENGTH
from games.api.creation import ChosenIdField
from games.domain.creation import AddedPlayer, Creation, new_player
from referee.wire.annotations import strict
from rest.annotations import Doc, Keywords, Uuid
from rest.serializers import StrictBooleanField, StrictSerializer, StrictUUIDField, TypedField

# What a `PlayerToSeatField` gives.
Entry = UUID | dict[str, Any]  # a player of the group, or an `AddedPlayerRequest`


class AddedPlayerRequestSerializer(StrictSerializer):
    """A player to create with a group or a game, or who joins a game."""

    id = ChosenIdField()
    name = NameField()
    me = StrictBooleanField(
        required=False,
        help_text="Whether this is you. Only one player can be, and only if you are no other "
        "player of the group. If you are one of that name and choose no `id`, that one is meant.",
    )


@strict
class PlayerToSeat(TypedDict):
    """A player of the group by their `id` alone, or one to create, with a `name`.

    An id as text is short for `{"id": ...}`.
    """

    id: NotRequired[
        Annotated[Uuid, Doc("With a `name`, the id that you choose: a UUID of version 4 or 7.")]
    ]
    name: NotRequired[Annotated[str, Keywords(maxLength=NAME_LENGTH)]]
    me: NotRequired[
        Annotated[bool, Doc("With a `name`: whether this is you. Only one player can be.")]
    ]


class PlayerToSeatField(TypedField, StrictUUIDField):
    """The id of a player, or an `AddedPlayerRequest`; gives an `Entry`.

    Published as `PlayerToSeat`: a list of texts and objects is nothing that a generated client
    could have a type for.
    """

    type_hint = PlayerToSeat
    default_error_messages = {
        "not_a_player": gettext_lazy("Must be the id of a player, or an object with a `name`.")
    }

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            if data.keys() != {"id"}:
                return AddedPlayerRequestSerializer.parse(data)
            data = data["id"]
        if not isinstance(data, str):
            self.fail("not_a_player")
        return super().to_internal_value(data)


def repetitions(entries: Sequence[Entry], others: Sequence[dict[str, Any]] = ()) -> dict[Any, Any]:
    """Return the errors of a list that has a chosen id or `me` twice, by their index.

    `others` are added elsewhere in the request; the list may name them by their ids, but not add
    them again, which somebody who repeats a name without an id would do unawares.
    """
    errors: dict[Any, Any] = {}
    seen = {entry for entry in entries if isinstance(entry, UUID)}
    seen |= {other["id"] for other in others if "id" in other}
    names = {other["name"] for other in others}
    has_me = any(other.get("me") for other in others)
    for index, entry in enumerate(entries):
        if isinstance(entry, UUID):
            continue  # the service lists those twice, together with all others who cannot play
        if (id := entry.get("id")) in seen:
            text = _("This player is in the list already.")
            errors[index] = {"id": [ErrorDetail(text, code="duplicate_player")]}
        elif id:
            seen.add(id)
        elif entry["name"] in names:
            text = _(
                "This player is created in this request already: give its `id` in both places."
            )
            errors[index] = {"name": [ErrorDetail(text, code="duplicate_player")]}
        if entry.get("me") and has_me:
            text = _("Only one player can be you.")
            errors.setdefault(index, {})["me"] = [ErrorDetail(text, code="duplicate_me")]
        has_me = has_me or bool(entry.get("me"))
    return errors


def added_players(
    entries: Sequence[Entry], *, group: UUID, path: str = "players"
) -> Iterator[UUID | AddedPlayer]:
    """Yield the players of a request as the services take them; `path` is that of the list."""
    for index, entry in enumerate(entries):
        yield added_player(entry, group=group, path=f"{path}.{index}")


def added_player(entry: Entry, *, group: UUID, path: str) -> UUID | AddedPlayer:
    """Return a player of a request as the services take them; `path` is where the player is."""
    if isinstance(entry, UUID):
        return entry
    creation = new_player(entry.get("id"), entry["name"], group=group, field=f"{path}.id")
    return AddedPlayer(creation, entry["name"], is_me=entry.get("me", False))


def creations(players: Iterable[UUID | AddedPlayer]) -> list[Creation]:
    """Return what is to be created of these players."""
    return [player.creation for player in players if isinstance(player, AddedPlayer)]
