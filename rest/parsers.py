"""Reading a JSON body, and refusing what two programs could read differently."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from rest.refusals import Refusal
from rest.strict_json import UnreadableJson, read_object


class StrictJSONParser(BaseParser):
    """Accept one JSON object; see `rest.strict_json`, and `rest.bodies` for its size."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        return parse_object(stream.read())


def parse_object(body: bytes) -> dict[str, Any]:
    """Return the object in `body`; raise Refusal if there is none."""
    try:
        return read_object(body)
    except UnreadableJson as error:
        raise Refusal(error.code, _(error.template) % error.params) from None
