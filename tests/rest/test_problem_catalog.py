"""Every problem has an entry that says what it means, and its `type` leads there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from config.documents import problems_page
from config.problem import MEMBERS, Problem
from rest.problem_catalog import problem_catalog
from rest.problem_document import EXPLAINED_AT
from tests.api.contract import ROOT, published
from tests.cast import V1

PACKAGES = ("rest", "accounts", "referee", "games", "pocket", "scoring", "config")
MAKERS = {"Problem", "ProblemError", "Refusal", "RefusedRequest"}


def calls_in_the_code() -> Iterator[ast.Call]:
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MAKERS:
                    yield node


def codes_in_the_code() -> Iterator[tuple[str, int | None]]:
    """The literal codes with which problems are made, and their statuses if they have one."""
    for call in calls_in_the_code():
        match call.args[:2]:
            case [ast.Constant(int(status)), ast.Constant(str(code))]:
                yield code, status
            case [ast.Constant(str(code)), _text]:
                yield code, None


def test_every_problem_in_the_code_has_an_entry() -> None:
    made = list(codes_in_the_code())
    assert len(made) > 50
    catalog = problem_catalog()
    missing = {
        (code, status)
        for code, status in made
        if code not in catalog or (status and status not in catalog[code].statuses)
    }
    assert not missing, "Add them to rest/problem_catalog.toml"


def test_every_fact_of_a_refusal_is_a_member_of_the_document() -> None:
    calls = [call for call in calls_in_the_code() if getattr(call.func, "id", "") == "Refusal"]
    facts = {keyword.arg for call in calls for keyword in call.keywords if keyword.arg}
    assert {"game", "ruling", "limit"} <= facts
    assert facts | MEMBERS.keys() <= Problem.__annotations__.keys()


def test_no_entry_is_of_a_problem_that_is_no_more() -> None:
    code = "\n".join(
        file.read_text(encoding="utf-8")
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
    )
    # The framework's own, which it has by other names.
    framework = {"not_authenticated", "method_not_allowed"}
    framework |= {"not_acceptable", "unsupported_media_type"}
    codes = problem_catalog().keys() - framework
    assert not [name for name in codes if f'"{name}"' not in code]


def test_a_token_that_is_not_valid_has_the_code_of_none(db: None) -> None:
    api = APIClient()
    api.credentials(HTTP_AUTHORIZATION="Bearer " + "f" * 64)
    code = api.get(f"{V1}/me/").json()["code"]
    assert "no longer valid" in problem_catalog()[code].meaning
    assert "authentication_failed" not in problem_catalog()


def test_the_schema_lists_all_codes_and_allows_others() -> None:
    code = published()["components"]["schemas"]["Problem"]["properties"]["code"]
    assert code["x-extensible-enum"] == list(problem_catalog())
    assert code["type"] == "string"
    assert "enum" not in code


def test_the_documentation_is_as_the_catalog() -> None:
    documented = (ROOT / "docs" / "problems.md").read_text(encoding="utf-8")
    assert documented == problems_page(), "run `make schema`"


@pytest.mark.parametrize("accept", ["text/html", "*/*"])
def test_the_type_of_every_problem_leads_to_its_entry(api: APIClient, accept: str) -> None:
    assert reverse("problems") == EXPLAINED_AT
    page = api.get(EXPLAINED_AT, HTTP_ACCEPT=accept)
    assert page.status_code == 200
    assert page.headers["Content-Type"].startswith("text/html")
    html = page.content.decode()
    for code in problem_catalog():
        assert html.count(f'<section id="{code}">') == 1
    assert "`" not in html


def test_a_problem_leads_to_the_page(api: APIClient) -> None:
    problem = api.get("/api/v1/nowhere/").json()
    address, _hash, code = problem["type"].partition("#")
    assert f'id="{code}"' in api.get(address).content.decode()
