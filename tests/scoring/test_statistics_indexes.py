"""The main reads of statistics have an index to go by, each of their queries.

With few rows PostgreSQL rightly reads a whole table. Told not to where it can help it, it shows
whether it could.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from referee.stints import Handicap
from scoring.statistics.models import PlayerTotals
from scoring.statistics.selectors import (
    badges,
    feats,
    head_to_head,
    leaderboard,
    odds,
    phases,
    players,
    ratings,
    years,
)
from scoring.statistics.selectors.filters import Filters
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
    group = evenings.group.pk
    always, year = Filters(), Filters(period="2020")
    one, other = Player.objects.filter(group=group).order_by("pk")[:2]
    reads: list[Callable[[], object]] = [
        lambda: leaderboard.leaderboard(group, always),
        lambda: leaderboard.leaderboard(group, year),
        lambda: players.player_statistics(one, always),
        lambda: ratings.ratings_after(
            one,
            [(row.played_at, row.game_id) for row in ratings.rated_games(one, always)[:50]],
            always,
        ),
        lambda: players.circumstances(one, always),
        lambda: odds.odds([one, other], always, [Handicap()] * 2, 10),
        lambda: head_to_head.head_to_head(one, other, always),
        lambda: head_to_head.matrix(group, always),
        lambda: feats.feats(group, always),
        lambda: phases.phases(group, always),
        lambda: badges.group_badges(group, always),
        lambda: years.year_in_review(group, year),
    ]
    for read in reads:
        with CaptureQueriesContext(connection) as queries:
            read()
        for query in queries:
            with connection.cursor() as cursor:
                cursor.execute("EXPLAIN " + query["sql"])
                plan = "\n".join(line for (line,) in cursor.fetchall())
            assert "Seq Scan on" not in plan, query["sql"]


def test_this_can_see_one_that_does(evenings: Evenings) -> None:
    rows = PlayerTotals.objects.filter(points__gt=7)  # which nobody asks for
    assert "Seq Scan on statistics_playertotals" in rows.explain()
