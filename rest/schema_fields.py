"""Enums and defaults in the published schema, as generators of clients take them best."""

from __future__ import annotations

import json
from typing import Any

from django.utils.module_loading import import_string
from drf_spectacular.plumbing import safe_ref
from drf_spectacular.settings import spectacular_settings

JsonSchema = dict[str, Any]
Values = tuple[str, ...]


def name_enums(result: JsonSchema, generator: Any, **_kwargs: Any) -> JsonSchema:
    """Move the enums that have a name into components (a postprocessing hook).

    The fields of components that have the values of an entry of `ENUM_NAME_OVERRIDES` refer to a
    component with its name. All others keep their values in place, where every generator names
    them by their component and field. (drf-spectacular would make up names, such as `NullEnum`.)
    """
    components: JsonSchema = result["components"]["schemas"]
    names = {
        _values_at(path): name for name, path in spectacular_settings.ENUM_NAME_OVERRIDES.items()
    }
    used: set[Values] = set()
    for name in components:
        components[name] = _with_references(components[name], names, used)
    for values in used:
        components[names[values]] = {"type": "string", "enum": list(values)}
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result


def _values_at(path: str) -> Values:
    values = import_string(path)
    return tuple(str(value[0] if isinstance(value, tuple) else value) for value in values)


def _with_references(node: Any, names: dict[Values, str], used: set[Values]) -> Any:
    if isinstance(node, list):
        return [_with_references(item, names, used) for item in node]
    if not isinstance(node, dict):
        return node
    node = {key: _with_references(value, names, used) for key, value in node.items()}
    node.pop("x-spec-enum-id", None)
    if not isinstance(node.get("enum"), list):
        return node
    values = tuple(value for value in node["enum"] if value is not None)
    if values not in names:
        return node
    used.add(values)
    reference = {"$ref": f"#/components/schemas/{names[values]}"}
    others = {key: value for key, value in node.items() if key not in ("enum", "type")}
    if len(values) < len(node["enum"]):
        return {**others, "oneOf": [reference, {"type": "null"}]}
    return safe_ref({**others, **reference})


def describe_defaults(result: JsonSchema, generator: Any, **_kwargs: Any) -> JsonSchema:
    """Move the defaults of fields into their descriptions (a postprocessing hook).

    Generators such as openapi-typescript take a field with a `default` to be always present, as
    if a request had to have it.
    """
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
