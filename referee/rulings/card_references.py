"""Cards within a sentence: "the red 7", "one Wild", "two green Stars", in the case that it needs.

English has one form for each. Other languages have more, which the context of a phrase tells, as
`Case` does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum

from referee.cards import Card, Face
from referee.rulings.card_phrases import a_number
from referee.wording import (
    InContext,
    Text,
    color_of,
    gettext_noop,
    in_contexts,
    in_words,
    listed,
    pgettext_noop,
    role_of_card,
)


class Case(StrEnum):
    """What a card does in a sentence.

    The red 7 does not fit (subject); it would do without the red 7 (object), or with another
    card in place of the red 7 (of).
    """

    SUBJECT = "subject"
    OBJECT = "object"
    OF = "of"


class Colorless(StrEnum):
    """What is known of a card whose color nobody has told."""

    NUMBER = "colorless_number"
    STAR = "colorless_star"


_THE = {
    Face.NUMBER: in_contexts("the %(color)s %(number)s", "subject", "object", "of"),
    Face.STAR: in_contexts("the %(color)s Star", "subject", "object", "of"),
    Face.WILD_NUMBER: in_contexts("the wild-side %(number)s", "subject", "object", "of"),
    Face.WILD_STAR: in_contexts("the wild-side Star", "subject", "object", "of"),
    Face.WILD: in_contexts("the Wild", "subject", "object", "of"),
    Face.SKIP: in_contexts("the Skip", "subject", "object", "of"),
    Colorless.NUMBER: in_contexts("the %(number)s", "subject", "object", "of"),
    Colorless.STAR: in_contexts("the Star", "subject", "object", "of"),
}
_ONE = {
    Face.NUMBER: in_contexts("one %(color)s %(number)s", "subject", "object", "of"),
    Face.STAR: in_contexts("one %(color)s Star", "subject", "object", "of"),
    Face.WILD_NUMBER: in_contexts("one wild-side %(number)s", "subject", "object", "of"),
    Face.WILD_STAR: in_contexts("one wild-side Star", "subject", "object", "of"),
    Face.WILD: in_contexts("one Wild", "subject", "object", "of"),
    Face.SKIP: in_contexts("one Skip", "subject", "object", "of"),
    Colorless.NUMBER: in_contexts("one %(number)s", "subject", "object", "of"),
    Colorless.STAR: in_contexts("one Star", "subject", "object", "of"),
}
_A = {
    Face.NUMBER: pgettext_noop("object", "a %(color)s %(number)s"),
    Face.STAR: pgettext_noop("object", "a %(color)s Star"),
    Face.WILD_NUMBER: pgettext_noop("object", "a wild-side %(number)s"),
    Face.WILD_STAR: pgettext_noop("object", "a wild-side Star"),
    Face.WILD: pgettext_noop("object", "a Wild"),
    Face.SKIP: pgettext_noop("object", "a Skip"),
    Colorless.STAR: pgettext_noop("object", "a Star"),
}
_SEVERAL = {
    Face.NUMBER: pgettext_noop("several", "%(count)s %(color)s %(number)ss"),
    Face.STAR: pgettext_noop("several", "%(count)s %(color)s Stars"),
    Face.WILD_NUMBER: pgettext_noop("several", "%(count)s wild-side %(number)ss"),
    Face.WILD_STAR: pgettext_noop("several", "%(count)s wild-side Stars"),
    Face.WILD: pgettext_noop("several", "%(count)s Wilds"),
    Face.SKIP: pgettext_noop("several", "%(count)s Skips"),
    Colorless.NUMBER: pgettext_noop("several", "%(count)s %(number)ss"),
    Colorless.STAR: pgettext_noop("several", "%(count)s Stars"),
}
_THE_SEVERAL = {
    Face.NUMBER: pgettext_noop("several", "the %(count)s %(color)s %(number)ss"),
    Face.STAR: pgettext_noop("several", "the %(count)s %(color)s Stars"),
    Face.WILD_NUMBER: pgettext_noop("several", "the %(count)s wild-side %(number)ss"),
    Face.WILD_STAR: pgettext_noop("several", "the %(count)s wild-side Stars"),
    Face.WILD: pgettext_noop("several", "the %(count)s Wilds"),
    Face.SKIP: pgettext_noop("several", "the %(count)s Skips"),
    Colorless.NUMBER: pgettext_noop("several", "the %(count)s %(number)ss"),
    Colorless.STAR: pgettext_noop("several", "the %(count)s Stars"),
}


def the_card(card: Card, case: Case = Case.OBJECT) -> Text:
    """Name a card that is known.

    >>> from referee.cards import parse_card
    >>> [the_card(parse_card(card)).render() for card in ("R7", "W=R7")]
    ['The red 7', 'The Wild as red 7']
    """
    return _named(_THE[_known(card)][case], card)


def one_card(card: Card, case: Case = Case.OBJECT) -> Text:
    """Name one of several cards that are alike."""
    # "ein roter Stern", but "der rote Stern" and "einen roten Stern"
    return _named(_ONE[_known(card)][case], card, is_strong=case is Case.SUBJECT)


def copies_of(card: Card, count: int) -> Text:
    """Name this many cards that are alike, as an object.

    >>> from referee.cards import parse_card
    >>> copies_of(parse_card("R6"), 2).render()
    'Two red 6s'
    """
    return one_card(card) if count == 1 else _named(_SEVERAL[_known(card)], card, count)


def some_cards(cards: Iterable[Card], last: str | InContext) -> Text:
    """List cards that are shown for the first time, as objects.

    >>> from referee.cards import parse_card
    >>> from referee.wording import AND
    >>> some_cards(map(parse_card, ("R6", "G8", "R6")), AND).render()
    'Two red 6s and a green 8'
    """
    copies = Counter(map(_as_said, cards))
    return listed((_some(card, count) for card, count in copies.items()), last)


def _some(card: Card, count: int) -> Text:
    if count > 1:
        return copies_of(card, count)
    if card.colorless and card.number:
        return a_number(card.number)
    return _named(_A[_known(card)], card)


def these_cards(
    cards: Iterable[Card],
    among: Iterable[Card],
    last: str | InContext,
    case: Case = Case.SUBJECT,
) -> Text:
    """List cards that are known, each kind once: all of them `among` others, or only some.

    >>> from referee.cards import parse_card
    >>> from referee.wording import AND
    >>> r6, g8, w = map(parse_card, ("R6", "G8", "W"))
    >>> these_cards([r6, g8, r6, w], [r6, r6, g8, w, w], AND).render()
    'The two red 6s, the green 8 and one Wild'
    """
    of_these, of_all = Counter(map(_as_said, cards)), Counter(map(_as_said, among))

    def name(card: Card, count: int) -> Text:
        is_every = count >= of_all[card]
        if count == 1:
            return (the_card if is_every else one_card)(card, case)
        return _named((_THE_SEVERAL if is_every else _SEVERAL)[_known(card)], card, count)

    return listed((name(card, count) for card, count in of_these.items()), last)


def card_in(
    groups: Sequence[Sequence[Card]], index: int, card: Card, case: Case = Case.OBJECT
) -> Text:
    """Name a card of the group with this index, so that it is clear which of the play it is."""
    group = sum(other.said == card.said for other in groups[index])
    name = (one_card if group > 1 else the_card)(card, case)
    if group == sum(other.said == card.said for cards in groups for other in cards):
        return name
    text = gettext_noop("%(card)s in group %(number)s")
    return Text(text, {"card": name, "number": index + 1})


def _named(template: InContext, card: Card, count: int = 1, *, is_strong: bool = False) -> Text:
    params: dict[str, object] = {"number": card.number, "count": in_words(count)}
    if card.color and not card.colorless:
        if card.face is not Face.STAR:
            described = "a 7" if count == 1 else "7s"
        elif count > 1:
            described = "Stars"
        else:
            described = "a Star" if is_strong else "a card"
        params["color"] = color_of(described, card.color)
    return role_of_card(_as_said(card), Text(template, params), count)


def _as_said(card: Card) -> Card:
    """Return the card as a sentence names it: without what means nothing or nobody has told."""
    said = card.undeclared() if card.is_badly_declared else card
    if said.colorless:
        said = replace(said, color=None)
    return replace(said, flip=False) if said.flip else said


def _known(card: Card) -> Face | Colorless:
    if not card.colorless:
        return card.face
    return Colorless.STAR if card.face is Face.STAR else Colorless.NUMBER
