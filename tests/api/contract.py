"""Holds every answer of the API against the published schema.

Read from docs/openapi.yaml, not from the code: that file is what clients are built on.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml

from rest.follow import parts_of
from rest.problem_catalog import problem_catalog
from rest.problems import MEDIA_TYPE

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / "docs" / "openapi.yaml"
PREFIX = "/api/v1/"


@cache
def published() -> dict[str, Any]:
    """The schema as it is published."""
    return read_yaml(PUBLISHED.read_bytes())


def read_yaml(content: bytes) -> dict[str, Any]:
    """Read the schema with the loader in C, if there is one: the other takes five seconds."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document: dict[str, Any] = yaml.load(content, loader)
    return document


def operations() -> dict[tuple[str, str], dict[str, Any]]:
    """Every operation, by its method in small letters and its path."""
    return {
        (method, path): operation
        for path, methods in published()["paths"].items()
        for method, operation in methods.items()
    }


def check(method: str, path: str, body: bytes, response: Any) -> None:
    """Fail where the answer, or a question that it accepts, is not as published."""
    if not path.startswith(PREFIX) or method in {"HEAD", "OPTIONS"}:
        return  # neither the pages about the API nor what HTTP itself defines is published
    found = _operation(method.lower(), path)
    if found is None:
        # What a missing address or method gets is said once, for the whole API.
        assert response.status_code in {404, 405}, (method, path, response.status_code)
        _validate(_component("Problem"), response, MEDIA_TYPE)
        return
    documented = found["responses"]
    status = str(response.status_code)
    if status == "304":  # of what was answered before, and so no answer of its own
        assert response.content == b""
        return
    assert status in documented, f"{method} {path} may not answer {status}: {response.content!r}"
    if response.headers.get("Content-Type") == MEDIA_TYPE:
        problem = json.loads(response.content)
        entry = problem_catalog().get(problem["code"])
        assert entry, f"rest/problem_catalog.toml lacks {problem['code']}"
        assert response.status_code in entry.statuses, f"{entry.code} may not have {status}"
    if contents := documented[status].get("content"):
        media_type = response.headers["Content-Type"]
        if media_type not in contents:
            media_type = media_type.partition(";")[0]
        assert media_type in contents, f"{method} {path} may not answer with {media_type}"
        _validate(contents[media_type]["schema"], response, media_type)
    else:
        assert response.content == b""
    if response.status_code < 300 and body and "requestBody" in found:
        # Whoever builds questions from the schema must be able to ask this one too.
        asked = found["requestBody"]["content"]
        media_type = response.request.get("CONTENT_TYPE", "").partition(";")[0].lower()
        assert media_type in asked, f"{method} {path} has accepted {media_type}"
        schema = asked[media_type]["schema"]
        if schema.get("format") == "binary":  # a file is what it is
            return
        question = _spelled_out(json.loads(body), schema)
        assert_valid(schema, question, "the question, which was accepted")


def _spelled_out(question: Any, schema: dict[str, Any]) -> Any:
    """A question with Phases and players as they are published: they may be sent shorter."""
    if schema.get("type") == "array":
        return [_spelled_out(one, schema["items"]) for one in question]
    [reference] = [
        node["$ref"] for node in (schema, *schema.get("allOf", ())) if "$ref" in node
    ] or [""]
    name = reference.rpartition("/")[2]
    if name == "ChosenPhase" and not isinstance(question, dict):
        return {"number": question} if isinstance(question, int) else {"groups": question}
    if name == "PlayerToSeat" and isinstance(question, str):
        return {"id": question}
    fields = published()["components"]["schemas"].get(name, {}).get("properties", {})
    if not isinstance(question, dict):
        return question
    return {
        name: _spelled_out(value, fields[name]) if name in fields and value is not None else value
        for name, value in question.items()
    }


def assert_valid(schema: dict[str, Any], value: Any, what: str) -> None:
    """Fail with every way in which `value` is not as `schema` says."""
    errors = [
        f"{'.'.join(map(str, error.instance_path)) or 'the whole'}: {error.message}"
        for error in _validator(json.dumps(schema)).iter_errors(value)
    ]
    assert not errors, f"Not as published: {what}:\n" + "\n".join(errors)


def _validate(schema: dict[str, Any], response: Any, media_type: str) -> None:
    assert response.headers["Content-Type"].startswith(media_type)
    if schema.get("format") == "binary":  # a file, of which no more is published
        assert response.content or parts_of(response)
        return
    assert_valid(schema, json.loads(response.content), f"the answer {response.status_code}")


def _operation(method: str, path: str) -> dict[str, Any] | None:
    for (known, template), operation in operations().items():
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template))
        if known == method and re.fullmatch(pattern, path):
            return operation
    return None


def _component(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


@cache
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    # References are looked up in the same document, so it carries the components.
    components = {"components": {"schemas": _strict_components()}}
    return jsonschema_rs.Draft202012Validator({**json.loads(schema), **components})


@cache
def _strict_components() -> dict[str, Any]:
    """The components, of unions only the member that the discriminator names.

    As published, an event of a known kind with the wrong data would pass for one of another kind.
    """
    components = dict(published()["components"]["schemas"])
    for name, schema in components.items():
        if "discriminator" in schema:
            word = "oneOf" if "oneOf" in schema else "anyOf"
            components[name] = {**schema, word: _strict_members(schema, word)}
    return components


def _strict_members(union: dict[str, Any], word: str) -> list[dict[str, Any]]:
    field, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
    unknown = {"properties": {field: {"not": {"enum": list(mapping)}}}}
    return [
        member if member["$ref"] in mapping.values() else {"allOf": [member, unknown]}
        for member in union[word]
    ]
