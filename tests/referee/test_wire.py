"""The referee's JSON without a web framework: what goes in, what comes out, what is refused."""

from __future__ import annotations

import re
import subprocess
import sys
from gettext import NullTranslations
from typing import Any

import pytest

from referee.editions import EDITIONS
from referee.languages import LANGUAGES, translator_for
from referee.rulebook.entries import RULE_ENTRIES
from referee.wire.editions import edition_answer
from referee.wire.hand import answer_hand
from referee.wire.hit import answer_hit
from referee.wire.phase import answer_phase
from referee.wire.reading import InvalidRequest
from referee.wire.rules import rule_entry_answer
from referee.wire.score import answer_score
from referee.wire.tally import answer_tally
from referee.wording import COLOR_NAMES, ENGLISH

SETS = [["R7", "B7", "G7"], ["R9", "B9", "G9"]]
PHASE: dict[str, Any] = {"edition": "classic", "phase": 1, "groups": SETS}
HIT: dict[str, Any] = {
    "edition": "classic",
    "target": {"kind": "set", "cards": ["R7", "B7"]},
    "cards": ["G7"],
}
HAND: dict[str, Any] = {"edition": "express", "phase": 5, "hand": ["R3", "G3", "B3", "Y9"]}
NORTH: dict[str, Any] = {"player": "North", "phase": 1, "went_out": True}
EAST: dict[str, Any] = {"player": "East", "phase": 1, "points": 50}


class InBrackets(NullTranslations):
    """Stands in for a translation that one can recognize."""

    def gettext(self, message: str, /) -> str:
        return f"[{super().gettext(message)}]"

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return f"[{super().ngettext(singular, plural, number)}]"


IN_BRACKETS = InBrackets()


def test_it_runs_without_django() -> None:
    modules = "editions hand hit house_rules phase rules score tally"
    code = (
        f"import sys, importlib\n"
        f"for name in {modules.split()}: importlib.import_module('referee.wire.' + name)\n"
        f"print(sorted({{'django', 'rest_framework', 'rest', 'config'}} & sys.modules.keys()))"
    )
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_it_speaks_the_language_it_is_given() -> None:
    wrong = answer_phase({**PHASE, "groups": [SETS[0], ["R9", "B9", "G8"]]}, IN_BRACKETS)
    assert wrong["problems"][0]["message"].startswith("[")
    assert answer_hit({**HIT, "cards": ["R1"]}, IN_BRACKETS)["problems"][0]["message"][0] == "["
    assert answer_hand(HAND, IN_BRACKETS)["message"].startswith("[")
    bad_tally = {"edition": "classic", "results": [{**NORTH, "went_out": False, "points": 5}, EAST]}
    assert answer_tally(bad_tally, IN_BRACKETS)["problems"][0]["message"].startswith("[")
    detail = edition_answer(EDITIONS["flip"], IN_BRACKETS)
    assert detail["colors"][0]["name"] == "[red]"
    assert detail["phases"][0]["name"].startswith("[")
    rule = rule_entry_answer(RULE_ENTRIES["hit-pair-run"], EDITIONS.values(), IN_BRACKETS)
    assert rule["in_the_app"] is not None
    texts = [rule["title"], rule["answers"][0]["text"], rule["in_the_app"]["text"]]
    assert all(text.startswith("[") for text in texts)


def test_every_mistake_has_its_path_its_code_and_its_words() -> None:
    request = {"edition": "tarot", "phase": "1", "groups": [["R7", "?"], []], "extra": 1}
    with pytest.raises(InvalidRequest) as refused:
        answer_phase(request, ENGLISH)
    errors = refused.value.errors
    assert {(error.dotted_path, error.code) for error in errors} == {
        ("edition", "invalid_choice"),
        ("phase", "invalid"),
        ("groups.0.1", "unknown_card"),
        ("groups.1", "empty"),
        ("extra", "unknown_field"),
    }
    edition = next(error for error in errors if error.path == ("edition",))
    assert "classic, express, flip" in edition.text.render()
    assert edition.text.render(IN_BRACKETS).startswith("[")


@pytest.mark.parametrize("request_data", [None, [], "R7", 7, True])
@pytest.mark.parametrize(
    "answer", [answer_phase, answer_hit, answer_hand, answer_score, answer_tally]
)
def test_it_refuses_what_is_no_object(answer: Any, request_data: Any) -> None:
    with pytest.raises(InvalidRequest) as refused:
        answer(request_data, ENGLISH)
    [error] = refused.value.errors
    assert (error.path, error.code) == ((), "null" if request_data is None else "invalid")


def test_it_leaves_the_request_as_it_is() -> None:
    request = {**PHASE, "house_rules": {"oversize_groups": False}}
    before = repr(request)
    answer_phase(request, ENGLISH)
    assert repr(request) == before


@pytest.mark.parametrize(
    ("east", "table", "code"),
    [
        # Phase 6 leaves 15 points only to who laid it down.
        ({"points": 15}, None, None),
        ({"points": 15}, {"turns_logged": False, "laid_down": []}, None),
        ({"points": 15}, {"turns_logged": True, "laid_down": ["North"]}, "points_not_possible"),
        ({"points": 15}, {"turns_logged": True, "laid_down": ["North", "East"]}, None),
        (
            {"points": 15, "laid_down": True},
            {"turns_logged": True, "laid_down": ["North"]},
            "contradicts_table",
        ),
        (
            {"points": 15},
            {"turns_logged": False, "laid_down": [], "went_out": "East"},
            "contradicts_table",
        ),
    ],
)
def test_a_tally_goes_by_the_table(
    east: dict[str, Any], table: dict[str, Any] | None, code: str | None
) -> None:
    results = [NORTH, {**EAST, **east}]
    answer = answer_tally({"edition": "classic", "results": results, "table": table}, ENGLISH)
    assert answer["ok"] is (code is None)
    assert [problem["code"] for problem in answer["problems"]][:1] == ([code] if code else [])


def test_an_open_line_is_what_the_table_leaves_it() -> None:
    open_line = {"player": "East", "phase": 6}
    table = {"turns_logged": True, "laid_down": ["North"]}
    request = {"edition": "classic", "results": [NORTH, open_line], "table": table}
    opened = answer_tally(request, ENGLISH)["results"][1]["open"]
    assert opened is not None
    assert opened["after_laying_down"] is None
    assert opened["without_laying_down"] is not None


NINE_SEVENS = ["R7", "R7", "R7", "Y7", "Y7", "G7", "G7", "B7", "B7"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_color_that_nobody_has_told_is_not_named(language: str) -> None:
    """As on a phone where colors were not asked for: they are there, and cannot matter."""
    translator = translator_for(language)
    one_set = {"edition": "classic", "phase": {"groups": [{"kind": "set", "size": 3}]}}
    run = {"edition": "express", "phase": {"groups": [{"kind": "run", "size": 4}]}}
    flip = {"edition": "flip", "phase": {"groups": [{"kind": "set", "size": 3}]}}
    told = [
        [problem["message"] for problem in answer_phase({**phase, **cards}, translator)["problems"]]
        for phase, cards in (
            (one_set, {"groups": [["R7", "B7", "G9"]], "colorless": ["R7", "B7", "G9"]}),
            (one_set, {"groups": [NINE_SEVENS], "colorless": ["R7", "Y7", "G7", "B7"]}),
            (run, {"groups": [["R3", "Y3", "G3", "B5"]], "colorless": ["R3", "Y3", "G3", "B5"]}),
            (flip, {"groups": [["R*=7", "B7", "G9"]], "colorless": ["R*", "G9"]}),
            (flip, {"groups": [["R*=7", "B9", "G9"]], "colorless": ["R*", "B9", "G9"]}),
        )
    ]
    hand = {"edition": "classic", "phase": 1, "hand": ["R3", "B3", "G3", "R8", "B8", "Y8", "R9"]}
    told.append([answer_hand({**hand, "colorless": hand["hand"]}, translator)["message"]])
    said = "\n".join(message for messages in told for message in messages)
    for name in COLOR_NAMES.values():
        assert not re.search(rf"\b{translator.gettext(name)}", said, re.IGNORECASE)
    assert all(told)
    if language == "en":
        assert "9 does not fit" in said
        assert "The deck has only eight 7s, not nine." in said
        assert "so only one 3." in said
