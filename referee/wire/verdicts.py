"""What verdicts have in common as JSON: problems, group standings, cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypedDict

from referee.card_groups import GroupStanding
from referee.cards import Card, Color
from referee.rulebook.entries import RULE_ENTRIES, entry_about
from referee.rulings.problems import RuleCode, RuleProblem
from referee.rulings.suggestions import Suggestion
from referee.wire.annotations import Doc, OneOf
from referee.wire.phases import GroupKind
from referee.wire.reading import InvalidField
from referee.wording import Translator

RULE_CODES = list(RuleCode)
COLOR_LETTERS = list(Color)
RULE_ENTRY_IDS = list(RULE_ENTRIES)

ColorLetter = Annotated[str, OneOf(COLOR_LETTERS)]
RuleEntryId = Annotated[str, OneOf(RULE_ENTRY_IDS)]


class RuleProblemDetail(TypedDict):
    """One thing that is wrong with a play."""

    code: Annotated[str, OneOf(RULE_CODES)]
    message: Annotated[str, Doc("What is wrong and what would be right, to show to people.")]
    group: Annotated[
        int | None, Doc("The index of the group in the request; null if no one group is wrong.")
    ]
    cards: Annotated[list[str], Doc("The cards that are wrong.")]
    rule: Annotated[str, Doc("The section of the rulebook.")]
    rule_entry: Annotated[
        RuleEntryId, Doc("The entry that explains the rule: `GET referee/rules/{entry}/`.")
    ]


class StandingDetail(TypedDict):
    """How a group lies on the table. Fields that do not apply or are still open are null."""

    kind: GroupKind
    size: Annotated[int, Doc("How many cards it has.")]
    cards: Annotated[
        list[str], Doc("In table order; wild cards are declared if what they stand for is settled.")
    ]
    number: Annotated[int | None, Doc("The number of a set.")]
    color: Annotated[ColorLetter | None, Doc("The color of a color group or color run.")]
    low: Annotated[int | None, Doc("The lowest number of a run.")]
    high: Annotated[int | None, Doc("The highest number of a run.")]


class SuggestionDetail(TypedDict):
    """One change that makes the play legal. The referee has checked it as it checks a play."""

    group: Annotated[
        int | None,
        Doc(
            "The index of the group in the request that changes; "
            "null for a hit, and if there are `groups`."
        ),
    ]
    without: Annotated[str | None, Doc("The card to leave out.")]
    cards: Annotated[list[str], Doc("Add any one of these; empty if no other card is needed.")]
    groups: Annotated[
        list[list[str]],
        Doc(
            "All groups after the change, if cards only change places or there is a group less; "
            "else empty."
        ),
    ]


Suggested = Annotated[
    SuggestionDetail | None,
    Doc(
        "The smallest change that makes the play legal, which the first message also names; "
        "null if the play is legal, or if changing one card or leaving out a group is not enough."
    ),
]
Problems = Annotated[list[RuleProblemDetail], Doc("The most telling first.")]


def problem_answer(problem: RuleProblem, translator: Translator) -> RuleProblemDetail:
    return {
        "code": problem.code,
        "message": problem.text.render(translator),
        "group": problem.group,
        "cards": card_texts(problem.cards),
        "rule": problem.rule,
        "rule_entry": entry_about(problem.code, problem.rule).id,
    }


def invalid_field(problem: RuleProblem, *path: str | int) -> InvalidField:
    """Return a rule that a request breaks at `path` as a mistake in the request."""
    entry = entry_about(problem.code, problem.rule)
    return InvalidField(path, problem.code, problem.text, entry.id)


def suggestion_answer(suggestion: Suggestion | None, *, in_groups: bool) -> SuggestionDetail | None:
    """Return the suggestion; its group is told only if the play has groups."""
    if suggestion is None:
        return None
    return {
        "group": suggestion.group if in_groups else None,
        "without": str(suggestion.without) if suggestion.without else None,
        "cards": card_texts(suggestion.cards),
        "groups": [card_texts(group) for group in suggestion.groups],
    }


def standing_answer(standing: GroupStanding) -> StandingDetail:
    return {
        "kind": standing.kind,
        "size": len(standing.cards),
        "cards": card_texts(standing.cards),
        "number": standing.number,
        "color": standing.color,
        "low": standing.low,
        "high": standing.high,
    }


def card_texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
