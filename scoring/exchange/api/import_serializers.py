"""Parse requests for imports."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.models import NAME_LENGTH
from games.models.games import REASON_LENGTH
from referee.editions import EDITIONS
from rest.query import read_id
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
)
from scoring.exchange.paper.dates import ORDERS
from scoring.exchange.paper.grid import MAX_COLUMNS, MAX_LINES
from scoring.exchange.paper.player_names import MAX_NAMES
from scoring.exchange.paper.reading_options import BRACKETS, IGNORE, PLAYER
from scoring.exchange.paper.words import WORDS
from scoring.exchange.wire.names import NEW_PLAYER

MAX_SKIPPED = 5_000  # lines
MAX_SPELLINGS = 10
MAX_MEANING = NAME_LENGTH + len(PLAYER)
MEANINGS = (*WORDS["en"].headings, IGNORE)


def _expect_storable(names: Iterable[str]) -> None:
    """Raise ValidationError for a null character, which no database stores in JSON."""
    text = gettext("Text must not contain null characters.")
    error = [ErrorDetail(text, code="null_characters_not_allowed")]
    if wrong := {name.replace("\0", "\ufffd"): error for name in names if "\0" in name}:
        raise serializers.ValidationError(wrong)


class WordsField(serializers.DictField):
    """Texts of a file, each with what it means."""

    default_error_messages = {
        "too_many": ngettext_lazy(
            "Give at most {limit} entry.", "Give at most {limit} entries.", MAX_COLUMNS
        )
    }
    most = MAX_COLUMNS

    def to_internal_value(self, data: Any) -> dict[str, str]:
        if isinstance(data, dict):
            if len(data) > self.most:
                self.fail("too_many", limit=self.most)
            _expect_storable(data)
        words: dict[str, str] = super().to_internal_value(data)
        return words


class PlayerField(StrictCharField):
    """A player's id, or `new`."""

    default_error_messages = {"not_a_player": _("Give the id of a player, or “new”.")}

    def run_validation(self, data: Any = serializers.empty) -> str:
        if data == NEW_PLAYER:
            return NEW_PLAYER
        try:
            return str(read_id(data))
        except (AttributeError, TypeError, ValueError):
            self.fail("not_a_player")


class PlayersField(WordsField):
    """Names in a file, each with a player's id or `new`."""

    default_error_messages = {
        "too_many": ngettext_lazy(
            "A file can name at most {limit} player.",
            "A file can name at most {limit} players.",
            MAX_NAMES,
        )
    }
    most = MAX_NAMES
    child = PlayerField(max_length=36)


class MeaningField(StrictCharField):
    """The name of a column, `player:` and a name, or `ignore`."""

    default_error_messages = {
        "unknown_column": _(
            "Give the name of a column, “player:” and a name, or “ignore”. Valid columns: {values}."
        )
    }

    def run_validation(self, data: Any = serializers.empty) -> str:
        meaning: str = super().run_validation(data)
        if meaning not in MEANINGS and not meaning.startswith(PLAYER):
            self.fail("unknown_column", values=", ".join(MEANINGS))
        return meaning


class ColumnsField(WordsField):
    """Headings, each with what it means."""

    child = MeaningField(max_length=MAX_MEANING)


class EditionsField(WordsField):
    """Names of games, each with an edition."""

    child = StrictChoiceField(choices=[(slug, slug) for slug in EDITIONS])


class SameNamesSerializer(StrictSerializer):
    """Spellings of names, and whether they are the same person."""

    names = StrictListField(
        child=StrictCharField(max_length=NAME_LENGTH), min_length=2, max_length=MAX_SPELLINGS
    )
    same = StrictBooleanField()


class ReadAgainRequestSerializer(StrictSerializer):
    """How to read a file that was previewed."""

    columns = ColumnsField(
        required=False,
        help_text="What headings mean: the name of a column, `player:` and a name for a column "
        "with the scores of that player, or `ignore`.",
    )
    same_as = StrictListField(
        child=SameNamesSerializer(),
        required=False,
        max_length=MAX_NAMES,
        help_text="Spellings that are the same person, or are not. The first spelling is kept.",
    )
    skip = StrictListField(
        child=StrictIntegerField(min_value=1, max_value=MAX_LINES + 1),
        required=False,
        max_length=MAX_SKIPPED,
        help_text="Lines to leave out, by their numbers in the file; of Board Game Stats, plays.",
    )
    editions = EditionsField(
        required=False, help_text="The editions of games whose names are unknown."
    )
    brackets = StrictChoiceField(
        choices=[(name, name) for name in BRACKETS],
        required=False,
        help_text="What the numbers beside the points are: the `phase` that a player tried in the "
        "round, or the Phases `completed` after it. Only needed if the rounds do not prove it.",
    )
    dates = StrictChoiceField(
        choices=[(order, order) for order in ORDERS],
        required=False,
        help_text="Whether dates such as 01/03/2024 begin with the day or the month.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "same_as" in attrs:
            attrs["same_as"] = [dict(each) for each in attrs["same_as"]]
        return attrs


class ImportRequestSerializer(ReadAgainRequestSerializer):
    """How to import a file that was previewed.

    A field that says how to read the file replaces the one of the preview.
    """

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
