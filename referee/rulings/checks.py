"""Rules for all cards that are put on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from referee.cards import Card
from referee.editions import Edition
from referee.rulings.card_references import Case, copies_of, one_card, the_card, these_cards
from referee.rulings.problems import RuleCode, RuleProblem
from referee.wording import AND, Text, gettext_noop, in_words, ngettext_noop


def declarations(cards: Iterable[Card], group: int | None = None) -> Iterator[RuleProblem]:
    """Section 1: a declaration may only fix what is open on the card."""
    badly_declared = [card for card in cards if card.is_badly_declared]
    for card in dict.fromkeys(badly_declared):
        if card.is_skip:
            text = gettext_noop(
                "A Skip cannot stand for anything else: play it without a declaration."
            )
        elif card.number is None:
            text = gettext_noop("%(card)s has a printed color: declare only its number.")
        elif card.color is None:
            text = gettext_noop("%(card)s has a printed number: declare only its color.")
        else:
            text = gettext_noop(
                "%(card)s cannot stand for anything else: play it without a declaration."
            )
        alike = tuple(other for other in badly_declared if other == card)
        params = {"card": the_card(card, Case.SUBJECT)}
        yield RuleProblem(RuleCode.BAD_DECLARATION, Text(text, params), "1", group, alike)


def skips(cards: Iterable[Card], rule: str, group: int | None = None) -> Iterator[RuleProblem]:
    """Sections 3.5 and 4.6: a Skip is never part of a group."""
    skipping = tuple(card for card in cards if card.is_skip)
    if skipping:
        text = gettext_noop(
            "A Skip is never part of a group: it is discarded in front of another player."
        )
        yield RuleProblem(RuleCode.SKIP_IN_GROUP, Text(text), rule, group, skipping)


def one_side(
    edition: Edition, cards: Sequence[Card], side: str | None = None
) -> Iterator[RuleProblem]:
    """Sections 3.6 and 5: the cards of one hand all show the side in play.

    If that `side` is not known, it is the one that most of the cards show.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> cards = [parse_card(card) for card in ("R5", "R6", "W7")]
    >>> [problem.message for problem in one_side(EDITIONS["flip"], cards)]
    ['All cards of a hand show the same side: the wild-side 7 shows the other one.']
    """
    if len(edition.sides) == 1:
        return
    by_side: dict[str, list[Card]] = {}
    for card in cards:
        by_side.setdefault(edition.side_of(card), []).append(card)
    if len(by_side) > 1:
        wrong = [card for other, shown in by_side.items() for card in shown if other != side]
        if side not in by_side:
            wrong = min(by_side.values(), key=len)
        text = ngettext_noop(
            "All cards of a hand show the same side: %(cards)s shows the other one.",
            "All cards of a hand show the same side: %(cards)s show the other one.",
        )
        params = named(wrong, cards)
        yield RuleProblem(RuleCode.MIXED_SIDES, Text(text, params), "3.6", None, tuple(wrong))


def side_of_most(edition: Edition, cards: Sequence[Card]) -> str:
    """Return the side that most of the cards show; in a tie, the one that `one_side` accepts."""
    return Counter(edition.side_of(card) for card in reversed(cards)).most_common(1)[0][0]


def phase_laid(laid: bool) -> Iterator[RuleProblem]:
    """Section 4.1: hits only after one's own Phase is down."""
    if not laid:
        text = gettext_noop("Lay down your own Phase first; you may hit in the same turn.")
        yield RuleProblem(RuleCode.PHASE_NOT_LAID, Text(text), "4.1")


def phase_laid_to_go_out(laid: bool) -> Iterator[RuleProblem]:
    """Section 5: going out only after one's own Phase is down."""
    if not laid:
        text = gettext_noop("You can only go out after laying down your Phase.")
        yield RuleProblem(RuleCode.PHASE_NOT_LAID, Text(text), "5")


def copies(edition: Edition, cards: Sequence[Card], rule: str) -> Iterator[RuleProblem]:
    """Sections 1 and 3.7: no more copies of a card than the deck holds, one Flip symbol among them.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> [problem.message for problem in copies(EDITIONS["flip"], [parse_card("R5!")] * 2, "1")]
    ['Only one red 5 in the deck bears the Flip symbol, not two.']
    """
    by_print: dict[str, list[Card]] = {}
    for card in cards:
        by_print.setdefault(card.printed, []).append(card)
    for same in by_print.values():
        if len(same) == 1:
            continue
        count, limit = len(same), edition.copies(same[0])
        if count > limit:
            named = next((card for card in same if card.colorless), same[0])
            if named.colorless:  # too many of all colors, or it would have been given another one
                same = [
                    card for card in cards if (card.face, card.number) == (named.face, named.number)
                ]
                count, limit = len(same), edition.copies_of_all_colors(named)
            alike = tuple(card.undeclared() for card in same)
            text = gettext_noop("The deck has only %(cards)s, not %(count)s.")
            params = {"cards": copies_of(named.undeclared(), limit), "count": in_words(count)}
            yield RuleProblem(RuleCode.TOO_MANY_COPIES, Text(text, params), rule, None, alike)
    yield from flip_symbols(by_print.values())


def alike(cards: Sequence[Card], lying: Iterable[Card]) -> list[Card]:
    """Return those of the cards `lying` on the table of which a play has another copy.

    The others are not the fault of the play, even if there are too many of them; nor are their
    Flip symbols if none of the play's copies bears one.
    """
    played = {card.printed for card in cards}
    flips = {card.printed for card in cards if card.flip}
    return [
        card if card.printed in flips or not card.flip else replace(card, flip=False)
        for card in lying
        if card.printed in played
    ]


def flip_symbols(alike: Iterable[Sequence[Card]], rule: str = "1") -> Iterator[RuleProblem]:
    """Section 1: at most one of the cards of a color and number bears the Flip symbol.

    Each of `alike` lists all the cards on which the same is printed.
    """
    for same in alike:
        if len(same) == 1:
            continue
        marked = tuple(card.undeclared() for card in same if card.flip)
        if len(marked) > 1:
            text = gettext_noop("Only %(card)s in the deck bears the Flip symbol, not %(count)s.")
            params = {"count": in_words(len(marked)), "card": one_card(marked[0])}
            yield RuleProblem(RuleCode.TOO_MANY_COPIES, Text(text, params), rule, None, marked)


def hand_limit(edition: Edition, cards: Sequence[Card]) -> Iterator[RuleProblem]:
    """Section 3.7: no more cards than a hand can hold on its turn."""
    if len(cards) > edition.max_held:
        text = ngettext_noop(
            "This is %(count)s card, but a hand has at most %(limit)s.",
            "These are %(count)s cards, but a hand has at most %(limit)s.",
        )
        params = {"count": len(cards), "limit": edition.max_held}
        yield RuleProblem(RuleCode.TOO_MANY_CARDS, Text(text, params), "3.7", None, tuple(cards))


def named(cards: Sequence[Card], among: Iterable[Card]) -> dict[str, object]:
    """Return `cards` and `count` for a text with a plural about some `among` others."""
    return {"cards": these_cards(cards, among, AND), "count": len(cards)}


def playable(cards: Iterable[Card]) -> list[Card]:
    """Return the cards for further checks: without Skips and bad declarations."""
    return [
        card.undeclared() if card.is_badly_declared else card for card in cards if not card.is_skip
    ]
