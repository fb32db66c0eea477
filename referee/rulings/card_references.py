"""Cards within a sentence: "the red 7", "one Wild", "2 green Stars", in the case that it needs.

English has one form for each. Other languages have more, which the context of a phrase tells:
"object" is what a sentence acts on (without the red 7), "of" what something belongs to (in place
of the red 7).
"""

from __future__ import annotations

from referee.cards import Card, Face
from referee.rulings.suggestions import Groups
from referee.wording import (
    InContext,
    Plural,
    Text,
    color_of_card,
    color_of_number,
    gettext_noop,
    ngettext_noop,
    pgettext_noop,
    role_of_card,
)

_THE = {
    Face.NUMBER: pgettext_noop("object", "the %(color)s %(number)s"),
    Face.STAR: pgettext_noop("object", "the %(color)s Star"),
    Face.WILD_NUMBER: pgettext_noop("object", "the wild-side %(number)s"),
    Face.WILD_STAR: pgettext_noop("object", "the wild-side Star"),
    Face.WILD: pgettext_noop("object", "the Wild"),
    Face.SKIP: pgettext_noop("object", "the Skip"),
}
_OF_THE = {
    Face.NUMBER: pgettext_noop("of", "the %(color)s %(number)s"),
    Face.STAR: pgettext_noop("of", "the %(color)s Star"),
    Face.WILD_NUMBER: pgettext_noop("of", "the wild-side %(number)s"),
    Face.WILD_STAR: pgettext_noop("of", "the wild-side Star"),
    Face.WILD: pgettext_noop("of", "the Wild"),
    Face.SKIP: pgettext_noop("of", "the Skip"),
}
_ONE = {
    Face.NUMBER: pgettext_noop("object", "one %(color)s %(number)s"),
    Face.STAR: pgettext_noop("object", "one %(color)s Star"),
    Face.WILD_NUMBER: pgettext_noop("object", "one wild-side %(number)s"),
    Face.WILD_STAR: pgettext_noop("object", "one wild-side Star"),
    Face.WILD: pgettext_noop("object", "one Wild"),
    Face.SKIP: pgettext_noop("object", "one Skip"),
}
_OF_ONE = {
    Face.NUMBER: pgettext_noop("of", "one %(color)s %(number)s"),
    Face.STAR: pgettext_noop("of", "one %(color)s Star"),
    Face.WILD_NUMBER: pgettext_noop("of", "one wild-side %(number)s"),
    Face.WILD_STAR: pgettext_noop("of", "one wild-side Star"),
    Face.WILD: pgettext_noop("of", "one Wild"),
    Face.SKIP: pgettext_noop("of", "one Skip"),
}
_COPIES = {
    Face.NUMBER: ngettext_noop("%(count)s %(color)s %(number)s", "%(count)s %(color)s %(number)ss"),
    Face.STAR: ngettext_noop("%(count)s %(color)s Star", "%(count)s %(color)s Stars"),
    Face.WILD_NUMBER: ngettext_noop(
        "%(count)s wild-side %(number)s", "%(count)s wild-side %(number)ss"
    ),
    Face.WILD_STAR: ngettext_noop("%(count)s wild-side Star", "%(count)s wild-side Stars"),
    Face.WILD: ngettext_noop("%(count)s Wild", "%(count)s Wilds"),
    Face.SKIP: ngettext_noop("%(count)s Skip", "%(count)s Skips"),
}


def the_card(card: Card, *, of: bool = False) -> Text:
    """Name a card that is known.

    >>> from referee.cards import parse_card
    >>> [the_card(parse_card(card)).render() for card in ("R7", "W=R7")]
    ['The red 7', 'The Wild as red 7']
    """
    return _named((_OF_THE if of else _THE)[card.face], card)


def one_card(card: Card, *, of: bool = False) -> Text:
    """Name one of several cards that are alike."""
    return _named((_OF_ONE if of else _ONE)[card.face], card)


def copies_of(card: Card, count: int) -> Text:
    """Name several cards that are alike, as an object.

    >>> from referee.cards import parse_card
    >>> copies_of(parse_card("R6"), 2).render()
    '2 red 6s'
    """
    return _named(_COPIES[card.face], card.undeclared(), count)


def card_in(groups: Groups, index: int, card: Card, *, of: bool = False) -> Text:
    """Name a card of the group with this index, so that it is clear which of the play it is."""
    group = sum(other.printed == card.printed for other in groups[index])
    name = one_card(card, of=of) if group > 1 else the_card(card, of=of)
    if group == sum(other.printed == card.printed for cards in groups for other in cards):
        return name
    text = gettext_noop("%(card)s in group %(number)s")
    return Text(text, {"card": name, "number": index + 1})


def _named(template: InContext | Plural, card: Card, count: int = 1) -> Text:
    # A color agrees with a number or, for a Star, with a card: languages add what else they need.
    params: dict[str, object] = {"number": card.number, "count": count}
    if card.color:
        color_of = color_of_card if card.face is Face.STAR else color_of_number
        params["color"] = color_of(card.color)
    return role_of_card(card, Text(template, params))
