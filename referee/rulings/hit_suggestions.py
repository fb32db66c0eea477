"""Changes that may make a hit legal: cards to leave out, add or replace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from referee.card_groups import Reading, first_color
from referee.cards import Card
from referee.kinds import Kind
from referee.rulings.card_changes import (
    RefusedCards,
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


def proposals_for_hit(
    kind: Kind,
    target: Reading,
    cards: Sequence[Card],
    problems: Sequence[RuleProblem],
    fits: Fits,
    available: Callable[[], Sequence[Card]],
) -> Iterator[Proposal]:
    """Yield changes that may make a hit legal, the smallest first.

    `problems` are what is wrong with `cards` on the group as it lies; `fits` tells whether the
    group takes given cards. The hit is group 0 of each change.
    """
    printed = {card.printed for problem in problems for card in problem.cards}
    last_first = dict.fromkeys(reversed(cards))

    def candidates(_hit: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return the available cards of which one more may make `cards` fit."""
        color = target.standings[0].color or first_color(cards) if kind.one_color else None
        # If a card of any number does not help, no number has to be tried.
        if not fits([*cards, any_card(None, color)]):
            return ()
        in_reach = _in_reach(kind, target, cards)
        numbers = {n for n in in_reach if fits([*cards, any_card(n, color)])}
        return tuple(with_number(available(), numbers, color))

    refused = RefusedCards(
        groups=[cards],
        # Those that the problems name come first.
        suspects=[(0, c) for c in sorted(last_first, key=lambda c: c.printed not in printed)],
        kind_of=lambda _hit: kind,
        may_do=lambda _hit, cards: fits(cards),
        candidates=candidates,
        colors_matter=kind.one_color,
    )
    yield from written_differently(refused)
    yield from left_out(refused)
    text = ngettext_noop(
        "Together with %(cards)s, it would fit.", "Together with %(cards)s, they would fit."
    )
    yield from added(refused, 0, text)
    yield from replaced(refused)


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
