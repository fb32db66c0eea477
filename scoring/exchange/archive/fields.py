"""Fields that several parts of an archive have."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.models import NAME_LENGTH
from games.models.games import REASON_LENGTH
from rest.serializers import (
    FIRST_YEAR,
    LAST_YEAR,
    StrictCharField,
    StrictListField,
    StrictMomentField,
)

START, END = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC), datetime(LAST_YEAR + 1, 1, 1, tzinfo=UTC)
MAX_ROUND_NUMBER = 10_000  # of a play or a change
MAX_VERSION = 1_000_000_000


class MomentField(StrictMomentField):
    """A moment; years before `FIRST_YEAR` or after `LAST_YEAR` must be typing mistakes."""

    default_error_messages = {"out_of_range": _("The year must be from {first} to {last}.")}

    def check_range(self, moment: datetime) -> None:
        if not START <= moment < END:
            self.fail("out_of_range", first=FIRST_YEAR, last=LAST_YEAR)


class OptionalMomentField(MomentField):
    """A moment that is null if it is not known, and that older archives do not have."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default=None, allow_null=True, **kwargs)


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
