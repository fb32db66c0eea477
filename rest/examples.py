"""Examples in the published schema, by operation, from where `settings.SCHEMA_EXAMPLES` says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.module_loading import import_string
from drf_spectacular.utils import OpenApiExample


class Example(NamedTuple):
    """A request and its answer; None for an operation without a body."""

    request: Any
    status: int
    answer: Any


# By operation: an example, or several by their names.
Examples = Mapping[str, Example | Mapping[str, Example]]


@cache
def examples_of(operation: str) -> list[OpenApiExample]:
    found = []
    for name, (request, status, answer) in all_examples().get(operation, {}).items():
        if request is not None:
            found.append(OpenApiExample(name, value=request, request_only=True))
        if answer is not None:
            codes = [str(status)]
            found.append(OpenApiExample(name, value=answer, response_only=True, status_codes=codes))
    return found


@cache
def all_examples() -> dict[str, Mapping[str, Example]]:
    listed: list[Examples] = [import_string(path) for path in settings.SCHEMA_EXAMPLES]
    return {
        operation: {operation: one} if isinstance(one, Example) else one
        for examples in listed
        for operation, one in examples.items()
    }
