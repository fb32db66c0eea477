"""Cards named by what they have in common: "a 5", "any red card", "a green Star"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from referee.cards import Card, Face
from referee.kinds import Kind, KindName
from referee.rulings.card_phrases import (
    a_number,
    a_star,
    any_card,
    any_of_color,
)
from referee.wording import OR, Text, gettext_noop, listed


def any_of(
    cards: Sequence[Card], among: Collection[Card], kind: Kind, *, refused: Card | None = None
) -> Text:
    """Name cards of which any one would do, none of those `among` that would not.

    `kind` is that of the group which they would join. The text never describes the card that
    is `refused`.

    >>> from referee.cards import parse_card
    >>> from referee.kinds import KINDS
    >>> fives = [parse_card(card) for card in ("R5", "G5", "B5", "W")]
    >>> any_of(fives, fives, KINDS[KindName.SET]).render()
    'A 5 or a Wild'
    >>> any_of(fives[1:3], fives, KINDS[KindName.SET], refused=fives[0]).render()
    'A green 5 or a blue 5'
    """
    numbered = [card for card in cards if card.number is not None]
    name = _as_a_class(numbered, cards, among, kind, refused)
    names = [name] if name else list(_by_number(numbered, among, kind, refused))
    if name and "color" in name.params:  # a red Star is a red card, too
        colorless = [card for card in cards if card.is_wild and not card.color]
        return listed([name, *_wild(colorless, among, refused)], OR)
    wild = [card for card in cards if card.is_wild]
    return listed([*names, *_wild(wild, among, refused)], OR)


def _as_a_class(
    numbered: Sequence[Card],
    fitting: Sequence[Card],
    among: Collection[Card],
    kind: Kind,
    refused: Card | None,
) -> Text | None:
    """Return one name for all number cards that fit, None if they have too little in common."""
    if len({card.number for card in numbered}) < 3:
        return None
    refused_star = refused if refused and refused.face is Face.STAR else None
    if refused is not None and refused.face is not numbered[0].face:
        refused = None  # it is no such card anyway
    every = [card for card in among if card.number is not None]
    on_wild_side = numbered[0].face is Face.WILD_NUMBER
    if numbered == every:
        return any_card("number", other=refused is not None, wild_side=on_wild_side)
    of_kind = [card for card in every if card.number in kind.numbers]
    if kind.name in (KindName.ODD, KindName.EVEN) and numbered == of_kind:
        return any_card(
            kind.name,
            other=refused is not None and refused.number in kind.numbers,
            wild_side=on_wild_side,
        )
    color = numbered[0].color
    if kind.one_color and color and numbered == [card for card in every if card.color is color]:
        of_color = [card for card in among if card.color is color]
        has_all = of_color == [card for card in fitting if card.color is color]
        without_stars = refused_star is not None and refused_star.color is color
        return any_of_color(
            [color],
            with_stars=has_all and not without_stars,
            other=refused is not None and refused.color is color,
        )
    return None


def _by_number(
    found: Sequence[Card], among: Collection[Card], kind: Kind, refused: Card | None
) -> Iterator[Text]:
    """Yield a name for each number, or for each card if only some colors of it fit."""
    for number in sorted({card.number or 0 for card in found}):
        fitting = [card for card in found if card.number == number]
        if fitting[0].face is Face.WILD_NUMBER:
            yield Text(gettext_noop("a wild-side %(number)s"), {"number": number})
            continue
        every = [card for card in among if card.number == number]
        is_refused = refused is not None and refused.number == number and refused.color is not None
        one_color = kind.one_color and len(fitting) == 1
        if len(fitting) < len(every) or one_color or is_refused:
            yield from (
                a_number(number, colors=[card.color] if card.color else ()) for card in fitting
            )
        else:
            yield a_number(number)


def _wild(found: Sequence[Card], among: Collection[Card], refused: Card | None) -> Iterator[Text]:
    """Yield "a Wild", "a Star", or the colors of the Stars that fit if not every one does."""
    if not found:
        return
    is_refused = refused is not None and refused.face is Face.STAR
    match found[0].face:
        case Face.WILD:
            yield Text(gettext_noop("a Wild"))
        case Face.WILD_STAR:
            yield Text(gettext_noop("a wild-side Star"))
        case _ if not is_refused and 1 < len(found) == sum(card.is_wild for card in among):
            yield Text(gettext_noop("a Star"))
        case _:
            yield from (a_star([card.color]) for card in found if card.color)
