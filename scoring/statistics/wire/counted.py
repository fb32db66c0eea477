"""What every answer of statistics says about itself."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, TypedDict, Union, get_args, get_origin, get_type_hints

from rest.annotations import Doc

COUNTING = (
    "Whether games that have ended or changed are still being counted. If so, ask again after a "
    "second."
)
AS_OF = "When these statistics were last counted; null if nothing ever was."


class Counted(TypedDict):
    """How much of what was played is counted."""

    counting: Annotated[
        bool,
        Doc(COUNTING),
    ]
    as_of: Annotated[
        datetime | None,
        Doc(AS_OF),
    ]


# The same where the schema is not made from types.
COUNTED_PROPERTIES: dict[str, Any] = {
    "counting": {
        "type": "boolean",
        "description": COUNTING,
        "example": False,
    },
    "as_of": {
        "type": ["string", "null"],
        "format": "date-time",
        "description": AS_OF,
        "example": "2026-11-21T22:05:12.345678Z",
    },
}


@lru_cache
def with_counted(answer: Any) -> Any:
    """The type of an answer that also has the fields of `Counted`; of a union, each of its members.

    >>> list(with_counted(Counted).__annotations__)
    ['counting', 'as_of']
    """
    if get_origin(answer) is Annotated:
        union, *notes = get_args(answer)
        members = tuple(with_counted(member) for member in get_args(union))
        return Annotated[(Union[members], *notes)]  # noqa: UP007
    make: Any = TypedDict  # its fields are known here, but not to mypy
    hints = {
        **get_type_hints(answer, include_extras=True),
        **get_type_hints(Counted, include_extras=True),
    }
    made = make(answer.__name__, hints)
    made.__doc__ = answer.__doc__
    return made
