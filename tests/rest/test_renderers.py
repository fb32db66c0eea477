"""JSON is the same whoever writes it: orjson, or the framework's own renderer."""

from __future__ import annotations

import json
from collections import OrderedDict
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.utils.functional import lazystr
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override
from hypothesis import given, settings
from hypothesis import strategies as st
from rest_framework.renderers import JSONRenderer as FrameworkRenderer
from rest_framework.serializers import Serializer
from rest_framework.utils.serializer_helpers import ReturnList

from accounts.models import User
from games.models import Role
from rest.renderers import JSONRenderer, json_bytes
from tests.cast import V1, Cast
from tests.games.scoresheet import phone, sit_down
from tests.sampling import sampled


class Suit(StrEnum):
    RED = "red"


class Pair(NamedTuple):
    first: int
    second: str


VALUES: list[Any] = [
    None,
    True,
    0,
    -5,
    2**53,
    2**70,
    1.5,
    -0.0,
    "",
    'Zoë 🃏 \u2028 \u2029 \x00 \x1f \x7f \\ " / \b\f\n\r\t',
    datetime(2026, 11, 22, 20, 15, tzinfo=UTC),
    datetime(2026, 11, 22, 20, 15, 1, 5, tzinfo=ZoneInfo("UTC")),
    datetime(2026, 11, 22, 20, 15, tzinfo=ZoneInfo("Europe/Berlin")),
    datetime(2026, 1, 22, 20, 15, tzinfo=ZoneInfo("Europe/London")),
    datetime(2026, 11, 22, 20, 15, tzinfo=timezone(timedelta(hours=-3, minutes=-30))),
    datetime(2026, 11, 22, 20, 15),  # noqa: DTZ001  (even this)
    datetime(1, 1, 1, tzinfo=UTC),
    date(2026, 2, 3),
    time(20, 15),
    timedelta(hours=1),
    Decimal("1.50"),
    UUID(int=7),
    b"bytes",
    Suit.RED,
    Role.OWNER,
    lazystr("later"),
    mark_safe("<b>"),
    (1, [2, (3,)]),
    Pair(1, "two"),
    {},
    [],
    OrderedDict(b=1, a=[{}]),
    {1: "one", None: "none", False: "no", 2.5: "two"},
    {Suit.RED: 1, "green": 2},
    ReturnList([1], serializer=Serializer()),
    {1, 2},
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{type(value).__name__} {value!r:.20}")
def test_every_kind_of_value(value: Any) -> None:
    for data in (value, [value], {"value": value, "again": [value]}):
        assert JSONRenderer().render(data) == FrameworkRenderer().render(data)


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.text(st.characters(exclude_categories=["Cs"]))
        | st.uuids()
        | st.datetimes(timezones=st.just(UTC)),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
    )
)
@settings(max_examples=sampled(300), deadline=None)
def test_all_that_answers_are_made_of(data: Any) -> None:
    try:
        expected = FrameworkRenderer().render(data)
    except UnicodeEncodeError:
        with pytest.raises(UnicodeEncodeError):
            JSONRenderer().render(data)
    else:
        assert JSONRenderer().render(data) == expected


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_keep_their_value(number: float) -> None:
    assert json.loads(JSONRenderer().render([number])) == [number]


def test_a_text_is_in_the_language_of_the_answer() -> None:
    data = {"role": gettext_lazy("owner")}
    with override("de"):
        content = JSONRenderer().render(data)
        assert content == FrameworkRenderer().render(data)
    assert content != JSONRenderer().render(data)


def test_broken_surrogates_are_refused() -> None:
    for data in ("\ud800", {"\udfff": 1}, ["fine", {"a": "\udc00 "}]):
        assert json_bytes(data) is None
        with pytest.raises(UnicodeEncodeError):
            JSONRenderer().render(data)


def test_what_is_no_json_is_refused() -> None:
    for data in (object(), {"a": lambda: None}, {(1, 2): 3}, [1, {"a": {1: object()}}]):
        with pytest.raises(TypeError):
            JSONRenderer().render(data)


def test_nothing_is_nothing_and_indents_are_kept() -> None:
    data = {"a": [1, {"b": None}]}
    assert JSONRenderer().render(None) == b""
    for media_type, context in (("application/json; indent=4", None), (None, {"indent": 2})):
        indented = JSONRenderer().render(data, media_type, context)
        assert indented == FrameworkRenderer().render(data, media_type, context)
        assert b"\n" in indented


def test_real_answers_are_the_same(cast: Cast) -> None:
    table = sit_down(cast).play("N=out E=5 S=15 W=R9,B10")
    table.record("N=7 E=8", overrule="x")
    client = phone(cast.users["owner"])
    User.objects.filter(pk=cast.users["owner"].pk).update(name="Zoë \u2028")
    addresses = ["/", "/table/", "/changes/", "/draft/", "/missing/"]
    for address in [f"{table.url[:-1]}{address}" for address in addresses] + [
        f"{V1}/home/",
        f"{V1}/me/",
        f"{cast.url}/games/",
        f"{cast.url}/members/",
        f"{cast.url}/statistics/leaderboard/",
    ]:
        response = client.get(address)
        if hasattr(response, "data"):
            assert response.content == FrameworkRenderer().render(response.data), address
