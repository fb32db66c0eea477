"""Whatever goes wrong is told in one kind of document."""

from typing import Any

import pytest
from django.core.exceptions import RequestDataTooBig
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from rest.error_handlers import problem_of
from rest.problems import MAX_ERRORS, MEDIA_TYPE, flatten, invalid_request
from rest.refusals import FieldError

pytestmark = pytest.mark.urls("tests.rest.urls")

MEMBERS = {"type", "title", "status", "detail", "code", "errors"}


def assert_problem(response: Any, status: int, code: str) -> dict[str, Any]:
    assert response.status_code == status
    assert response.headers["Content-Type"] == MEDIA_TYPE
    document: dict[str, Any] = response.json()
    assert document.keys() >= MEMBERS
    assert (document["type"], document["status"]) == (f"/api/docs/problems/#{code}", status)
    assert document["code"] == code
    assert document["detail"]
    assert "secret" not in response.content.decode()
    return document


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("method", ["get", "post", "put", "delete", "options"])
@pytest.mark.parametrize("path", ["/nowhere", "/api/v1/nowhere/", "/static/none.js", "/api/docs"])
def test_an_unknown_address_is_not_found(
    api: APIClient, settings: Settings, path: str, method: str, debug: bool
) -> None:
    settings.DEBUG = debug
    assert_problem(getattr(api, method)(path), 404, "not_found")


def test_a_method_that_is_not_there(api: APIClient) -> None:
    response = api.delete("/echo/")
    assert_problem(response, 405, "method_not_allowed")
    assert response.headers["Allow"] == "GET, POST, HEAD, OPTIONS"


@pytest.mark.parametrize("path", ["/", "/api/docs/", "/api/redoc/", "/api/schema/"])
def test_the_pages_answer_problems_too(api: APIClient, path: str) -> None:
    assert_problem(api.post(path, {}), 405, "method_not_allowed")


def test_no_acceptable_format(api: APIClient) -> None:
    assert_problem(api.get("/echo/", HTTP_ACCEPT="text/csv"), 406, "not_acceptable")


@pytest.mark.parametrize(
    "content_type", ["text/plain", "multipart/form-data; boundary=x", "json", "a/b;;=", "é/ü"]
)
def test_a_body_that_is_not_json(api: APIClient, content_type: str) -> None:
    response = api.generic("POST", "/echo/", "{}", content_type)
    assert_problem(response, 415, "unsupported_media_type")


def test_a_view_is_closed_unless_it_says_otherwise(api: APIClient) -> None:
    assert_problem(api.get("/forgotten/"), 403, "permission_denied")


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("http404", 404, "not_found"),
        ("denied", 403, "permission_denied"),
        ("suspicious", 400, "invalid_request"),
        ("parse", 400, "invalid_request"),
        ("away", 503, "database_unavailable"),
        ("read-only", 503, "database_unavailable"),
        ("login", 403, "not_authenticated"),  # 403 while there is no way to log in
    ],
)
def test_an_exception_of_a_view(api: APIClient, name: str, status: int, code: str) -> None:
    document = assert_problem(api.get(f"/raise/{name}/"), status, code)
    assert "nobody" not in document["detail"]


def test_other_errors_of_the_database_are_bugs() -> None:
    api = APIClient(raise_request_exception=False)
    assert_problem(api.get("/raise/in-a-failed-transaction/"), 500, "internal_error")


def test_a_validation_error_from_below_the_api(api: APIClient) -> None:
    document = assert_problem(api.get("/raise/model/"), 400, "invalid_request")
    assert document["errors"] == [{"field": "name", "code": "invalid", "message": "Too long."}]


def test_a_problem_of_ones_own(api: APIClient) -> None:
    response = api.get("/raise/conflict/")
    document = assert_problem(response, 409, "stale")
    assert document["game"] == {"round": 3}
    assert document["status"] == 409  # an extra member hides no standard one
    assert response.headers["ETag"] == '"3"'


def test_text_that_cannot_be_encoded_is_replaced(api: APIClient) -> None:
    document = assert_problem(api.get("/raise/surrogate/"), 400, "odd")
    assert document["detail"] == "half: ?"
    assert document["errors"][0]["field"] == "?"


@pytest.mark.parametrize("debug", [False, True])
def test_a_bug_is_logged_and_not_shown(
    settings: Settings, caplog: pytest.LogCaptureFixture, debug: bool
) -> None:
    settings.DEBUG = debug
    api = APIClient(raise_request_exception=False)
    assert_problem(api.get("/raise/bug/"), 500, "internal_error")
    assert "Unhandled error: /raise/<name>/" in caplog.text
    assert "a secret" in caplog.text


def test_a_bug_outside_the_api(caplog: pytest.LogCaptureFixture) -> None:
    api = APIClient(raise_request_exception=False)
    assert_problem(api.get("/plain-bug/"), 500, "internal_error")
    assert "a secret" in caplog.text


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("host", ["evil.example", "a b", "[::1", ""])
def test_a_host_that_is_not_ours(
    api: APIClient, settings: Settings, host: str, debug: bool
) -> None:
    settings.DEBUG = debug
    settings.ALLOWED_HOSTS = ["tableside.example"]
    assert_problem(api.get("/echo/", HTTP_HOST=host), 400, "invalid_request")
    assert api.get("/echo/", HTTP_HOST="tableside.example").status_code == 200


def test_a_host_that_is_too_long_for_a_link(api: APIClient, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert_problem(api.get("/echo/", HTTP_HOST="a" * 260), 400, "invalid_request")
    assert api.get("/echo/", HTTP_HOST="a" * 253 + ":65535").status_code == 200


def test_mistakes_are_told_all_at_once_with_their_paths(api: APIClient) -> None:
    body = {
        "groups": [
            {"name": "set", "cards": [1, 2]},
            {"name": 5, "cards": [1, "2", 13], "colour": "R"},
            "run",
        ],
        "phase": 1,
    }
    document = assert_problem(api.post("/table/", body), 400, "invalid_request")
    found = {(error["field"], error["code"]) for error in document["errors"]}
    assert found == {
        ("groups.1.name", "invalid"),
        ("groups.1.cards.1", "invalid"),
        ("groups.1.cards.2", "max_value"),
        ("groups.1.colour", "unknown_field"),
        ("groups.2", "invalid"),
        ("phase", "unknown_field"),
    }


def test_an_error_of_the_whole_has_no_path() -> None:
    assert [*flatten({"non_field_errors": ["No."]})] == [FieldError("", "invalid", "No.")]
    assert [*flatten(["No."])] == [FieldError("", "invalid", "No.")]
    assert [*flatten({"a": {"non_field_errors": ["No."]}})] == [FieldError("a", "invalid", "No.")]
    assert [*flatten({"a": [{}, {"b": ["No."]}]})] == [FieldError("a.1.b", "invalid", "No.")]


def test_an_answer_does_not_grow_with_the_mistakes(api: APIClient) -> None:
    body = {"x" * 300 + str(number): 1 for number in range(150)}
    response = api.post("/table/", body)
    document = assert_problem(response, 400, "invalid_request")
    assert len(document["errors"]) == MAX_ERRORS
    assert len(response.content) < 64 * 1024
    assert len(invalid_request(flatten(["No."] * 1000)).errors) == MAX_ERRORS


def test_django_s_own_limit_is_the_same_problem() -> None:
    problem = problem_of(RequestDataTooBig())
    assert problem is not None
    assert (problem.status, problem.code) == (413, "body_too_large")
    assert problem.detail == "The body is larger than 32 MB."
