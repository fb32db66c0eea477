"""Pages by the last row seen."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db.models import QuerySet
from pytest_django.fixtures import DjangoAssertNumQueries
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from accounts.models import User
from rest.pagination import Page, paginate
from rest.refusals import Refusal

START = datetime(2026, 11, 21, 19, 30, 0, 123456, tzinfo=UTC)


def asked(path: str = "/list/", **query: Any) -> Request:
    return Request(APIRequestFactory().get(path, query))


def people(*order: str) -> QuerySet[User]:
    return User.objects.order_by(*order)


def names(page: Page[User]) -> list[str]:
    return [user.name for user in page.rows]


@pytest.fixture
def seven(db: None) -> list[str]:
    """Seven people, two and two at the same instant."""
    for number in range(7):
        User.objects.create(name=str(number), created_at=START + timedelta(seconds=number // 2))
    return [str(number) for number in range(7)]


@pytest.mark.parametrize(
    "order", [("created_at", "name"), ("-created_at", "-name"), ("-name", "id")]
)
@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 8])
def test_the_pages_are_the_list_forwards_and_backwards(
    seven: list[str], order: tuple[str, ...], limit: int
) -> None:
    whole = [user.name for user in people(*order)]
    pages = [paginate(asked(limit=limit), people(*order))]
    while pages[-1].next:
        pages.append(paginate(asked(pages[-1].next), people(*order)))
    assert [name for page in pages for name in names(page)] == whole
    assert all(len(page.rows) == limit for page in pages[:-1])
    assert pages[0].previous is None
    for before, page in pairwise(pages):
        assert page.previous is not None
        assert names(paginate(asked(page.previous), people(*order))) == names(before)


def test_rows_that_come_and_go_move_no_others(seven: list[str]) -> None:
    first = paginate(asked(limit=3), people("created_at", "name"))
    User.objects.create(name="early", created_at=START - timedelta(days=1))
    User.objects.get(name="1").delete()
    User.objects.get(name="2").delete()  # the very row that the cursor remembers
    assert first.next
    assert names(paginate(asked(first.next), people("created_at", "name"))) == ["3", "4", "5"]


def test_an_empty_list_is_one_page(db: None) -> None:
    page = paginate(asked(), people("id"))
    assert (page.rows, page.next, page.previous) == ([], None, None)


def test_a_page_is_one_query(
    seven: list[str], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        first = paginate(asked(limit=2), people("created_at", "name"))
    with django_assert_num_queries(1):
        paginate(asked(first.next or ""), people("created_at", "name"))


def test_links_keep_the_filters_and_name_no_host(seven: list[str]) -> None:
    first = paginate(asked(limit=2, has_left="true"), people("name"))
    assert first.next is not None
    assert first.next.startswith("/list/?")
    assert "has_left=true" in first.next
    assert "limit=2" in first.next


@pytest.mark.parametrize("limit", ["0", "101", "-1", "1.5", "x", "", "٣", " 5", "1e1", "9" * 5000])
def test_it_refuses_a_limit(db: None, limit: str) -> None:
    with pytest.raises(Refusal) as caught:
        paginate(asked(limit=limit), people("id"))
    assert caught.value.code == "invalid_request"
    assert caught.value.errors[0].field == "limit"


@pytest.mark.parametrize("limit", ["0", "-1", "101", "1000", "9" * 5000])
def test_a_whole_number_out_of_range_is_not_called_anything_else(db: None, limit: str) -> None:
    with pytest.raises(Refusal) as caught:
        paginate(asked(limit=limit), people("id"))
    error = caught.value.errors[0]
    assert (error.code, error.message) == ("out_of_range", "The limit must be from 1 to 100.")


def test_it_refuses_a_cursor_that_is_not_of_this_list(seven: list[str]) -> None:
    link = paginate(asked(limit=2), people("name")).next or ""
    cursor = asked(link).query_params["cursor"]
    for made_up in ("", "x", cursor[:-1], f"{cursor}x", "W10:abc", "\x00", "é", "=" * 5000):
        with pytest.raises(Refusal) as caught:
            paginate(asked(cursor=made_up), people("name"))
        assert caught.value.errors[0].field == "cursor"
    with pytest.raises(Refusal):
        paginate(asked(cursor=cursor), people("-name"))
