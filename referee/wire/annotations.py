"""Notes on the fields of requests and answers: what a published schema says about them.

    name: Annotated[str, Doc("As people read it."), Keywords(maxLength=80)]

Anything with `schema_keywords` is a note: they are added to the JSON Schema of the type.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar


class Keywords:
    """JSON Schema keywords of a field: `Keywords(minimum=1, maximum=12)`."""

    def __init__(self, **keywords: Any) -> None:
        self.schema_keywords = keywords


class Doc(Keywords):
    """The description of a field."""

    def __init__(self, text: str) -> None:
        super().__init__(description=text)


class OneOf(Keywords):
    """The only strings that a field can have, such as the values of an enum."""

    def __init__(self, values: Iterable[str]) -> None:
        super().__init__(enum=list(map(str, values)))


Typed = TypeVar("Typed", bound=type)


def strict(typed_dict: Typed) -> Typed:
    """Say that a `TypedDict` has no other fields (`additionalProperties: false`)."""
    typed_dict.__strict__ = True  # type: ignore[attr-defined]
    return typed_dict
