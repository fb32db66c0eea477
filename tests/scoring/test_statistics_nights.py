"""Nights, months and years are those of the place where a group plays.

Five games around the turn of the year, by the clocks of three places. A night lasts until 6 a.m.:

     UTC                 London (UTC)   Berlin (UTC+1)  Los Angeles (UTC-8)
P    31 December 19:00   31 Dec 19:00   31 Dec 20:00    31 Dec 11:00
Q     1 January  01:30    1 Jan 01:30    1 Jan 02:30    31 Dec 17:30
R     1 January  05:30    1 Jan 05:30    1 Jan 06:30    31 Dec 21:30
S     1 January  06:00    1 Jan 06:00    1 Jan 07:00    31 Dec 22:00
T     1 January  13:59    1 Jan 13:59    1 Jan 14:59     1 Jan 05:59
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from games.models import Game
from scoring.statistics.models import PendingGame, PlayerResult, RatingCheckpoint
from scoring.statistics.periods import bounds, month_of, night_of, periods_of
from scoring.statistics.services.catch_up import catch_up
from tests.cast import Cast
from tests.games.scoresheet import phone, sit_down
from tests.scoring.counting import count_all

STARTS = {
    "P": "2025-12-31T19:00:00Z",
    "Q": "2026-01-01T01:30:00Z",
    "R": "2026-01-01T05:30:00Z",
    "S": "2026-01-01T06:00:00Z",
    "T": "2026-01-01T13:59:00Z",
}


YEARS = (datetime.fromisoformat("1900-01-02"), datetime.fromisoformat("2200-12-30"))


@pytest.fixture
def new_year(cast: Cast) -> Cast:
    """The five games; in P South wins, in all others North does."""
    for letter, moment in STARTS.items():
        text = "N=60- S=out" if letter == "P" else "N=out S=60-"
        table = sit_down(cast, "NS", phases=[1])
        Game.objects.filter(pk=table.game["id"]).update(started_at=moment)
        table.play(text)
    return cast


def games(cast: Cast, period: str) -> int:
    """How many games North has played in a period."""
    count_all()
    board = phone(cast.users["viewer"]).get(
        f"{cast.url}/statistics/leaderboard/", {"period": period}
    )
    return int(board.json()["players"][0]["games"])


def move(cast: Cast, zone: str) -> None:
    assert cast.owner.patch(f"{cast.url}/", {"time_zone": zone}).status_code == 200


@pytest.mark.django_db
def test_another_time_zone_is_counted(new_year: Cast) -> None:
    catch_up(new_year.group.pk)
    kept = list(PlayerResult.objects.order_by("pk").values())
    # P Q R | S T, in four pools each.
    assert RatingCheckpoint.objects.filter(month="2025-12").count() == 2 * 4
    assert RatingCheckpoint.objects.filter(month="2026-01").count() == 2 * 4
    move(new_year, "UTC")  # which it is
    assert not PendingGame.objects.exists()
    move(new_year, "Europe/Berlin")
    assert PendingGame.objects.filter(group=new_year.group, game=None).count() == 1
    # A game that ends meanwhile is counted in the new zone only.
    table = sit_down(new_year, "NS", phases=[1])
    Game.objects.filter(pk=table.game["id"]).update(started_at="2026-01-01T04:30:00Z")
    table.play("N=out S=60-")
    move(new_year, "America/Los_Angeles")
    assert games(new_year, "2025") == 6
    assert not PendingGame.objects.exists()
    # What games say does not depend on where they were played.
    results = PlayerResult.objects.exclude(game=table.game["id"]).order_by("pk")
    assert list(results.values()) == kept
    assert set(RatingCheckpoint.objects.values_list("month", flat=True)) == {"2025-12"}
    call_command("recompute", check=True)


@pytest.mark.parametrize(
    ("moment", "zone", "night"),
    [
        # The clocks go forward at 2 a.m.: the night of the 28th is an hour shorter.
        ("2026-03-29T03:59:00+00:00", "Europe/Berlin", "2026-03-28"),  # 5:59 in summer time
        ("2026-03-29T04:00:00+00:00", "Europe/Berlin", "2026-03-29"),
        ("2026-03-28T04:59:00+00:00", "Europe/Berlin", "2026-03-27"),
        # They go back at 3 a.m.: the night of the 24th is an hour longer.
        ("2026-10-25T04:59:00+00:00", "Europe/Berlin", "2026-10-24"),  # 5:59 in winter time
        ("2026-10-25T05:00:00+00:00", "Europe/Berlin", "2026-10-25"),
        # Samoa had no 30 December in 2011.
        ("2011-12-30T15:59:00+00:00", "Pacific/Apia", "2011-12-29"),
        ("2011-12-30T16:00:00+00:00", "Pacific/Apia", "2011-12-31"),
        # Half an hour of summer time.
        ("2026-10-03T19:00:00+00:00", "Australia/Lord_Howe", "2026-10-04"),
        ("2026-10-03T18:59:00+00:00", "Australia/Lord_Howe", "2026-10-03"),
    ],
)
def test_a_night_lasts_until_six_by_the_clock_on_the_wall(
    moment: str, zone: str, night: str
) -> None:
    assert night_of(datetime.fromisoformat(moment), ZoneInfo(zone)) == date.fromisoformat(night)


@given(
    moment=st.datetimes(*YEARS, timezones=st.just(UTC)),
    zone=st.sampled_from(
        ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia",
         "Antarctica/Troll", "Africa/Monrovia", "America/Los_Angeles", "Pacific/Kwajalein"]
    ).map(ZoneInfo),
)  # fmt: skip
def test_a_night_is_in_the_periods_that_it_is_found_by(moment: datetime, zone: ZoneInfo) -> None:
    night = night_of(moment, zone)
    assert timedelta(0) <= moment.astimezone(zone).date() - night <= timedelta(2)
    assert month_of(night) == periods_of(night)[2]
    for period in periods_of(night)[1:]:
        start, end = bounds(period, zone)
        assert start is not None
        assert end is not None
        assert start <= moment < end
