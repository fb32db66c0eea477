"""Typed answers in the published schema.

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

A view with a `pagination_class` publishes `list[Device]` as pages of devices.
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from dataclasses import dataclass
from inspect import cleandoc
from typing import (
    Annotated,
    Any,
    NotRequired,
    Required,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import (
    append_meta,
    build_array_type,
    build_basic_type,
    build_object_type,
    list_hash,
)
from drf_spectacular.utils import Direction, OpenApiResponse
from rest_framework import serializers

JsonSchema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Doc:
    """The description of a field."""

    text: str


@dataclass(frozen=True, slots=True, init=False)
class OneOf:
    """The only strings that a field can have, such as the values of an enum."""

    values: tuple[str, ...]

    def __init__(self, values: Iterable[str]) -> None:
        object.__setattr__(self, "values", tuple(str(value) for value in values))

    @property
    def schema(self) -> JsonSchema:
        # The identity that drf-spectacular gives to choice fields: it names enums by it.
        identity = list_hash([(value, value) for value in self.values])
        return {"enum": list(self.values), "type": "string", "x-spec-enum-id": identity}


@dataclass(frozen=True, slots=True, init=False, eq=False)  # hashable, as parts of a union are
class Keywords:
    """More JSON Schema keywords of a field: `Keywords(minimum=1, maximum=12)`."""

    keywords: JsonSchema

    def __init__(self, **keywords: Any) -> None:
        object.__setattr__(self, "keywords", keywords)


Uuid = Annotated[str, Keywords(format="uuid")]

Typed = TypeVar("Typed", bound=type)


def strict(answer: Typed) -> Typed:
    """Publish that a `TypedDict` has no other fields (`additionalProperties: false`)."""
    answer.__strict__ = True  # type: ignore[attr-defined]
    return answer


class ResponseSchema(AutoSchema):
    """Accepts typed answers in `responses`: a `TypedDict`, or a list of them."""

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
        return super()._get_response_for_code(  # type: ignore[no-untyped-call]
            _as_serializer(serializer), status_code, media_types, direction
        )

    def _is_list_view(self, serializer: Any = None) -> bool:
        if serializer is None:
            serializer = self.get_response_serializers()
        if isinstance(serializer, dict) and serializer:
            by_code = {str(code): answer for code, answer in serializer.items()}
            serializer = by_code[min(by_code)]
        if isinstance(serializer, _Answer):
            return False
        return bool(super()._is_list_view(_as_serializer(serializer)))


class _Answer(serializers.Serializer[Any]):
    """Stands for a typed answer where drf-spectacular wants a serializer."""

    def __init__(self, *args: Any, answer: Any = None, **kwargs: Any) -> None:
        self.answer = answer
        super().__init__(*args, **kwargs)


def _as_serializer(response: Any) -> Any:
    if is_typeddict(response):
        return _Answer(answer=response)
    if get_origin(response) is list and is_typeddict(item := get_args(response)[0]):
        return _Answer(answer=item, many=True)
    return response


class _AnswerExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Makes a component of a typed answer."""

    target_class = _Answer

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        return str(self.target.answer.__name__)

    def get_identity(self, auto_schema: AutoSchema, direction: Direction) -> Any:
        return self.target.answer

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> JsonSchema:
        answer = self.target.answer
        properties: JsonSchema = {}
        required = []
        for name, hint in get_type_hints(answer, include_extras=True).items():
            presence = get_origin(hint)
            if presence in (Required, NotRequired):
                (hint,) = get_args(hint)
            if presence is not NotRequired and name not in answer.__optional_keys__:
                required.append(name)
            properties[name] = _schema_of(hint, auto_schema, direction)
        schema: JsonSchema = build_object_type(
            properties=properties,
            required=required,
            # Not `inspect.getdoc`: that would find the docstring of `dict`.
            description=cleandoc(answer.__dict__.get("__doc__") or ""),
        )
        if getattr(answer, "__strict__", False):
            schema["additionalProperties"] = False
        return schema


def _schema_of(hint: Any, auto_schema: AutoSchema, direction: Direction) -> JsonSchema:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:], auto_schema, direction)
    if origin in (Union, types.UnionType):
        [inner] = [one for one in arguments if one is not type(None)]
        return append_meta(_schema_of(inner, auto_schema, direction), {"nullable": True})
    if is_typeddict(hint):
        component = auto_schema.resolve_serializer(_Answer(answer=hint), direction)
        reference: JsonSchema = component.ref
        return reference
    if origin is list:
        return build_array_type(_schema_of(arguments[0], auto_schema, direction))
    if origin is dict:
        return build_object_type(
            additionalProperties=_schema_of(arguments[1], auto_schema, direction)
        )
    if hint is Any:
        return {}
    basic = build_basic_type(hint)
    assert basic is not None, hint
    return basic


def _annotated(
    hint: Any, notes: tuple[Any, ...], auto_schema: AutoSchema, direction: Direction
) -> JsonSchema:
    """The schema of a hint with notes; what they say is about the value, null or not."""
    nullable = get_origin(hint) in (Union, types.UnionType)
    if nullable:
        [hint] = [one for one in get_args(hint) if one is not type(None)]
    schema: JsonSchema | None = None
    meta: JsonSchema = {}
    for note in notes:
        if isinstance(note, OneOf):
            schema = note.schema
        elif isinstance(note, Keywords):
            meta.update(note.keywords)
        elif isinstance(note, Doc):
            meta["description"] = note.text
    if schema is None:
        schema = _schema_of(hint, auto_schema, direction)
    if nullable:
        meta["nullable"] = True
        if "enum" in schema:
            schema["enum"].append(None)
    return append_meta(schema, meta)
