"""Serializers and fields that accept exactly what the schema says."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, ClassVar, TypeVar, cast

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.fields import empty

from rest.problems import MAX_ERRORS
from rest.query import read_day, read_id

FIRST_YEAR, LAST_YEAR = 1900, 2200  # others are typing mistakes

Kind = TypeVar("Kind", bound=str)


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses unknown fields, and reports them together with the errors in known ones."""

    _shared: ClassVar[StrictSerializer]

    unknown_field = _("Unknown field. Valid fields: %(fields)s.")

    @classmethod
    def parse(cls, data: Any) -> dict[str, Any]:
        """Return the validated values of `data`; raise ValidationError.

        Fields keep no state between runs, so one instance serves the whole process: creating
        one for each request, as `cls(data=data)` does, takes longer than the checks.
        """
        # Looked up in the class itself, so that each subclass gets its own.
        shared: StrictSerializer | None = cls.__dict__.get("_shared")
        if shared is None:
            shared = cls._shared = cls()
        values: dict[str, Any] = shared.run_validation(data)
        return values

    @cached_property
    def _known_names(self) -> frozenset[str]:
        return frozenset(name for name, field in self.fields.items() if not field.read_only)

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, Mapping) or self._known_names.issuperset(data):
            return super().to_internal_value(data)
        known = ", ".join(sorted(self._known_names))
        message = self.unknown_field % {"fields": known}
        names = [name for name in data if name not in self._known_names]
        errors: dict[str, Any] = {
            name: [ErrorDetail(message, code="unknown_field")] for name in names[:MAX_ERRORS]
        }
        try:
            super().to_internal_value(data)
        except serializers.ValidationError as error:
            errors = {**cast(dict[str, Any], error.detail), **errors}
        raise serializers.ValidationError(errors)


class TypedField(serializers.Field[Any, Any, Any, Any]):
    """A field that is published as `type_hint` (see `rest.schema`)."""

    type_hint: Any

    def __init__(self, type_hint: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if type_hint is not None:
            self.type_hint = type_hint


class StrictCharField(serializers.CharField):
    """A string as it is: no numbers, and spaces are trimmed only with `trim_whitespace`."""

    def __init__(self, *, trim_whitespace: bool = False, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=trim_whitespace, **kwargs)

    def run_validation(self, data: Any = empty) -> Any:
        # Before the parent's check for blank text, which converts any value to text.
        if data is not empty and data is not None and not isinstance(data, str):
            self.fail("invalid")
        return super().run_validation(data)


class StrictUUIDField(serializers.UUIDField):
    """An id as the schema writes it; the parent also accepts numbers, braces and other forms."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, str):
            with suppress(ValueError):
                return read_id(data)
        return self.fail("invalid")


class StrictMomentField(StrictCharField):
    """A moment with its time zone, such as `2026-11-21T19:30:00Z`; returned in UTC."""

    default_error_messages = {
        "not_a_moment": _(
            "Write a date and time with its time zone, such as 2026-11-21T19:30:00Z."
        ),
    }

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            self.fail("not_a_moment")
        if moment.tzinfo is None:
            self.fail("not_a_moment")
        # Before the conversion to UTC, which fails for the first and the last of all days.
        self.check_range(moment)
        return moment.astimezone(UTC)

    def check_range(self, moment: datetime) -> None:
        """Refuse moments that are out of range; at least the first and the last day ever."""
        raise NotImplementedError


@extend_schema_field({"type": "string", "format": "date"})
class StrictDateField(StrictCharField):
    """A day, such as `2026-11-21`; returned as a `date`."""

    default_error_messages = {
        "not_a_date": _("Must be a date, such as 2026-03-01."),
        "out_of_range": _("The year must be from {first} to {last}."),
    }

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            day = read_day(text)
        except ValueError:
            self.fail("not_a_date")
        if not FIRST_YEAR <= day.year <= LAST_YEAR:
            self.fail("out_of_range", first=FIRST_YEAR, last=LAST_YEAR)
        return day


class StrictIntegerField(serializers.IntegerField):
    """A whole JSON number: not a string, not 3.0, not true."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:  # for isinstance, True is an int
            self.fail("invalid")
        return data


class StrictBooleanField(serializers.BooleanField):
    """true or false; not "yes", not 1."""

    default_error_messages = {"invalid": _("Must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid")
        return data


class TrueField(StrictBooleanField):
    """Only true, for what can be done and not undone."""

    default_error_messages = {"invalid_choice": _("Valid values: {values}.")}

    def to_internal_value(self, data: Any) -> bool:
        if not super().to_internal_value(data):
            self.fail("invalid_choice", values="true")
        return True


class StrictChoiceField(serializers.ChoiceField):
    """One of the given strings, without converting other values."""

    default_error_messages = {"invalid_choice": _("Valid values: {values}.")}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or data not in self.choice_strings_to_values:
            self.fail("invalid_choice", values=", ".join(self.choice_strings_to_values))
        return self.choice_strings_to_values[data]


class StrictListField(serializers.ListField):
    """A JSON list. Its length is checked first, so that an oversized one takes no time to read."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list):
            self.fail("not_a_list", input_type=type(data).__name__)
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        if self.min_length is not None and len(data) < self.min_length:
            self.fail("min_length", min_length=self.min_length)
        values: list[Any] = super().to_internal_value(data)
        return values


def read_kind(
    body: Any, requests: Mapping[Kind, type[StrictSerializer]]
) -> tuple[Kind, dict[str, Any]]:
    """Return the `kind` in an object, and its other fields, read by the serializer of that kind.

    Raises ValidationError: about the kind alone, if it is not among those of `requests`.
    """
    try:
        kind = StrictChoiceField(choices=list(requests)).run_validation(body.get("kind", empty))
    except serializers.ValidationError as error:
        raise serializers.ValidationError({"kind": error.detail}) from None
    data = requests[kind].parse(body)
    del data["kind"]
    return kind, data
