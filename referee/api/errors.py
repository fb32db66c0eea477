"""Mistakes in a request, in the form that the rest of the API uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import get_language
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.settings import api_settings

from referee.languages import translator_for
from referee.wire.reading import InvalidRequest, RefusedRequest
from rest.problems import FieldError, ProblemError


def field_errors(error: RefusedRequest, *path: str | int) -> Iterator[FieldError]:
    """Yield the mistakes for a problem document, below `path`, in the language of the request."""
    translator = translator_for(get_language())
    for field in error.errors:
        field = field._replace(path=(*path, *field.path))
        message = field.text.render(translator)
        yield FieldError(field.dotted_path, field.code, message, field.rule_entry)


def problem_error(error: RefusedRequest, **extra: object) -> ProblemError:
    """Make the exception with which a service refuses a request, in the language of the request.

    `extra` are more members of the problem.
    """
    return ProblemError(
        error.status,
        error.code,
        error.text.render(translator_for(get_language())),
        errors=list(field_errors(error)),
        extra={**error.extra, **extra},
    )


def validation_error(error: InvalidRequest) -> ValidationError:
    """Make the exception with which a field of the framework refuses a value."""
    detail: dict[Any, Any] = {}
    translator = translator_for(get_language())
    for field in error.errors:
        node = detail
        for name in field.path:
            node = node.setdefault(name, {})
        message = ErrorDetail(field.text.render(translator), code=field.code)
        # Below a name of its own, as an object and one of its fields can both be wrong.
        node.setdefault(api_settings.NON_FIELD_ERRORS_KEY, []).append(message)
    return ValidationError(detail)
