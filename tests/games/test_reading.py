"""Games are read as they are, although it takes several queries."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Round, Seat
from games.selectors import records
from tests.cast import Cast
from tests.games.scoresheet import sit_down


def test_somebody_records_a_round_between_our_queries(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    read_rounds = records._rounds

    def after_somebody_recorded(**which: Any) -> Any:
        monkeypatch.setattr(records, "_rounds", read_rounds)
        table.play("N=out E=10")
        return read_rounds(**which)

    monkeypatch.setattr(records, "_rounds", after_somebody_recorded)
    [found] = records.load_list([Game.objects.get()])
    assert (found.game.version, len(found.rounds)) == (3, 2)


def test_others_sit_down_between_our_queries(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit_down(cast, "NESW", dealer="W")
    north, east = table.ids["N"], table.ids["E"]
    games = list(Game.objects.all())
    read_seats = records._seats

    def after_others_sat_down(**which: Any) -> Any:
        monkeypatch.setattr(records, "_seats", read_seats)
        assert table.change(players=[north, east]).status_code == 200
        return read_seats(**which)

    monkeypatch.setattr(records, "_seats", after_others_sat_down)
    [found] = records.load_list(games)
    assert found.game.version == 2
    assert found.state.dealer in (0, 1)


def test_the_group_goes_between_our_queries(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(cast, "NE").play("N=out E=5")
    games = list(Game.objects.all())
    read_seats = records._seats

    def after_all_is_gone(**which: Any) -> Any:
        Round.objects.all().delete()
        Seat.objects.all().delete()
        Game.objects.all().delete()
        return read_seats(**which)

    monkeypatch.setattr(records, "_seats", after_all_is_gone)
    assert records.load_list(games) == []
