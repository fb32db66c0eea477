"""Reading a JSON body, and refusing what two programs could read differently."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from rest.body_limit import limit_of
from rest.problems import ProblemError, body_too_large
from rest.strict_json import UnreadableJson, read_object


class StrictJSONParser(BaseParser):
    """Accept one JSON object, no larger than its address allows; see `rest.strict_json`."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        request = (parser_context or {}).get("request")
        limit = limit_of(request.method, request.path) if request else limit_of("", "")
        body = stream.read(limit + 1)
        if len(body) > limit:
            problem = body_too_large(limit)
            raise ProblemError(problem.status, problem.code, problem.detail)
        return parse_object(body)


def parse_object(body: bytes) -> dict[str, Any]:
    """Return the object in `body`; raise ProblemError (400) if there is none."""
    try:
        return read_object(body)
    except UnreadableJson as error:
        raise ProblemError(400, error.code, _(error.template) % error.params) from None
