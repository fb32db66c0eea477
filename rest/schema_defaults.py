"""Defaults of optional fields in the published schema, in words.

Generators such as openapi-typescript take a field with a `default` to be always present, as if a
request had to have it. So the default becomes part of the description.
"""

from __future__ import annotations

import json
from typing import Any

JsonSchema = dict[str, Any]


def describe_defaults(result: JsonSchema, generator: Any, **_kwargs: Any) -> JsonSchema:
    """Move the defaults of fields into their descriptions (a postprocessing hook)."""
    for component in result["components"]["schemas"].values():
        for schema in component.get("properties", {}).values():
            if "default" in schema:
                words = in_words(schema.pop("default"))
                schema["description"] = f"{schema.get('description', '')} {words}".strip()
    return result


def in_words(default: object) -> str:
    """Say what the default is.

    >>> in_words(True), in_words("")
    ('By default `true`.', 'By default empty.')
    """
    return "By default empty." if default == "" else f"By default `{json.dumps(default)}`."
