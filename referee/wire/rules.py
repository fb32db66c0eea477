"""`rules/`: the rules as short entries, with their answers in one edition or in several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Annotated, TypedDict

from referee.editions import Edition
from referee.house_rules import HouseRules
from referee.rulebook.rule_entry import InTheApp, RuleEntry, Support
from referee.wire.annotations import Doc, OneOf
from referee.wire.editions import EditionName
from referee.wire.verdicts import RULE_CODES, RuleEntryId
from referee.wording import Translator

MAX_QUESTION = 200  # characters

HouseRuleName = Annotated[str, OneOf(field.name for field in fields(HouseRules))]


class RuleAnswer(TypedDict):
    """What settles a question in some editions."""

    editions: list[EditionName]
    text: Annotated[str, Doc("One to three sentences.")]


class RuleSupport(TypedDict):
    """What the app offers to a group that plays by another rule."""

    support: Annotated[
        str,
        OneOf(Support),
        Doc(
            "`house_rule`: a switch of the game. `own_phases`: a game can have its own list of "
            "Phases. `variant`: of how the game ends. `overrule`: the referee refuses, and the "
            "table insists. `not_checked`: nothing has to be done. `not_supported`."
        ),
    ]
    house_rule: Annotated[HouseRuleName | None, Doc("The switch, as in the game's `house_rules`.")]
    text: str


class RuleEntryDetail(TypedDict):
    """One question about the rules, and what settles it."""

    id: Annotated[RuleEntryId, Doc("Never changes.")]
    title: Annotated[str, Doc("The question.")]
    answers: Annotated[
        list[RuleAnswer],
        Doc("One for the edition that was asked for; else one for all editions that have it."),
    ]
    keywords: Annotated[list[str], Doc("More words that people look for.")]
    sections: Annotated[list[str], Doc("The sections of the rulebook.")]
    codes: Annotated[
        list[Annotated[str, OneOf(RULE_CODES)]], Doc("The problems that this entry explains.")
    ]
    official: Annotated[
        bool,
        Doc("false: not in the official rules; a house variant, or what tables do without a rule."),
    ]
    in_the_app: Annotated[
        RuleSupport | None, Doc("null if there is nothing to choose, or to know about the app.")
    ]


def rule_entry_answer(
    entry: RuleEntry, editions: Iterable[Edition], translator: Translator
) -> RuleEntryDetail:
    """Return an entry with its answers in those of the editions to which it applies."""
    answers: dict[str, list[str]] = {}
    for edition in editions:
        if entry.where(edition):
            answers.setdefault(entry.answer_for(edition, translator), []).append(edition.slug)
    offer = entry.in_the_app
    return {
        "id": entry.id,
        "title": translator.gettext(entry.title),
        "answers": [{"editions": slugs, "text": text} for text, slugs in answers.items()],
        "keywords": entry.keyword_list(translator),
        "sections": list(entry.sections),
        "codes": [code.value for code in entry.codes],
        "official": entry.official,
        "in_the_app": None if offer is None else _support_answer(offer, translator),
    }


def _support_answer(offer: InTheApp, translator: Translator) -> RuleSupport:
    return {
        "support": offer.support,
        "house_rule": offer.house_rule,
        "text": translator.gettext(offer.text),
    }
