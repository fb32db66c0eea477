"""How the referee's own fields stand in the published schema."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema

from referee.api.answers import StandingSerializer
from referee.api.fields import MAX_CARDS, MAX_GROUPS, RequirementSerializer
from referee.cards import MAX_CARD_LENGTH

NUMBER = "(1[0-2]|[1-9])"
COLOR = "[RYGBrygb]"
CARD = {
    "type": "string",
    "description": "A card: R7, R5!, R*, W7, W*, W or S, and after = what it stands for.",
    "example": "R7",
    "maxLength": MAX_CARD_LENGTH,
    "pattern": rf"^\s*({COLOR}({NUMBER}!?|\*)|[Ww]({NUMBER}!?|\*!?)?|[Ss])"
    rf"(=({COLOR}{NUMBER}?|{NUMBER}))?\s*$",
}


class _CardExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = "referee.api.fields.CardField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        return CARD


class _CardsExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = "referee.api.fields.CardsField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        return card_list(0 if self.target.allow_empty else 1)


class _GroupsExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = "referee.api.fields.GroupsField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        return {"type": "array", "items": card_list(1), "minItems": 1, "maxItems": MAX_GROUPS}


class _PhaseExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = "referee.api.fields.PhaseField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        requirement = auto_schema.resolve_serializer(RequirementSerializer, direction).ref
        return {
            "description": "One of the edition's Phases by its number, or what one of yours asks.",
            "oneOf": [
                {"type": "integer", "minimum": 1, "maximum": 10},
                {
                    "type": "array",
                    "items": requirement,
                    "minItems": 1,
                    "maxItems": MAX_GROUPS // 2,
                },
            ],
        }


class _StandingsExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = "referee.api.answers.StandingsField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        # The generator itself would lose that an item of a list may be null.
        standing = auto_schema.resolve_serializer(StandingSerializer, direction).ref
        return {"type": "array", "items": {"oneOf": [standing, {"type": "null"}]}}


def card_list(least: int) -> dict[str, Any]:
    return {"type": "array", "items": CARD, "minItems": least, "maxItems": MAX_CARDS}
