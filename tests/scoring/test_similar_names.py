"""Names that are nearly alike are found, and however many there are, soon."""

from __future__ import annotations

import pytest

from scoring.exchange.similar_names import similar_names, simplify


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Oma Käthe", "Oma Kathe", True),
        ("Kathe", "Cathe", True),
        ("Charlotte", "Charlote", True),
        ("Jürgen", "JUERGEN", True),
        ("Strauß", "Strauss", True),
        ("x" * 60 + "ä", "x" * 60 + "a", True),  # long, and the same but for a mark
        ("Anna", "Bob", False),
        ("Ann", "Anders", False),
        ("Table 1", "Table 2", False),
        ("💩", "👍", False),
        ("\u0301", "", False),  # nothing but a mark
    ],
)
def test_what_is_near(one: str, other: str, expected: bool) -> None:
    assert bool(similar_names(simplify(one), [simplify(other)])) == expected
    assert bool(similar_names(simplify(other), [simplify(one)])) == expected
