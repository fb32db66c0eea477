"""The exact analysis of a hand: what it can do this turn, and what it needs (section 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.card_groups import GroupStanding
from referee.cards import Card
from referee.editions import Edition
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import Kind, Phase, phase_size
from referee.points import score
from referee.solver.hand_analysis import HandAnalysis, SingleHit
from referee.solver.hand_problems import NotAHand, hand_problems
from referee.solver.hand_solver import HandSolver
from referee.solver.holding import Holding, read_hand
from referee.solver.search import Budget, Solution
from referee.solver.shortage import WorkLimitReached, completing_cards, fewest_missing
from referee.solver.targets import Target, Targets, read_targets, takes
from referee.solver.turn import Action, HandPlay, Turn

# Steps of one search, far beyond what hands of real games take; a step takes some 10 µs.
WORK_LIMIT = 20_000


def analyse(
    edition: Edition,
    phase: Phase,
    hand: Sequence[Card],
    *,
    table: Sequence[Target] = (),
    phase_laid: bool = False,
    seen: Sequence[Card] = (),
    rules: HouseRules = STANDARD_RULES,
    work_limit: int = WORK_LIMIT,
) -> HandAnalysis:
    """Analyse a hand after the draw (section 8, `hand/`).

    The best turn leaves the fewest points, then the fewest cards, after all hits on `table`
    and on the player's own groups. Ties break in this order: for each requirement in the order of
    the Phase, the group that can take the most points, then the one that needs the fewest
    wild cards, then by color (red, yellow, green, blue), then by the lowest number; then
    the same for the groups on the table, by kind and cards. The order of the cards in
    `hand`, `table` and `seen` does not matter.

    `table` holds all groups that lie there, with `phase_laid` also the player's own; `seen`
    are further cards known to be elsewhere. `work_limit` bounds each of the searches, in
    steps. Raises `NotAHand`, and `NotAGroup` for a group on the table.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> express = EDITIONS["express"]
    >>> hand = [parse_card(card) for card in ("R3", "G3", "B8", "S", "Y9")]
    >>> analyse(express, express.phases[4], hand).message
    'You need one more card: a 3 (2 left) or a Wild (3 left) would do. That is 5 of 49 unseen \
cards, about 1 in 10.'
    """
    if problems := hand_problems(edition, hand, table, seen):
        raise NotAHand(problems)
    holding = read_hand(edition, hand)
    to_lay_down = () if phase_laid else phase
    targets = read_targets(holding, table, rules)
    unproven: set[str] = set()

    solver = HandSolver(holding, to_lay_down, targets, rules, work_limit)
    solution = solver.fewest_points()
    if solver.is_cut_short:
        unproven |= {"groups", "plays", "held", "leftover", "hits"}
    turn = Turn((), (), holding.cards)
    if solution is not None:
        turn = solver.plan_turn(solution)
    hits: tuple[SingleHit, ...] = ()
    if solution is not None or phase_laid:
        hits = _single_hits(to_lay_down, turn, targets, rules)

    missing: int | None = 0
    outs: dict[Card, int] = {}
    shown = [*hand, *seen, *(card for target in table for card in target.cards)]
    unseen = Counter(dict(edition.unused(shown, edition.side_of(holding.cards[0]))))
    if solution is None and not phase_laid:
        missing, outs = _shortage(edition, holding, phase, unseen, rules, work_limit, unproven)
    going_out, is_certain = _going_out(solver, solution, turn)
    if not is_certain:
        unproven.add("going_out")
    return HandAnalysis(
        phase=phase,
        phase_laid=phase_laid,
        has_table=bool(table),
        # A search that was cut short may have missed a possible way to lay down.
        can_lay_down=missing == 0 and not phase_laid,
        groups=turn.groups,
        plays=turn.hits,
        held=_held(turn),
        left=turn.left,
        points=score(edition, turn.left),
        missing=missing,
        outs=outs,
        unseen=unseen,
        hits=hits,
        going_out=going_out,
        unproven=frozenset(unproven),
    )


def _held(turn: Turn) -> tuple[Card, ...]:
    """Return the cards in hand after laying down and before the hits."""
    played = [card.undeclared() for play in turn.hits for card in play.cards]
    return (*turn.left, *played)


def _single_hits(
    phase: Phase, turn: Turn, targets: Targets, rules: HouseRules
) -> tuple[SingleHit, ...]:
    """Return each card still in hand on each group that takes it alone, own groups first."""
    groups: list[tuple[int, bool, Kind, tuple[GroupStanding, ...]]] = [
        (index, True, requirement.kind, (standing,))
        for index, (requirement, standing) in enumerate(zip(phase, turn.groups, strict=True))
    ]
    groups += [
        (index, False, target.kind, reading.standings)
        for index, (target, reading) in enumerate(
            zip(targets.groups, targets.readings, strict=True)
        )
    ]
    return tuple(
        SingleHit(card, index, own)
        for card in dict.fromkeys(_held(turn))
        for index, own, kind, standings in groups
        if any(takes(kind, s, card, singles=rules.pair_run_singles) for s in standings)
    )


def _shortage(
    edition: Edition,
    holding: Holding,
    phase: Phase,
    unseen: Counter[Card],
    rules: HouseRules,
    work_limit: int,
    unproven: set[str],
) -> tuple[int | None, dict[Card, int]]:
    """Return how many cards are missing, and the outs if it is one."""
    try:
        missing = fewest_missing(holding, phase, rules, Budget(work_limit))
    except WorkLimitReached:
        unproven |= {"missing", "outs", "can_lay_down"}
        return None, {}
    if missing != 1:
        return missing, {}
    try:
        cards = completing_cards(edition, holding, phase, unseen, rules, Budget(work_limit))
    except WorkLimitReached:
        unproven.add("outs")
        return 1, {}
    return 1, {card: unseen[card] for card in cards}


def _going_out(
    solver: HandSolver, solution: Solution | None, turn: Turn
) -> tuple[tuple[HandPlay, ...] | None, bool]:
    """Return the plays of a turn that empties the hand, and whether the answer is certain.

    The last card leaves by a hit or the discard, so a Phase that takes the whole hand never
    goes out (section 5).
    """
    phase = solver.phase
    if solution is None or len(solver.holding.cards) <= phase_size(phase):
        return None, not solver.is_cut_short
    if len(turn.left) > 1:
        solution = solver.fewest_cards(at_most=1)
        if solution is None:
            return None, not solver.is_cut_short
    # Lay down only what the Phase asks for, so that a card is left to go out with.
    turn = solver.plan_turn(solution, oversize=False)
    plays = [
        HandPlay(Action.LAY_DOWN, standing.cards, index, own=True)
        for index, standing in enumerate(turn.groups)
    ]
    plays += turn.hits
    plays += [HandPlay(Action.DISCARD, (card,)) for card in turn.left]
    return tuple(plays), True
