"""The exact analysis of a hand: what it can do this turn, and what it waits for (section 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.cards import Card
from referee.editions import Edition
from referee.groups import GroupStanding
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import Kind, Phase, phase_size
from referee.points import score
from referee.rulings import checks
from referee.rulings.problems import RuleCode, RuleProblem
from referee.solver.holding import Holding, hold
from referee.solver.layout import Action, HandPlay, Layout
from referee.solver.position import COUNT_BITS, EMPTY, Question
from referee.solver.search import Budget, Plan
from referee.solver.shortage import OutOfWork, fewest_missing, outs
from referee.solver.summary import Outlook, summarize
from referee.solver.targets import Table, Target, read_table, takes
from referee.wording import Text, gettext_noop

__all__ = [
    "Action",
    "HandAnalysis",
    "HandPlay",
    "Hit",
    "Leftover",
    "NotAHand",
    "Out",
    "Target",
    "analyse",
    "best_lay_down",
    "hand_problems",
]  # fmt: skip

# Steps of one search, far beyond what hands of real games take; a step takes some 10 µs.
WORK_LIMIT = 20_000


class NotAHand(ValueError):
    """The cards are no hand of the edition; `problems` tell why."""

    def __init__(self, problems: Sequence[RuleProblem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Leftover:
    """The cards that stay in the hand before the discard, and their points."""

    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Out:
    """A card whose arrival makes the Phase possible, and how many of it are unseen."""

    card: Card
    unseen: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A single card that a group takes now.

    `group` is an index on the table or, for an `own` group, among the groups laid down.
    """

    card: Card
    group: int
    own: bool


@dataclass(frozen=True, slots=True)
class HandAnalysis:
    """All that can be said of a hand (section 8, `hand/`).

    `groups` are the best arrangement, in the order of the Phase's requirements, with
    what joins them at once where the house rules allow it; empty where nothing can be
    laid down. `plays` are the hits after that, in a legal order, and `leftover` is what stays
    in the hand then. `hits` are the single hits open once `groups` are down, of the
    cards still in hand, `held`. `missing` is None where no cards would make the
    Phase. `going_out` are all plays of a turn that empties the hand, None where none does.

    `unproven` names the fields whose answer was not certain within the work limit:
    what they hold is the best that was found, or nothing.
    """

    can_lay_down: bool
    groups: tuple[GroupStanding, ...]
    plays: tuple[HandPlay, ...]
    held: tuple[Card, ...]
    leftover: Leftover
    missing: int | None
    outs: tuple[Out, ...]
    unseen: int
    hits: tuple[Hit, ...]
    going_out: tuple[HandPlay, ...] | None
    unproven: frozenset[str]
    summary: Text

    @property
    def can_go_out(self) -> bool:
        """Whether every card can leave the hand this turn."""
        return self.going_out is not None

    @property
    def chance(self) -> Fraction:
        """That the next card off the pile is one of the outs; 0 where there are none."""
        if not self.unseen:
            return Fraction(0)
        return Fraction(sum(out.unseen for out in self.outs), self.unseen)

    @property
    def message(self) -> str:
        """What it all means, in English."""
        return self.summary.render()


def hand_problems(
    edition: Edition, hand: Sequence[Card], table: Sequence[Target] = (), seen: Sequence[Card] = ()
) -> list[RuleProblem]:
    """Why these cards cannot be a hand beside that table and what else was seen.

    All cards are of the edition's deck, those of the table and `seen` of either side.
    """
    problems = []
    if len(hand) > edition.max_held:
        text = gettext_noop("These are %(count)s cards; a hand has at most %(limit)s.")
        params = {"count": len(hand), "limit": edition.max_held}
        problems.append(
            RuleProblem(RuleCode.TOO_MANY_CARDS, Text(text, params), "3.7", None, tuple(hand))
        )
    declared = tuple(card for card in hand if card.is_declared)
    if declared:
        text = gettext_noop("A card in hand stands for nothing yet.")
        problems.append(RuleProblem(RuleCode.BAD_DECLARATION, Text(text), "1", None, declared))
    if len({edition.side_of(card) for card in hand}) > 1:
        text = gettext_noop("A hand shows one side of its cards, the side in play.")
        problems.append(RuleProblem(RuleCode.MIXED_SIDES, Text(text), "3.6", None, tuple(hand)))
    lying = [card for target in table for card in target.cards]
    problems += checks.copies(edition, [*hand, *lying, *seen], "1")
    return problems


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
    """Everything about a hand as it is after the draw (section 8, `hand/`).

    The best arrangement leaves the fewest points, then the fewest cards, after all hits
    on `table` and on its own groups. Of equals it is the first one in this order: for
    each requirement in the order of the Phase, the group that can take the most points,
    then the one that needs the fewest wild cards, then by colour (red, yellow, green, blue), then
    by the lowest number; the same then for the groups on the table by kind and cards. The
    order of the cards in `hand`, `table` and `seen` does not matter.

    `table` has all groups that lie there, the player's own with `phase_laid` among them;
    `seen` are further cards known to be elsewhere. `work_limit` bounds each of the
    searches, in steps. Raises `NotAHand` for what is no hand, and
    `referee.rulings.hit.NotAGroup` for what is no group on the table.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> express = EDITIONS["express"]
    >>> hand = [parse_card(card) for card in ("R3", "G3", "B8", "S", "Y9")]
    >>> analyse(express, express.phases[4], hand).message
    'You need one more card: a 3 (2 left) or a Wild (3 left) would do; that is 5 of 49 unseen \
cards, about one in ten.'
    """
    if problems := hand_problems(edition, hand, table, seen):
        raise NotAHand(problems)
    holding = hold(edition, hand)
    asked = () if phase_laid else phase
    lying = read_table(holding, table, rules)
    unproven: set[str] = set()

    best = Question(holding, asked, lying, rules, work_limit)
    plan = best.fewest_points()
    if best.is_cut_short:
        unproven |= {"groups", "plays", "held", "leftover", "hits"}
    layout = Layout((), (), holding.cards)
    if plan is not None:
        layout = best.lay_out(plan)
    hits: tuple[Hit, ...] = ()
    if plan is not None or phase_laid:
        hits = _single_hits(asked, layout, lying, rules)

    missing: int | None = 0
    found: tuple[Out, ...] = ()
    unseen = _unseen(edition, holding, table, seen)
    if plan is None and not phase_laid:
        missing, found = _shortage(edition, holding, phase, unseen, rules, work_limit, unproven)
    going_out, certain = _going_out(best, plan, layout)
    if not certain:
        unproven.add("going_out")
    outlook = Outlook(
        phase=phase,
        phase_laid=phase_laid,
        missing=missing,
        outs={out.card: out.unseen for out in found},
        unseen=unseen,
        left=layout.left,
        points=score(edition, layout.left),
        goes_out=going_out is not None,
    )
    return HandAnalysis(
        # A search cut short may have found no arrangement of a Phase that is possible.
        can_lay_down=missing == 0 and not phase_laid,
        groups=layout.groups,
        plays=layout.hits,
        held=_held(layout),
        leftover=Leftover(layout.left, outlook.points),
        missing=missing,
        outs=found,
        unseen=unseen.total(),
        hits=hits,
        going_out=going_out,
        unproven=frozenset(unproven),
        summary=summarize(outlook),
    )


def best_lay_down(
    edition: Edition, phase: Phase, hand: Sequence[Card], rules: HouseRules = STANDARD_RULES
) -> int | None:
    """The fewest points left after laying down alone, None where the Phase is not possible.

    Nothing lies on the table. The hand is one of the edition's.
    """
    holding = hold(edition, hand)
    question = Question(holding, phase, EMPTY, rules, WORK_LIMIT)
    plan = question.fewest_points()
    return None if plan is None else sum(holding.points) - (plan.weight >> COUNT_BITS)


def _held(layout: Layout) -> tuple[Card, ...]:
    """What is in hand between the groups and the hits."""
    played = [card.undeclared() for play in layout.hits for card in play.cards]
    return (*layout.left, *played)


def _single_hits(phase: Phase, layout: Layout, table: Table, rules: HouseRules) -> tuple[Hit, ...]:
    """Each card still in hand on each group that takes it alone, the own groups first."""
    targets: list[tuple[int, bool, Kind, tuple[GroupStanding, ...]]] = [
        (index, True, asked.kind, (standing,))
        for index, (asked, standing) in enumerate(zip(phase, layout.groups, strict=True))
    ]
    targets += [
        (index, False, target.kind, reading.standings)
        for index, (target, reading) in enumerate(zip(table.targets, table.readings, strict=True))
    ]
    cards = dict.fromkeys(replace(card, flip=False) for card in _held(layout))
    return tuple(
        Hit(card, index, own)
        for card in cards
        for index, own, kind, standings in targets
        if any(takes(kind, s, card, singles=rules.pair_run_singles) for s in standings)
    )


def _unseen(
    edition: Edition, holding: Holding, table: Sequence[Target], seen: Sequence[Card]
) -> Counter[Card]:
    """The cards of the hand's side that nobody has shown yet."""
    lying = [card for target in table for card in target.cards]
    side = edition.side_of(holding.cards[0])
    shown = [card for card in (*lying, *seen, *holding.cards) if edition.side_of(card) == side]
    return edition.unused(shown)


def _shortage(
    edition: Edition,
    holding: Holding,
    phase: Phase,
    unseen: Counter[Card],
    rules: HouseRules,
    work_limit: int,
    unproven: set[str],
) -> tuple[int | None, tuple[Out, ...]]:
    """How many cards are missing, and the outs where it is one."""
    try:
        missing = fewest_missing(holding, phase, rules, Budget(work_limit))
    except OutOfWork:
        unproven |= {"missing", "outs", "can_lay_down"}
        return None, ()
    if missing != 1:
        return missing, ()
    try:
        cards = outs(edition, holding, phase, unseen, rules, Budget(work_limit))
    except OutOfWork:
        unproven.add("outs")
        return 1, ()
    return 1, tuple(Out(card, unseen[card]) for card in cards)


def _going_out(
    question: Question, plan: Plan | None, layout: Layout
) -> tuple[tuple[HandPlay, ...] | None, bool]:
    """The plays of a turn that empties the hand, and whether that answer is certain (section 5).

    The last card leaves by a hit or the discard, so a Phase that takes the whole hand
    goes out on no account.
    """
    phase = question.phase
    if plan is None or len(question.holding.cards) <= phase_size(phase):
        return None, not question.is_cut_short
    if len(layout.left) > 1:
        plan = question.fewest_cards(at_most=1)
        if plan is None:
            return None, not question.is_cut_short
    # With just the cards asked for, so that something is left to go out with.
    layout = question.lay_out(plan, oversize=False)
    plays = [
        HandPlay(Action.LAY_DOWN, standing.cards, index, own=True)
        for index, standing in enumerate(layout.groups)
    ]
    plays += layout.hits
    plays += [HandPlay(Action.DISCARD, (card,)) for card in layout.left]
    return tuple(plays), True
