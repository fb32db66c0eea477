"""Facts about an edition that the sentences mention: numbers and names, from its data file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from math import gcd

from referee.cards import Face
from referee.editions import Edition, Side
from referee.wording import AND, OR, Plural, Text, gettext_noop, listed, ngettext_noop

_COUNTED: dict[Face, Plural] = {
    Face.NUMBER: ngettext_noop("%(count)s number card", "%(count)s number cards"),
    Face.WILD_NUMBER: ngettext_noop("%(count)s number card", "%(count)s number cards"),
    Face.STAR: ngettext_noop("%(count)s Star", "%(count)s Stars"),
    Face.WILD_STAR: ngettext_noop("%(count)s Star", "%(count)s Stars"),
    Face.WILD: ngettext_noop("%(count)s Wild", "%(count)s Wilds"),
    Face.SKIP: ngettext_noop("%(count)s Skip", "%(count)s Skips"),
}
_EACH: dict[Face, str] = {
    Face.STAR: gettext_noop("a Star"),
    Face.WILD_STAR: gettext_noop("a Star"),
    Face.WILD: gettext_noop("a Wild"),
    Face.SKIP: gettext_noop("a Skip"),
}


@cache
def facts_of(edition: Edition) -> Mapping[str, object]:
    """Return the facts about an edition by the names of the placeholders.

    >>> from referee.editions import EDITIONS
    >>> facts_of(EDITIONS["express"])["deck_size"]
    54
    """
    return {
        "deck_size": edition.deck_size,
        "dealt": edition.dealt,
        "max_held": edition.max_held,
        "min_players": edition.min_players,
        "max_players": edition.max_players,
        "first_side": _cards_of(edition.sides[0]),
        "last_side": _cards_of(edition.sides[-1]),
        "copies": _copies(edition.sides[0]),
        "last_side_copies": _copies(edition.sides[-1]),
        "prices": _prices(edition),
        "step": gcd(*edition.number_points.values(), *edition.face_points.values()),
    }


def _cards_of(side: Side) -> Text:
    """Count the cards of a side: "96 number cards, 8 Wilds and 4 Skips"."""
    counts: Counter[Face] = Counter()
    for card, copies in side.copies.items():
        counts[card.face] += copies
    return listed([Text(_COUNTED[face], {"count": counts[face]}) for face in counts], AND)


def _copies(side: Side) -> int:
    """Return how many there are of one and the same number card."""
    return max(copies for card, copies in side.copies.items() if card.is_numbered)


def _prices(edition: Edition) -> Text:
    """Say what cards cost: "5 points for 1 to 9 and 20 points for a Star"."""
    by_points: dict[int, list[Text]] = {}
    for points, name in _priced(edition):
        names = by_points.setdefault(points, [])
        if name not in names:
            names.append(name)
    text = ngettext_noop("%(count)s point for %(cards)s", "%(count)s points for %(cards)s")
    return listed(
        [
            Text(text, {"count": points, "cards": listed(names, OR)})
            for points, names in sorted(by_points.items())
        ],
        AND,
    )


def _priced(edition: Edition) -> Iterator[tuple[int, Text]]:
    """Yield what a card costs with its name; numbers in a row that cost the same have one."""
    numbers = sorted(edition.number_points)
    for points, alike in groupby(numbers, key=lambda number: edition.number_points[number]):
        first, *more = alike
        span = gettext_noop("%(first)s to %(last)s") if more else "%(first)s"
        yield points, Text(span, {"first": first, "last": [first, *more][-1]})
    for face, points in edition.face_points.items():
        yield points, Text(_EACH[face])
