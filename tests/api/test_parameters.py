"""No address ignores a query parameter: it takes what it publishes, and refuses all others."""

from __future__ import annotations

import re
from typing import Any

from rest_framework.test import APIClient

from tests.accounts.people import mistakes
from tests.api.contract import operations
from tests.api.test_permissions import ASKED
from tests.cast import V1, Cast

# Not the pages for people: a link to one may have been given a `?utm_source=` on its way.
STRICT = [
    (method, route) for method, route in ASKED if route.startswith(("api/v1/", "api/schema/"))
]
FIELDS = {"uuid": "0b6f8c8e-0000-4000-8000-000000000000", "int": "1", "str": "nothing"}
PATH_FIELD = re.compile(r"<(\w+):(\w+)>")


def published_parameters(method: str, route: str) -> list[str]:
    """The query parameters of an operation in the published schema."""
    operation: Any = operations().get((method, "/" + PATH_FIELD.sub(r"{\2}", route)), {})
    parameters = operation.get("parameters", [])
    return [parameter["name"] for parameter in parameters if parameter["in"] == "query"]


def test_every_address_refuses_unknown_parameters(cast: Cast) -> None:
    assert len(STRICT) > 100
    for method, route in STRICT:
        path = PATH_FIELD.sub(lambda field: FIELDS[field[1]], route)
        response = getattr(cast.owner, method)(f"/{path}?surprise=1")
        assert response.status_code == 400, f"{method} {route} takes ?surprise=1"
        problem = response.json()
        assert problem["code"] == "invalid_request"
        [error] = problem["errors"]
        assert (error["field"], error["code"]) == ("surprise", "unknown_field"), (method, route)
        listed = error["message"].removesuffix(".").rpartition(": ")[2].split(", ")
        if names := published_parameters(method, route):
            assert sorted(listed) == sorted(names), f"{method} {route}"
        elif route != "api/schema/":  # which is not in itself
            assert "takes no parameters" in error["message"]


def test_a_parameter_is_given_once(cast: Cast) -> None:
    response = cast.owner.get(f"{V1}/groups/?limit=1&limit=2")
    assert response.status_code == 400
    assert mistakes(response) == {("limit", "duplicate_name")}


def test_all_surprises_are_listed(cast: Cast) -> None:
    response = cast.owner.get(f"{cast.url}/games/?serach=a&page=2&edition=flip")
    assert mistakes(response) == {("serach", "unknown_field"), ("page", "unknown_field")}


def test_a_token_comes_first(cast: Cast) -> None:
    assert APIClient().get(f"{V1}/groups/?page=2").status_code == 401


def test_another_method_is_still_not_allowed(cast: Cast) -> None:
    assert cast.owner.put(f"{V1}/groups/?page=2").status_code == 405
