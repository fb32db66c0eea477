"""The published reference cases: true, complete, and small enough to download."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from rest_framework.test import APIClient

from pocket import FUNCTIONS
from pocket.sources import ROOT, pocket_modules
from referee.rulings.problems import RuleCode
from tests.api.client import REFEREE
from tests.pocket.cases import FOLDER, Case, published
from tests.pocket.make_cases import cases
from tests.referee.test_plays import PLAYS
from tests.sampling import FULL, SHARE

CASES = list(published())
# What only the live table can tell, which is not in a pocket.
NEEDS_TABLE = {*PLAYS, RuleCode.MUST_LAY_DOWN.value, "contradicts_table"}
REQUEST_ID = re.compile(rb',"request_id":"[^"]+"')
RAISED = re.compile(
    r"(?:invalid|_refuse|EntryProblem|RefusedRequest|InvalidField)"
    r'\(\s*(?:\d+, |\(\), )?"(\w+)"'
)


def test_they_are_what_the_code_answers() -> None:
    for function, made in cases().items():
        text = "".join(f"{case.line()}\n" for case in made)
        file = FOLDER / f"{function}.jsonl"
        assert text == file.read_text(encoding="utf-8"), f"{file.name}: run `make cases`"


def test_every_function_is_asked_in_every_language_and_refuses_something() -> None:
    assert {case.function for case in CASES} == FUNCTIONS.keys()
    assert {case.language for case in CASES} == {"en", "de", "es", "fr"}
    refusing = {case.function for case in CASES if case.status >= 400}
    assert refusing == FUNCTIONS.keys() - {"editions"}  # which is not asked anything


def test_every_code_of_a_problem_is_there() -> None:
    found = {code for case in CASES for code in codes_in(case.answer)}
    raised = {
        code
        for path in pocket_modules()
        for code in RAISED.findall((ROOT / path).read_text(encoding="utf-8"))
    }
    assert len(raised) > 30
    assert {*RuleCode, *raised} - NEEDS_TABLE <= found


def codes_in(answer: Any) -> set[str]:
    if isinstance(answer, list):
        return set().union(*map(codes_in, answer))
    if not isinstance(answer, dict):
        return set()
    code = answer.get("code")
    found = {code} if isinstance(code, str) else set()
    return found.union(*map(codes_in, answer.values()))


def test_a_game_comes_to_everything_that_it_can_come_to() -> None:
    games = [case.answer for case in CASES if case.function == "game" and case.status == 200]
    effects = {each["effect"] for game in games for each in game["consequences"]}
    assert effects == {"dropped", "doubtful"}
    assert {game["status"] for game in games} >= {"playing", "over"}
    assert any((game["next_round"] or {}).get("tie_break") for game in games)
    assert any(player["stints"] for game in games for player in game["players"])
    assert any(len(game["winners"]) == 1 for game in games)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_server_answers_the_same(api: APIClient, function: str) -> None:
    asked = [case for case in CASES if case.function == function]
    for case in asked[:: 1 if FULL else SHARE // 2]:
        response = ask(api, case)
        # A request that is not JSON is refused before the referee sees it.
        content = REQUEST_ID.sub(b"", response.content)
        assert (response.status_code, content) == (case.status, case.answered), case
        kind = "application/json" if case.status == 200 else "application/problem+json"
        assert response.headers["Content-Type"] == kind


def ask(api: APIClient, case: Case) -> Any:
    headers = {"Accept-Language": case.language}
    query = dict(case.request or {})
    match case.function:
        case "editions":
            path = "editions/"
        case "edition":
            path = f"editions/{query.pop('edition')}/"
        case "rules":
            path = "rules/"
        case "rule":
            path = f"rules/{query.pop('entry')}/"
        case _:
            sent: Any = case.sent  # the stubs know of text only
            path = f"{REFEREE}{case.function}/"
            return api.generic("POST", path, sent, "application/json", headers=headers)
    return api.get(f"{REFEREE}{path}?{urlencode(query)}", headers=headers)


def test_they_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.glob("*.jsonl")) < 1_500_000
    assert len(CASES) > 500
