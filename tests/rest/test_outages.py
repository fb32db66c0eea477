"""One line when something is away, one when it is back."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, OperationalError

from rest import outages
from rest.outages import Outage, database_fails


@pytest.fixture
def outage(monkeypatch: pytest.MonkeyPatch) -> Outage:
    monkeypatch.setattr(outages, "QUIET", 0)
    return Outage("The stove", "Dinner is cold.")


def test_many_who_miss_it_make_two_lines(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(outage.met, ["no gas"] * 100))
        list(threads.map(lambda _each: outage.is_over(), range(100)))
    assert [(record.levelno, record.message) for record in caplog.records] == [
        (logging.ERROR, "The stove does not answer: no gas. Dinner is cold."),
        (logging.WARNING, "The stove answers again, after 0 s. Failures meanwhile: 100."),
    ]


def test_it_is_not_over_while_some_of_it_fails(
    outage: Outage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "QUIET", 60)
    outage.met("no gas")
    outage.is_over()
    outage.met("no gas")
    assert len(caplog.records) == 1


def test_without_an_outage_nothing_is_over(
    outage: Outage, caplog: pytest.LogCaptureFixture
) -> None:
    outage.is_over()
    assert caplog.records == []


def test_only_its_first_line_is_told_and_only_of_the_database(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert database_fails(OperationalError("connection refused\nDETAIL: Key (email)=(a@b.c)"))
    assert not database_fails(IntegrityError("Key (email)=(a@b.c)"))
    assert not database_fails(ValueError("a@b.c"))
    assert "connection refused" in caplog.text
    assert "a@b.c" not in caplog.text
