"""What a strong player works out: the best lay-down and hits, and the card least useful."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Card
from referee.kinds import KINDS
from referee.simulator.sketch import Sketch
from referee.simulator.view import View, WantedHit
from referee.solver.analysis import HandAnalysis, analyse, fewest_points_left
from referee.solver.targets import Target
from referee.solver.turn import Action

# In places of 1: what a discard may cost beside the loss of the card itself.
FEEDS = 0.15
TURNS_OVER = 0.3
POINTS = 1 / 200
POINTS_IN_A_HURRY = 1 / 20


def best_lay_down(view: View) -> Sequence[Sequence[Card]] | None:
    """The groups that leave least in hand, or those by which the player goes out at once."""
    if view.sketch is None or view.sketch.missing > 1:
        return None
    if view.sketch.missing:
        # The sketch may have missed it.
        possible = fewest_points_left(view.edition, view.phase, view.hand, view.rules)
        if possible is None:
            return None
    found = _analysis(view)
    if not found.can_lay_down:
        return None
    groups = [standing.cards for standing in found.groups]
    if found.going_out is not None:
        groups = [play.cards for play in found.going_out if play.action is Action.LAY_DOWN]
    return groups if sum(map(len, groups)) < len(view.hand) else None


def best_hit(view: View) -> WantedHit | None:
    """The next hit of a turn that leaves the fewest points, or that goes out."""
    if not any(_may_grow_by_two(view) or view.taker(card) for card in view.hand):
        return None
    found = _analysis(view)
    for play in found.going_out or found.plays:
        if play.action is Action.HIT and play.group is not None:
            return WantedHit(view.table.groups[play.group].id, play.cards)
    return None


def least_useful(view: View, found: Sketch) -> int:
    """The index of the card in hand whose loss costs least.

    A card is worth how often it is in what comes closest to the Phase.
    """
    near = [
        (3 if missing == found.missing else 1, mask)
        for missing, mask in found.close
        if missing <= found.missing + 1
    ]
    total = sum(weight for weight, _mask in near)
    feeding = view.next_seat in view.table.down
    hurry = found.missing > 2 and any(view.held[seat] < 3 for seat in view.table.down)

    def loss(index: int) -> float:
        card = view.hand[index]
        if card.is_wild:
            return 2.0
        worth = sum(weight for weight, mask in near if mask >> index & 1) / total
        if card.is_skip and not view.can_be_skipped():
            worth += 1
        if feeding and view.taker(card) is not None:
            worth += FEEDS
        if card.flip and found.missing < 2:
            worth += TURNS_OVER
        return worth - view.points(card) * (POINTS_IN_A_HURRY if hurry else POINTS)

    return min(range(len(view.hand)), key=loss)


def _analysis(view: View) -> HandAnalysis:
    groups = [group.standing for group in view.table.groups]
    return analyse(
        view.edition,
        view.phase,
        view.hand,
        table=[Target(KINDS[standing.kind], standing.cards) for standing in groups],
        phase_laid=view.is_down,
        rules=view.rules,
    )


def _may_grow_by_two(view: View) -> bool:
    kinds = (KINDS[group.standing.kind] for group in view.table.groups)
    return any(kind.per_number > 1 for kind in kinds)
