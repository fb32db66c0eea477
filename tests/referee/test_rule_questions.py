"""How often the rule that is asked for comes first: questions of people at the table, by language.

Phones and server search with the same code, so that both give the same order.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

from referee.editions import EDITIONS
from referee.languages import translator_for
from referee.rulebook.search import RuleSearch

Questions = Mapping[str, list[str]]

QUESTIONS: Mapping[str, Mapping[str, Questions]] = tomllib.loads(
    Path(__file__).with_name("rule_questions.toml").read_text(encoding="utf-8")
)

# What is reached in each language at least, in percent: the entry is the first, and it is among the
# first three. More is found of questions that chose the keywords, concepts and cues than of those
# that nobody had thought of.
REACHED = {
    "known": (100, 100),
    "unseen": (91, 97),
    "held_out": (91, 100),
    "fresh": (83, 96),
    "measured": (91, 98),
    "newest": (76, 86),
}
OF_TUNED = (98, 100)
IN_ALL = (95, 99)


def ranks(language: str, questions: Questions) -> Iterator[int]:
    """The place of an entry that answers each question, from 0; a hundred if none is found."""
    search = RuleSearch(EDITIONS.values(), translator_for(language))
    for entries, asked in questions.items():
        for question in asked:
            found = [each.id for each in search.find(question)]
            yield min(
                (found.index(entry) for entry in entries.split() if entry in found), default=100
            )


def reached(places: Collection[int]) -> tuple[int, int]:
    """How many percent are the first, and among the first three."""
    first, top = (100 * sum(place < most for place in places) // len(places) for most in (1, 3))
    return first, top


def is_enough(found: tuple[int, int], bound: tuple[int, int]) -> bool:
    return found[0] >= bound[0] and found[1] >= bound[1]


@pytest.mark.parametrize("part", REACHED)
@pytest.mark.parametrize("language", QUESTIONS)
def test_the_right_rule_comes_first(language: str, part: str) -> None:
    places = list(ranks(language, QUESTIONS[language][part]))
    assert is_enough(reached(places), REACHED[part]), reached(places)


@pytest.mark.full
@pytest.mark.parametrize("language", QUESTIONS)
def test_the_right_rule_comes_first_of_hundreds_of_questions(language: str) -> None:
    asked = QUESTIONS[language]
    tuned = list(ranks(language, asked["tuned"]))
    assert is_enough(reached(tuned), OF_TUNED), reached(tuned)
    in_all = tuned + [place for part in REACHED for place in ranks(language, asked[part])]
    assert is_enough(reached(in_all), IN_ALL), reached(in_all)


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
