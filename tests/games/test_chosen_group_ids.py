"""Groups on the table with ids that the phone chose, so that it can hit them offline."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from games.models import ChosenId
from tests.accounts.people import mistakes
from tests.cast import Cast
from tests.games.livetable import Live, done, rows
from tests.games.scoresheet import sit_down

FIVES, SIXES, SEVENS, EIGHTS = (
    " ".join(f"{color}{number}" for color in "RBG") for number in (5, 6, 7, 8)
)


@pytest.fixture
def live(cast: Cast) -> Live:
    return Live(sit_down(cast, "NES"))


def ids(count: int = 2) -> list[str]:
    return [str(uuid4()) for _number in range(count)]


def test_an_evening_without_a_network_is_sent_later(live: Live) -> None:
    plays, groups = ids(3), ids()
    bodies: list[tuple[str, str, dict[str, Any]]] = [
        ("lay_down", "E", {"groups": [FIVES.split(), SIXES.split()], "group_ids": groups}),
        ("hit", "E", {"group": groups[1], "cards": ["Y6"]}),
        ("discard", "E", {"card": "R1"}),
    ]
    for _time in range(2):  # its answers got lost
        for id, (kind, who, body) in zip(plays, bodies, strict=True):
            table = done(live.play(kind, who, id=id, **body))
    assert [group["id"] for group in table["groups"]] == groups
    assert [play["id"] for play in table["plays"]] == plays
    assert table["groups"][1]["cards"] == ["R6", "B6", "G6", "Y6"]
    assert rows()[0] == 3


def test_groups_that_are_put_in_order_keep_their_ids(cast: Cast) -> None:
    phases = [[{"kind": "set", "size": 3}, {"kind": "run", "size": 4}]]
    live, [run, sets] = Live(sit_down(cast, "NES", phases=phases)), ids()
    live.lay("E", "R1 R2 B3 B4", FIVES, group_ids=[run, sets], overrule="So it was.")
    shown = {group["id"]: group["cards"] for group in live.look()["groups"]}
    assert shown == {run: ["R1", "R2", "B3", "B4"], sets: FIVES.split()}


def test_ids_of_groups_that_cannot_be(live: Live) -> None:
    first, second = ids()
    lay = [FIVES, SIXES]
    assert mistakes(live.lay("E", *lay, group_ids=[first])) == {("group_ids", "wrong_group_count")}
    wrong = {("group_ids.1", "duplicate_group")}
    assert mistakes(live.lay("E", *lay, group_ids=[first, first])) == wrong
    not_random = [first, str(UUID(int=7))]
    assert mistakes(live.lay("E", *lay, group_ids=not_random)) == {("group_ids.1", "version")}
    assert mistakes(live.lay("E", *lay, group_ids=ids(13))) == {("group_ids", "max_length")}
    assert rows()[0] == 0
    done(live.lay("E", *lay, group_ids=[first, second]))
    assert mistakes(live.lay("S", SEVENS, EIGHTS, group_ids=[str(uuid4()), second])) == wrong
    assert not ChosenId.objects.exists()  # they belong to their table only
