"""What every endpoint of the referee that takes a body refuses before it reads what is asked."""

import pytest

from tests.api.client import REFEREE, ContractClient
from tests.api.contract import operations, published

POSTS = sorted(
    path for method, path in operations() if method == "post" and path.startswith(REFEREE)
)

pytestmark = pytest.mark.parametrize("path", POSTS)


@pytest.mark.parametrize("body", [b"", b"{}"])
def test_an_empty_question_lacks_every_field_at_once(
    api: ContractClient, path: str, body: bytes
) -> None:
    schema = operations()["post", path]["requestBody"]["content"]["application/json"]["schema"]
    component = published()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    errors = api.send(path, body).json()["errors"]
    assert {error["field"] for error in errors} == set(component["required"])
    assert {error["code"] for error in errors} == {"required"}


def test_it_refuses_what_its_parser_refuses(api: ContractClient, path: str) -> None:
    response = api.send(path, b'{"edition": "classic", "edition": "flip"}')
    assert (response.status_code, response.json()["code"]) == (400, "duplicate_name")


# As deep as the parser goes: what it lets pass must not break what comes after it.
@pytest.mark.parametrize("depth", [10, 300, 450, 490, 500, 900, 990])
def test_it_refuses_a_field_nested_deeply(api: ContractClient, path: str, depth: int) -> None:
    for field in (b"edition", b"phase", b"groups", b"target", b"cards", b"results"):
        for opening, closing in [(b"[", b"]"), (b'{"cards":[', b"]}")]:
            body = b'{"%s":%s%s}' % (field, opening * depth, closing * depth)
            assert api.send(path, body).status_code == 400


def test_a_body_at_the_limit_gets_a_short_answer(api: ContractClient, path: str) -> None:
    for filling in (b"[]," * 20_000, b"{}," * 20_000, b'"R7",' * 12_000):
        for field in (b"groups", b"cards", b"results", b"phase", b"phases"):
            body = b'{"%s":[%s0]}' % (field, filling)
            response = api.send(path, body)
            assert response.status_code == 400
            # What is too long is reported in one error, not in one for each thing in it.
            assert len(response.json()["errors"]) < 10


def test_it_names_unknown_fields_but_not_without_end(api: ContractClient, path: str) -> None:
    names = [f"field{number}" for number in range(3_000)]
    errors = api.refusal(path, dict.fromkeys(names, 1))
    assert ("field0", "unknown_field") in errors
    assert len(errors) == 100
