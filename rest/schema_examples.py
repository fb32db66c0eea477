"""Examples for the responses that have none: made from their schemas.

Where an example says something, it is written by hand beside its view. The others are made here, so
that every response shows its shape: one for each component, in `components.examples`. Those written
by hand are moved there too, as `createGuest.AGuest`: openapi-generator warns of a schema without a
name for each response with an example in place.
"""

from __future__ import annotations

import re
from typing import Any

from rest.problem_catalog import problem_catalog
from rest.problem_document import problem_document, title_of
from rest.problems import MEDIA_TYPE

JsonSchema = dict[str, Any]

MOMENT = "2026-11-21T20:15:00Z"
FORMATS = {
    "uuid": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01",
    "date-time": MOMENT,
    "date": MOMENT[:10],
    "email": "anna@example.org",
    "uri": "https://example.org/",
    "uri-reference": "/",
}
NAMES = {"name": "Anna", "actor": "Anna", "recorded_by": "Anna", "time_zone": "Europe/Berlin"}
EVENT_STREAM = "text/event-stream"
EVENTS = 'id: 7\nevent: game_over\ndata: {"number": 7, "kind": "game_over"}\n\n'


def add_examples(result: JsonSchema, generator: Any, **_kwargs: Any) -> JsonSchema:
    """Give every response an example (a postprocessing hook)."""
    components = result["components"]["schemas"]
    made: dict[str, Any] = {}
    for methods in result["paths"].values():
        for operation in methods.values():
            for status, response in operation["responses"].items():
                for media_type, content in response.get("content", {}).items():
                    if "examples" in content:
                        _move(content["examples"], operation["operationId"], made)
                    elif "example" not in content:
                        schema = content["schema"]
                        content.update(_example(status, media_type, schema, components, made))
    result["components"]["examples"] = dict(sorted(made.items()))
    return result


def _move(examples: JsonSchema, operation: str, made: JsonSchema) -> None:
    """Put references into the place of examples, which go to `made`."""
    for key, example in examples.items():
        # The dot keeps it apart from the example of a component.
        name = f"{operation}.{re.sub(r'[^A-Za-z0-9]', '', key)}"
        assert made.setdefault(name, example) == example, f"two examples are called {name}"
        examples[key] = {"$ref": f"#/components/examples/{name}"}


def _example(
    status: str, media_type: str, schema: JsonSchema, components: JsonSchema, made: JsonSchema
) -> JsonSchema:
    if media_type == EVENT_STREAM:
        return {"example": EVENTS}
    if media_type == MEDIA_TYPE:
        name, value = f"Problem{status}", _problem(int(status))
    elif media_type == "application/json":
        name, value = schema.get("$ref", "").rpartition("/")[2], Sampler(components).sample(schema)
        if not name:
            return {"example": value}
    else:
        return {}  # a file
    made.setdefault(name, {"value": value})
    return {"examples": {name: {"$ref": f"#/components/examples/{name}"}}}


def _problem(status: int) -> JsonSchema:
    entry = next(entry for entry in problem_catalog().values() if status in entry.statuses)
    return problem_document(status, entry.code, f"{title_of(status)}.")


class Sampler:
    """Makes a value of a schema."""

    def __init__(self, components: JsonSchema) -> None:
        self.components = components
        self.inside: list[str] = []  # the components that are being sampled

    def sample(self, schema: JsonSchema, name: str = "") -> Any:
        """Return a value that is as the schema says; `name` is that of its field."""
        if "$ref" in schema:
            return self._component(schema["$ref"].rpartition("/")[2])
        for union in ("allOf", "anyOf", "oneOf"):
            if union in schema:
                return self.sample(schema[union][0], name)
        if "example" in schema:
            return schema["example"]
        values = schema.get("enum") or schema.get("x-extensible-enum")
        if values:
            return values[0]
        kind = schema.get("type", "object")
        return self._plain(kind if isinstance(kind, str) else kind[0], schema, name)

    def _component(self, name: str) -> Any:
        assert name not in self.inside, f"{name} contains itself"
        self.inside.append(name)
        value = self.sample(self.components[name])
        self.inside.pop()
        return value

    def _plain(self, kind: str, schema: JsonSchema, name: str) -> Any:
        match kind:
            case "object":
                fields = schema.get("properties", {})
                return {field: self.sample(fields[field], field) for field in fields}
            case "array":
                return [self.sample(schema["items"], name)] * max(1, schema.get("minItems", 1))
            case "string":
                return FORMATS.get(schema.get("format", "")) or NAMES.get(name, "…")
            case "boolean":
                return False
            case "number" | "integer":
                return max(schema.get("minimum", 0), min(1, schema.get("maximum", 1)))
        return None
