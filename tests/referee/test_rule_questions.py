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

# What is reached, in percent: the entry is the first, and it is among the first three. Of questions
# that chose the keywords, more is found than of those that nobody had thought of.
REACHED = {
    ("en", "known"): (100, 100),
    ("de", "known"): (97, 100),
    ("es", "known"): (98, 100),
    ("fr", "known"): (97, 100),
    ("en", "unseen"): (79, 94),
    ("de", "unseen"): (88, 94),
    ("es", "unseen"): (85, 91),
    ("fr", "unseen"): (88, 94),
    ("en", "tuned"): (68, 81),
    ("de", "tuned"): (62, 77),
    ("es", "tuned"): (76, 86),
    ("fr", "tuned"): (71, 81),
    ("en", "held_out"): (79, 83),
    ("de", "held_out"): (61, 75),
    ("es", "held_out"): (75, 87),
    ("fr", "held_out"): (71, 89),
}


def ranks(language: str, questions: Questions) -> Iterator[int]:
    """The place of an entry that answers each question, from 0; a hundred if none is found."""
    search = RuleSearch(EDITIONS.values(), translator_for(language))
    for entries, asked in questions.items():
        for question in asked:
            found = [each.id for each in search.find(question)]
            yield min(
                (found.index(entry) for entry in entries.split() if entry in found), default=100
            )


@pytest.mark.parametrize(("language", "part"), REACHED)
def test_the_right_rule_comes_first(language: str, part: str) -> None:
    places = list(ranks(language, QUESTIONS[language][part]))
    first, top = (100 * sum(place < most for place in places) // len(places) for most in (1, 3))
    assert (first, top) >= REACHED[language, part]
    assert top >= REACHED[language, part][1]


@pytest.mark.parametrize("language", QUESTIONS)
def test_there_are_many_questions_and_none_is_asked_twice(language: str) -> None:
    asked = [
        question
        for part in QUESTIONS[language].values()
        for questions in part.values()
        for question in questions
    ]
    assert len(set(asked)) == len(asked) >= 100


@pytest.mark.parametrize("language", QUESTIONS)
def test_whoever_must_lay_down_right_away_is_not_told_yes(language: str) -> None:
    question = QUESTIONS[language]["known"]["must-lay-down"][0]
    translator = translator_for(language)
    first = RuleSearch(EDITIONS.values(), translator).find(question)[0]
    assert first.id == "must-lay-down"
    for edition in EDITIONS.values():
        answer = first.answer_for(edition, translator).casefold()
        assert not answer.startswith(("yes", "ja", "sí", "oui"))
