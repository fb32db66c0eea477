"""Rows that are added to or replaced are those that arithmetic gives."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID

import pytest

from games.models import Group, Player
from scoring.statistics.models import GroupDigest, PhaseTotals
from scoring.statistics.services.keyed_tables import keyed_table
from tests.cast import Cast

pytestmark = pytest.mark.django_db

KEY = ("group_id", "period", "player_id", "edition", "variant", "phase")
NUMBERS = ("attempts", "successes")
PERIODS = ("", "2026", "2026-03")


def stored() -> dict[Any, tuple[int, ...]]:
    rows = PhaseTotals.objects.values_list(*KEY, *NUMBERS)
    return {row[: len(KEY)]: row[len(KEY) :] for row in rows}


@pytest.mark.parametrize("seed", range(5))
def test_numbers_are_added_and_subtracted(cast: Cast, seed: int) -> None:
    chance = Random(seed)
    table = keyed_table(PhaseTotals, KEY, NUMBERS)
    keys = [
        (cast.group.pk, period, player.pk, "it's", 'a "kind"', phase)
        for period in PERIODS
        for player in cast.players[:2]
        for phase in ("set:3", "100%")
    ]
    expected: dict[Any, tuple[int, ...]] = {}
    for _time in range(12):
        amounts = {}
        for key in chance.sample(keys, 5):
            before = expected.get(key, (0, 0))
            attempts = before[0] + chance.choice((-before[0], chance.randint(-before[0], 4), 3))
            after = (attempts, chance.randint(0, 9) if attempts else 0)
            amounts[key] = [new - old for new, old in zip(after, before, strict=True)]
            expected[key] = after
        table.add([(*key, *row) for key, row in amounts.items() if any(row)])
        expected = {key: row for key, row in expected.items() if row[0]}
        assert stored() == expected
    assert expected


def test_what_is_there_is_replaced(cast: Cast) -> None:
    table = keyed_table(GroupDigest, ("group_id", "period", "edition", "variant"), ("kept",))
    group = cast.group.pk
    table.replace([(group, "", "", "", {"a": [1, "x'y\"z%s"]}), (group, "2026", "", "", {})])
    table.replace([(group, "", "", "", {"b": [None, 2**53, "ü"]}), (group, "2025", "", "", {})])
    table.replace([])
    assert {row.period: row.kept for row in GroupDigest.objects.all()} == {
        "": {"b": [None, 2**53, "ü"]},
        "2025": {},
        "2026": {},
    }


def test_other_groups_keep_their_rows(cast: Cast) -> None:
    table = keyed_table(PhaseTotals, KEY, NUMBERS)
    other = Group.objects.create(name="Other")
    player = Player.objects.create(group=other, name="North")

    def row(group: UUID, *numbers: int) -> tuple[Any, ...]:
        return (group, "", player.pk, "classic", "standard", "set:3", *numbers)

    table.add([row(other.pk, 2, 1), row(cast.group.pk, 2, 1)])
    table.add([row(other.pk, -2, -1)])
    assert {key[0]: numbers for key, numbers in stored().items()} == {cast.group.pk: (2, 1)}
