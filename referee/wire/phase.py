"""`phase/`: may these groups be laid down as this Phase?"""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from referee.house_rules import STANDARD_RULES
from referee.rulings.phase import PhaseVerdict, check_phase
from referee.wire.annotations import Doc, strict
from referee.wire.cards import (
    CardGroups,
    Colorless,
    check_in_deck,
    read_any_cards,
    read_groups,
    without_color,
)
from referee.wire.editions import EditionName, read_edition
from referee.wire.house_rules import HouseRuleSettings, read_house_rules
from referee.wire.phases import PhaseChoice, phase_of, read_phase
from referee.wire.reading import Errors, Fields
from referee.wire.verdicts import (
    Problems,
    StandingDetail,
    Suggested,
    problem_answer,
    standing_answer,
    suggestion_answer,
)
from referee.wording import Translator


@strict
class PhaseRequest(TypedDict):
    """May these groups be laid down as this Phase?"""

    edition: EditionName
    phase: PhaseChoice
    groups: CardGroups
    colorless: NotRequired[Colorless]
    house_rules: NotRequired[HouseRuleSettings]


class PhaseAnswer(TypedDict):
    """The verdict on laying down a Phase."""

    legal: bool
    ambiguous: Annotated[
        bool, Doc("Whether a wild card could stand for something else: ask its player.")
    ]
    problems: Problems
    suggestion: Suggested
    groups: Annotated[
        list[StandingDetail | None],
        Doc(
            "In the order of the Phase's requirements; empty if the play is illegal. "
            "A group of wild cards only, which its player has yet to declare, is null."
        ),
    ]
    choices: Annotated[
        list[list[StandingDetail]],
        Doc(
            "If it is ambiguous: for each of `groups`, everything that it could be, the "
            "preferred one first; empty for a group that is settled. Otherwise empty."
        ),
    ]
    extra_cards: Annotated[int, Doc("How many more cards there are than the Phase asks for.")]


def answer_phase(request: object, translator: Translator) -> PhaseAnswer:
    """Answer whether groups may be laid down as a Phase (rulebook, section 3)."""
    with Fields(request, PhaseRequest) as fields:
        edition = fields.required("edition", read_edition)
        choice = fields.required("phase", read_phase)
        groups = fields.required("groups", read_groups)
        colorless = fields.optional("colorless", read_any_cards, ())
        house_rules = fields.optional("house_rules", read_house_rules, STANDARD_RULES)
    with Errors() as errors:
        with errors.at("phase"):
            phase = phase_of(edition, choice)
        for index, group in enumerate(groups):
            with errors.at("groups", index):
                check_in_deck(edition, group)
    played = [without_color(group, colorless) for group in groups]
    return phase_answer(check_phase(edition, phase, played, house_rules), translator)


def phase_answer(verdict: PhaseVerdict, translator: Translator) -> PhaseAnswer:
    return {
        "legal": verdict.is_legal,
        "ambiguous": verdict.is_ambiguous,
        "problems": [problem_answer(problem, translator) for problem in verdict.problems],
        "suggestion": suggestion_answer(verdict.suggestion, in_groups=True),
        "groups": [standing_answer(standing) if standing else None for standing in verdict.groups],
        "choices": [
            [standing_answer(standing) for standing in reading.standings]
            if reading.is_ambiguous
            else []
            for reading in verdict.readings
            if verdict.is_ambiguous
        ],
        "extra_cards": verdict.extra_cards,
    }
