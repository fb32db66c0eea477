"""Parse requests for imports."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from games.models.games import REASON_LENGTH
from rest.serializers import StrictCharField, StrictSerializer
from scoring.exchange.paper.player_names import MAX_NAMES
from scoring.exchange.wire import NEW_PLAYER


class PlayersField(serializers.DictField):
    """Names in a file, each with a player's id or `new`."""

    default_error_messages = {
        "not_a_player": _("Give the id of a player, or “new”."),
        "too_many": ngettext_lazy(
            "A file can name at most {limit} player.",
            "A file can name at most {limit} players.",
            MAX_NAMES,
        ),
    }
    child = StrictCharField(max_length=36)

    def to_internal_value(self, data: Any) -> dict[str, str]:
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        if len(data) > MAX_NAMES:
            self.fail("too_many", limit=MAX_NAMES)
        errors = {}
        players = {}
        for name, player in data.items():
            try:
                players[name] = NEW_PLAYER if player == NEW_PLAYER else self._player_id(player)
            except ValueError:
                message = str(self.error_messages["not_a_player"])
                errors[name] = [ErrorDetail(message, code="not_a_player")]
        if errors:
            raise serializers.ValidationError(errors)
        return players

    @staticmethod
    def _player_id(value: Any) -> str:
        """Return the canonical form of an id; raise ValueError."""
        if not isinstance(value, str) or len(value) != 36:
            raise ValueError(value)
        return str(UUID(value))


class ImportSerializer(StrictSerializer):
    """How to import a file that was previewed."""

    players = PlayersField(
        required=False,
        default=dict,
        help_text="The player that each name in the file means: an id, or `new`. For a name left "
        "out, the preview's `suggestion` counts; a name without a suggestion is required.",
    )
    overrule = StrictCharField(
        required=False,
        default="",
        allow_blank=True,
        trim_whitespace=True,
        max_length=REASON_LENGTH,
        help_text="Why counts that are not possible should be accepted; recorded and shown with "
        "them.",
    )
