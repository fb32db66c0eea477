"""Reading decoded JSON into values, with everything that is wrong with it at once.

A reader is a function that takes decoded JSON and gives a value, or raises `InvalidRequest`
with paths below that JSON. `Fields` and `Errors` run several readers and put their errors
together, so that one answer names every mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar, cast

from referee.wording import Text, gettext_noop

S = TypeVar("S")
T = TypeVar("T")
Default = TypeVar("Default")

MAX_UNKNOWN_FIELDS = 100  # that are named: a small request can have thousands of them

INVALID_REQUEST = gettext_noop("The request is not valid. See the errors.")
NOT_FOUND = gettext_noop("There is nothing at this address.")


class InvalidField(NamedTuple):
    """One mistake in a request: its path, a stable code, and the words for people.

    `rule_entry` is the id of the entry with the rule of the game that it breaks, if it does.
    """

    path: tuple[str | int, ...]
    code: str
    text: Text
    rule_entry: str = ""

    @property
    def dotted_path(self) -> str:
        """Such as `groups.0.2`; empty for the request as a whole."""
        return ".".join(map(str, self.path))


class RefusedRequest(ValueError):
    """A request that gets a problem instead of an answer (RFC 9457).

    `status` is that of HTTP, `code` a stable name, `text` the words for people. `errors` are the
    mistakes in the request, `extra` further members of the problem, ready as JSON.
    """

    def __init__(
        self,
        status: int,
        code: str,
        text: Text,
        errors: Iterable[InvalidField] = (),
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self.status = status
        self.code = code
        self.text = text
        self.errors = tuple(errors)
        self.extra = extra or {}
        super().__init__(self.errors or text)


class InvalidRequest(RefusedRequest):
    """JSON that cannot be read; `errors` are all mistakes in it."""

    def __init__(self, errors: Iterable[InvalidField]) -> None:
        super().__init__(400, "invalid_request", Text(INVALID_REQUEST), errors)

    def below(self, *path: str | int) -> InvalidRequest:
        """Return the same mistakes below `path`, for JSON that has this one as a part."""
        return InvalidRequest(field._replace(path=(*path, *field.path)) for field in self.errors)

    def __str__(self) -> str:
        return " ".join(
            f"{error.dotted_path or 'request'}: {error.text.render()}" for error in self.errors
        )


def not_found() -> RefusedRequest:
    """Make the exception for a request for something that does not exist."""
    return RefusedRequest(404, "not_found", Text(NOT_FOUND))


def invalid(code: str, template: str, **params: object) -> InvalidRequest:
    """Make the exception for a value with a single mistake.

    >>> str(invalid("min_value", "Must be %(limit)s or more.", limit=2))
    'request: Must be 2 or more.'
    """
    return InvalidRequest([InvalidField((), code, Text(template, params))])


@contextmanager
def below(*path: str | int) -> Iterator[None]:
    """Put the mistakes that are raised in this block below `path`."""
    try:
        yield
    except InvalidRequest as error:
        raise error.below(*path) from None


class Errors:
    """Collects mistakes; leaving the `with` block raises `InvalidRequest` if there are any.

    >>> with Errors() as errors:
    ...     for index, value in enumerate([True, 2, 3]):
    ...         with errors.at("switches", index):
    ...             _ = read_boolean(value)
    Traceback (most recent call last):
    referee.wire.reading.InvalidRequest: switches.1: Must be true or false. \
switches.2: Must be true or false.
    """

    def __init__(self) -> None:
        self._errors: list[InvalidField] = []

    def add(self, error: InvalidRequest, *path: str | int) -> None:
        """Note the mistakes of a reader, below `path`."""
        self._errors += error.below(*path).errors

    @contextmanager
    def at(self, *path: str | int) -> Iterator[None]:
        """Note the mistakes that are raised in this block, below `path`."""
        try:
            yield
        except InvalidRequest as error:
            self.add(error, *path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None
    ) -> None:
        if kind is None and self._errors:
            raise InvalidRequest(self._errors)


class Fields(Errors):
    """The fields of a JSON object, read one by one inside a `with` block.

    `request_type` is the `TypedDict` that names the fields; any other is a mistake. A field
    that cannot be read gives None for now: leaving the block raises `InvalidRequest` then.
    """

    def __init__(self, value: object, request_type: type) -> None:
        super().__init__()
        if value is None:
            raise _null()
        if not isinstance(value, dict):
            raise invalid("invalid", gettext_noop("Must be a JSON object."))
        self._values: dict[str, Any] = value
        self._names = request_type.__annotations__.keys()

    @property
    def given(self) -> list[str]:
        """The names of the fields that are there, without unknown ones."""
        return [name for name in self._names if name in self._values]

    def required(self, name: str, read: Callable[[object], T]) -> T:
        """Read a field that must be there."""
        if name in self._values:
            return self._read(name, read)
        self.add(invalid("required", gettext_noop("This field is required.")), name)
        return cast(T, None)

    def optional(self, name: str, read: Callable[[object], T], default: Default) -> T | Default:
        """Read a field that has a default."""
        return self._read(name, read) if name in self._values else default

    def nullable(self, name: str, read: Callable[[object], T]) -> T | None:
        """Read a field that may be left out or null."""
        return None if self._values.get(name) is None else self._read(name, read)

    def _read(self, name: str, read: Callable[[object], T]) -> T:
        value = self._values[name]
        try:
            if value is None:
                raise _null()
            return read(value)
        except InvalidRequest as error:
            self.add(error, name)
            return cast(T, None)

    def __exit__(
        self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None
    ) -> None:
        if not self._values.keys() <= self._names:
            valid = ", ".join(sorted(self._names))
            text = gettext_noop("Unknown field. Valid fields: %(fields)s.")
            unknown = (name for name in self._values if name not in self._names)
            for name in islice(unknown, MAX_UNKNOWN_FIELDS):
                self.add(invalid("unknown_field", text, fields=valid), name)
        super().__exit__(kind, error, traceback)


def _null() -> InvalidRequest:
    return invalid("null", gettext_noop("Must not be null."))


# --- Readers ----------------------------------------------------------------------------


def read_boolean(value: object) -> bool:
    """Read true or false; not "yes", not 1."""
    if type(value) is not bool:
        raise invalid("invalid", gettext_noop("Must be true or false."))
    return value


def read_integer(value: object, minimum: int, maximum: int) -> int:
    """Read a number without a fraction; no string, no 3.0, no true."""
    if type(value) is not int:  # a bool is an int to isinstance
        raise invalid("invalid", gettext_noop("Must be a whole number."))
    if value < minimum:
        text = gettext_noop("Must be %(limit)s or more.")
        raise invalid("min_value", text, limit=minimum)
    if value > maximum:
        text = gettext_noop("Must be %(limit)s or less.")
        raise invalid("max_value", text, limit=maximum)
    return value


def read_text(value: object, max_length: int) -> str:
    """Read text that is not blank; blanks around it are dropped."""
    if not isinstance(value, str):
        raise invalid("invalid", gettext_noop("Must be text."))
    text = value.strip()
    if not text:
        raise invalid("blank", gettext_noop("Must not be blank."))
    if len(text) > max_length:
        raise invalid("max_length", TOO_LONG, limit=max_length)
    if "\0" in text:
        message = gettext_noop("Null characters are not allowed.")
        raise invalid("null_characters_not_allowed", message)
    return text


def read_choice(value: object, choices: Mapping[str, T]) -> T:
    """Read one of the strings that `choices` has values for."""
    if not isinstance(value, str) or value not in choices:
        text = gettext_noop("Unknown value. Valid values: %(values)s.")
        raise invalid("invalid_choice", text, values=", ".join(choices))
    return choices[value]


def read_list(
    value: object, read: Callable[[object], T], *, min_length: int = 0, max_length: int
) -> list[T]:
    """Read a list; its length is checked first, so that a list too long is not read at all."""
    if not isinstance(value, list):
        raise invalid("not_a_list", gettext_noop("Must be a list."))
    if len(value) > max_length:
        raise invalid("max_length", TOO_LONG, limit=max_length)
    if len(value) < min_length:
        text = gettext_noop("Too short: the length must be %(limit)s or more.")
        raise invalid("min_length", text, limit=min_length)
    return read_items(value, read)


def read_items(values: Iterable[S], read: Callable[[S], T]) -> list[T]:
    items = []
    with Errors() as errors:
        for index, value in enumerate(values):
            try:
                items.append(read(value))
            except InvalidRequest as error:
                errors.add(error, index)
    return items


TOO_LONG = gettext_noop("Too long: the length must be %(limit)s or less.")
