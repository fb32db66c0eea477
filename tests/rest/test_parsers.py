"""Bodies made to break a reader are refused, each by name."""

import json
from contextlib import suppress
from typing import Any, cast

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from rest.parsers import parse_object
from rest.refusals import Refusal
from tests.rest.test_problems import assert_problem

pytestmark = pytest.mark.urls("tests.rest.urls")

LIMIT = settings.MAX_BODY_BYTES

ATTACKS = {
    "nothing but space": (b"  ", "not_json"),
    "cut off": (b'{"a": 1', "not_json"),
    "two values": (b"{} {}", "not_json"),
    "a comma too many": (b'{"a": 1,}', "not_json"),
    "NaN": (b'{"a": NaN}', "not_json"),
    "Infinity": (b'{"a": Infinity}', "not_json"),
    "-Infinity": (b'{"a": [-Infinity]}', "not_json"),
    "an infinity in disguise": (b'{"a": 1e999}', "number_too_long"),
    "an endless number": (b'{"a": ' + b"9" * 5000 + b"}", "number_too_long"),
    "an endless fraction": (b'{"a": 0.' + b"9" * 5000 + b"}", "number_too_long"),
    "a name twice": (b'{"a": 1, "b": 2, "a": 1}', "duplicate_name"),
    "a name twice, further in": (b'{"a": [{"b": 1, "b": 2}]}', "duplicate_name"),
    "a name twice, once escaped": (b'{"a": 1, "\\u0061": 2}', "duplicate_name"),
    "deep lists": (b'{"a": ' + b"[" * 30_000 + b"]" * 30_000 + b"}", "not_json"),
    "deep objects": (b'{"a":' * 10_900 + b"1" + b"}" * 10_900, "not_json"),
    "deep and unfinished": (b'{"a": ' + b"[" * 60_000, "not_json"),
    "Latin-1": ('{"a": "é"}'.encode("latin-1"), "not_json"),
    "UTF-16": ('{"a": "é"}'.encode("utf-16"), "not_json"),
    "a surrogate in UTF-8": (b'{"a": "\xed\xa0\x80"}', "not_json"),
    "an overlong slash": (b'{"a": "\xc0\xaf"}', "not_json"),
    "a control character": (b'{"a": "\n"}', "not_json"),
    "a zero byte": (b'{"a": 1}\x00', "not_json"),
    "half a character": (b'{"a": "\\ud800"}', "invalid_text"),
    "the other half": (b'{"a": "x\\uDFFFy"}', "invalid_text"),
    "half a character as a name": (b'{"\\ud800": 1}', "invalid_text"),
    "half a character given twice": (b'{"\\ud800": 1, "\\ud800": 1}', "duplicate_name"),
    "a list": (b"[1]", "not_an_object"),
    "a string": (b'"a"', "not_an_object"),
    "null": (b"null", "not_an_object"),
}


def echo(api: APIClient, body: bytes, content_type: str = "application/json") -> Any:
    # The stubs know of text only; bytes are sent as they are.
    return api.generic("POST", "/echo/", cast(Any, body), content_type)


@pytest.mark.parametrize(("body", "code"), ATTACKS.values(), ids=ATTACKS.keys())
def test_a_body_is_refused(api: APIClient, body: bytes, code: str) -> None:
    response = echo(api, body)
    assert_problem(response, 400, code)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ('{"a": "é"}'.encode(), {"a": "é"}),
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
        (b'{"a": "\\ud83c\\udccf"}', {"a": "🃏"}),  # a whole pair is a character
        (b'{"a": "\\\\ud800"}', {"a": "\\ud800"}),  # a backslash, then letters
        (b'{"a": [-1, 0.5, 1e2, true, null]}', {"a": [-1, 0.5, 100.0, True, None]}),
        (b" {} ", {}),
    ],
)
def test_a_body_is_read(body: bytes, value: dict[str, Any]) -> None:
    assert parse_object(body) == value


def test_a_charset_is_allowed(api: APIClient) -> None:
    response = echo(api, b'{"a": 1}', "application/json; charset=utf-8")
    assert response.json() == {"a": 1}


def test_the_largest_body_is_read(api: APIClient) -> None:
    body = b'{"a": "%s"}' % (b"x" * (LIMIT - 9))
    assert len(body) == LIMIT
    assert echo(api, body).status_code == 200


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    with suppress(Refusal):
        assert isinstance(parse_object(body), dict)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@pytest.mark.full
@given(st.dictionaries(st.text(), json_values), st.booleans())
def test_every_object_is_read_as_it_was_written(value: dict[str, Any], escaped: bool) -> None:
    assert parse_object(json.dumps(value, ensure_ascii=escaped).encode()) == value
