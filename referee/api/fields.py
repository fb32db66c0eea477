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


def _field(read: Callable[[object], Any], type_hint: Any) -> type[ReadField]:
    """Make the field of what a reader gives."""
    return type("Field", (ReadField,), {"read": staticmethod(read), "type_hint": type_hint})


EditionField = _field(editions.read_edition, editions.EditionName)
KindField = _field(phases.read_kind, phases.GroupKind)
CardField = _field(cards.read_card, cards.CardText)
CardsField = _field(cards.read_cards, cards.OneOrMoreCards)
AnyCardsField = _field(cards.read_any_cards, cards.AnyCards)
GroupsField = _field(cards.read_groups, cards.CardGroups)
PhasesField = _field(phases.read_phases, phases.PhaseList)  # for `phases_of`
HouseRulesField = _field(house_rules.read_house_rules, house_rules.HouseRuleSettings)
ChangedHouseRulesField = _field(house_rules.read_changed_house_rules, house_rules.ChangedHouseRules)
