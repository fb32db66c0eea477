"""Examples of requests and answers in the published schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from drf_spectacular.utils import OpenApiExample


class Example(NamedTuple):
    """A request and its answer; None for an operation without a body."""

    request: Any
    status: int
    answer: Any


def request_example(name: str, body: Any) -> OpenApiExample:
    return OpenApiExample(name, value=body, request_only=True)


def answer_example(name: str, body: Any, status: int) -> OpenApiExample:
    return OpenApiExample(name, value=body, response_only=True, status_codes=[str(status)])


def request_and_answer(examples: Mapping[str, Example], operation: str) -> list[OpenApiExample]:
    """Return the examples of an operation, by the name of the operation."""
    example = examples[operation]
    parts = []
    if example.request is not None:
        parts.append(request_example(operation, example.request))
    if example.answer is not None:
        parts.append(answer_example(operation, example.answer, example.status))
    return parts
