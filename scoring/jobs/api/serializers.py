"""Jobs on the wire."""

from __future__ import annotations

from rest_framework import serializers

from games.wire.players import Person
from referee.api.answers import Shape
from rest.problem_schema import FieldErrorSerializer
from rest.schema import _TypedSerializer
from scoring.jobs.models import JobState

STATE_CHOICES = [(state.value, state.value) for state in JobState]


class JobFileSerializer(Shape):
    """A file that a job left."""

    name = serializers.CharField()
    media_type = serializers.CharField(help_text="Such as `text/csv; charset=utf-8`.")
    size = serializers.IntegerField(help_text="In bytes.")
    href = serializers.CharField(help_text="Where to fetch it, with your token.")


class JobProblemSerializer(Shape):
    """Why a job failed; what was wrong is told as in a problem document."""

    code = serializers.CharField(help_text="Stable name of the problem.")
    detail = serializers.CharField(help_text="What went wrong, in words.")
    errors = FieldErrorSerializer(many=True)  # type: ignore[assignment]  # fields are taken out


class JobSerializer(Shape):
    """A piece of long work: ask for it again every second or so until `ended_at` is set."""

    id = serializers.UUIDField()
    group = serializers.UUIDField()
    kind = serializers.CharField(help_text="What is done, such as `recompute`.")
    state = serializers.ChoiceField(
        choices=STATE_CHOICES, help_text="`done`, `failed` and `cancelled` are for good."
    )
    done = serializers.IntegerField(help_text="How many steps are done.")
    total = serializers.IntegerField(
        allow_null=True, help_text="Of how many; null as long as nobody knows."
    )
    progress = serializers.FloatField(
        allow_null=True, min_value=0, max_value=1, help_text="`done` of `total`, for a bar."
    )
    result = serializers.DictField(
        allow_null=True,
        help_text="What was done, by names that depend on the kind; null until it is `done`.",
    )
    problem = JobProblemSerializer(allow_null=True, help_text="Why it has `failed`.")
    file = JobFileSerializer(
        allow_null=True, help_text="What can be fetched, for a week after the end."
    )
    created_by = _TypedSerializer(
        hint=Person, allow_null=True, help_text="Who started it, if still here."
    )
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
