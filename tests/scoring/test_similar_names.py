"""Names that are nearly alike are found, and however many there are, soon."""

from __future__ import annotations

import time
from random import Random

import pytest

from scoring.exchange.similar_names import similar_names, similar_pairs, simplify


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Oma Käthe", "Oma Kathe", True),
        ("Kathe", "Cathe", True),
        ("Jürgen", "JUERGEN", True),
        ("Strauß", "Strauss", True),
        ("x" * 60 + "ä", "x" * 60 + "a", True),  # long, and the same but for a mark
        ("Anna", "Bob", False),
        ("Table 1", "Table 2", False),
        ("💩", "👍", False),
        ("\u0301", "", False),  # nothing but a mark
    ],
)
def test_what_is_near(one: str, other: str, expected: bool) -> None:
    assert bool(similar_names(simplify(one), [simplify(other)])) == expected
    assert bool(similar_names(simplify(other), [simplify(one)])) == expected


@pytest.mark.parametrize("prefix", ["", "ab" * 14])
@pytest.mark.parametrize("length", [12, 78])
def test_many_names_take_no_time(prefix: str, length: int) -> None:
    """As many as a file may have, and a group that has twice as many."""
    chance = Random(10)

    def name() -> str:
        return prefix + "".join(chance.choices("abcdefg", k=max(1, length - len(prefix))))

    names = [name() for _ in range(500)]
    group = {simplify(name()): True for _ in range(1000)}
    begun = time.perf_counter()
    for one in names:
        similar_names(simplify(one), group)
    list(similar_pairs(names))
    assert time.perf_counter() - begun < 60  # and not for hours
