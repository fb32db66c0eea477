"""What is asked of the referee: each request read into the engine's values."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from referee.api.fields import (
    CardsField,
    EditionField,
    GroupsField,
    HouseRulesSerializer,
    KindField,
    PhaseField,
    PhasesField,
    phase_of,
    strangers,
)
from referee.cards import Card
from referee.editions import EDITIONS, Edition
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import Kind
from referee.rulings.checks import copies
from referee.rulings.hit import NotAGroup, read_target
from referee.solver.analysis import hand_problems
from referee.solver.targets import Target
from referee.tally import TallyEntry
from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
)

MAX_POINTS = 100_000  # beyond this a number is not read, let alone ruled upon
MAX_NAME = 80
MAX_TABLE = 24  # groups: six players, each with a Phase of four
MIN_PLAYERS = min(edition.min_players for edition in EDITIONS.values())
MAX_PLAYERS = max(edition.max_players for edition in EDITIONS.values())


class PhaseRequestSerializer(StrictSerializer):
    """May these groups be laid down as this Phase?"""

    edition = EditionField()
    phase = PhaseField()
    groups = GroupsField()
    house_rules = HouseRulesSerializer(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        edition: Edition = attrs["edition"]
        errors: dict[str, Any] = {}
        try:
            attrs["phase"] = phase_of(edition, attrs["phase"])
        except serializers.ValidationError as error:
            errors["phase"] = error.detail
        wrong = {
            i: found
            for i, group in enumerate(attrs["groups"])
            if (found := strangers(edition, group))
        }
        if wrong:
            errors["groups"] = wrong
        if errors:
            raise serializers.ValidationError(errors)
        attrs.setdefault("house_rules", STANDARD_RULES)
        return attrs


class TargetSerializer(StrictSerializer):
    """A group on the table, its cards in table order, a run ascending."""

    kind = KindField()
    cards = CardsField()


class HitRequestSerializer(StrictSerializer):
    """May these cards be added to this group?"""

    edition = EditionField()
    target = TargetSerializer()
    cards = CardsField()
    phase_laid = StrictBooleanField(
        default=True, help_text="Whether the player's own Phase is down, this turn included."
    )
    house_rules = HouseRulesSerializer(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        edition: Edition = attrs["edition"]
        target = attrs["target"]
        attrs.setdefault("house_rules", STANDARD_RULES)
        errors: dict[str, Any] = {}
        if no_target := _no_target(edition, target["kind"], target["cards"], attrs["house_rules"]):
            errors["target"] = no_target
        if wrong := strangers(edition, attrs["cards"]):
            errors["cards"] = wrong
        if errors:
            raise serializers.ValidationError(errors)
        return attrs


class HandRequestSerializer(StrictSerializer):
    """What can this hand do, as it is after the draw?"""

    edition = EditionField()
    phase = PhaseField()
    hand = CardsField()
    table = StrictListField(
        child=TargetSerializer(),
        required=False,
        max_length=MAX_TABLE,
        help_text="All groups that lie there, one's own among them.",
    )
    phase_laid = StrictBooleanField(
        default=False, help_text="Whether the player's own Phase is down."
    )
    seen = CardsField(
        required=False, allow_empty=True, help_text="Further cards known to be elsewhere."
    )
    house_rules = HouseRulesSerializer(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        edition: Edition = attrs["edition"]
        for name, default in (("table", []), ("seen", ()), ("house_rules", STANDARD_RULES)):
            attrs.setdefault(name, default)
        errors: dict[str, Any] = {}
        try:
            attrs["phase"] = phase_of(edition, attrs["phase"])
        except serializers.ValidationError as error:
            errors["phase"] = error.detail
        for name in ("hand", "seen"):
            if wrong := strangers(edition, attrs[name]):
                errors[name] = wrong
        attrs["table"] = [Target(target["kind"], target["cards"]) for target in attrs["table"]]
        groups = {
            index: found
            for index, target in enumerate(attrs["table"])
            if (found := _no_target(edition, target.kind, target.cards, attrs["house_rules"]))
        }
        if groups:
            errors["table"] = groups
        if not errors:
            problems = hand_problems(edition, attrs["hand"], attrs["table"], attrs["seen"])
            if problems:
                errors["hand"] = [
                    ErrorDetail(problem.text.render(_), code=problem.code) for problem in problems
                ]
        if errors:
            raise serializers.ValidationError(errors)
        return attrs


def _no_target(
    edition: Edition, kind: Kind, cards: tuple[Card, ...], rules: HouseRules
) -> dict[str, Any]:
    """Errors where cards are no group of a kind, as it lies on the table."""
    if wrong := strangers(edition, cards):
        return {"cards": wrong}
    try:
        read_target(kind, cards, rules)
    except NotAGroup:
        text = _(
            "These are no group of this kind: give two cards or more, "
            "in the order of the table, a run from low to high."
        )
        return {"cards": [ErrorDetail(text, code="no_group")]}
    return {}


class ScoreRequestSerializer(StrictSerializer):
    """What do these cards cost in hand?"""

    edition = EditionField()
    cards = CardsField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if wrong := _unheld(attrs["edition"], attrs["cards"]):
            raise serializers.ValidationError({"cards": wrong})
        return attrs


def _unheld(edition: Edition, cards: tuple[Card, ...]) -> Any:
    """Errors where no hand of this edition could be these cards."""
    if wrong := strangers(edition, cards):
        return wrong
    declared = {
        index: [ErrorDetail(_("A card in hand stands for nothing yet."), code="declared_in_hand")]
        for index, card in enumerate(cards)
        if card.is_declared
    }
    if declared:
        return declared
    if len({edition.side_of(card) for card in cards}) > 1:
        text = _("A hand shows one side of its cards, the side in play.")
        return [ErrorDetail(text, code="mixed_sides")]
    return [
        ErrorDetail(problem.message, code=problem.code) for problem in copies(edition, cards, "6")
    ]


class CountSerializer(StrictSerializer):
    """What a player is left with at the end of a round: `points`, or the `cards` that make them."""

    points = StrictIntegerField(min_value=0, max_value=MAX_POINTS, required=False, allow_null=True)
    cards = CardsField(required=False, allow_null=True, allow_empty=True)
    laid_down = StrictBooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="null where the points shall tell.",
    )
    went_out = StrictBooleanField(default=False)

    def one_count(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The same values; ValidationError unless there is one count, or none is needed."""
        points, cards = attrs.get("points"), attrs.get("cards")
        if points is not None and cards is not None:
            text = _("Give the points or the cards left in hand, not both.")
            raise serializers.ValidationError(
                {"points": [ErrorDetail(text, code="points_and_cards")]}
            )
        if points is None and cards is None and not attrs["went_out"]:
            text = _("Give the points, or the cards left in hand.")
            raise serializers.ValidationError({"points": [ErrorDetail(text, code="required")]})
        return attrs


class ResultSerializer(CountSerializer):
    """One player's line of a round: `points` or `cards`, as the table has it."""

    player = StrictCharField(min_length=1, max_length=MAX_NAME, trim_whitespace=True)
    phase = StrictIntegerField(
        min_value=-MAX_POINTS,
        max_value=MAX_POINTS,
        help_text="The player's place in `phases` when the round began; 1 is the first.",
    )

    def validate(self, attrs: dict[str, Any]) -> TallyEntry:
        return TallyEntry(**self.one_count(attrs))


class TallyRequestSerializer(StrictSerializer):
    """Can this round's count be, and who laid down?"""

    edition = EditionField()
    phases = PhasesField(
        required=False, help_text="The phases of the game in their order; the edition's by default."
    )
    results = StrictListField(
        child=ResultSerializer(),
        min_length=MIN_PLAYERS,
        max_length=MAX_PLAYERS,
        help_text="A line for each player.",
    )
    house_rules = HouseRulesSerializer(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        edition: Edition = attrs["edition"]
        errors: dict[str, Any] = {}
        phases, wrong = [], {}
        for index, value in enumerate(attrs.get("phases", ())):
            try:
                phases.append(phase_of(edition, value))
            except serializers.ValidationError as error:
                wrong[index] = error.detail
        if wrong:
            errors["phases"] = wrong
        attrs["phases"] = phases or edition.phases
        if found := _wrong_results(edition, attrs["results"]):
            errors["results"] = found
        if errors:
            raise serializers.ValidationError(errors)
        attrs.setdefault("house_rules", STANDARD_RULES)
        return attrs


def _wrong_results(edition: Edition, results: list[TallyEntry]) -> dict[int, Any]:
    errors: dict[int, Any] = {}
    names: set[str] = set()
    for index, result in enumerate(results):
        if result.player in names:
            text = _("Each player has one line: this name was given before.")
            errors[index] = {"player": [ErrorDetail(text, code="duplicate_player")]}
        names.add(result.player)
        if wrong := strangers(edition, result.cards or ()):
            errors.setdefault(index, {})["cards"] = wrong
    return errors
