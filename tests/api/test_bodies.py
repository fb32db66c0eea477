"""What every endpoint of the referee that takes a body refuses before it reads what is asked."""

from typing import Any

import pytest

from tests.api.client import REFEREE, ContractClient
from tests.api.contract import operations, published

POSTS = sorted(
    path for method, path in operations() if method == "post" and path.startswith(REFEREE)
)

pytestmark = pytest.mark.parametrize("path", POSTS)

BODIES = {
    "blanks": (b"  ", "not_json"),
    "no JSON": (b"edition=classic", "not_json"),
    "a list": (b"[]", "not_an_object"),
    "null": (b"null", "not_an_object"),
    "a name twice": (b'{"edition": "classic", "edition": "flip"}', "duplicate_name"),
    "half a character": (b'{"edition": "\\ud800"}', "invalid_text"),
    "half a character as a name": (b'{"\\udfff": 1}', "invalid_text"),
    "NaN": (b'{"phase": NaN}', "not_json"),
    "an endless number": (b'{"phase": 1' + b"0" * 5_000 + b"}", "number_too_long"),
    "deep lists": (b'{"cards": ' + b"[" * 30_000 + b"]" * 30_000 + b"}", "not_json"),
    "deep objects": (b'{"phase":' * 6_000 + b"1" + b"}" * 6_000, "not_json"),
}


@pytest.mark.parametrize("body", [b"", b"{}"])
def test_an_empty_question_lacks_every_field_at_once(
    api: ContractClient, path: str, body: bytes
) -> None:
    schema = operations()["post", path]["requestBody"]["content"]["application/json"]["schema"]
    component = published()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    errors = api.send(path, body).json()["errors"]
    assert {error["field"] for error in errors} == set(component["required"])
    assert {error["code"] for error in errors} == {"required"}


@pytest.mark.parametrize(("body", "code"), BODIES.values(), ids=BODIES.keys())
def test_it_refuses_a_body(api: ContractClient, path: str, body: bytes, code: str) -> None:
    response = api.send(path, body)
    assert (response.status_code, response.json()["code"]) == (400, code)


# As deep as the parser goes: what it lets pass must not break what comes after it.
@pytest.mark.parametrize("depth", [10, 100, 300, 400, 450, 480, 490, 500, 900, 950, 980, 990])
@pytest.mark.parametrize("field", ["edition", "phase", "groups", "target", "cards", "results"])
def test_it_refuses_a_field_nested_deeply(
    api: ContractClient, path: str, field: str, depth: int
) -> None:
    for opening, closing in [(b"[", b"]"), (b'{"cards":[', b"]}")]:
        body = b'{"%s":%s%s}' % (field.encode(), opening * depth, closing * depth)
        assert api.send(path, body).status_code == 400


def test_a_body_at_the_limit_gets_a_short_answer(api: ContractClient, path: str) -> None:
    for filling in (b"[]," * 20_000, b"{}," * 20_000, b'"R7",' * 12_000):
        for field in (b"groups", b"cards", b"results", b"phase", b"phases"):
            body = b'{"%s":[%s0]}' % (field, filling)
            response = api.send(path, body)
            assert response.status_code == 400
            # What is too long is told in one error, not in one for each thing in it.
            assert len(response.json()["errors"]) < 10


def test_it_names_unknown_fields_but_not_without_end(api: ContractClient, path: str) -> None:
    names = [f"field{number}" for number in range(3_000)]
    errors = api.refusal(path, dict.fromkeys(names, 1))
    assert ("field0", "unknown_field") in errors
    assert len(errors) == 100


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/xml", "application/x-www-form-urlencoded", "application/jsonx"],
)
def test_it_refuses_a_body_that_is_not_called_json(
    api: ContractClient, path: str, content_type: str
) -> None:
    response = api.send(path, b"{}", content_type)
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


def test_it_refuses_a_form(api: ContractClient, path: str) -> None:
    form = b'--x\r\nContent-Disposition: form-data; name="edition"\r\n\r\nclassic\r\n--x--\r\n'
    assert api.send(path, form, "multipart/form-data; boundary=x").status_code == 415


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "head", "trace"])
def test_it_refuses_another_method(api: ContractClient, path: str, method: str) -> None:
    response: Any = api.generic(method.upper(), path)
    assert response.status_code == 405
    assert response.headers["Allow"] == "POST, OPTIONS"


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*"])
def test_it_answers_in_json_alone(api: ContractClient, path: str, accept: str) -> None:
    response = api.generic("POST", path, b"{}", "application/json", HTTP_ACCEPT=accept)
    assert (response.status_code, response.json()["code"]) == (406, "not_acceptable")
