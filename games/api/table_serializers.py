"""The live table on the wire: what is asked, and the shapes of what is answered."""

from __future__ import annotations

from rest_framework import serializers

from games.domain.play_codec import PlayKind
from games.models.games import REASON_LENGTH
from referee.api.answers import RulingProblemSerializer, Shape, StandingSerializer, card_list
from referee.api.fields import CardField, CardsField, GroupsField
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)

KIND_CHOICES = [(kind.value, kind.value) for kind in PlayKind]
NOTE_LENGTH = 500
MAX_ROUND = 10_000


class _Ask(StrictSerializer):
    """What every play says: the round that it belongs to, so that none gets into another."""

    round = StrictIntegerField(min_value=1, max_value=MAX_ROUND)


class _Ruled(_Ask):
    overrule = StrictCharField(
        max_length=REASON_LENGTH,
        default="",
        allow_blank=True,
        trim_whitespace=True,
        help_text="Why the table does it against the referee; recorded and shown. It is kept "
        "only where the referee would have refused the play.",
    )


class _Playing(_Ruled):
    player = StrictUUIDField()
    goes_out = StrictBooleanField(
        default=False, help_text="Whether the last card left the hand by this play."
    )


class LayDownSerializer(_Playing):
    """A Phase that is laid down: the groups, each a list of cards."""

    groups = GroupsField()


class HitSerializer(_Playing):
    """Cards for a group that lies on the table."""

    group = StrictUUIDField()
    cards = CardsField()


class DiscardSerializer(_Ruled):
    """A discard, which ends the turn; a Skip says in front of whom."""

    player = StrictUUIDField(
        allow_null=True, help_text="null for the card that is turned up to start the pile."
    )
    card = CardField(default=None, allow_null=True, help_text="null where nobody noted it.")
    skips = StrictUUIDField(
        default=None, allow_null=True, help_text="In front of whom a Skip is discarded."
    )
    goes_out = StrictBooleanField(
        default=False, help_text="Whether the last card left the hand by this play."
    )


class DrawSerializer(_Ruled):
    """The top card of the discard pile is taken."""

    player = StrictUUIDField()


class FlipSerializer(_Ask):
    """The cards turn over, where the discard that did it is not logged."""

    player = StrictUUIDField(default=None, allow_null=True)


class NoteSerializer(_Ask):
    """Words for the record."""

    text = StrictCharField(max_length=NOTE_LENGTH)
    player = StrictUUIDField(default=None, allow_null=True)


class TableGroupSerializer(StandingSerializer):
    """A group on the table."""

    id = serializers.UUIDField()
    player = serializers.UUIDField(help_text="Who laid it down.")
    irregular = serializers.BooleanField(
        help_text="Whether it lies there against the referee, who cannot tell what fits it."
    )


class PlaySerializer(Shape):
    """One play; what does not apply to its kind is empty or null."""

    id = serializers.UUIDField()
    number = serializers.IntegerField(help_text="Counts the plays of the round.")
    kind = serializers.ChoiceField(choices=KIND_CHOICES)
    player = serializers.UUIDField(allow_null=True)
    group = serializers.UUIDField(allow_null=True, help_text="The group of a hit.")
    groups = serializers.ListField(
        child=serializers.UUIDField(), help_text="The groups that were laid down."
    )
    cards = card_list("The cards played, those with a choice declared as far as it matters.")
    skips = serializers.UUIDField(allow_null=True)
    goes_out = serializers.BooleanField()
    text = serializers.CharField(allow_null=True)
    overrule = serializers.CharField(
        allow_null=True, help_text="Why the table did it against the referee, where it did."
    )
    recorded_by = serializers.CharField(allow_null=True)
    recorded_at = serializers.DateTimeField()


class TablePlayerSerializer(Shape):
    """A player of the round: what the tally starts from."""

    player = serializers.UUIDField()
    phase = serializers.IntegerField()
    laid_down = serializers.BooleanField()


class TableSerializer(Shape):
    """The table of a round."""

    game = serializers.UUIDField()
    round = serializers.IntegerField()
    event = serializers.IntegerField(help_text="The latest event that this answer knows of.")
    turns_logged = serializers.BooleanField()
    dealer = serializers.UUIDField(allow_null=True)
    starter = serializers.UUIDField(allow_null=True)
    turn = serializers.UUIDField(
        allow_null=True, help_text="Whose turn it is; null where turns are not logged."
    )
    side = serializers.CharField(
        allow_null=True, help_text="The side in play; null where the cards have one only."
    )
    skipped = serializers.ListField(
        child=serializers.UUIDField(), help_text="Who has a Skip in front of them."
    )
    went_out = serializers.UUIDField(allow_null=True)
    top_discard = serializers.CharField(
        allow_null=True, help_text="The top of the discard pile, where it is known."
    )
    players = TablePlayerSerializer(many=True)
    groups = TableGroupSerializer(many=True)
    plays = PlaySerializer(many=True)


class ChoiceSerializer(Shape):
    """All that one group could be: ask the player which it is."""

    group = serializers.IntegerField(
        allow_null=True, help_text="The index among the groups as you gave them; null for a hit."
    )
    standings = StandingSerializer(many=True, help_text="The one that reaches highest first.")
    cards = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="For each of the standings, the cards to send in the place of those you gave.",
    )


class RulingSerializer(Shape):
    """What the referee says to a play."""

    legal = serializers.BooleanField()
    ambiguous = serializers.BooleanField()
    problems = RulingProblemSerializer(many=True, help_text="The most telling first.")
    choices = ChoiceSerializer(many=True)


class DryRunSerializer(Shape):
    """What would be, had it been played."""

    ruling = RulingSerializer()
    table = TableSerializer(help_text="As it is: nothing was recorded.")
