"""Imports on the wire: whom the names of a file mean."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from games.models.games import REASON_LENGTH
from rest.serializers import StrictCharField, StrictSerializer
from scoring.exchange.paper.checking import MOST_NAMES
from scoring.exchange.selectors.imports import NEW


class PlayersField(serializers.DictField):
    """Names of a file, each with a player's id or `new`."""

    default_error_messages = {
        "not_a_player": _("Give the id of a player, or “new”."),
        "too_many": _("A file names no more than %(most)s players.") % {"most": MOST_NAMES},
    }
    child = StrictCharField(max_length=36)

    def to_internal_value(self, data: Any) -> dict[str, str]:
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        if len(data) > MOST_NAMES:
            self.fail("too_many")
        errors = {}
        players = {}
        for name, who in data.items():
            try:
                players[name] = NEW if who == NEW else str(UUID(self._text(who)))
            except ValueError:
                message = str(self.error_messages["not_a_player"])
                errors[name] = [ErrorDetail(message, code="not_a_player")]
        if errors:
            raise serializers.ValidationError(errors)
        return players

    @staticmethod
    def _text(who: Any) -> str:
        if not isinstance(who, str) or len(who) != 36:
            raise ValueError(who)
        return who


class ImportSerializer(StrictSerializer):
    """What a file shall be imported with."""

    players = PlayersField(
        required=False,
        default=dict,
        help_text="Whom the names of the file mean: a player's id, or `new`. What is left out "
        "is the preview's `suggestion`; names without one must be given.",
    )
    overrule = StrictCharField(
        required=False,
        default="",
        allow_blank=True,
        trim_whitespace=True,
        max_length=REASON_LENGTH,
        help_text="Why counts that cannot be shall stand; recorded and shown where they are.",
    )
