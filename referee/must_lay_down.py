"""The house rule `must_lay_down`: whoever can lay down has to (rulebook, section 3.9)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards import Card
from referee.played_round import PlayedRound
from referee.rulings.card_references import some_cards
from referee.rulings.problems import RuleCode, RuleProblem
from referee.solver.analysis import WORK_LIMIT
from referee.solver.hand_solver import NO_TARGETS, HandSolver
from referee.solver.holding import read_hand
from referee.tally import TallyEntry, line_problem
from referee.wording import AND, gettext_noop


def had_to_lay_down(entry: TallyEntry, played: PlayedRound) -> Iterator[RuleProblem]:
    """Yield a problem if a player who has not laid down held the whole Phase.

    That is known if every turn was recorded and the cards left in hand are given: the player
    held all of them, and one more, on their last turn. A player without a turn of their own
    could not lay down; nor is a Phase known to have been in hand that shows on another side
    than was in play on that turn.
    """
    table, seat = played.table, entry.seat
    if not table.seating.rules.must_lay_down or not played.is_complete:
        return
    if seat is None or seat in table.down or played.last_turns.get(seat) != table.side:
        return
    if phase_cards := _phase_in_hand(entry, played, seat):
        text = gettext_noop(
            "%(player)s could have laid down %(cards)s, and had to by the house rule."
        )
        cards = some_cards(phase_cards, AND)
        yield line_problem(entry, RuleCode.MUST_LAY_DOWN, text, "3.9", cards=cards)


def _phase_in_hand(entry: TallyEntry, played: PlayedRound, seat: int) -> list[Card]:
    """Return the cards of the Phase that the player held, none if it was not all there."""
    edition, seating = played.edition, played.table.seating
    cards = entry.cards or ()
    if len(cards) != edition.dealt or {edition.side_of(card) for card in cards} != {
        played.table.side
    }:
        return []
    holding = read_hand(edition, cards)
    solver = HandSolver(holding, seating.phases[seat], NO_TARGETS, seating.rules, WORK_LIMIT)
    solution = solver.fewest_points()
    if solution is None:
        return []
    turn = solver.plan_turn(solution, oversize=False)
    return [card.undeclared() for group in turn.groups for card in group.cards]
