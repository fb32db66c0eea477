"""Rules for all cards that are put on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.cards import Card
from referee.editions import Edition
from referee.rulings.problems import RuleCode, RuleProblem
from referee.wording import Text, gettext_noop, ngettext_noop

SKIP_IN_GROUP = Text(
    gettext_noop("A Skip is never part of a group: it is discarded in front of another player.")
)


def declarations(cards: Iterable[Card], group: int | None = None) -> Iterator[RuleProblem]:
    """Section 1: a declaration may only fix what is open on the card."""
    for card in cards:
        if not card.is_badly_declared:
            continue
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
        yield RuleProblem(
            RuleCode.BAD_DECLARATION, Text(text, {"card": card.undeclared()}), "1", group, (card,)
        )


def skips(cards: Iterable[Card], rule: str, group: int | None = None) -> Iterator[RuleProblem]:
    """Sections 3.5 and 4.6: a Skip is never part of a group."""
    skipping = tuple(card for card in cards if card.is_skip)
    if skipping:
        yield RuleProblem(RuleCode.SKIP_IN_GROUP, SKIP_IN_GROUP, rule, group, skipping)


def phase_laid(laid: bool, rule: str = "4.1") -> Iterator[RuleProblem]:
    """Sections 4.1 and 5: only after one's own Phase is down."""
    if not laid:
        text = gettext_noop("Lay down your own Phase first; you may hit in the same turn.")
        yield RuleProblem(RuleCode.PHASE_NOT_LAID, Text(text), rule)


def copies(edition: Edition, cards: Sequence[Card], rule: str) -> Iterator[RuleProblem]:
    """Section 3.7: no more copies of a card than the deck holds."""
    by_print: dict[str, list[Card]] = {}
    for card in cards:
        by_print.setdefault(card.printed, []).append(card)
    for same in by_print.values():
        count, limit = len(same), edition.copies(same[0])
        if count > limit:
            alike = tuple(card.undeclared() for card in same)
            text = gettext_noop("The deck has only %(limit)s × %(card)s, not %(count)s.")
            params = {"count": count, "card": alike[0], "limit": limit}
            yield RuleProblem(RuleCode.TOO_MANY_COPIES, Text(text, params), rule, None, alike)


def hand_limit(
    edition: Edition, cards: Sequence[Card], hint: Text | None = None
) -> Iterator[RuleProblem]:
    """Section 3.7: no more cards than a hand can hold on its turn."""
    if len(cards) > edition.max_held:
        text = ngettext_noop(
            "This is %(count)s card, but a hand has at most %(limit)s.",
            "These are %(count)s cards, but a hand has at most %(limit)s.",
        )
        params = {"count": len(cards), "limit": edition.max_held}
        yield RuleProblem(
            RuleCode.TOO_MANY_CARDS, Text(text, params, hint), "3.7", None, tuple(cards)
        )


def playable(cards: Iterable[Card]) -> list[Card]:
    """Return the cards for further checks: without Skips and bad declarations."""
    return [
        card.undeclared() if card.is_badly_declared else card for card in cards if not card.is_skip
    ]
