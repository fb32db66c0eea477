"""The examples of the schema are asked, and their answers are real."""

from typing import Any

import pytest

from referee.api.examples import EXAMPLES
from rest.examples import all_examples
from tests.api.client import REFEREE, ContractClient
from tests.api.contract import assert_valid, operations, published

ASKED = [
    pytest.param(operation, example, id=f"{operation} {example['name']}")
    for operation, examples in EXAMPLES.items()
    for example in examples
]
EVERY = sorted(operations().items())
POSTS = [
    pytest.param(found, id=path)
    for (method, path), found in EVERY
    if method == "post" and path.startswith(REFEREE)
]


@pytest.mark.parametrize(("operation", "example"), ASKED)
def test_an_example_is_answered_as_it_says(
    api: ContractClient, operation: str, example: dict[str, Any]
) -> None:
    if "request" in example:
        response = api.post(operation, example["request"])
    else:
        response = api.get(example.get("path", operation))
    assert response.status_code == example["status"]
    assert response.json() == example["answer"]


def test_every_operation_of_the_referee_has_its_examples() -> None:
    paths = {path.removeprefix(REFEREE) for _, path in operations() if path.startswith(REFEREE)}
    downloads = {"pocket/", "pocket/{archive}"}  # which are others in each version
    assert paths - downloads == EXAMPLES.keys()


def test_every_example_is_of_an_operation_that_there_is() -> None:
    assert all_examples().keys() <= {operation["operationId"] for _, operation in EVERY}


def examples_of(body: dict[str, Any]) -> list[tuple[Any, dict[str, Any]]]:
    """The examples of one question or answer that were written by hand, each with its schema."""
    return [
        (_example_at(example)["value"], content["schema"])
        for content in body.get("content", {}).values()
        for example in content.get("examples", {}).values()
        if is_by_hand(example.get("$ref", "."))
    ]


def _example_at(example: dict[str, Any]) -> dict[str, Any]:
    name = example.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = published()["components"]["examples"][name] if name else example
    return found


def is_by_hand(name: str) -> bool:
    """Whether the name of an example begins with that of its operation."""
    return "." in name


@pytest.mark.parametrize("operation", POSTS)
def test_the_published_examples_are_legal_and_illegal(operation: dict[str, Any]) -> None:
    answers = operation["responses"]
    ruled = [value for value, _schema in examples_of(answers["200"])]
    refused = [
        value
        for status in ("400", "422")
        for value, _schema in examples_of(answers.get(status, {}))
    ]
    # A ruling says yes or no in one of these words; what is only counted is right unless refused.
    words = ("legal", "ok", "can_lay_down")
    verdicts = [next((v[word] for word in words if word in v), None) for v in ruled]
    assert set(verdicts) == {None} or {True, False} <= set(verdicts)
    assert refused
    assert len(examples_of(operation["requestBody"])) == len(ruled) + len(refused)


@pytest.mark.parametrize("operation", [pytest.param(found, id=path) for (_, path), found in EVERY])
def test_the_published_examples_are_as_the_schema_says(operation: dict[str, Any]) -> None:
    for value, schema in examples_of(operation.get("requestBody", {})):
        assert_valid(schema, value, "an example of the question")
    for status, body in operation["responses"].items():
        for value, schema in examples_of(body):
            assert_valid(schema, value, f"an example of the answer {status}")


def test_every_response_has_an_example() -> None:
    for (method, path), operation in EVERY:
        for status, response in operation["responses"].items():
            for media_type, content in response.get("content", {}).items():
                if content["schema"].get("format") != "binary":
                    assert content.keys() & {"example", "examples"}, (method, path, status)
                if media_type == "application/json" and "example" in content:
                    assert_valid(content["schema"], content["example"], f"{method} {path}")


def test_no_response_has_a_named_example_in_place() -> None:
    # openapi-generator would warn of a schema without a name.
    for (method, path), operation in EVERY:
        for status, response in operation["responses"].items():
            for content in response.get("content", {}).values():
                for example in content.get("examples", {}).values():
                    assert example.keys() == {"$ref"}, (method, path, status)


def test_the_examples_that_are_made_are_as_the_schema_says() -> None:
    for name, example in published()["components"]["examples"].items():
        if is_by_hand(name):
            continue
        component = "Problem" if name.startswith("Problem") else name
        schema = {"$ref": f"#/components/schemas/{component}"}
        assert_valid(schema, example["value"], f"the example {name}")


@pytest.mark.parametrize(("where", "operation"), EVERY, ids=lambda value: str(value)[:60])
def test_an_operation_says_what_it_is(where: tuple[str, str], operation: dict[str, Any]) -> None:
    assert operation["summary"]
    assert operation["description"]
    # A verb and a noun, such as checkPhase: generated clients call their functions so.
    assert operation["operationId"].isalpha()
    assert operation["operationId"][0].islower()
    assert any(letter.isupper() for letter in operation["operationId"])


def test_no_operation_is_called_as_another() -> None:
    names = [operation["operationId"] for operation in operations().values()]
    assert len(names) == len(set(names))
    assert published()["info"]["description"]
