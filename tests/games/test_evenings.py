"""Whole evenings, from the first deal to the winner.

What is expected was worked out by hand from the rulebook, section 7, and stands here as it
was written down: of each round who deals and who starts, and in the end of each player the
phases made, the points, the rank and a star for who won.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tests.cast import Cast
from tests.games.scoresheet import Table, sit_down

# Ten rounds each. Whoever lays down keeps a card or two, which is possible in every phase;
# so the same rounds can be played in both variants, and only the end of it differs.
#
#           r1  r2  r3  r4  r5  r6  r7  r8  r9 r10   sum  rounds without laying down
# North     10   0  25  15   0  25  10  25  25  15   150  none
# East       0   5   0   0  60   0   0   5   0  10    80  5
# South     50  15  10  55   5   5  25   0   5 100   270  1, 4, 10
# West       5  60   5  70  10  15   5  80  10   0   260  2, 4, 8
CLASSIC = [
    ("N>E", "N=10+ E=out S=50- W=5+"),
    ("E>S", "N=out E=5+ S=15+ W=60-"),
    ("S>W", "N=25+ E=out S=10+ W=5+"),
    ("W>N", "N=15+ E=out S=55- W=70-"),
    ("N>E", "N=out E=60- S=5+ W=10+"),
    ("E>S", "N=25+ E=out S=5+ W=15+"),
    ("S>W", "N=10+ E=out S=25+ W=5+"),
    ("W>N", "N=25+ E=5+ S=out W=80-"),
    ("N>E", "N=25+ E=out S=5+ W=10+"),
    ("E>S", "N=15+ E=10+ S=100- W=out"),
]


@dataclass
class Evening:
    """What is played, and what comes of it."""

    who: str
    rounds: list[tuple[str, str]]
    standings: list[str]
    phases: list[int | None]
    settings: dict[str, Any]


OWN_PHASES = [[{"kind": "pair_run", "size": 6}], 4, [{"kind": "color", "size": 10}]]

EVENINGS = {
    # North alone has made all ten phases, and wins in spite of the points.
    "classic standard": Evening(
        "NESW",
        CLASSIC,
        ["N 10 150 1*", "E 9 80 2", "S 7 270 4", "W 7 260 3"],
        [None, 10, 8, 8],
        {"edition": "classic"},
    ),
    # The same rounds; here only the points count.
    "classic fixed_rounds": Evening(
        "NESW",
        CLASSIC,
        ["N 10 150 2", "E 9 80 1*", "S 7 270 4", "W 7 260 3"],
        [None, None, None, None],
        {"edition": "classic", "variant": "fixed_rounds"},
    ),
    # East and West: 0 + 5 each. South deals first, so West deals the last common round, and
    # to the left of West, among the two, sits East. In the first tie-break nobody goes out.
    # Its points are nobody's. North 110 + 50, South 105 + 5.
    "equal points: a tie-break of two out of four": Evening(
        "NESW",
        [
            ("S>W", "N=110- E=out S=105- W=5"),
            ("W>N", "N=50- E=5 S=5 W=out"),
            ("E>W", "E=55- W=5+ !The cards had run out."),
            ("W>E", "E=10 W=out"),
        ],
        ["N 0 160 4", "E 2 5 2", "S 1 110 3", "W 2 5 1*"],
        [1, None, 2, None],
        {"phases": [1, 6], "dealer": "S"},
    ),
    # Ten cards of one color are the whole hand: only who goes out lays them down.
    "phases of their own": Evening(
        "NE",
        [("N>E", "N=out E=5"), ("E>N", "N=out E=80-"), ("N>E", "N=out E=15")],
        ["N 3 0 1*", "E 2 100 2"],
        [None, 3],
        {"phases": OWN_PHASES},
    ),
}


def play(table: Table, rounds: list[tuple[str, str]]) -> None:
    """Play and compare who deals and starts; after `!` stands why the table overrules."""
    for number, (deal, text) in enumerate(rounds, 1):
        assert table.game["status"] == "playing"
        assert table.game["winners"] == []
        assert (table.game["next_round"]["number"], table.deal()) == (number, deal)
        count, _, reason = text.partition(" !")
        response = table.record(count, overrule=reason)
        assert response.status_code == 201, (text, response.content.decode())
        # Whoever has recorded a round sees what everybody will read.
        assert response.json() == table.look()
        assert table.names[table.game["rounds"][-1]["dealer"]] == deal[0]


@pytest.mark.parametrize("evening", EVENINGS.values(), ids=EVENINGS)
def test_an_evening(cast: Cast, evening: Evening) -> None:
    table = sit_down(cast, evening.who, **evening.settings)
    play(table, evening.rounds)
    assert table.standings() == evening.standings
    assert table.phases() == evening.phases
    assert table.game["status"] == "over"
    assert table.game["next_round"] is None
    stars = {row[0] for row in evening.standings if row.endswith("*")}
    assert {table.names[winner] for winner in table.game["winners"]} == stars
    # Over is over.
    assert table.record(evening.rounds[0][1].partition(" !")[0]).status_code == 409
