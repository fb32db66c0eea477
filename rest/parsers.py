"""Reading a JSON body, and refusing what two programs could read differently."""

import json
from collections.abc import Mapping
from math import isinf
from typing import IO, Any, NoReturn

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from rest.body_limit import limit_of
from rest.problems import ProblemError, body_too_large

# Far longer than any number in the API, far shorter than what is slow to convert.
MAX_NUMBER_LENGTH = 32


class StrictJSONParser(BaseParser):
    """Accept one JSON object in UTF-8 (RFC 8259), no larger than its address allows.

    Besides bad syntax, it refuses NaN and infinities, very long numbers, duplicate names,
    very deep nesting, and text that UTF-8 cannot encode (lone surrogates).
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        request = (parser_context or {}).get("request")
        limit = limit_of(request.method, request.path) if request else limit_of("", "")
        body = stream.read(limit + 1)
        if len(body) > limit:
            problem = body_too_large(limit)
            raise ProblemError(problem.status, problem.code, problem.detail)
        return parse_object(body)


def parse_object(body: bytes) -> dict[str, Any]:
    """Return the object in `body`; raise ProblemError (400) if there is none."""
    try:
        text = body.decode("utf-8-sig")  # skip a byte order mark
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_float,
            parse_int=_int,
        )
        # After strict decoding, only an escape can still produce a surrogate.
        if "\\ud" in text or "\\uD" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError:
        _refuse("not_json", _("The text is not UTF-8."))
    except UnicodeEncodeError:
        _refuse(
            "invalid_text",
            _(r"The JSON contains half a character (a lone surrogate, \ud800 to \udfff)."),
        )
    except RecursionError:
        _refuse("not_json", _("The JSON is nested too deeply."))
    except json.JSONDecodeError as error:
        _refuse(
            "not_json",
            _("The JSON is not valid at line %(line)d, column %(column)d: %(reason)s.")
            % {"reason": error.msg, "line": error.lineno, "column": error.colno},
        )
    if not isinstance(value, dict):
        _refuse("not_an_object", _("The JSON must be an object."))
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        name = next(key for key, _value in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        _refuse(
            "duplicate_name",
            _("An object has the name “%(name)s” twice.") % {"name": name[:100]},
        )
    return result


def _refuse_constant(name: str) -> NoReturn:
    _refuse("not_json", _("JSON does not allow %(name)s.") % {"name": name})


def _int(digits: str) -> int:
    if len(digits) > MAX_NUMBER_LENGTH:
        _refuse("number_too_long", _("The JSON contains a number with too many digits."))
    return int(digits)


def _float(digits: str) -> float:
    if len(digits) > MAX_NUMBER_LENGTH:
        _refuse("number_too_long", _("The JSON contains a number with too many digits."))
    value = float(digits)
    if isinf(value):
        _refuse("number_too_long", _("The JSON contains a number that is too large."))
    return value


def _refuse(code: str, detail: str) -> NoReturn:
    raise ProblemError(400, code, detail)
