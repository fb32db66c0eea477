"""GET rules/ and rules/{entry}/: the rules as short entries."""

from __future__ import annotations

from typing import Any

import pytest

from referee.languages import translator_for
from referee.rulebook.entries import RULE_ENTRIES
from referee.wire.rules import MAX_QUESTION
from tests.api.client import ContractClient


def rules(api: ContractClient, **query: str) -> list[dict[str, Any]]:
    response = api.get("rules/", query)
    assert response.status_code == 200
    entries: list[dict[str, Any]] = response.json()
    return entries


def ids(entries: list[dict[str, Any]]) -> list[str]:
    return [entry["id"] for entry in entries]


def errors(api: ContractClient, path: str, **query: Any) -> set[tuple[str, str, str]]:
    response = api.get(path, query)
    assert response.status_code == 400
    return {(e["field"], e["code"], e["message"]) for e in response.json()["errors"]}


def test_without_a_question_it_lists_all_rules(api: ContractClient) -> None:
    assert ids(rules(api)) == list(RULE_ENTRIES)
    assert ids(rules(api, q="")) == list(RULE_ENTRIES)


def test_an_entry_has_all_that_settles_the_question(api: ContractClient) -> None:
    first = rules(api, edition="express", q="single card on a run of pairs")[0]
    assert first == {
        "id": "hit-pair-run",
        "title": "Can I add a single card to a run of pairs?",
        "answers": [{"editions": ["express"], "text": "No: only whole pairs, at either end."}],
        "keywords": RULE_ENTRIES["hit-pair-run"].keyword_list(),
        "sections": ["4.3"],
        "codes": ["not_pairs", "not_at_an_end"],
        "official": True,
        "in_the_app": {
            "support": "house_rule",
            "house_rule": "pair_run_singles",
            "text": "Switch this house rule on if single cards may join a number of the run.",
        },
    }


def test_an_edition_has_its_own_rules_and_answers(api: ContractClient) -> None:
    assert "skip-twice" not in ids(rules(api, edition="flip"))
    for edition, dealt in {"classic": 10, "express": 5, "flip": 10}.items():
        for entry in rules(api, edition=edition):
            assert [answer["editions"] for answer in entry["answers"]] == [[edition]]
        [found] = [e for e in rules(api, edition=edition) if e["id"] == "hand-size"]
        assert f"dealt {dealt} cards" in found["answers"][0]["text"]


def test_without_an_edition_each_answer_says_where_it_holds(api: ContractClient) -> None:
    by_id = {entry["id"]: entry["answers"] for entry in rules(api)}
    assert [answer["editions"] for answer in by_id["hand-size"]] == [
        ["classic", "flip"],
        ["express"],
    ]
    assert [answer["editions"] for answer in by_id["set"]] == [["classic", "express", "flip"]]
    assert [answer["editions"] for answer in by_id["skip"]] == [["classic", "express"]]


def test_a_house_variant_says_so_and_what_the_app_does(api: ContractClient) -> None:
    entry = rules(api, q="floating wilds")[0]
    assert (entry["id"], entry["official"]) == ("variant-floating-wilds", False)
    assert entry["answers"][0]["text"].startswith("Not in the official rules")
    assert entry["in_the_app"]["support"] == "not_supported"


def test_a_search_gives_the_best_first_and_nothing_for_nonsense(api: ContractClient) -> None:
    assert ids(rules(api, q="two skips"))[0] == "skip-twice"
    assert rules(api, q="xyzzy") == []
    assert rules(api, q="two skips", edition="flip") == rules(api, q="skips two", edition="flip")


def test_the_entry_of_a_verdict_is_one_request_away(api: ContractClient) -> None:
    answer = api.ask(
        "hit/",
        {
            "edition": "classic",
            "target": {"kind": "set", "cards": ["R7", "B7"]},
            "cards": ["G7"],
            "phase_laid": False,
        },
    )
    [problem] = answer["problems"]
    response = api.get(f"rules/{problem['rule_entry']}/", {"edition": "classic"})
    assert response.status_code == 200
    entry = response.json()
    assert entry["id"] == "hit-before-phase"
    assert problem["code"] in entry["codes"]
    assert problem["rule"] in entry["sections"]
    assert entry in rules(api, edition="classic")


@pytest.mark.parametrize("entry", RULE_ENTRIES)
def test_every_entry_has_its_address(api: ContractClient, entry: str) -> None:
    response = api.get(f"rules/{entry}/")
    assert response.status_code == 200
    assert response.json()["id"] == entry


@pytest.mark.parametrize(
    "path",
    [
        "rules/flush/",
        "rules/Set/",
        "rules/%00/",
        f"rules/{'x' * 5000}/",
    ],
)
def test_an_unknown_entry_is_not_found(api: ContractClient, path: str) -> None:
    response = api.get(path)
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"


# --- Queries that cannot be read --------------------------------------------------------


@pytest.mark.parametrize("path", ["rules/", "rules/set/"])
def test_an_unknown_edition_is_answered_with_the_valid_ones(api: ContractClient, path: str) -> None:
    assert errors(api, path, edition="tarot") == {
        ("edition", "invalid_choice", "Unknown value. Valid values: classic, express, flip.")
    }
    assert errors(api, path, edition="")
    assert errors(api, path, edition=["classic", "flip"])


def test_an_entry_that_is_not_in_an_edition_says_where_it_is(api: ContractClient) -> None:
    assert errors(api, "rules/skip/", edition="flip") == {
        ("edition", "invalid_choice", "Unknown value. Valid values: classic, express.")
    }


def test_a_question_has_a_limit(api: ContractClient) -> None:
    assert rules(api, q="skip " * (MAX_QUESTION // 5))
    assert errors(api, "rules/", q="s" * (MAX_QUESTION + 1)) == {
        ("q", "max_length", f"Too long: the length must be {MAX_QUESTION} or less.")
    }


@pytest.mark.parametrize("question", ["\x00", "💥", "%", "'; --", "\ud800", "*" * 200, "ﬀ"])
def test_odd_questions_do_no_harm(api: ContractClient, question: str) -> None:
    assert api.get("rules/", {"q": question.encode("utf-8", "replace")}).status_code == 200


# --- Languages --------------------------------------------------------------------------

GERMAN = translator_for("de").gettext(RULE_ENTRIES["skip-twice"].title)


def test_it_answers_and_searches_in_the_language_of_the_caller(api: ContractClient) -> None:
    def ask(language: str) -> Any:
        path = "rules/?q=zweimal+AUSSETZEN"
        return api.get(path, HTTP_ACCEPT_LANGUAGE=language).json()

    for language in ("de", "de-AT;q=0.9, en;q=0.5", "it, de;q=0.8"):
        assert ask(language)[0]["title"] == GERMAN
    for language in ("en", "it", "", "*", "nonsense;;;"):
        assert ask(language) == []
    response = api.get("rules/skip-twice/", HTTP_ACCEPT_LANGUAGE="de")
    assert "doppelt" in response.json()["keywords"]
