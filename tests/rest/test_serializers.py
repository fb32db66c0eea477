"""The strict fields take their own kind of value and no other."""

from typing import Any

import pytest
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from rest.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
    StrictUUIDField,
)

VALUES: list[Any] = [
    "5",
    "",
    "R5",
    "５",
    5,
    0,
    1,
    5.0,
    1.5,
    True,
    False,
    None,
    [],
    [5],
    {},
    {"a": 1},
]


@pytest.mark.parametrize(
    ("field", "accepted"),
    [
        (StrictCharField(), ["5", "R5", "５"]),
        (StrictCharField(allow_blank=True, allow_null=True), ["5", "", "R5", "５", None]),
        (StrictIntegerField(), [5, 0, 1]),
        (StrictIntegerField(min_value=1), [5, 1]),
        (StrictBooleanField(), [True, False]),
        (StrictBooleanField(allow_null=True), [True, False, None]),
        (StrictChoiceField(["R5", "5", "1"]), ["5", "R5"]),
        (StrictChoiceField([5, 1]), ["5"]),
        (StrictUUIDField(), []),
    ],
)
def test_a_field_takes_its_own_kind(
    field: serializers.Field[Any, Any, Any, Any], accepted: list[Any]
) -> None:
    taken = []
    for value in VALUES:
        try:
            field.run_validation(value)
        except ValidationError:
            continue
        taken.append((type(value), value))
    assert taken == [(type(value), value) for value in accepted]


def test_blanks_are_kept_unless_asked() -> None:
    assert StrictCharField().run_validation(" R5 ") == " R5 "
    assert StrictCharField(trim_whitespace=True).run_validation(" Ada ") == "Ada"
    with pytest.raises(ValidationError):
        StrictCharField().run_validation("a\x00b")


class Player(StrictSerializer):
    name = StrictCharField()
    points = StrictIntegerField(required=False)
    rank = serializers.IntegerField(read_only=True)


def codes(data: Any, serializer: type[StrictSerializer] = Player) -> Any:
    with pytest.raises(ValidationError) as caught:
        serializer.parse(data)
    return caught.value.get_codes()


def test_unknown_fields_are_refused_with_all_else() -> None:
    assert codes({"name": 1, "nmae": "Ada", "points": "5"}) == {
        "name": ["invalid"],
        "points": ["invalid"],
        "nmae": ["unknown_field"],
    }
    assert codes({"name": "Ada", "rank": 1}) == {"rank": ["unknown_field"]}


def test_an_unknown_field_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ValidationError, match=r"Valid fields: name, points\."):
        Player.parse({"name": "Ada", "nmae": ""})


@pytest.mark.parametrize("data", [None, [], "name", 5])
def test_what_is_no_object_is_refused(data: Any) -> None:
    assert codes(data)


@pytest.mark.parametrize(
    ("value", "code"),
    [("5", "not_a_list"), ({"0": 5}, "not_a_list"), ([], "min_length"), (["x"] * 3, "max_length")],
)
def test_the_length_of_a_list_is_judged_before_what_is_in_it(value: Any, code: str) -> None:
    field = StrictListField(child=StrictIntegerField(), min_length=1, max_length=2)
    with pytest.raises(ValidationError) as caught:
        field.run_validation(value)
    assert caught.value.get_codes() == [code]
    assert field.run_validation([5, 6]) == [5, 6]


def test_an_id_has_one_form() -> None:
    id = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01"
    assert str(StrictUUIDField().run_validation(id.upper())) == id
    for text in (id.replace("-", ""), f"{{{id}}}", f"urn:uuid:{id}"):
        with pytest.raises(ValidationError):
            StrictUUIDField().run_validation(text)
