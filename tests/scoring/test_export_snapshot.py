"""An export is of one moment, whoever plays on meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections

from games.domain.game_record import GameRecord
from games.models import Game
from games.selectors.records import load_all
from games.selectors.snapshot import snapshot
from scoring.exchange.selectors import group_export
from tests.cast import Cast
from tests.games.scoresheet import sit_down
from tests.scoring.everything import archive_of, read


def test_what_is_recorded_meanwhile_is_not_in_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, race: None
) -> None:
    """Each game is read by itself here, and a round recorded in all of them after the first."""
    monkeypatch.setattr(group_export, "CHUNK", 1)
    tables = [sit_down(cast, "NE").play("N=out E=50-") for _game in range(3)]

    def record() -> None:
        for table in tables:
            table.play("N=out E=50-")
        connections.close_all()

    def load(games: Sequence[Game]) -> Iterator[GameRecord]:
        yield from load_all(games)
        if tables[0].game["version"] == 2:
            with ThreadPoolExecutor(1) as pool:
                pool.submit(record).result()

    _found, records = group_export._read(cast.group.pk, load)
    assert [(record.game.version, len(record.rounds)) for record in records] == [(2, 1)] * 3
    # Afterwards the connection reads and writes as ever.
    document = read(archive_of(cast))
    assert [game["version"] for game in document["games"]] == [3, 3, 3]


@pytest.mark.needs_postgres
@pytest.mark.django_db(transaction=True)
def test_a_snapshot_only_reads(cast: Cast) -> None:
    with snapshot(), connection.cursor() as cursor:
        cursor.execute("SHOW transaction_isolation")
        assert cursor.fetchone() == ("repeatable read",)
        cursor.execute("SHOW transaction_read_only")
        assert cursor.fetchone() == ("on",)
    Game.objects.create(group=cast.group, edition="classic", phases=[], first_dealer=0)


def test_within_a_transaction_its_own_changes_are_seen(cast: Cast) -> None:
    with snapshot():
        cast.group.name = "Renamed"
        cast.group.save()
    assert read(archive_of(cast))["group"]["name"] == "Renamed"
