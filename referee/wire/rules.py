"""`rules/`: the rules as short entries, with their answers in one edition or in several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from typing import Annotated, NotRequired, TypedDict

from referee.editions import EDITIONS, Edition
from referee.house_rules import HouseRules
from referee.rulebook.entries import RULE_ENTRIES
from referee.rulebook.rule_entry import InTheApp, RuleEntry, Support
from referee.rulebook.search import RuleSearch
from referee.wire.annotations import Doc, Keywords, OneOf, strict
from referee.wire.editions import EditionName, read_edition
from referee.wire.reading import TOO_LONG, Fields, below, invalid, not_found, read_choice
from referee.wire.verdicts import RULE_CODES, RuleEntryId
from referee.wording import Translator, gettext_noop

MAX_QUESTION = 200  # characters

HouseRuleName = Annotated[str, OneOf(field.name for field in fields(HouseRules))]


@strict
class RulesRequest(TypedDict):
    """All rules, or those that may answer a question."""

    edition: NotRequired[EditionName]
    q: NotRequired[Annotated[str, Keywords(maxLength=MAX_QUESTION)]]


@strict
class RuleRequest(TypedDict):
    """One entry of the rules."""

    entry: RuleEntryId
    edition: NotRequired[EditionName]


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
            "Phases. `variant`: of how the game ends. `players`: players join and leave. "
            "`overrule`: the referee refuses, and the table insists. `not_checked`: nothing has to "
            "be done. `not_supported`."
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


def answer_rules(request: object, translator: Translator) -> list[RuleEntryDetail]:
    """Answer with all rules in the order of play, or the best answers to a question first."""
    with Fields(request, RulesRequest) as fields:
        edition = fields.optional("edition", read_edition, None)
        question = fields.optional("q", _read_question, "")
    search = _search(edition, translator)  # type: ignore[arg-type]  # every object has a hash
    found = search.find(question)
    return [rule_entry_answer(entry, _editions(edition), translator) for entry in found]


def answer_rule(request: object, translator: Translator) -> RuleEntryDetail:
    """Answer with one entry, in one edition or in all to which it applies."""
    with Fields(request, RuleRequest) as fields:
        entry = fields.required("entry", _read_entry)
        edition = fields.optional("edition", read_edition, None)
    if edition is not None:
        having = {each.slug: each for each in EDITIONS.values() if entry.where(each)}
        with below("edition"):
            read_choice(edition.slug, having)
    return rule_entry_answer(entry, _editions(edition), translator)


def _read_question(value: object) -> str:
    if not isinstance(value, str):
        raise invalid("invalid", gettext_noop("Must be text."))
    if len(value) > MAX_QUESTION:
        raise invalid("max_length", TOO_LONG, limit=MAX_QUESTION)
    return " ".join(value.split())


def _read_entry(value: object) -> RuleEntry:
    entry = RULE_ENTRIES.get(value) if isinstance(value, str) else None
    if entry is None:
        raise not_found()
    return entry


def _editions(edition: Edition | None) -> tuple[Edition, ...]:
    return tuple(EDITIONS.values()) if edition is None else (edition,)


@lru_cache(maxsize=64)  # as many as there are editions and languages, roughly
def _search(edition: Edition | None, translator: Translator) -> RuleSearch:
    return RuleSearch(_editions(edition), translator)


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
