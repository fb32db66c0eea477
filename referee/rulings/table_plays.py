"""Rulings on plays on the table of a round (rulebook, sections 3 to 5).

Each `rule_…` function returns a `PlayVerdict`; nothing is played. The hands of the players are
unknown and never guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from referee.card_groups import GroupStanding, Reading, is_group, read_group
from referee.cards import Card
from referee.kinds import KINDS, Phase
from referee.plays import Discard, Draw, Flip, Hit, LaidGroup, LayDown, Note, Pile, TablePlay
from referee.rulings import checks, turns
from referee.rulings.card_references import Case, these_cards
from referee.rulings.current_phase import say_the_phase
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.rulings.problems import RuleCode, RuleProblem, most_telling_first
from referee.table import Table, TableGroup
from referee.wording import NOR, Text, gettext_noop


@dataclass(frozen=True, slots=True)
class Choice:
    """Everything that one group could be, the one that reaches highest first.

    `group` is the index among the groups as given, None for a hit. `cards` has, for each of
    the standings, the cards to play instead of those given.
    """

    group: int | None
    standings: tuple[GroupStanding, ...]
    cards: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayVerdict:
    """What the referee says about a play on the table.

    `play` is what to record if it is made, or if its problems are overruled, with wild cards
    declared as far as that matters. If there are `choices`, it takes the first of each, and
    its player has to choose before it can be recorded.
    """

    play: TablePlay
    problems: tuple[RuleProblem, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def is_legal(self) -> bool:
        return not self.problems

    @property
    def is_ambiguous(self) -> bool:
        return bool(self.choices)


def rule_lay_down(
    table: Table, seat: int, groups: Sequence[Sequence[Card]], *, goes_out: bool = False
) -> PlayVerdict:
    """Rule on laying down the Phase that `seat` is on (section 3).

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> from referee.table import Seating, new_table
    >>> express = EDITIONS["express"]
    >>> table = new_table(Seating(express, (0, 1), {0: express.phases[4]}, {}, 0))
    >>> ruling = rule_lay_down(table, 0, [[parse_card(c) for c in ("R6", "W", "B6")]])
    >>> [str(card) for card in ruling.play.groups[0].cards]
    ['R6', 'W=6', 'B6']
    """
    phase = table.seating.phases[seat]
    cards = [card for group in groups for card in group]
    verdict = check_phase(
        table.edition,
        phase,
        groups,
        table.seating.rules,
        elsewhere=table.cards(),
        side=table.side,
    )
    problems = [
        *turns.own_turn(table, seat),
        *turns.drawn_first(table, seat),
        *turns.one_phase(table, seat),
    ]
    problems += say_the_phase(table, seat, groups, _helpful(verdict.problems, problems))
    if all(problem.code is not RuleCode.MIXED_SIDES for problem in verdict.problems):
        problems += _side(table, cards)
    laid, readings = _as_laid(phase, groups, verdict.readings)
    choices = tuple(
        Choice(index, reading.standings, tuple(standing.cards for standing in reading.standings))
        for index, reading in zip(places_given(groups, laid), readings, strict=True)
        if reading.is_ambiguous
    )
    return _ruling(LayDown(seat, laid, goes_out), problems, choices)


def rule_hit(
    table: Table,
    seat: int,
    group: TableGroup,
    cards: Sequence[Card],
    *,
    goes_out: bool = False,
) -> PlayVerdict:
    """Rule on adding cards to a group of this table (section 4)."""
    problems = [
        *turns.own_turn(table, seat),
        *turns.drawn_first(table, seat),
        *checks.phase_laid(seat in table.down),
    ]
    not_now = tuple(problems)
    problems += _side(table, cards)
    if group.is_irregular:
        problems += _on_irregular(table, group, cards)
        return _ruling(Hit(seat, group.id, tuple(cards), goes_out), problems)
    kind, lying = KINDS[group.standing.kind], group.standing.cards
    verdict = check_hit(
        table.edition,
        kind,
        lying,
        cards,
        rules=table.seating.rules,
        elsewhere=table.cards(excluding=group),
        side=table.side,
    )
    # The table knows which side is in play, so `_side` says which of mixed cards is wrong.
    faults = [p for p in verdict.problems if p.code is not RuleCode.MIXED_SIDES]
    problems += _helpful(faults, not_now)
    after = verdict.choices if verdict.target is None else (verdict.target,)
    if not verdict.is_legal:
        # The cards may fit and only be too many. Listed downwards, their order does not say
        # where a wild card lies.
        after = read_group(kind, [*cards, *reversed(lying)]).standings
    joining = _declared(group, cards, after[0]) if after else tuple(cards)
    choices: tuple[Choice, ...] = ()
    if len(after) > 1:
        choices = (Choice(None, after, tuple(_declared(group, cards, s) for s in after)),)
    return _ruling(Hit(seat, group.id, joining, goes_out), problems, choices)


def rule_discard(
    table: Table,
    seat: int | None,
    card: Card | None,
    *,
    skips: int | None = None,
    goes_out: bool = False,
) -> PlayVerdict:
    """Rule on a discard, or (`seat` None) on the card that starts the pile (section 5)."""
    shown = [card] if card else []
    problems = [*_side(table, shown), *_copies(table, shown)]
    if seat is None:
        # A Skip skips the first player, and nobody else.
        skips = table.seating.starter if card is not None and card.is_skip else None
    else:
        problems += turns.own_turn(table, seat)
        problems += turns.drawn_first(table, seat)
        if goes_out:
            problems += checks.phase_laid_to_go_out(seat in table.down)
            skips = None  # as a last card it simply goes out
        if skips is not None:
            problems += turns.skipped_player(table, seat, skips)
    return _ruling(Discard(seat, card, skips, goes_out), problems)


def rule_draw(table: Table, seat: int, pile: Pile = Pile.DISCARD) -> PlayVerdict:
    """Rule on drawing the top card of a pile (section 5).

    If the top card of the discard pile is not known, there is nothing to object to.
    """
    problems = [*turns.own_turn(table, seat), *turns.one_draw(table, seat)]
    if pile is Pile.DISCARD:
        problems += turns.no_skip_drawn(table, seat)
    return _ruling(Draw(seat, pile), problems)


def rule_play(table: Table, play: TablePlay) -> PlayVerdict | None:
    """Rule on a recorded play as if made on this table; None if the group that it hits is gone."""
    match play:
        case LayDown():
            groups = [group.cards for group in play.groups]
            again = rule_lay_down(table, play.seat, groups, goes_out=play.goes_out)
            return PlayVerdict(play, again.problems, again.choices)
        case Hit():
            group = table.group(play.group)
            if group is None:
                return None
            return rule_hit(table, play.seat, group, play.cards, goes_out=play.goes_out)
        case Discard():
            return rule_discard(
                table, play.seat, play.card, skips=play.skips, goes_out=play.goes_out
            )
        case Draw():
            return rule_draw(table, play.seat, play.pile)
        case Flip() | Note():
            return PlayVerdict(play)


def _ruling(
    play: TablePlay, problems: Sequence[RuleProblem], choices: tuple[Choice, ...] = ()
) -> PlayVerdict:
    return PlayVerdict(play, most_telling_first(problems), choices)


def _helpful(
    faults: Sequence[RuleProblem], not_now: Sequence[RuleProblem]
) -> Sequence[RuleProblem]:
    """Return the faults of the cards, without hints if no cards would do (`not_now`)."""
    if not not_now:
        return faults
    return [replace(fault, text=replace(fault.text, hint=None)) for fault in faults]


def _side(table: Table, cards: Sequence[Card]) -> Iterator[RuleProblem]:
    """Sections 3.6 and 5: every hand shows the side in play."""
    other = tuple(card for card in cards if table.edition.side_of(card) != table.side)
    if other:
        text = gettext_noop(
            "The other side is in play, so no hand shows %(cards)s. "
            "If the cards have been turned over since, record that first."
        )
        params = {"cards": these_cards(other, cards, NOR, Case.OBJECT)}
        yield RuleProblem(RuleCode.WRONG_SIDE, Text(text, params), "5", None, other)


def _on_irregular(table: Table, group: TableGroup, cards: Sequence[Card]) -> Iterator[RuleProblem]:
    """Check what can be checked about a hit on an irregular group."""
    yield from checks.declarations(cards)
    yield from checks.skips(cards, "4.6")
    yield from _copies(table, cards)
    text = gettext_noop(
        "The table overruled the referee about this group, so the referee cannot tell what fits it."
    )
    yield RuleProblem(RuleCode.IRREGULAR_GROUP, Text(text), "2", None, group.standing.cards)


def _copies(table: Table, cards: Sequence[Card]) -> Iterator[RuleProblem]:
    """Section 3.7: no more copies of these cards than the deck has, those in groups included.

    The discard pile does not count, as what was drawn from it need not be recorded.
    """
    lying = checks.alike(cards, table.cards())
    yield from checks.copies(table.edition, [*lying, *cards], "3.7")


def _as_laid(
    phase: Phase, groups: Sequence[Sequence[Card]], readings: Sequence[Reading]
) -> tuple[tuple[LaidGroup, ...], Sequence[Reading]]:
    """Return the groups as they would lie on the table, and the readings of each.

    `readings` are those of a legal play. The groups of an illegal play are put in the order
    that makes the most of them groups of the right kind, preferably the given order.
    """
    kinds = [requirement.kind for requirement in phase]
    kinds += kinds[-1:] * (len(groups) - len(kinds))
    if not readings:
        if len(groups) == len(phase):
            groups = max(permutations(groups), key=lambda order: sum(map(is_group, kinds, order)))
        readings = [read_group(kind, cards) for kind, cards in zip(kinds, groups, strict=False)]
    laid = tuple(
        LaidGroup("", kind.name, reading.standings[0].cards if reading.is_group else tuple(cards))
        for kind, cards, reading in zip(kinds, groups, readings, strict=False)
    )
    return laid, readings


def places_given(groups: Sequence[Sequence[Card]], laid: Sequence[LaidGroup]) -> list[int]:
    """Return the index of each laid group among the groups as given."""
    given = {index: Counter(card.printed for card in cards) for index, cards in enumerate(groups)}
    places = []
    for group in laid:
        cards = Counter(card.printed for card in group.cards)
        places.append(next(index for index, same in given.items() if same == cards))
        del given[places[-1]]
    return places


def _declared(group: TableGroup, cards: Sequence[Card], after: GroupStanding) -> tuple[Card, ...]:
    """Declare the cards of a hit whose number is open: they take the places that are left.

    They come last, as they do on a number that has several cards.
    """
    if not KINDS[after.kind].is_run:
        return tuple(cards)
    fixed = [card for card in cards if card.as_number is not None]
    wild = [card for card in cards if card.as_number is None]
    taken = Counter(card.as_number or 0 for card in [*group.standing.cards, *fixed])
    places = Counter(card.as_number or 0 for card in after.cards)
    left = sorted((places - taken).elements())
    return (
        *fixed,
        *(card.declared_as(place, None) for card, place in zip(wild, left, strict=True)),
    )
