"""How often the rule that is asked for comes first: questions of people at the table, by language.

Phones and server search with the same code, so that both give the same order.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from referee.editions import EDITIONS
from referee.languages import translator_for
from referee.rulebook.search import RuleSearch

Questions = Mapping[str, list[str]]

QUESTIONS: Mapping[str, Mapping[str, Questions]] = tomllib.loads(
    Path(__file__).with_name("rule_questions.toml").read_text(encoding="utf-8")
)

# How many percent of the entries come first in each language at least. The others are among the
# first three. More come first of questions that chose the keywords, concepts and cues.
FIRST = {"chosen": 97, "unseen": 93}


def ranks(language: str, questions: Questions) -> Iterator[int]:
    """The place of an entry that answers each question, from 0; a hundred if none is found."""
    search = RuleSearch(EDITIONS.values(), translator_for(language))
    for entries, asked in questions.items():
        for question in asked:
            found = [each.id for each in search.find(question)]
            yield min(
                (found.index(entry) for entry in entries.split() if entry in found), default=100
            )


@pytest.mark.parametrize("part", FIRST)
@pytest.mark.parametrize("language", QUESTIONS)
def test_the_right_rule_is_among_the_first_three_and_nearly_always_the_first(
    language: str, part: str
) -> None:
    places = list(ranks(language, QUESTIONS[language][part]))
    assert max(places) < 3
    assert places.count(0) >= FIRST[part] / 100 * len(places)


@pytest.mark.parametrize("language", QUESTIONS)
def test_there_are_many_questions_and_none_is_asked_twice(language: str) -> None:
    asked = [
        question
        for part in QUESTIONS[language].values()
        for questions in part.values()
        for question in questions
    ]
    assert len(set(asked)) == len(asked) >= 900


@pytest.mark.parametrize("language", QUESTIONS)
def test_whoever_must_lay_down_right_away_is_not_told_yes(language: str) -> None:
    translator = translator_for(language)
    search = RuleSearch(EDITIONS.values(), translator)
    asked = [
        question
        for part in QUESTIONS[language].values()
        for question in part.get("must-lay-down", ())
    ]
    assert len(asked) >= 20
    for question in asked:
        answer = search.find(question)[0].answer_for(EDITIONS["classic"], translator).casefold()
        assert not answer.startswith(("yes", "ja", "sí", "oui")), question
