"""What is missing, doubled or changed after a drill is found."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.databases import sqlite_database
from tests.drills.judge import judge
from tests.drills.players import Scorer
from tests.drills.services import Place
from tests.server import serve


@pytest.mark.full
def test_what_is_not_as_it_was_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = sqlite_database(tmp_path)
    with serve(url, REDIS_URL="") as address:
        place = Place(tmp_path, url, address=address)
        scorer = Scorer(address, 1)
        scorer.start()
        began = time.monotonic()
        while sum(map(len, scorer.games.values())) < 5:
            assert time.monotonic() < began + 60
            time.sleep(0.1)
        scorer.stop()

        def faults() -> list[str]:
            return judge(place, [scorer], began, time.monotonic()).faults

        assert faults() == []
        # Asked once: that takes a process of its own.
        monkeypatch.setattr(place, "manage", lambda *_: "All statistics are correct.")
        [(game, answered)] = scorer.games.items()
        scorer.games[game] = [*answered, answered[-1]]
        assert faults() == [f"{len(answered) + 1} rounds answered, {len(answered)} recorded"]
        scorer.games[game] = answered[:-1]
        assert faults() == [f"{len(answered) - 1} rounds answered, {len(answered)} recorded"]
        scorer.games[game] = [*answered[:-1], {**answered[-1], "number": 99}]
        assert faults() == ["a round differs from what was answered"]
        scorer.games[game] = answered
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file, file:
            file.execute("DELETE FROM games_round WHERE id = (SELECT max(id) FROM games_round)")
        assert faults() == [f"{len(answered)} rounds answered, {len(answered) - 1} recorded"]
