"""Typed requests and answers in the published schema.

An answer is a `TypedDict`, built by one function and checked by mypy. Its schema component is
made from its annotations and bears its name, so that every answer is defined once:

    class Device(TypedDict):
        \"\"\"A device that is logged in.\"\"\"

        id: Uuid
        name: Annotated[str, Doc("Empty if nobody named it.")]
        role: Annotated[str, OneOf(Role)]
        seen_at: datetime | None

    @extend_schema(responses={200: list[Device]})
    def get(self, request: Request) -> Response: ...

A request can be a `TypedDict` too: `@extend_schema(request=Device)`. The notes in `Annotated` are
those of `rest.annotations`.

Operations are listed under the `TAG` of their module; their examples: `rest.examples`.

A view with a `pagination_class` publishes `list[Device]` as pages of devices.
"""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Iterable
from functools import cache
from inspect import cleandoc
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from django.conf import settings
from django.utils.module_loading import import_string
from drf_spectacular.extensions import OpenApiSerializerExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import (
    append_meta,
    build_array_type,
    build_basic_type,
    build_object_type,
)
from drf_spectacular.utils import (
    Direction,
    OpenApiExample,
    OpenApiResponse,
    PolymorphicProxySerializer,
)
from rest_framework import serializers

from rest.annotations import Discriminated, Note
from rest.examples import examples_of
from rest.problems import ProblemDetail
from rest.schema_headers import add_headers

JsonSchema = dict[str, Any]


class TypedSchema(AutoSchema):
    """Accepts a `TypedDict` as `request` and in `responses`; in these also a list or a union."""

    def _get_request_for_media_type(self, serializer: Any, direction: Direction = "request") -> Any:
        schema, is_required = super()._get_request_for_media_type(  # type: ignore[no-untyped-call]
            _as_serializer(serializer), direction
        )
        # drf-spectacular looks for required fields, and not into unions.
        is_union = isinstance(serializer, PolymorphicProxySerializer)
        return schema, is_required or is_union or getattr(serializer, "needs_body", False)

    def _get_response_for_code(
        self,
        serializer: Any,
        status_code: str,
        media_types: Any = None,
        direction: Direction = "response",
    ) -> Any:
        if isinstance(serializer, OpenApiResponse):
            serializer = OpenApiResponse(
                _as_serializer(serializer.response), serializer.description, serializer.examples
            )
        if get_origin(serializer) in (Union, types.UnionType):
            serializer = schema_of(serializer, self, direction)
        return super()._get_response_for_code(  # type: ignore[no-untyped-call]
            _as_serializer(serializer), status_code, media_types, direction
        )

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation = super().get_operation(*args, **kwargs)
        if operation:
            operation.setdefault("security", [])  # open to all, and says so
            add_headers(operation, self.view)
            if instead := getattr(self.view, "deprecated", {}).get(self.method):
                text = operation.get("description", "")
                operation["description"] = f"{text}\n\n**Deprecated.** Use {instead}.".strip()
        return operation

    def get_request_serializer(self) -> Any:
        return None  # unless the operation names one

    def get_tags(self) -> list[str]:
        """The `TAG` of the operation's module, unless it has `tags` of its own."""
        return [sys.modules[getattr(self.view, self.method.lower()).__module__].TAG]

    def get_examples(self) -> list[OpenApiExample]:
        return examples_of(self.get_operation_id())

    def is_deprecated(self) -> bool:
        return self.method in getattr(self.view, "deprecated", {})

    def _is_list_view(self, serializer: Any = None) -> bool:
        if serializer is None:
            serializer = self.get_response_serializers()
        if isinstance(serializer, dict) and serializer:
            by_code = {str(code): answer for code, answer in serializer.items()}
            serializer = by_code[min(by_code)]
        if isinstance(serializer, _TypedSerializer):
            return False
        return bool(super()._is_list_view(_as_serializer(serializer)))


class _TypedSerializer(serializers.Serializer[Any]):
    """Stands for a `TypedDict` where drf-spectacular wants a serializer."""

    def __init__(self, *args: Any, hint: Any = None, **kwargs: Any) -> None:
        self.hint = hint
        super().__init__(*args, **kwargs)


def _as_serializer(hint: Any) -> Any:
    if hint is ProblemDetail:
        hint = import_string(settings.PROBLEM_DOCUMENT)
    if _is_component(hint):
        return _TypedSerializer(hint=hint)
    if get_origin(hint) is list and _is_component(item := get_args(hint)[0]):
        return _TypedSerializer(hint=item, many=True)
    return hint


def _is_component(hint: Any) -> bool:
    return is_typeddict(hint) or _note_of_union(hint) is not None


def _note_of_union(hint: Any) -> Discriminated | None:
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((note for note in notes if isinstance(note, Discriminated)), None)


class _StrictSerializerExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Publish that a strict serializer accepts no other fields."""

    target_class = "rest.serializers.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> JsonSchema:
        schema = auto_schema._map_serializer(  # type: ignore[no-untyped-call]
            self.target, direction, bypass_extensions=True
        )
        return {**schema, "additionalProperties": False}


class _TypedFieldExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Publishes a field as its type hint."""

    target_class = "rest.serializers.TypedField"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> JsonSchema:
        return schema_of(self.target.type_hint, auto_schema, direction)


class _TypedDictExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Makes a component of a `TypedDict`."""

    target_class = _TypedSerializer

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        note = _note_of_union(self.target.hint)
        return note.name if note else str(self.target.hint.__name__)

    def get_identity(self, auto_schema: AutoSchema, direction: Direction) -> Any:
        return self.target.hint

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> JsonSchema:
        if note := _note_of_union(self.target.hint):
            return _union_schema(self.target.hint, note, auto_schema, direction)
        return _object_schema(self.target.hint, auto_schema, direction)


def _object_schema(typed_dict: Any, auto_schema: AutoSchema, direction: Direction) -> JsonSchema:
    properties: JsonSchema = {}
    required = []
    for name, hint in get_type_hints(typed_dict, include_extras=True).items():
        presence = get_origin(hint)
        if presence in (Required, NotRequired):
            (hint,) = get_args(hint)
        if presence is not NotRequired and name not in typed_dict.__optional_keys__:
            required.append(name)
        properties[name] = schema_of(hint, auto_schema, direction)
    schema: JsonSchema = build_object_type(
        properties=properties,
        required=required,
        # Not `inspect.getdoc`: that would find the docstring of `dict`.
        description=cleandoc(typed_dict.__dict__.get("__doc__") or ""),
    )
    if getattr(typed_dict, "__strict__", False):
        schema["additionalProperties"] = False
    return schema


def schema_of(hint: Any, auto_schema: AutoSchema, direction: Direction) -> JsonSchema:
    origin, arguments = get_origin(hint), get_args(hint)
    if _is_component(hint):
        component = auto_schema.resolve_serializer(_TypedSerializer(hint=hint), direction)
        reference: JsonSchema = component.ref
        return reference
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:], auto_schema, direction)
    if origin in (Union, types.UnionType):
        options = [
            schema_of(argument, auto_schema, direction)
            for argument in arguments
            if argument is not types.NoneType
        ]
        schema: JsonSchema = options[0] if len(options) == 1 else {"oneOf": options}
        if types.NoneType not in arguments:
            return schema
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
        return append_meta(schema, {"nullable": True})
    if origin is list:
        return build_array_type(schema_of(arguments[0], auto_schema, direction))
    if origin is dict:
        # Generators stumble over `{}` here.
        values = schema_of(arguments[1], auto_schema, direction) or True
        return build_object_type(additionalProperties=values)
    if hint is Any:
        return {}
    basic = build_basic_type(hint)
    assert basic is not None, hint
    return basic


def _union_schema(
    hint: Any, note: Discriminated, auto_schema: AutoSchema, direction: Direction
) -> JsonSchema:
    union, *notes = get_args(hint)
    members = [kind for member in get_args(union) for kind in _kinds(member, note)]
    references = [schema_of(member, auto_schema, direction) for member in members]
    schema: JsonSchema = {"oneOf" if note.exclusive else "anyOf": references, **_keywords(notes)}
    if note.by is not None:
        mapping = {
            value: reference["$ref"]
            for member, reference in zip(members, references, strict=True)
            for value in _literals(member, note.by)
        }
        schema["discriminator"] = {"propertyName": note.by, "mapping": mapping}
    return schema


@cache
def _kinds(member: Any, note: Discriminated) -> tuple[Any, ...]:
    """Return a member once for each of its kinds: some generators name each type but once."""
    values = _literals(member, note.by) if note.by else ()
    if len(values) < 2:
        return (member,)
    last_word = re.findall("[A-Z][a-z]+", note.name)[-1]
    kinds = []
    for value in values:
        name = "".join(map(str.capitalize, value.split("_"))) + last_word
        hints = {**get_type_hints(member, include_extras=True), str(note.by): Literal[value]}
        kind: Any = TypedDict(name, hints)  # type: ignore[misc]
        kind.__doc__ = member.__doc__
        kinds.append(kind)
    return tuple(kinds)


def _literals(typed_dict: Any, field: str) -> tuple[str, ...]:
    """Return the values of a field that tells the members of a union apart."""
    hint = get_type_hints(typed_dict)[field]
    return get_args(hint) if get_origin(hint) is Literal else ()


def _annotated(
    hint: Any, notes: tuple[Any, ...], auto_schema: AutoSchema, direction: Direction
) -> JsonSchema:
    """The schema of a hint with notes; what they say is about the value, null or not."""
    keywords = _keywords(notes)
    if "enum" in keywords and types.NoneType in get_args(hint):
        keywords["enum"] = [*keywords["enum"], None]
    return append_meta(schema_of(hint, auto_schema, direction), keywords)


def _keywords(notes: Iterable[Any]) -> JsonSchema:
    """Return what notes say; a later one overrides earlier ones."""
    keywords: JsonSchema = {}
    for note in notes:
        if isinstance(note, Note):
            keywords.update(note.schema_keywords)
    return keywords
