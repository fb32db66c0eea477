"""JSON read so that no two programs could read it differently, and written compactly.

Plain Python: phones read and write with this module too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from math import isinf
from typing import Any, NoReturn

# Far longer than any number in the API, far shorter than what is slow to convert.
MAX_NUMBER_LENGTH = 32


def gettext_noop(text: str) -> str:
    """Mark a template for translation, so that gettext's tools find it."""
    return text


class UnreadableJson(ValueError):
    """Bytes that are not a JSON object: a stable code, and a template with its parameters."""

    def __init__(self, code: str, template: str, params: Mapping[str, object]) -> None:
        super().__init__(template % params)
        self.code = code
        self.template = template
        self.params = params


def read_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object in UTF-8 (RFC 8259) that `body` is; raise `UnreadableJson`.

    Besides bad syntax, it refuses NaN and infinities, very long numbers, duplicate names,
    very deep nesting, and text that UTF-8 cannot encode (lone surrogates).

    >>> read_object(b'{"points": 5}')
    {'points': 5}
    """
    try:
        text = body.decode("utf-8-sig")  # skip a byte order mark
        value = _DECODER.decode(text)
        # After strict decoding, only an escape can still produce a surrogate.
        if "\\ud" in text or "\\uD" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError:
        _refuse("not_json", gettext_noop("The text is not UTF-8."))
    except UnicodeEncodeError:
        _refuse(
            "invalid_text",
            gettext_noop(
                r"The JSON contains half a character (a lone surrogate, \ud800 to \udfff)."
            ),
        )
    except RecursionError:
        _refuse("not_json", gettext_noop("The JSON is nested too deeply."))
    except json.JSONDecodeError as error:
        _refuse(
            "not_json",
            # Not the reason as well: it is in English, and differs between versions of Python.
            gettext_noop("The JSON is not valid at line %(line)s, column %(column)s."),
            line=error.lineno,
            column=error.colno,
        )
    if not isinstance(value, dict):
        _refuse("not_an_object", gettext_noop("The JSON must be an object."))
    return value


def write_json(value: object, default: Callable[[Any], Any] | None = None) -> bytes:
    """Return JSON in UTF-8 without spaces, byte for byte as the framework's renderer writes it.

    `default` turns what JSON does not know into what it knows. Half a character (a lone
    surrogate) becomes "?": writing an answer never fails because of it.

    >>> write_json({"cards": ["R7"], "name": "Zoë"}).decode()
    '{"cards":["R7"],"name":"Zoë"}'
    """
    separators = (",", ":")
    text = json.dumps(
        value, ensure_ascii=False, allow_nan=False, separators=separators, default=default
    )
    # JSON allows these two line separators in texts; older JavaScript did not.
    text = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return text.encode("utf-8", "replace")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        name = next(key for key, _value in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        template = gettext_noop("An object has the name “%(name)s” twice.")
        _refuse("duplicate_name", template, name=name[:100])
    return result


def _refuse_constant(name: str) -> NoReturn:
    _refuse("not_json", gettext_noop("JSON does not allow %(name)s."), name=name)


def _int(digits: str) -> int:
    _check_length(digits)
    return int(digits)


def _float(digits: str) -> float:
    _check_length(digits)
    value = float(digits)
    if isinf(value):
        template = gettext_noop("The JSON contains a number that is too large.")
        _refuse("number_too_long", template)
    return value


def _check_length(digits: str) -> None:
    if len(digits) > MAX_NUMBER_LENGTH:
        template = gettext_noop("The JSON contains a number with too many digits.")
        _refuse("number_too_long", template)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_float, parse_int=_int
)


def _refuse(code: str, template: str, **params: object) -> NoReturn:
    raise UnreadableJson(code, template, params)
