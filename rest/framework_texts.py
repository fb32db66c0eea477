"""What the framework would say, in our words: short, and fit for people at a table.

The texts are replaced in the framework's own classes when the server starts. So they also apply to
fields and exceptions that are used later, and are translated like all others.
"""

from __future__ import annotations

from typing import Any

from django.core.validators import ProhibitNullCharactersValidator
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, fields, serializers
from rest_framework.validators import ProhibitSurrogateCharactersValidator

NUMBER = {
    "max_value": _("Must be {max_value} or less."),
    "min_value": _("Must be {min_value} or more."),
}
WHOLE_NUMBER = {
    **NUMBER,
    "invalid": _("Must be a whole number."),
    "max_string_length": _("This number has too many digits."),
}
LIST = {
    "not_a_list": _("Must be a list."),
    "empty": _("Must not be empty."),
    "min_length": _("Too short: the length must be {min_length} or more."),
    "max_length": _("Too long: the length must be {max_length} or less."),
}
NO_CHOICE = {"invalid_choice": _("“{input}” is not one of the valid values.")}
DATE = _("Must be a date such as 2026-01-31.")
TIME = _("Must be a date with a time, such as 2026-01-31T19:30:00Z.")
ADDRESS = _("Must be an address such as https://example.org/.")

FIELD_TEXTS: dict[Any, dict[str, Any]] = {
    fields.Field: {
        "required": _("This field is required."),
        "null": _("Must not be null."),
    },
    fields.BooleanField: {"invalid": _("Must be true or false.")},
    fields.CharField: {
        "invalid": _("Must be text."),
        "blank": _("Must not be blank."),
        "max_length": LIST["max_length"],
        "min_length": LIST["min_length"],
    },
    fields.EmailField: {"invalid": _("Must be an e-mail address such as name@example.org.")},
    fields.RegexField: {"invalid": _("This text does not have the required form.")},
    fields.SlugField: {
        "invalid": _("Only letters, digits, “_” and “-” are allowed."),
        "invalid_unicode": _("Only letters, digits, “_” and “-” are allowed."),
    },
    fields.URLField: {"invalid": ADDRESS},
    fields.UUIDField: {"invalid": _("Must be a UUID.")},
    fields.IPAddressField: {"invalid": _("Must be an IP address.")},
    fields.IntegerField: WHOLE_NUMBER,
    fields.BigIntegerField: WHOLE_NUMBER,
    fields.FloatField: {
        **NUMBER,
        "invalid": _("Must be a number."),
        "max_string_length": WHOLE_NUMBER["max_string_length"],
        "overflow": _("This number is too large."),
    },
    fields.DecimalField: {
        **NUMBER,
        "invalid": _("Must be a number."),
        "max_string_length": WHOLE_NUMBER["max_string_length"],
        "max_digits": _("At most {max_digits} digits are allowed."),
        "max_decimal_places": _("At most {max_decimal_places} decimal places are allowed."),
        "max_whole_digits": _("At most {max_whole_digits} digits before the point are allowed."),
    },
    fields.DateField: {"invalid": DATE, "datetime": DATE},
    fields.DateTimeField: {
        "invalid": TIME,
        "date": TIME,
        "make_aware": _("This time does not exist in the time zone {timezone}."),
        "overflow": _("This time is out of range."),
    },
    fields.TimeField: {"invalid": _("Must be a time such as 19:30.")},
    fields.DurationField: {
        **NUMBER,
        "invalid": _("Must be a duration such as 01:30:00."),
        "overflow": _("This duration is out of range."),
    },
    fields.ChoiceField: NO_CHOICE,
    fields.MultipleChoiceField: {
        **NO_CHOICE,
        "not_a_list": LIST["not_a_list"],
        "empty": LIST["empty"],
    },
    fields.FilePathField: NO_CHOICE,
    fields.FileField: {
        "required": _("Send a file."),
        "invalid": _("Must be a file."),
        "no_name": _("The file needs a name."),
        "empty": _("The file is empty."),
        "max_length": _("The name of the file must have at most {max_length} characters."),
    },
    fields.ImageField: {"invalid_image": _("The file is not an image that can be read.")},
    fields.ListField: LIST,
    fields.DictField: {
        "not_a_dict": _("Must be a JSON object."),
        "empty": _("Must not be empty."),
    },
    fields.JSONField: {"invalid": _("Must be JSON.")},
    fields.ModelField: {"max_length": LIST["max_length"]},
    serializers.Serializer: {"invalid": _("Must be a JSON object.")},
    serializers.ListSerializer: LIST,
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
