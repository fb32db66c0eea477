"""What a group exports comes in elsewhere, and adds up to the same there."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from games.domain.game_record import GameRecord
from games.models import Game, Group, Player
from games.models.games import REASON_LENGTH
from games.selectors.records import load_all
from referee.wire.cards import MAX_CARDS
from scoring.exchange.export.sheet_rows import ROUND_COLUMNS, RoundRow
from scoring.exchange.export.sheet_writer import write_csv, write_xlsx
from scoring.exchange.paper.csv_reader import read_csv
from scoring.exchange.paper.grid import MAX_BYTES, MAX_LINES
from scoring.exchange.paper.xlsx_inspection import MAX_NODES, MAX_UNPACKED
from scoring.exchange.paper.xlsx_reader import MAX_PLACES, read_xlsx
from tests.cast import Cast
from tests.games.scoresheet import phone, sit_down
from tests.scoring.counting import count_all
from tests.scoring.everything import exported as exported_job
from tests.scoring.everything import record_everything
from tests.scoring.import_files import ask_import, bring, elsewhere, ended, looked_at
from tests.scoring.test_statistics import Story

# A workbook is read by processes of its own, four of them for a group and its copy.
WORKBOOK = pytest.param("xlsx", marks=pytest.mark.release)


@pytest.fixture
def story(cast: Cast) -> Story:
    Player.objects.filter(pk=cast.players[2].pk).update(name="South =SUM(A1)")
    return Story(cast)


def board(cast: Cast) -> list[dict[str, Any]]:
    """The leaderboard, without the ids."""
    count_all()
    answer = phone(cast.users["viewer"]).get(f"{cast.url}/statistics/leaderboard/").json()
    return [{**line, "player": line["player"]["name"]} for line in answer["players"]]


def exported(cast: Cast, form: str) -> tuple[bytes, str]:
    job = exported_job(cast, form)
    return bytes(job.file or b""), job.media_type


@pytest.mark.parametrize("form", ["json", "csv", WORKBOOK])
def test_the_same_group_elsewhere(story: Story, form: str) -> None:
    file, there = exported(story.cast, form), elsewhere(story.cast)
    result = bring(there, *file)
    games = Game.objects.filter(group=there.group)
    kept = Game.objects.filter(group=story.cast.group, deleted_at=None)
    assert result["imported"] == games.count() == kept.count()
    assert board(there) == board(story.cast)

    again = bring(there, *file)
    assert again["imported"] == 0
    assert games.count() == kept.count()


@pytest.mark.parametrize("form", ["csv", WORKBOOK])
def test_a_sheet_of_the_same_group_doubles_nothing(story: Story, form: str) -> None:
    file = exported(story.cast, form)
    deleted = Game.objects.filter(group=story.cast.group, deleted_at=None).earliest("pk")
    Game.objects.filter(pk=deleted.pk).update(deleted_at=timezone.now())
    before = Game.objects.count()
    job, found = looked_at(story.cast, *file)
    assert (found["new"], found["problem_count"]) == (0, 0)
    assert found["known"] == found["games"] > 1
    assert f"{found['known']} games in this file are this group's own" in found["warnings"][-1]
    result = ended(ask_import(story.cast, job))[1]
    assert (result["imported"], result["known"]) == (0, found["known"])
    assert Game.objects.count() == before


# --- Every kind of game -----------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_sheet_keeps_every_kind_of_game(cast: Cast, form: str) -> None:
    tables = sit_down(cast, "NES").play("N=out E=60- S=20+"), sit_down(cast, "SW", dealer="W")
    for table in tables:
        table.decide("abandon")
    record_everything(cast)
    for minute, game in enumerate(Game.objects.filter(group=cast.group).order_by("started_at")):
        moment = datetime(2026, 1, 1, 20, minute, tzinfo=UTC)  # sheets have whole seconds
        Game.objects.filter(pk=game.pk).update(started_at=moment, phone_time=None)
    there = elsewhere(cast)
    result = bring(there, *exported(cast, form))
    kept = Game.objects.filter(group=cast.group, deleted_at=None)
    assert result["imported"] == kept.count() == 11
    assert told(there.group) == told(cast.group)
    outcomes = [each["outcome"] for each in told(there.group)]
    assert sorted(outcomes) == ["abandoned"] * 3 + ["over"] * 4 + ["playing"] * 4


def told(group: Group) -> list[dict[str, Any]]:
    """What sheets preserve of each game of a group, with names for players."""
    rows = Game.objects.filter(group=group, deleted_at=None)
    games = sorted(load_all(list(rows)), key=lambda record: record.game.started_at)
    return [told_of(record) for record in games]


def told_of(record: GameRecord) -> dict[str, Any]:
    return {
        "edition": record.game.edition,
        "variant": record.game.variant,
        "outcome": record.outcome.value,
        "ended_early": record.game.ended_early,
        "abandoned": record.game.abandoned,
        "dealer": record.game.first_dealer,
        "phases": record.phases,
        "players": [(seat.name, seat.stints) for seat in record.seats],
        "rounds": [
            [(line.seat, line.points, line.laid_down, line.went_out) for line in played.lines]
            for played in record.rounds
        ],
        "overrules": [played.overrule for played in record.rounds],
        "totals": record.game.totals,
        "winners": record.winners,
    }


# --- How much a group can export --------------------------------------------------------------


def long_rows(count: int) -> Iterator[RoundRow]:
    """Rows of games of four, as long as they usually are."""
    at = datetime(2026, 11, 21, 19, 42, 11, 123456, tzinfo=UTC)
    for number in range(count):
        yield RoundRow(
            str(UUID(int=number // 52)), at, "classic", "standard", "1 2 3 4 5 6 7 8 9 10", False,
            number // 4 % 13 + 1, f"Konstantin {number % 4}", 85, False, False, False, None, None,
            None, "over", False, str(UUID(int=number % 4)), 1, "", 1185, 10, 4, False, "",
            "Konstantin", at, at, "",
        )  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize(("form", "rows"), [("csv", 30_000), ("xlsx", 2_000)])
def test_as_many_rows_as_a_file_may_have_are_within_all_other_limits(form: str, rows: int) -> None:
    write = write_csv if form == "csv" else one_sheet
    half, data = (write(ROUND_COLUMNS, long_rows(count)) for count in (rows // 2, rows))
    assert len(half) + (len(data) - len(half)) / (rows / 2) * MAX_LINES < MAX_BYTES
    if form == "csv":  # more than a file could once have
        assert len(read_csv(data).rows) == rows + 1
        return
    assert len(read_xlsx(data).rows) == rows + 1
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        [sheet] = [part for part in archive.infolist() if part.filename.endswith("sheet1.xml")]
        text = archive.read(sheet)
    nodes = text.count(b"<") - text.count(b"</") + text.count(b'="')
    assert sheet.file_size / rows * MAX_LINES < MAX_UNPACKED
    assert nodes / rows * MAX_LINES < MAX_NODES
    assert len(ROUND_COLUMNS) * MAX_LINES < MAX_PLACES


def one_sheet(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    return write_xlsx([("Rounds", columns, rows)])


def test_the_longest_cells_of_an_export_are_read(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[[{"kind": "color_run", "size": 2}] * 5] * 20)
    cards = ",".join(["W"] * MAX_CARDS)
    response = table.record(f"N=out E={cards}-", overrule="=" * REASON_LENGTH)
    assert response.status_code == 201, response.content
    there = elsewhere(cast)
    bring(there, *exported(cast, "csv"))
    assert told(there.group) == told(cast.group)
