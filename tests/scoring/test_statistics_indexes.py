"""The main reads of statistics have an index to go by, each of their queries.

With few rows PostgreSQL rightly reads a whole table. Told not to where it can help it, it shows
whether it could. What it does with a million rounds is seen by `make bench ARGS=statistics`.
"""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection

from benchmarks.bulk_history import full_scans
from scoring.statistics.models import PlayerTotals
from scoring.statistics.services.catch_up import catch_up
from tests.scoring.evening import Evenings

pytestmark = [pytest.mark.django_db, pytest.mark.needs_postgres]


@pytest.fixture
def evenings(db: None) -> Evenings:
    evenings = Evenings(Random(7))
    for _game in range(4):
        evenings.play_out()
    catch_up(evenings.group.pk)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    return evenings


def test_no_main_read_goes_through_a_whole_table(evenings: Evenings) -> None:
    assert list(full_scans(evenings.group.pk)) == []


def test_this_can_see_one_that_does(evenings: Evenings) -> None:
    rows = PlayerTotals.objects.filter(points__gt=7)  # which nobody asks for
    assert "Seq Scan on statistics_playertotals" in rows.explain()
