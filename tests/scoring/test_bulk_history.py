"""The history that benchmarks load is one that the project can read and count."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.bulk_history import NAMES, History, simulate
from games.models import Game, Player
from scoring.statistics.models import PlayerResult
from scoring.statistics.services.recompute import recompute

pytestmark = pytest.mark.django_db


def test_a_loaded_history_is_counted() -> None:
    history = History(simulate("express", 0, 2), Random(7))
    group, players = history.add_group()
    history.add_games(group, [players])
    assert Game.objects.filter(group=group, outcome="over").count() == 1
    assert Player.objects.filter(group=group).count() == len(NAMES)
    recompute(group.pk)
    assert PlayerResult.objects.filter(game__group=group).count() == 4
