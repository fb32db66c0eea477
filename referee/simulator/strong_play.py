"""The decisions of a strong player: the best lay-down and hits, and the least useful card."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Card
from referee.kinds import KINDS
from referee.simulator.estimate import HandEstimate
from referee.simulator.player_view import PlayerView, WantedHit
from referee.solver.analysis import WORK_LIMIT, analyse
from referee.solver.hand_analysis import HandAnalysis
from referee.solver.hand_solver import NO_TARGETS, HandSolver
from referee.solver.holding import read_hand
from referee.solver.targets import Target
from referee.solver.turn import Action

# What a discard costs in addition to the loss of the card, whose worth is at most 1.
FEEDS = 0.15
TURNS_OVER = 0.3
POINTS = 1 / 200
POINTS_IN_A_HURRY = 1 / 20


def best_lay_down(view: PlayerView) -> Sequence[Sequence[Card]] | None:
    """Return the groups that leave the fewest points, or those to go out with at once."""
    if view.estimate is None or view.estimate.missing > 1:
        return None
    # An estimate that lacks a card may have missed a way.
    if view.estimate.missing:
        holding = read_hand(view.edition, view.hand)
        solver = HandSolver(holding, view.phase, NO_TARGETS, view.rules, WORK_LIMIT)
        if solver.fewest_points() is None:
            return None
    analysis = _analyse(view)
    if not analysis.can_lay_down:
        return None
    groups = [standing.cards for standing in analysis.groups]
    if analysis.going_out is not None:
        groups = [play.cards for play in analysis.going_out if play.action is Action.LAY_DOWN]
    return groups if sum(map(len, groups)) < len(view.hand) else None


def best_hit(view: PlayerView) -> WantedHit | None:
    """Return the next hit of the turn that goes out or else leaves the fewest points."""
    # A run of pairs takes no single card, but may take two.
    kinds = (KINDS[group.standing.kind] for group in view.table.groups)
    grows_by_two = any(kind.per_number > 1 for kind in kinds)
    if not grows_by_two and not any(map(view.taker, view.hand)):
        return None
    analysis = _analyse(view)
    for play in analysis.going_out or analysis.plays:
        if play.action is Action.HIT and play.group is not None:
            return WantedHit(view.table.groups[play.group].id, play.cards)
    return None


def least_useful(view: PlayerView, estimate: HandEstimate) -> int:
    """Return the index of the card in hand whose loss costs least.

    The worth of a card is how often it is among the cards that come closest to the Phase.
    """
    closest = [
        (3 if missing == estimate.missing else 1, mask)
        for missing, mask in estimate.alternatives
        if missing <= estimate.missing + 1
    ]
    total = sum(weight for weight, _mask in closest)
    feeding = view.next_seat in view.table.down
    in_a_hurry = estimate.missing > 2 and any(view.held[seat] < 3 for seat in view.table.down)

    def loss(index: int) -> float:
        card = view.hand[index]
        if card.is_wild:
            return 2.0
        worth = sum(weight for weight, mask in closest if mask >> index & 1) / total
        if card.is_skip and not view.can_be_skipped():
            worth += 1
        if feeding and view.taker(card) is not None:
            worth += FEEDS
        if card.flip and estimate.missing < 2:
            worth += TURNS_OVER
        return worth - view.edition.points(card) * (POINTS_IN_A_HURRY if in_a_hurry else POINTS)

    return min(range(len(view.hand)), key=loss)


def _analyse(view: PlayerView) -> HandAnalysis:
    groups = [group.standing for group in view.table.groups]
    return analyse(
        view.edition,
        view.phase,
        view.hand,
        table=[Target(KINDS[standing.kind], standing.cards) for standing in groups],
        phase_laid=view.estimate is None,
        rules=view.rules,
    )
