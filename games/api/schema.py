"""What drf-spectacular leaves out of the published schema."""

from __future__ import annotations

from typing import Any

from accounts.api.schema import AccountSchema


class BodyOnDeleteSchema(AccountSchema):
    """Publishes the body that a DELETE asks for: what cannot be undone is confirmed."""

    def _get_request_body(self, direction: Any = "request") -> Any:
        if self.method != "DELETE":
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        self.method = "POST"
        try:
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        finally:
            self.method = "DELETE"
