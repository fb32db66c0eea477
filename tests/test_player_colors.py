"""The colors of players differ from each other and from cards, whatever eyes look at them."""

from __future__ import annotations

import math
import re
from itertools import combinations, product

import pytest

from games.domain.faces import COLORS
from tests.api.contract import ROOT

TOKENS = (ROOT / "client/src/theme/tokens.css").read_text("utf-8")
THEMES = ("light", "dark")
CARDS = ("red", "blue", "green", "yellow")

SHEETS = (ROOT / "scoring/sheets/typ/text.typ").read_text("utf-8")

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

# What is left of linear light for eyes that lack one kind of cone (Machado and others, 2009).
EYES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# Oklab: equal distances in it look equally far.
CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
OKLAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def color(name: str, theme: str) -> Triple:
    """A token of the client as linear light."""
    found = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", TOKENS)
    assert found, name
    values = [int(found[1 + THEMES.index(theme)][at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values
    )
    return red, green, blue


def times(matrix: Matrix, vector: Triple) -> Triple:
    a, b, c = (sum(x * y for x, y in zip(row, vector, strict=True)) for row in matrix)
    return a, b, c


def distance(one: str, other: str, theme: str, eyes: str) -> float:
    """How far two colors look from each other; 100 from black to white."""

    def seen(name: str) -> Triple:
        left = times(EYES[eyes], color(name, theme))
        red, green, blue = (min(1, max(0, each)) for each in left)
        long, middle, short = (math.cbrt(each) for each in times(CONES, (red, green, blue)))
        return times(OKLAB, (long, middle, short))

    return 100 * math.dist(seen(one), seen(other))


def contrast(one: Triple, other: Triple) -> float:
    lights = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05 for r, g, b in (one, other))
    return lights[1] / lights[0]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", EYES)
def test_players_differ(theme: str, eyes: str) -> None:
    far = {pair: distance(*pair, theme, eyes) for pair in combinations(COLORS, 2)}
    least = 14 if eyes == "usual" else 8.8
    assert {pair: value for pair, value in far.items() if value < least} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_no_player_has_the_color_of_a_card(theme: str) -> None:
    assert all(distance(*pair, theme, "usual") > 8.5 for pair in product(COLORS, CARDS))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["paper", "wash"])
def test_every_color_stands_out(theme: str, ground: str) -> None:
    below = color(ground, theme)
    assert {name for name in COLORS if contrast(color(name, theme), below) < 3} == set()


def test_sheets_have_the_colors_of_the_phone_in_daylight() -> None:
    on_paper = dict(re.findall(r'(\w+): rgb\("(#\w+)"\)', SHEETS))
    assert on_paper == dict(re.findall(rf"--({'|'.join(COLORS)}): light-dark\((#\w+),", TOKENS))
