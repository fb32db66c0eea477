"""Notes on the fields of typed requests and answers: what the published schema says about them.

    name: Annotated[str, Doc("As people read it."), Keywords(maxLength=80)]

`rest.schema` reads them. Any other object with `schema_keywords` is a note too, so that packages
below this one can have their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Protocol, runtime_checkable


@runtime_checkable
class Note(Protocol):
    """Something that `Annotated` says about a field: JSON Schema keywords."""

    schema_keywords: Mapping[str, Any]


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


class OpenEnum(Keywords):
    """The strings that a field has so far; there may be others, so clients must accept any."""

    def __init__(self, values: Iterable[str]) -> None:
        super().__init__(**{"x-extensible-enum": list(map(str, values))})


class Discriminated(Keywords):
    """A union that is a component of its own; a `Literal` field tells its members apart.

    Members without such a `Literal` stand for what is added later. The union is published as
    `anyOf`: what a client does not know matches only the open member, also in generated code that
    tries one member after the other. Without `by`, the members have different fields. A union that
    is `exclusive` is published as `oneOf`: its open member says what it is not.
    """

    def __init__(self, name: str, *, by: str | None = None, exclusive: bool = False) -> None:
        super().__init__()
        self.name, self.by, self.exclusive = name, by, exclusive


Uuid = Annotated[str, Keywords(format="uuid")]
