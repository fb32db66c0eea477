"""A client of the API that lets no answer pass which is not as published."""

from typing import Any

from django.conf import settings
from rest_framework.test import APIClient

from rest.problems import MAX_ERRORS, MEDIA_TYPE
from tests.api import contract

REFEREE = "/api/v1/referee/"


class ContractClient(APIClient):
    """As the framework's client; paths that begin with no slash are below the referee."""

    def generic(  # type: ignore[override]
        self, method: str, path: str, data: Any = "", *args: Any, **kwargs: Any
    ) -> Any:
        if not path.startswith("/"):
            path = REFEREE + path
        response = super().generic(method, path, data, *args, **kwargs)
        body = data if isinstance(data, bytes) else str(data).encode()
        contract.check(method, path.partition("?")[0], body, response)
        return response

    def send(self, path: str, body: bytes, content_type: str = "application/json") -> Any:
        """Post these very bytes."""
        return self.generic("POST", path, body, content_type)

    def ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The answer to a good question."""
        response = self.post(path, body)
        assert response.status_code == 200, response.content.decode()
        answer: dict[str, Any] = response.json()
        return answer

    def refusal(self, path: str, body: dict[str, Any]) -> set[tuple[str, str]]:
        """What is wrong with a malformed question: pairs of field and code."""
        response = self.post(path, body)
        assert response.status_code == 400, response.content.decode()
        assert response.headers["Content-Type"] == MEDIA_TYPE
        # Whatever comes in, what goes out stays small.
        assert len(response.content) <= settings.MAX_BODY_BYTES
        errors = response.json()["errors"]
        assert 1 <= len(errors) <= MAX_ERRORS
        assert all(error["message"] for error in errors)
        return {(error["field"], error["code"]) for error in errors}
