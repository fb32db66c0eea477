"""Changes that may make a hit legal: cards to leave out, add or replace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from referee.card_groups import Reading, first_color
from referee.cards import Card
from referee.kinds import Kind
from referee.rulings.card_changes import (
    RefusedCards,
    Suspect,
    added,
    left_out,
    replaced,
    with_number,
    written_differently,
)
from referee.rulings.problems import RuleProblem
from referee.rulings.run_places import Fits, any_card
from referee.rulings.suggestions import Proposal
from referee.wording import ngettext_noop


@dataclass(frozen=True, slots=True)
class RefusedHit:
    """A hit that is not legal: the group as it lies, the cards, and what is wrong.

    `fits` tells whether the group takes given cards.
    """

    kind: Kind
    target: Reading
    cards: Sequence[Card]
    problems: Sequence[RuleProblem]
    fits: Fits
    available: Callable[[], Sequence[Card]]


def proposals_for_hit(refused: RefusedHit) -> Iterator[Proposal]:
    """Yield changes that may make the hit legal, the smallest first.

    The hit is group 0 of each change.
    """
    cards = RefusedCards(
        groups=[refused.cards],
        suspects=list(_suspects(refused)),
        kind_of=lambda _hit: refused.kind,
        may_do=lambda _hit, cards: refused.fits(cards),
        candidates=lambda _hit, cards: _candidates(refused, cards),
        colors_matter=refused.kind.one_color,
    )
    yield from written_differently(cards)
    yield from left_out(cards)
    text = ngettext_noop(
        "Together with %(cards)s, it would fit.", "Together with %(cards)s, they would fit."
    )
    yield from added(cards, 0, text)
    yield from replaced(cards)


def _suspects(refused: RefusedHit) -> Iterator[Suspect]:
    """Yield the cards as they were played, the last one first, those that the problems name."""
    printed = {card.printed for problem in refused.problems for card in problem.cards}
    last_first = dict.fromkeys(reversed(refused.cards))
    yield from ((0, card) for card in sorted(last_first, key=lambda c: c.printed not in printed))


def _candidates(refused: RefusedHit, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the available cards of which one more may make `cards` fit."""
    kind, target = refused.kind, refused.target.standings[0]
    color = target.color or first_color(cards) if kind.one_color else None
    # If a card of any number does not help, no number has to be tried.
    if not refused.fits([*cards, any_card(None, color)]):
        return ()
    numbers = {
        n
        for n in _in_reach(kind, refused.target, cards)
        if refused.fits([*cards, any_card(n, color)])
    }
    return tuple(with_number(refused.available(), numbers, color))


def _in_reach(kind: Kind, reading: Reading, cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the numbers that one card more could have, those of a run not far from its ends."""
    if reading.is_ambiguous:
        return kind.numbers
    target = reading.standings[0]
    if kind.one_number and target.number is not None:
        return (target.number,)
    if target.low is None or target.high is None:
        return kind.numbers
    low, high = kind.numbers.index(target.low), kind.numbers.index(target.high)
    reach = len(cards) + 1
    return kind.numbers[max(low - reach, 0) : high + reach + 1]
