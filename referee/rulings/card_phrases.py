"""Phrases for cards of which any one would do: "an 8", "a green or blue 5", "any red card"."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Color
from referee.wording import (
    OR,
    Text,
    color_of,
    gettext_noop,
    listed,
)

Number = int | str  # a number, or numbers in a row: "1–4"


def a_number(number: Number, *others: Number, colors: Sequence[Color] = ()) -> Text:
    """Name a card of this number or one of the others, and of one of the colors if there are any.

    >>> a_number(8, 10).render(), a_number("1–4", colors=[Color.GREEN, Color.BLUE]).render()
    ('An 8 or 10', 'A green or blue 1–4')
    """
    params: dict[str, object] = {"number": listed([number, *others], OR)}
    if colors:
        params["color"] = _of_any("a 7", colors)
        return Text(gettext_noop("a %(color)s %(number)s"), params)
    # English needs two templates; most translations are the same for both.
    is_an = str(number).startswith(("8", "11"))
    return Text(gettext_noop("an %(number)s") if is_an else gettext_noop("a %(number)s"), params)


def _of_any(described: str, colors: Sequence[Color]) -> Text:
    return listed([color_of(described, color) for color in colors], OR)


def a_star(colors: Sequence[Color]) -> Text:
    """Name a Star of one of these colors."""
    text = gettext_noop("a %(color)s Star")
    return Text(text, {"color": _of_any("a Star", colors)})


def any_card(what: str, *, other: bool = False, wild_side: bool = False) -> Text:
    """Name any card that is a "number", "odd" or "even": with `other`, any but one named before."""
    return Text(_ANY[what][wild_side][other])


def any_of_parity_and_color(colors: Sequence[Color], *, odd: bool) -> Text:
    """Name any odd or even card of one of these colors."""
    text = (
        gettext_noop("any odd %(color)s card") if odd else gettext_noop("any even %(color)s card")
    )
    return Text(text, {"color": _of_any("a card", colors)})


def any_of_color(colors: Sequence[Color], *, with_stars: bool, other: bool = False) -> Text:
    """Name any card of one of these colors, or only their number cards.

    >>> any_of_color([Color.RED], with_stars=False, other=True).render()
    'Any other red number card'
    """
    names = _ANY_OF_COLOR if with_stars else _ANY_NUMBER_OF_COLOR
    return Text(names[other], {"color": _of_any("a card", colors)})


_ANY = {
    "number": (
        (gettext_noop("any number card"), gettext_noop("any other number card")),
        (
            gettext_noop("any wild-side number card"),
            gettext_noop("any other wild-side number card"),
        ),
    ),
    "odd": (
        (gettext_noop("any odd card"), gettext_noop("any other odd card")),
        (gettext_noop("any wild-side odd card"), gettext_noop("any other wild-side odd card")),
    ),
    "even": (
        (gettext_noop("any even card"), gettext_noop("any other even card")),
        (gettext_noop("any wild-side even card"), gettext_noop("any other wild-side even card")),
    ),
}
_ANY_OF_COLOR = gettext_noop("any %(color)s card"), gettext_noop("any other %(color)s card")
_ANY_NUMBER_OF_COLOR = (
    gettext_noop("any %(color)s number card"),
    gettext_noop("any other %(color)s number card"),
)
