"""`hit/`: may these cards be added to this group?"""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from referee.card_groups import NotAGroup, read_target
from referee.editions import Edition
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.rulings.hit import HitVerdict, check_hit
from referee.solver.targets import Target
from referee.wire.annotations import Doc, Keywords, strict
from referee.wire.cards import (
    Colorless,
    OneOrMoreCards,
    check_in_deck,
    read_any_cards,
    read_cards,
    without_color,
)
from referee.wire.editions import EditionName, read_edition
from referee.wire.house_rules import HouseRuleSettings, read_house_rules
from referee.wire.phases import GroupKind, read_kind
from referee.wire.reading import Errors, Fields, below, invalid, read_boolean
from referee.wire.verdicts import (
    Problems,
    StandingDetail,
    Suggested,
    problem_answer,
    standing_answer,
    suggestion_answer,
)
from referee.wording import Translator, gettext_noop


@strict
class HitTarget(TypedDict):
    """A group on the table, its cards in table order, a run from low to high."""

    kind: GroupKind
    cards: OneOrMoreCards


@strict
class HitRequest(TypedDict):
    """May these cards be added to this group?"""

    edition: EditionName
    target: HitTarget
    cards: OneOrMoreCards
    phase_laid: NotRequired[
        Annotated[
            bool,
            Doc("Whether the player has laid down their own Phase, in this turn or before."),
            Keywords(default=True),
        ]
    ]
    colorless: NotRequired[Colorless]
    house_rules: NotRequired[HouseRuleSettings]


class HitAnswer(TypedDict):
    """The verdict on a hit."""

    legal: bool
    ambiguous: Annotated[bool, Doc("Whether the player has to choose from `choices`.")]
    problems: Problems
    suggestion: Suggested
    target: Annotated[
        StandingDetail | None,
        Doc("The group after the hit; null if the hit is illegal or ambiguous."),
    ]
    choices: Annotated[
        list[StandingDetail],
        Doc("Everything that an ambiguous hit could lead to, the high end first."),
    ]


def answer_hit(request: object, translator: Translator) -> HitAnswer:
    """Answer whether cards may be added to a group on the table (rulebook, section 4)."""
    with Fields(request, HitRequest) as fields:
        edition = fields.required("edition", read_edition)
        target = fields.required("target", read_hit_target)
        cards = fields.required("cards", read_cards)
        phase_laid = fields.optional("phase_laid", read_boolean, default=True)
        colorless = fields.optional("colorless", read_any_cards, ())
        house_rules = fields.optional("house_rules", read_house_rules, STANDARD_RULES)
    with Errors() as errors:
        with errors.at("target"):
            check_target(edition, target, house_rules)
        with errors.at("cards"):
            check_in_deck(edition, cards)
    verdict = check_hit(
        edition,
        target.kind,
        without_color(target.cards, colorless),
        without_color(cards, colorless),
        phase_laid=phase_laid,
        rules=house_rules,
    )
    return hit_answer(verdict, translator)


def hit_answer(verdict: HitVerdict, translator: Translator) -> HitAnswer:
    return {
        "legal": verdict.is_legal,
        "ambiguous": verdict.is_ambiguous,
        "problems": [problem_answer(problem, translator) for problem in verdict.problems],
        "suggestion": suggestion_answer(verdict.suggestion, in_groups=False),
        "target": standing_answer(verdict.target) if verdict.target else None,
        "choices": [standing_answer(standing) for standing in verdict.choices],
    }


def read_hit_target(value: object) -> Target:
    """Read a group on the table."""
    with Fields(value, HitTarget) as fields:
        kind = fields.required("kind", read_kind)
        cards = fields.required("cards", read_cards)
    return Target(kind, cards)


def check_target(edition: Edition, target: Target, house_rules: HouseRules) -> None:
    """Raise `InvalidRequest` if the cards are not a group of their kind, as it lies on a table."""
    with below("cards"):
        check_in_deck(edition, target.cards)
        try:
            read_target(target.kind, target.cards, house_rules)
        except NotAGroup:
            text = gettext_noop(
                "These cards are not a group of this kind. Give at least two, in table order: "
                "a run goes from low to high."
            )
            raise invalid("no_group", text) from None
