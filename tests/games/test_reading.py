"""A game is read in several queries: never as a mixture of two versions."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import Http404

from games.models import Game, Line, Seat
from games.selectors import records
from tests.cast import Cast
from tests.games.scoresheet import sit_down


def test_somebody_records_a_round_between_our_queries(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    read_seats = records._seats
    game = Game.objects.get()

    def and_then_somebody_records(game: Game) -> Any:
        seats = list(read_seats(game))
        monkeypatch.setattr(records, "_seats", read_seats)
        table.play("N=out E=10")
        return seats

    monkeypatch.setattr(records, "_seats", and_then_somebody_records)
    found = records.load(game)
    assert (found.game.version, len(found.rounds)) == (3, 2)


def test_others_sit_down_between_our_queries(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit_down(cast, "NESW", dealer="W")
    read_seats = records._seats
    game = Game.objects.get()
    north, east = table.ids["N"], table.ids["E"]

    def after_others_sat_down(game: Game) -> Any:
        monkeypatch.setattr(records, "_seats", read_seats)
        assert table.change(players=[north, east]).status_code == 200
        return read_seats(game)

    monkeypatch.setattr(records, "_seats", after_others_sat_down)
    found = records.load(game)
    assert found.game.version == 2
    assert found.state.dealer in (0, 1)


def test_the_group_goes_between_our_queries(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(cast, "NE").play("N=out E=5")
    game = Game.objects.get()

    def nobody(game: Game) -> Any:
        Line.objects.all().delete()
        Seat.objects.all().delete()
        Game.objects.all().delete()
        return []

    monkeypatch.setattr(records, "_seats", nobody)
    with pytest.raises(Http404):
        records.load(game)
