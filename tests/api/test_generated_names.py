"""Components, fields and operations have names that every target language can use."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Iterator
from typing import Any

from tests.api.contract import operations, published
from tests.api.test_schema import nodes

# Types that are there without an import, so that a model of the same name hides them or is hidden.
KOTLIN = """Annotation Any Array Boolean Byte Char Class Collection Comparable Double Enum Error
    Exception Export File Float Function Import Int Iterable Iterator Lazy List Long Map Nothing
    Null Number Object Pair Record Regex Result Sequence Set Short String Suppress Throwable Triple
    Type Unit"""
SWIFT = """Any Array Bool Button Calendar Character Codable Color Data Date Decimal Dictionary
    Double Duration Encoder Error Event Float Form Group Image Int Label List Locale Menu Never
    Operation Optional Picker Protocol Range Result Section Selector Self Set State String Table
    Task Text Timer Type UUID Unit Value View"""
TYPESCRIPT = """Array Boolean Date Document Element Error Event Export Extract File Function Image
    Import Location Map Node Notification Null Number Object Option Partial Pick Promise Range
    Record Request Required Response Selection Set String Symbol Text Undefined"""
PYTHON = """Any Callable Dict Enum List Literal None Optional Response Self Set Tuple Type Union
    Unset UNSET File Client"""
TAKEN = {name for names in (KOTLIN, SWIFT, TYPESCRIPT, PYTHON) for name in names.split()}
TAKEN |= {*dir(builtins), *keyword.kwlist, *keyword.softkwlist}


def components() -> dict[str, Any]:
    schemas: dict[str, Any] = published()["components"]["schemas"]
    return schemas


def test_no_component_has_the_name_of_something_else() -> None:
    assert not components().keys() & TAKEN
    lower = [name.lower() for name in components()]  # some languages have a file for each
    assert len(lower) == len(set(lower))


def unions() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for name, component in [*components().items(), ("", published()["paths"])]:
        for node in nodes(component):
            for word in ("oneOf", "anyOf"):
                if word in node:
                    yield name, node[word]


def test_a_union_has_a_name_and_its_members_have_too() -> None:
    for name, members in unions():
        kinds = [member for member in members if member.get("type") != "null"]
        if len(kinds) > 1:
            # Of objects that have a name themselves; never a number or a list.
            assert all("$ref" in member for member in kinds), name
            assert len(components()[name].keys() & {"anyOf", "oneOf"}) == 1, name


def test_a_component_is_not_empty() -> None:
    content = {"properties", "enum", "anyOf", "oneOf", "additionalProperties"}
    for name, component in components().items():
        assert component.keys() & content, name


def test_no_field_has_a_default() -> None:
    # Generators take it for a field that is always there, so that requests would need it.
    fields = [
        (name, field)
        for name, component in components().items()
        for field, schema in component.get("properties", {}).items()
        if "default" in schema
    ]
    assert not fields


def test_no_delete_has_a_body() -> None:
    for (method, path), operation in operations().items():
        assert method != "delete" or "requestBody" not in operation, path


def test_there_are_servers_and_an_introduction() -> None:
    assert published()["servers"][0]["url"] == "/"
    introduction = published()["info"]["description"]
    for word in ("Authorization", "Idempotency-Key", "If-Match", "Streams", "Pages", "Errors"):
        assert word in introduction
