"""Rules for any cards that are put on the table, whatever they are put down as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.cards import Card
from referee.editions import Edition
from referee.rulings.problems import RuleCode, RuleProblem
from referee.wording import Text, gettext_noop

SKIP_IS_NO_PART = gettext_noop(
    "A Skip is never part of a group; it is discarded in front of another player"
)


def declarations(cards: Iterable[Card], group: int | None = None) -> Iterator[RuleProblem]:
    """Section 1: a declaration may only fix what is open on the card."""
    for card in cards:
        if not card.is_badly_declared:
            continue
        if card.is_skip:
            text = gettext_noop(
                "A Skip stands for nothing but itself: play it without a declaration."
            )
        elif card.number is None:
            text = gettext_noop("The %(card)s keeps its color: declare only its number.")
        elif card.color is None:
            text = gettext_noop("The %(card)s keeps its number: declare only its color.")
        else:
            text = gettext_noop("The %(card)s is what is printed on it: nothing can be declared.")
        yield RuleProblem(
            RuleCode.BAD_DECLARATION, Text(text, {"card": card.undeclared()}), "1", group, (card,)
        )


def skips(cards: Iterable[Card], rule: str, group: int | None = None) -> Iterator[RuleProblem]:
    """Sections 3.5 and 4.6: a Skip is never part of a group."""
    found = tuple(card for card in cards if card.is_skip)
    if found:
        text = Text("%(what)s.", {"what": Text(SKIP_IS_NO_PART)})
        yield RuleProblem(RuleCode.SKIP_IN_GROUP, text, rule, group, found)


def phase_laid(laid: bool, rule: str = "4.1") -> Iterator[RuleProblem]:
    """Sections 4.1 and 5: only after one's own Phase is down."""
    if not laid:
        text = gettext_noop("Lay down your own Phase first; in the same turn is fine.")
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
            text = gettext_noop(
                "The deck has only %(limit)s × %(card)s, and here are %(count)s: look again."
            )
            params = {"count": count, "card": alike[0], "limit": limit}
            yield RuleProblem(RuleCode.TOO_MANY_COPIES, Text(text, params), rule, None, alike)


def playable(cards: Iterable[Card]) -> list[Card]:
    """The cards as they can be judged further: without Skips and bad declarations."""
    return [
        card.undeclared() if card.is_badly_declared else card for card in cards if not card.is_skip
    ]
