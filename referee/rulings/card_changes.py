"""Changes of one card that may make a play legal: written differently, left out, added, replaced.

A hit is a play with one group.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.cards import Card, Color
from referee.kinds import Kind
from referee.rulings.card_references import Case, card_in, the_card
from referee.rulings.suggestions import Groups, Proposal, Suggestion
from referee.wording import Plural, gettext_noop

Suspect = tuple[int, Card]  # the index of a group, and one of its cards


@dataclass(frozen=True, slots=True)
class RefusedCards:
    """The cards of a play that is not legal.

    `suspects` are all of them, each once, the one that is most likely to be wrong first. Of the
    group with an index, `kind_of` tells the kind, `may_do` whether given cards may be right
    without another card, and `candidates` which cards may be right as one card more.
    """

    groups: Groups
    suspects: Sequence[Suspect]
    kind_of: Callable[[int], Kind]
    may_do: Callable[[int, Sequence[Card]], bool]
    candidates: Callable[[int, Sequence[Card]], tuple[Card, ...]]
    colors_matter: bool


def written_differently(refused: RefusedCards) -> Iterator[Proposal]:
    """Yield the suspects without their declarations, then without their Flip symbols."""
    for index, card in refused.suspects:
        if card.is_declared:
            free = card.undeclared()
            text = gettext_noop("Without its declaration, %(card)s would do.")
            # Of a bad declaration the problem already says so.
            hint = None if card.is_badly_declared else text
            yield Proposal(Suggestion(index, card, (free,)), hint, {"card": the_card(free)})
    for index, card in refused.suspects:
        if card.flip:
            plain = replace(card, flip=False)
            text = gettext_noop("Without the Flip symbol, %(card)s would do.")
            yield Proposal(Suggestion(index, card, (plain,)), text, {"card": the_card(card)})


def left_out(refused: RefusedCards) -> Iterator[Proposal]:
    """Yield the play without each of the suspects."""
    for index, card in refused.suspects:
        rest = without(refused.groups[index], card)
        if rest and refused.may_do(index, rest):
            text = gettext_noop("Without %(card)s, the rest would do.")
            named = card_in(refused.groups, index, card)
            yield Proposal(Suggestion(index, card), text, {"card": named})


def added(refused: RefusedCards, index: int, text: str | Plural) -> Iterator[Proposal]:
    """Yield a group with one card more."""
    group = refused.groups[index]
    cards = refused.candidates(index, group)
    if cards:
        params, kind = {"count": len(group), "number": index + 1}, refused.kind_of(index)
        yield Proposal(Suggestion(index, None, cards), text, params, kind, refused.colors_matter)


def replaced(refused: RefusedCards) -> Iterator[Proposal]:
    """Yield the play with another card in place of each of the suspects."""
    for index, card in refused.suspects:
        rest = without(refused.groups[index], card)
        others, printed = refused.candidates(index, rest), card.printed
        cards = tuple(other for other in others if other.printed != printed)
        if cards:
            text = (
                gettext_noop("%(cards)s in place of %(card)s would do.")
                if rest
                else gettext_noop("%(cards)s would do.")
            )
            params = {"card": card_in(refused.groups, index, card, Case.OF)}
            change, kind = Suggestion(index, card, cards), refused.kind_of(index)
            yield Proposal(change, text, params, kind, refused.colors_matter)


def with_number(
    available: Sequence[Card], numbers: Collection[int], color: Color | None
) -> list[Card]:
    """Return the cards that can have one of these numbers, and this color if one is given."""
    return [
        card
        for card in available
        if (card.number in numbers or card.is_wild)
        and (color is None or card.color is None or card.color is color)
    ]


def without(cards: Sequence[Card], card: Card) -> list[Card]:
    """Return the cards without one of them."""
    rest = list(cards)
    rest.remove(card)
    return rest
