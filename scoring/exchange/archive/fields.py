"""Fields that several parts of an archive have."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.models import NAME_LENGTH
from games.models.games import REASON_LENGTH
from rest.serializers import StrictCharField, StrictListField

FIRST_YEAR, LAST_YEAR = 1900, 2200
START, END = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC), datetime(LAST_YEAR + 1, 1, 1, tzinfo=UTC)
MAX_ROUND_NUMBER = 10_000  # of a play or a change
MAX_VERSION = 1_000_000_000


class MomentField(StrictCharField):
    """A moment with its time zone, such as `2026-11-21T19:30:00Z`; returned in UTC.

    Years before `FIRST_YEAR` or after `LAST_YEAR` must be typing mistakes.
    """

    default_error_messages = {
        "not_a_moment": _(
            "Write a date and time with its time zone, such as 2026-11-21T19:30:00Z."
        ),
        "out_of_range": _("The year must be from {first} to {last}."),
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
        if not START <= moment < END:
            self.fail("out_of_range", first=FIRST_YEAR, last=LAST_YEAR)
        return moment.astimezone(UTC)


class ReasonField(StrictCharField):
    """The reason for an overrule; null if there is none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=REASON_LENGTH, allow_null=True, **kwargs)


class RecorderField(StrictCharField):
    """The name of the person who recorded something; null if unknown."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=NAME_LENGTH, allow_null=True, **kwargs)


class AnyJsonField(serializers.Field[Any, Any, Any, Any]):
    """Any JSON."""

    def to_internal_value(self, data: Any) -> Any:
        return data


class PartsField(StrictListField):
    """A list whose length alone is checked; its items are parsed one by one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=AnyJsonField(), **kwargs)

    def run_child_validation(self, data: Any) -> list[Any]:
        return list(data)
