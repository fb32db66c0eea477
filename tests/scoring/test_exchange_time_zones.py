"""Dates of files and sheets are those of the place where the group plays."""

from __future__ import annotations

from datetime import UTC

import pytest

from games.models import Game, Group
from scoring.exchange.archive.reader import read_archive
from scoring.exchange.services.archive_import import preview_archive
from tests.cast import Cast
from tests.games.scoresheet import phone, sit_down
from tests.scoring.counting import count_all
from tests.scoring.everything import archive_of, exported, read
from tests.scoring.import_files import CSV, JSON, XLSX, bring, elsewhere, looked_at

pytestmark = pytest.mark.django_db

ZONES = ("America/Los_Angeles", "UTC", "Europe/Berlin", "Pacific/Auckland", "Pacific/Kiritimati")


def move(group: Group, zone: str) -> None:
    Group.objects.filter(pk=group.pk).update(time_zone=zone)


def totals(*dates: str) -> str:
    """A game for each date, of which the end is known."""
    lines = [
        f"{date},{number},{player}"
        for number, date in enumerate(dates)
        for player in ("North,120,9", "East,300,10")
    ]
    return "\n".join(["date,game,player,total,completed", *lines])


def starts() -> list[str]:
    moments = Game.objects.order_by("started_at").values_list("started_at", flat=True)
    return [moment.astimezone(UTC).isoformat() for moment in moments]


@pytest.mark.parametrize("zone", ZONES)
def test_a_date_without_a_time_is_that_day_where_the_group_plays(cast: Cast, zone: str) -> None:
    move(cast.group, zone)
    _job, found = looked_at(cast, totals("2026-01-01"))
    assert (found["first_date"], found["last_date"]) == ("2026-01-01", "2026-01-01")
    bring(cast, totals("2026-01-01"))
    viewer = phone(cast.users["viewer"])
    count_all()
    review = viewer.get(f"{cast.url}/statistics/periods/2026/").json()
    assert [month["month"] for month in review["months"]] == ["2026-01"]


def test_a_time_without_an_offset_is_of_the_place(cast: Cast) -> None:
    move(cast.group, "America/Los_Angeles")
    bring(cast, totals("2025-07-01 19:30", "2026-01-01 19:30", "2026-01-02T19:30Z",
                       "2026-01-03 19:30+01:00", "2026-01-04"))  # fmt: skip
    assert starts() == [
        "2025-07-02T02:30:00+00:00",  # summer time
        "2026-01-02T03:30:00+00:00",
        "2026-01-02T19:30:00+00:00",
        "2026-01-03T18:30:00+00:00",
        "2026-01-04T20:00:00+00:00",  # noon
    ]


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (totals("2026-01-01", "2026-01-02 19:30", "2026-01-03 19:30+01:00"), CSV),
        ('{"games": [{"id": 1, "name": "Phase 10"}], "players": [{"id": 1, "name": "North"}, '
         '{"id": 2, "name": "East"}], "plays": [{"gameRefId": 1, "playDate": "2026-01-01 20:00:00",'
         '"playerScores": [{"playerRefId": 1, "score": "120"}, {"playerRefId": 2, "score": "300",'
         '"winner": true}]}]}', JSON),
    ],
)  # fmt: skip
def test_a_file_is_known_again_after_the_group_has_moved(
    cast: Cast, data: str, media_type: str
) -> None:
    games = bring(cast, data, media_type)["imported"]
    assert games
    for zone in ZONES:
        move(cast.group, zone)
        _job, found = looked_at(cast, data, media_type)
        assert (found["new"], found["known"]) == (0, games)


@pytest.mark.parametrize(("format", "media_type"), [("csv", CSV), ("xlsx", XLSX)])
def test_an_export_begins_at_the_same_moments_elsewhere(
    cast: Cast, format: str, media_type: str
) -> None:
    for group in (cast.group, cast.other_group):
        move(group, "America/Los_Angeles")
    table = sit_down(cast, "NE", phases=[1])
    Game.objects.filter(pk=table.game["id"]).update(started_at="2026-01-02T04:00Z")
    table.play("N=out E=60-")
    file = exported(cast, format).file
    assert file is not None
    _job, found = looked_at(elsewhere(cast), bytes(file), media_type)
    assert found["problem_count"] == 0, found
    assert found["sample"][0]["started_at"] == "2026-01-02T04:00:00+00:00"


def test_an_archive_says_where_its_group_plays(cast: Cast) -> None:
    move(cast.group, "America/Los_Angeles")
    sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    data = archive_of(cast)
    assert read(data)["group"]["time_zone"] == "America/Los_Angeles"
    [warning] = preview_archive(cast.other_group.pk, read_archive(data))["warnings"]
    assert "America/Los_Angeles, this one in UTC" in warning
    move(cast.other_group, "America/Los_Angeles")
    assert preview_archive(cast.other_group.pk, read_archive(data))["warnings"] == []
