"""No text of the framework is shown to people: all are ours, and in the catalogs."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.functional import Promise
from django.utils.translation import override
from rest_framework import exceptions, serializers
from rest_framework.validators import ProhibitSurrogateCharactersValidator

from config.catalogs import SERVER, collect
from rest.error_handlers import problem_of
from rest.framework_texts import too_many_requests
from rest.serializers import StrictSerializer


def declared(serializer: Any) -> Iterator[Any]:
    """The fields of requests, nested ones included, except those of tests."""
    for each in serializer.__subclasses__():
        yield from declared(each)
        waiting = [] if each.__module__.startswith("tests") else [*each._declared_fields.values()]
        while waiting:
            field = waiting.pop()
            waiting += filter(None, [getattr(field, "child", None)])
            yield field


import_module("config.urls")  # which loads all of them
FIELDS: set[Any] = {
    kind
    for field in declared(StrictSerializer)
    for kind in type(field).mro()
    if kind.__module__.startswith("rest_framework") and "default_error_messages" in vars(kind)
}
EXCEPTIONS = [
    exception
    for _name, exception in inspect.getmembers(exceptions, inspect.isclass)
    if issubclass(exception, exceptions.APIException)
]


@cache
def ours() -> set[str]:
    return {message.id for message in collect(SERVER) if isinstance(message.id, str)}


def english(text: Any) -> str:
    assert isinstance(text, Promise), "a text that is not lazy is always English"
    return str(text)


def test_every_mistake_in_a_field_is_told_in_our_words() -> None:
    assert len(FIELDS) > 10
    for field in FIELDS:
        texts = set(map(english, field.default_error_messages.values()))
        assert texts <= ours(), field


@pytest.mark.parametrize("exception", EXCEPTIONS, ids=lambda exception: exception.__name__)
def test_every_refusal_is_told_in_our_words(exception: type[exceptions.APIException]) -> None:
    if exception is not exceptions.Throttled:  # whose text says how long to wait
        assert english(exception.default_detail) in ours()


def test_characters_that_no_database_stores_are_refused_in_our_words() -> None:
    for validator in (ProhibitNullCharactersValidator, ProhibitSurrogateCharactersValidator):
        assert english(validator.message) in ours()


class _Later(serializers.Serializer[Any]):
    """Fields as somebody may add them."""

    name = serializers.CharField(max_length=3)
    count = serializers.IntegerField(min_value=1)


def test_a_field_that_is_added_later_uses_them() -> None:
    later = _Later(data={"name": "", "count": 0})
    assert not later.is_valid()
    assert {name: str(error[0]) for name, error in later.errors.items()} == {
        "name": "Must not be blank.",
        "count": "Must be 1 or more.",
    }
    later = _Later(data={"name": "long"})
    assert not later.is_valid()
    assert {name: str(error[0]) for name, error in later.errors.items()} == {
        "name": "Too long: the length must be 3 or less.",
        "count": "This field is required.",
    }


class _Limits(StrictSerializer):
    text = serializers.CharField(max_length=3, min_length=2)
    number = serializers.IntegerField(min_value=1, max_value=9)
    numbers = serializers.ListField(child=serializers.IntegerField(max_value=9), max_length=2)


@pytest.mark.parametrize(
    "data",
    [
        {"text": "long", "number": 0, "numbers": [10]},
        {"text": "x", "number": 10, "numbers": [1, 2, 3]},
    ],
)
def test_each_caller_is_told_limits_in_their_own_language(data: dict[str, Any]) -> None:
    def told(language: str) -> str:
        with override(language), pytest.raises(exceptions.ValidationError) as refused:
            _Limits.parse(data)
        return str(refused.value.detail)

    spanish, german = told("es"), told("de")
    assert "Dema" in spanish or "Debe ser" in spanish
    assert not set(re.findall(r"string='([^']*)'", spanish)) & set(
        re.findall(r"string='([^']*)'", german)
    )


@pytest.mark.parametrize(
    ("wait", "told"),
    [
        (None, "Too many requests. Try again later."),
        (1, "Too many requests. Try again in 1 second."),
        (60, "Too many requests. Try again in 60 seconds."),
        (91, "Too many requests. Try again in 2 minutes."),
        (3540, "Too many requests. Try again in 59 minutes."),
    ],
)
def test_whoever_asks_too_often_is_told_when_to_ask_again(wait: float | None, told: str) -> None:
    assert too_many_requests(wait) == told
    problem = problem_of(exceptions.Throttled(wait))
    assert problem is not None
    assert (problem.status, problem.code, problem.detail) == (429, "throttled", told)
