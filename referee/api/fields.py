"""Cards, groups and phases as they come in a request."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from referee.api.choices import EDITION_CHOICES, KIND_CHOICES
from referee.cards import MAX_CARD_LENGTH, Card, UnreadableCard, parse_card
from referee.editions import EDITIONS, Edition
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import KINDS, KindName, Phase, Requirement, phase_size
from rest.serializers import (
    StrictBooleanField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
)

MAX_CARDS = max(edition.deck_size for edition in EDITIONS.values())
MAX_GROUPS = 12  # more than any hand could make
MAX_PHASES = 20

NO_CARD = gettext_lazy("%(card)s is no card. Write a number card as R7, a Wild as W, a Skip as S.")
NOT_IN_DECK = gettext_lazy("The %(edition)s deck has no %(card)s.")


class EditionField(StrictChoiceField):
    """The name of an edition; gives the `Edition`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=EDITION_CHOICES, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        return EDITIONS[super().to_internal_value(data)]


class KindField(StrictChoiceField):
    """The name of a kind of group; gives the `Kind`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=KIND_CHOICES, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        return KINDS[KindName(super().to_internal_value(data))]


class CardsField(serializers.Field[Any, Any, Any, Any]):
    """A list of cards; gives a tuple of `Card`.

    Written as one field and not as a list of fields: it is read on every request,
    and a field for each card would cost more than the ruling.
    """

    default_error_messages = {
        "not_a_list": gettext_lazy("Give a list of cards, such as ['R7', 'W']."),
        "empty": gettext_lazy("Give at least one card."),
        "too_many": gettext_lazy("More cards than the largest deck has: at most {max}."),
    }

    def __init__(self, *, allow_empty: bool = False, **kwargs: Any) -> None:
        self.allow_empty = allow_empty
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> tuple[Card, ...]:
        if not isinstance(data, list):
            self.fail("not_a_list")
        if not data and not self.allow_empty:
            self.fail("empty")
        if len(data) > MAX_CARDS:
            self.fail("too_many", max=MAX_CARDS)
        cards = []
        errors: dict[int, list[ErrorDetail]] = {}
        for index, text in enumerate(data):
            try:
                cards.append(parse_card(text))
            except (UnreadableCard, TypeError):
                shown = json.dumps(text, ensure_ascii=False)[:MAX_CARD_LENGTH]
                errors[index] = [ErrorDetail(NO_CARD % {"card": shown}, code="unknown_card")]
        if errors:
            raise serializers.ValidationError(errors)  # type: ignore[arg-type]
        return tuple(cards)


class CardField(serializers.Field[Any, Any, Any, Any]):
    """One card; gives the `Card`."""

    def to_internal_value(self, data: Any) -> Card:
        try:
            return parse_card(data)
        except (UnreadableCard, TypeError):
            shown = json.dumps(data, ensure_ascii=False)[:MAX_CARD_LENGTH]
            raise serializers.ValidationError(
                NO_CARD % {"card": shown}, code="unknown_card"
            ) from None


class GroupsField(serializers.Field[Any, Any, Any, Any]):
    """A list of lists of cards; gives a tuple of tuples of `Card`."""

    default_error_messages = {
        "not_a_list": gettext_lazy("Give a list of groups, each a list of cards."),
        "empty": gettext_lazy("Give at least one group."),
        "too_many": gettext_lazy("No Phase has so many groups: give at most {max}."),
    }

    def __init__(self, **kwargs: Any) -> None:
        self.group = CardsField()
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> tuple[tuple[Card, ...], ...]:
        if not isinstance(data, list):
            self.fail("not_a_list")
        if not data:
            self.fail("empty")
        if len(data) > MAX_GROUPS:
            self.fail("too_many", max=MAX_GROUPS)
        groups = []
        errors: dict[int, Any] = {}
        for index, cards in enumerate(data):
            try:
                groups.append(self.group.to_internal_value(cards))
            except serializers.ValidationError as error:
                errors[index] = error.detail
        if errors:
            raise serializers.ValidationError(errors)  # type: ignore[arg-type]
        return tuple(groups)


class RequirementSerializer(StrictSerializer):
    """One group that a Phase asks for."""

    kind = KindField()
    size = StrictIntegerField(
        min_value=2, max_value=24, help_text="How many cards; in a pair run an even number."
    )

    def validate(self, attrs: dict[str, Any]) -> Requirement:
        requirement = Requirement(**attrs)
        if not requirement.is_possible:
            raise serializers.ValidationError(
                {
                    "size": ErrorDetail(
                        _(
                            "No cards make it: a run ends at 12 (an odd or even run has 6 cards "
                            "at most), and a pair run has whole pairs."
                        ),
                        code="impossible_size",
                    )
                }
            )
        return requirement


class PhaseField(serializers.Field[Any, Any, Any, Any]):
    """A Phase: its number in the edition, or a list of `{kind, size}`.

    Gives the number or a `Phase`; `phase_of` makes either a `Phase`.
    """

    default_error_messages = {
        "invalid": gettext_lazy("Give a number from 1 to 10, or a list of {{kind, size}}."),
        "empty": gettext_lazy("Give at least one group."),
        "too_many": gettext_lazy("No hand makes so many groups: give at most {max}."),
    }

    def to_internal_value(self, data: Any) -> int | Phase:
        if type(data) is int:
            return data
        if not isinstance(data, list):
            self.fail("invalid")
        if not data:
            self.fail("empty")
        if len(data) > MAX_GROUPS // 2:
            self.fail("too_many", max=MAX_GROUPS // 2)
        phase: list[Any] = []
        errors: dict[int, Any] = {}
        for index, requirement in enumerate(data):
            try:
                phase.append(RequirementSerializer.parse(requirement))
            except serializers.ValidationError as error:
                errors[index] = error.detail
        if errors:
            raise serializers.ValidationError(errors)  # type: ignore[arg-type]
        return tuple(phase)


class PhasesField(StrictListField):
    """The phases of a game in their order; gives numbers and `Phase` values."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=PhaseField(), min_length=1, max_length=MAX_PHASES, **kwargs)


class HouseRulesSerializer(StrictSerializer):
    """House rules; what is left out has its default."""

    oversize_groups = StrictBooleanField(
        default=STANDARD_RULES.oversize_groups,
        help_text="Whether a group may have more cards than asked (rulebook 3.2).",
    )
    number_card_per_group = StrictBooleanField(
        default=STANDARD_RULES.number_card_per_group,
        help_text="Whether every group needs a numbered card (rulebook 3.3).",
    )
    must_lay_down = StrictBooleanField(
        default=STANDARD_RULES.must_lay_down,
        help_text="Whether a Phase is laid down as soon as possible (rulebook 3.9).",
    )
    pair_run_singles = StrictBooleanField(
        default=STANDARD_RULES.pair_run_singles,
        help_text="Whether a pair run takes single cards of its numbers (rulebook 4.3).",
    )
    flip_on_going_out = StrictBooleanField(
        default=STANDARD_RULES.flip_on_going_out,
        help_text="Whether a Flip symbol discarded last turns before the count (rulebook 5).",
    )

    def validate(self, attrs: dict[str, Any]) -> HouseRules:
        return HouseRules(**attrs)


def phase_of(edition: Edition, value: int | Phase) -> Phase:
    """The Phase that a `PhaseField` names; ValidationError where the edition has none such."""
    if isinstance(value, int):
        if not 1 <= value <= len(edition.phases):
            text = _("This edition has the phases 1 to %(last)s.") % {"last": len(edition.phases)}
            raise serializers.ValidationError(text, code="unknown_phase")
        return edition.phases[value - 1]
    if phase_size(value) > edition.max_held:
        text = _("A hand has at most %(most)s cards, and this Phase asks for %(size)s.")
        params = {"most": edition.max_held, "size": phase_size(value)}
        raise serializers.ValidationError(text % params, code="impossible_size")
    return value


def strangers(edition: Edition, cards: tuple[Card, ...]) -> dict[int, list[ErrorDetail]]:
    """An error for each card that is not in the edition's deck, by its index."""
    return {
        index: [
            ErrorDetail(NOT_IN_DECK % {"edition": edition.slug, "card": card}, code="unknown_card")
        ]
        for index, card in enumerate(cards)
        if not edition.holds(card)
    }
