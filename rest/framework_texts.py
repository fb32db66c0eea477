"""What the framework would say, in our words: short, and fit for people at a table.

The texts are replaced in the framework's own classes when the server starts, and are translated
like all others. Kinds of fields that no request has are left out; a test fails as soon as one is
used.
"""

from __future__ import annotations

from typing import Any

from django.core.validators import ProhibitNullCharactersValidator
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, fields, serializers
from rest_framework.validators import ProhibitSurrogateCharactersValidator

FIELD_TEXTS: dict[Any, dict[str, Any]] = {
    fields.Field: {
        "required": _("This field is required."),
        "null": _("Must not be null."),
    },
    fields.BooleanField: {"invalid": _("Must be true or false.")},
    fields.CharField: {
        "invalid": _("Must be text."),
        "blank": _("Must not be blank."),
        "max_length": _("Too long: the length must be {max_length} or less."),
        "min_length": _("Too short: the length must be {min_length} or more."),
    },
    fields.EmailField: {"invalid": _("Must be an e-mail address such as name@example.org.")},
    fields.RegexField: {"invalid": _("This text does not have the required form.")},
    fields.UUIDField: {"invalid": _("Must be a UUID.")},
    fields.IntegerField: {
        "invalid": _("Must be a whole number."),
        "max_string_length": _("This number has too many digits."),
        "max_value": _("Must be {max_value} or less."),
        "min_value": _("Must be {min_value} or more."),
    },
    fields.ChoiceField: {"invalid_choice": _("“{input}” is not one of the valid values.")},
    fields.ListField: {
        "not_a_list": _("Must be a list."),
        "empty": _("Must not be empty."),
        "min_length": _("Too short: the length must be {min_length} or more."),
        "max_length": _("Too long: the length must be {max_length} or less."),
    },
    fields.DictField: {
        "not_a_dict": _("Must be a JSON object."),
        "empty": _("Must not be empty."),
    },
    serializers.Serializer: {"invalid": _("Must be a JSON object.")},
}

EXCEPTION_TEXTS: dict[Any, Any] = {
    exceptions.APIException: _("Something went wrong on the server. The error has been logged."),
    exceptions.ValidationError: _("The request is not valid. See the errors."),
    exceptions.ParseError: _("The body of the request cannot be read."),
    exceptions.AuthenticationFailed: _("This token is not valid: log in again."),
    exceptions.NotAuthenticated: _("Log in first: this needs the token of a device."),
    exceptions.PermissionDenied: _("You are not allowed to do this."),
    exceptions.NotFound: _("There is nothing at this address."),
    exceptions.MethodNotAllowed: _("This address does not accept the method {method}."),
    exceptions.NotAcceptable: _("There is no answer in the format that Accept asks for."),
    exceptions.UnsupportedMediaType: _(
        "This address does not accept a body of the type “{media_type}”. Send JSON "
        "(application/json), unless the documentation says otherwise."
    ),
}


def use_our_texts() -> None:
    """Replace the texts of the framework."""
    for field, texts in FIELD_TEXTS.items():
        field.default_error_messages = {**field.default_error_messages, **texts}
    for exception, text in EXCEPTION_TEXTS.items():
        exception.default_detail = text
    # The framework's own text stays in the language in which it was first read, but our fields
    # serve the whole process.
    fields.lazy_format = format_lazy  # type: ignore[attr-defined]
    ProhibitNullCharactersValidator.message = _("Null characters are not allowed.")
    ProhibitSurrogateCharactersValidator.message = _(
        "The text contains half a character (a lone surrogate)."
    )


def too_many_requests(wait: float | None) -> str:
    """Return what to say to somebody who may send the next request after `wait` seconds."""
    if wait is None:
        return gettext("Too many requests. Try again later.")
    if wait <= 90:
        text = ngettext(
            "Too many requests. Try again in %(count)d second.",
            "Too many requests. Try again in %(count)d seconds.",
            round(wait),
        )
        return text % {"count": round(wait)}
    text = ngettext(
        "Too many requests. Try again in %(count)d minute.",
        "Too many requests. Try again in %(count)d minutes.",
        -(-wait // 60),
    )
    return text % {"count": -(-wait // 60)}
