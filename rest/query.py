"""The query of a request, read as strictly as its body: `?round=3&dry_run=true`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from rest.problems import FieldError, ProblemError

# How a parameter's text is read (KeyError or ValueError: not at all), and what is right.
Reader = tuple[Callable[[str], Any], "str | Promise"]


def read_query(
    request: Request, readers: Mapping[str, Reader], also: Collection[str] = ()
) -> dict[str, Any]:
    """The parameters that were given, read by the readers of their names.

    `also` are names that something else reads. Raises ProblemError (400) for a parameter
    that cannot be read, or is none.
    """
    asked = {}
    errors = [
        FieldError(name, "unknown_field", _("There is no such parameter here."))
        for name in request.query_params
        if name not in readers and name not in also
    ]
    for name, (read, right) in readers.items():
        texts = request.query_params.getlist(name)
        if not texts:
            continue
        if len(texts) > 1:  # which of them counts, two readers could understand differently
            errors.append(FieldError(name, "duplicate_name", _("This is given more than once.")))
            continue
        try:
            asked[name] = read(texts[0])
        except (KeyError, ValueError):
            detail = _("This must be %(right)s.") % {"right": right}
            errors.append(FieldError(name, "invalid", detail))
    if errors:
        raise ProblemError(400, "invalid_request", _("The query has a mistake."), errors=errors)
    return asked


def flag(text: str) -> bool:
    """Read true or false."""
    return {"true": True, "false": False}[text]


FLAG: Reader = (flag, gettext_lazy("true or false"))


def whole_number(least: int, most: int) -> Reader:
    """A reader of whole numbers from `least` to `most`.

    >>> whole_number(1, 9)[0]("7")
    7
    """

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
            raise ValueError(text)
        if not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    right = gettext_lazy("a whole number from {least} to {most}")
    return read, format_lazy(right, least=least, most=most)
