"""The published schema is what the code says, and reads well."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.api.client import ContractClient
from tests.api.contract import assert_valid, operations, published, read_yaml


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside a document."""
    if isinstance(value, dict):
        yield value
    children = value.values() if isinstance(value, dict) else value
    if not isinstance(value, str) and isinstance(value, dict | list):
        for child in children:
            yield from nodes(child)


def test_the_server_hands_out_what_is_published() -> None:
    # Whichever language the asker prefers: translated words would rename the components.
    response = APIClient().get("/api/schema/", HTTP_ACCEPT_LANGUAGE="de")
    assert read_yaml(response.content) == published()


def test_it_is_openapi_3_1() -> None:
    assert published()["openapi"].startswith("3.1.")
    assert published()["info"]["title"] == "Tableside"
    # `nullable` was 3.0; in 3.1 it says nothing.
    assert not [node for node in nodes(published()) if node.get("nullable") is True]


def test_there_are_at_most_a_hundred_operations_to_learn() -> None:
    """Before adding one, look for the one that it makes unnecessary (decision 48)."""
    assert sum("deprecated" not in operation for operation in operations().values()) <= 100


def test_no_component_is_named_by_a_hash() -> None:
    names = published()["components"]["schemas"]
    assert not [name for name in names if re.search(r"Enum[0-9a-fA-F]{3}", name)]
    # Nor by how its serializer happens to be called.
    assert not [name for name in names if name.endswith("Serializer") or not name.isalpha()]


def test_every_component_is_used() -> None:
    references = {node["$ref"] for node in nodes(published()) if "$ref" in node}
    components = published()["components"]
    kinds = ("schemas", "headers", "examples")
    assert references == {
        f"#/components/{kind}/{name}" for kind in kinds for name in components[kind]
    }


def headers_of(path: str, method: str, status: str) -> set[str]:
    return {*published()["paths"][path][method]["responses"][status].get("headers", {})}


def test_headers_are_published_with_their_responses() -> None:
    every = {"X-Request-Id"}
    limits = {"RateLimit", "RateLimit-Policy"}
    assert headers_of("/api/v1/", "get", "200") == every
    assert headers_of("/api/v1/referee/phase/", "post", "200") == every | limits
    assert headers_of("/api/v1/referee/phase/", "post", "429") == limits | {"Retry-After"}
    assert headers_of("/api/v1/games/{game}/", "get", "200") == every | limits | {"ETag"}
    assert headers_of("/api/v1/games/{game}/", "get", "304") == every | {"ETag"}
    assert headers_of("/api/v1/games/{game}/", "patch", "412") == {"ETag"}
    assert headers_of("/api/v1/groups/", "post", "201") >= every | limits | {"Idempotency-Replayed"}


def test_every_problem_is_one_and_the_same_document() -> None:
    for methods in published()["paths"].values():
        for operation in methods.values():
            problems = {s: r for s, r in operation["responses"].items() if s[0] not in "23"}
            assert {"406", "429"} <= problems.keys()
            for response in problems.values():
                assert response["description"]
                [(media_type, content)] = response["content"].items()
                assert media_type == "application/problem+json"
                assert content["schema"] == {"$ref": "#/components/schemas/Problem"}


def test_every_question_refuses_what_it_does_not_know() -> None:
    names = ["PhaseRequest", "HitRequest", "HandRequest", "ScoreRequest", "TallyRequest"]
    names += ["HitTarget", "TallyEntryRequest", "GroupRequirement", "HouseRuleSettings"]
    for name in names:
        assert published()["components"]["schemas"][name]["additionalProperties"] is False


HIT: dict[str, Any] = {
    "edition": "classic",
    "target": {"kind": "set", "cards": ["R7", "B7"]},
    "cards": ["G7"],
}
HAND: dict[str, Any] = {
    "edition": "classic",
    "phase": 1,
    "hand": ["R9", "B4"],
    "table": [{"kind": "set", "cards": ["G9", "Y9", "W"]}],
}


@pytest.mark.parametrize(
    ("path", "component", "body"), [("hit/", "HitRequest", HIT), ("hand/", "HandRequest", HAND)]
)
def test_a_published_default_is_what_is_read(
    api: ContractClient, path: str, component: str, body: dict[str, Any]
) -> None:
    field = published()["components"]["schemas"][component]["properties"]["phase_laid"]
    default = "By default `true`." in field["description"]
    assert default or "By default `false`." in field["description"]
    answer = api.ask(path, body)
    assert api.ask(path, {**body, "phase_laid": default}) == answer
    assert api.ask(path, {**body, "phase_laid": not default}) != answer


def test_no_default_is_promised_where_there_is_none() -> None:
    """A required field has no default, and what a PATCH leaves out stays as it is."""
    components = published()["components"]["schemas"]
    changes = {
        schema["$ref"].rpartition("/")[2]
        for path in published()["paths"].values()
        for schema in nodes(path.get("patch", {}).get("requestBody", {}))
        if "$ref" in schema
    }
    assert len(changes) > 3
    promised = [
        (name, field)
        for name, component in components.items()
        if name.endswith("Request")
        for field, content in component.get("properties", {}).items()
        if "by default" in content.get("description", "")
        and (name in changes or field in component.get("required", []))
    ]
    assert promised == []


def test_a_standing_may_be_null_where_a_group_is_undeclared() -> None:
    schema = {"$ref": "#/components/schemas/PhaseAnswer"}
    verdict = {"legal": True, "ambiguous": True, "problems": [], "groups": [None], "extra_cards": 0}
    verdict |= {"suggestion": None, "choices": [[]]}
    assert_valid(schema, verdict, "a verdict with a group that is open")
