"""The referee's values as fields of other requests: adapters of the readers in `referee.wire`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.api.errors import validation_error
from referee.wire import cards, editions, house_rules, phases
from referee.wire.reading import InvalidRequest
from rest.serializers import TypedField


class ReadField(TypedField):
    """A field that a reader of `referee.wire` reads, published as `type_hint`."""

    read: Callable[[object], Any]

    def to_internal_value(self, data: Any) -> Any:
        try:
            return self.read(data)
        except InvalidRequest as error:
            raise validation_error(error) from None


class EditionField(ReadField):
    """The name of an edition; gives the `Edition`."""

    type_hint = editions.EditionName
    read = staticmethod(editions.read_edition)


class KindField(ReadField):
    """The name of a kind of group; gives the `Kind`."""

    type_hint = phases.GroupKind
    read = staticmethod(phases.read_kind)


class CardField(ReadField):
    """One card; gives the `Card`."""

    type_hint = cards.CardText
    read = staticmethod(cards.read_card)


class CardsField(ReadField):
    """A list of cards; gives a tuple of `Card`."""

    type_hint = cards.OneOrMoreCards
    read = staticmethod(cards.read_cards)


class AnyCardsField(ReadField):
    """A list of cards that may be empty; gives a tuple of `Card`."""

    type_hint = cards.AnyCards
    read = staticmethod(cards.read_any_cards)


class GroupsField(ReadField):
    """A list of lists of cards; gives a tuple of tuples of `Card`."""

    type_hint = cards.CardGroups
    read = staticmethod(cards.read_groups)


class PhasesField(ReadField):
    """The Phases of a game in order; gives numbers and `Phase` values (see `phases_of`)."""

    type_hint = phases.PhaseList
    read = staticmethod(phases.read_phases)


class HouseRulesField(ReadField):
    """House rules; gives `HouseRules`, with defaults for those left out."""

    type_hint = house_rules.HouseRuleSettings
    read = staticmethod(house_rules.read_house_rules)


class ChangedHouseRulesField(ReadField):
    """House rules that change; gives those by name."""

    type_hint = house_rules.ChangedHouseRules
    read = staticmethod(house_rules.read_changed_house_rules)
