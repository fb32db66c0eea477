"""The query of a request, read as strictly as its body: `?round=3&dry_run=true`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from rest.problem_document import MAX_ERRORS
from rest.refusals import FieldError, Refusal


@dataclass(frozen=True, slots=True)
class Reader:
    """How the text of a parameter is read, and what to say if it is invalid.

    `read` raises KeyError or ValueError for invalid text.
    """

    read: Callable[[str], Any]
    message: str | Promise


def check_names(request: Request, names: Collection[str], lists: Collection[str] = ()) -> None:
    """Refuse (400) parameters that are not among `names`, or were given twice.

    Those that are `lists` are given once for each value.
    """
    errors = []
    for name, texts in request.query_params.lists():
        if name not in names:
            errors.append(FieldError(name, "unknown_field", _unknown_parameter(names)))
        elif (
            len(texts) > 1 and name not in lists
        ):  # two programs could disagree about which one counts
            message = _("This parameter was given more than once.")
            errors.append(FieldError(name, "duplicate_name", message))
    _refuse(errors)


def read_query(request: Request, readers: Mapping[str, Reader]) -> dict[str, Any]:
    """Return the parameters that were given, read by the readers of their names.

    Raises Refusal for parameters that are not valid. Unknown ones have been refused
    by then (`rest.views`).
    """
    values = {}
    errors = []
    for name, reader in readers.items():
        if name not in request.query_params:
            continue
        try:
            values[name] = reader.read(request.query_params[name])
        except (KeyError, ValueError):
            errors.append(FieldError(name, "invalid", str(reader.message)))
    _refuse(errors)
    return values


def read_list(
    request: Request, name: str, reader: Reader, *, min_length: int, max_length: int
) -> list[Any]:
    """Return the values of a parameter that is given once for each: `?players=1&players=2`.

    Raises Refusal if one cannot be read, if they are too few or too many, or if two are
    equal.
    """
    message = str(reader.message)
    try:
        values = [reader.read(text) for text in request.query_params.getlist(name)]
    except (KeyError, ValueError):
        pass
    else:
        if min_length <= len(values) <= max_length and len(set(values)) == len(values):
            return values
        message = _("Must be given %(min)s to %(max)s times, with another value each time.")
        message %= {"min": min_length, "max": max_length}
    detail = _("The query is not valid. See the errors.")
    raise Refusal("invalid_request", detail, errors=[FieldError(name, "invalid", message)])


def include(*parts: str, required: bool = False) -> OpenApiParameter:
    """The parameter that asks for parts of an answer that are left out otherwise."""
    items = {"type": "string", "enum": list(parts)}
    return OpenApiParameter(
        "include",
        {"type": "array", "items": items, "uniqueItems": True, "minItems": int(required)},
        required=required,
        description="What else to answer with: "
        + ", ".join(f"`include={part}`" for part in parts)
        + ".",
    )


def read_include(request: Request, *parts: str, min_length: int = 0) -> list[str]:
    """The parts that are asked for; raise Refusal for any others, and for too few."""
    reader = choice(parts)
    return read_list(request, "include", reader, min_length=min_length, max_length=len(parts))


def format_parameter(*formats: str, default: str = "", description: str) -> OpenApiParameter:
    """The parameter that chooses one of the formats that an address answers in."""
    schema = {"type": "string", "enum": list(formats), **({"default": default} if default else {})}
    return OpenApiParameter("format", schema, description=description)


def read_format(request: Request, *formats: str) -> str | None:
    """The format that is asked for, if any; raise Refusal for any others."""
    return read_query(request, {"format": choice(formats)}).get("format")


def _refuse(errors: Sequence[FieldError]) -> None:
    if errors:
        detail = _("The query is not valid. See the errors.")
        raise Refusal("invalid_request", detail, errors=errors[:MAX_ERRORS])


def _unknown_parameter(names: Collection[str]) -> str:
    if not names:
        return _("Unknown parameter. This address takes no parameters.")
    return _("Unknown parameter. Valid parameters: %(names)s.") % {"names": ", ".join(names)}


def read_id(text: str) -> UUID:
    """Return the id that is written like this in the schema; raise ValueError for anything else.

    >>> read_id("0b6f8c8e-0000-4000-8000-000000000000").version
    4
    """
    id = UUID(text)
    if str(id) != text.lower():  # Python also reads braces, and no hyphens
        raise ValueError(text)
    return id


def read_day(text: str) -> date:
    """Return the day that is written like this in the schema; raise ValueError for anything else.

    >>> read_day("2026-11-21")
    datetime.date(2026, 11, 21)
    """
    day = date.fromisoformat(text)
    if day.isoformat() != text:  # Python also reads others, such as 20261121 and weeks
        raise ValueError(text)
    return day


TEXT = Reader(str, "")  # any text is valid
FLAG = Reader({"true": True, "false": False}.__getitem__, gettext_lazy("Must be true or false."))


def choice(values: Iterable[str]) -> Reader:
    """Read one of these words.

    >>> choice(["a4", "letter"]).read("a4")
    'a4'
    """
    words = [str(value) for value in values]
    message = format_lazy(gettext_lazy("Valid values: {values}."), values=", ".join(words))
    return Reader({word: word for word in words}.__getitem__, message)


def whole_number(min_value: int, max_value: int) -> Reader:
    """Read a whole number from `min_value` to `max_value`.

    >>> whole_number(1, 9).read("7")
    7
    """

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(max_value))):
            raise ValueError(text)
        if not min_value <= int(text) <= max_value:
            raise ValueError(text)
        return int(text)

    message = gettext_lazy("Must be a whole number from {min} to {max}.")
    return Reader(read, format_lazy(message, min=min_value, max=max_value))
