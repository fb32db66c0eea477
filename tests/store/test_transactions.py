"""Transactions inside transactions."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from games.models import ChosenId
from store.transactions import part_of_transaction, whole_transaction
from tests.cast import Cast
from tests.games.scoresheet import lines, sit_down

A, B = (f"00000000-0000-4000-8000-00000000000{number}" for number in "ab")

pytestmark = pytest.mark.django_db


def test_a_part_of_a_whole_takes_no_statements(django_assert_num_queries: Any) -> None:
    with whole_transaction(), django_assert_num_queries(0), part_of_transaction():
        pass
    with transaction.atomic(), django_assert_num_queries(2), part_of_transaction():
        pass


def fail() -> None:
    """Write something in a part of a transaction, and fail."""
    with part_of_transaction():
        ChosenId.objects.create(id=B)
        raise ValueError("no")


def test_an_error_in_a_part_ends_the_whole() -> None:
    with pytest.raises(ValueError, match="no"), whole_transaction():
        fail()
    assert not ChosenId.objects.exists()
    with transaction.atomic(), whole_transaction():
        ChosenId.objects.create(id=A)
    assert str(ChosenId.objects.get().pk) == A


def test_an_error_in_a_part_of_another_transaction_can_be_caught() -> None:
    with transaction.atomic():
        ChosenId.objects.create(id=A)
        with pytest.raises(ValueError, match="no"):
            fail()
    assert str(ChosenId.objects.get().pk) == A


def test_a_refused_write_with_a_key_leaves_nothing(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    body = {"number": 1, "results": lines(table.ids, "N=out E=7"), "id": A}
    for status, points in ((422, 7), (201, 5), (201, 5)):
        body["results"] = lines(table.ids, f"N=out E={points}")
        response = table.client.post(
            f"{table.url}rounds/", body, headers={"Idempotency-Key": f"key {points}"}
        )
        assert response.status_code == status, response.content
        assert ChosenId.objects.exists() == (status == 201)
