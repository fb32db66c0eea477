"""Mistakes in a request, in the form that the rest of the API uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import get_language
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.settings import api_settings

from referee.languages import translator_for
from referee.wire.reading import InvalidRequest, RefusedRequest
from referee.wording import Text
from rest.refusals import FieldError, Refusal


def in_words(text: Text) -> str:
    """Return a text in the language of the request."""
    return text.render(translator_for(get_language()))


def field_errors(error: RefusedRequest, *path: str | int) -> Iterator[FieldError]:
    """Yield the mistakes for a problem document, below `path`, in the language of the request."""
    for field in error.errors:
        field = field._replace(path=(*path, *field.path))
        yield FieldError(field.dotted_path, field.code, in_words(field.text), field.rule_entry)


def refusal(error: RefusedRequest, **facts: Any) -> Refusal:
    """Make the exception with which a service refuses a request, in the language of the request.

    `facts` are more of what belongs to the problem.
    """
    errors = list(field_errors(error))
    return Refusal(error.code, in_words(error.text), errors=errors, **error.extra, **facts)


def validation_error(error: InvalidRequest) -> ValidationError:
    """Make the exception with which a field of the framework refuses a value."""
    detail: dict[Any, Any] = {}
    for field in error.errors:
        node = detail
        for name in field.path:
            node = node.setdefault(name, {})
        message = ErrorDetail(in_words(field.text), code=field.code)
        # Below a name of its own, as an object and one of its fields can both be wrong.
        node.setdefault(api_settings.NON_FIELD_ERRORS_KEY, []).append(message)
    return ValidationError(detail)
