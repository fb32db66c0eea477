"""Hitting: adding cards to a group that lies on the table (rulebook, section 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from referee.card_groups import GroupStanding, Reading, arrange, read_target, stand, stand_run
from referee.cards import Card, Color
from referee.editions import Edition
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import Kind
from referee.rulings import checks
from referee.rulings.hit_diagnosis import diagnose_hit
from referee.rulings.hit_suggestions import proposals_for_hit
from referee.rulings.problems import RuleProblem, most_telling_first
from referee.rulings.suggestions import Check, Groups, Suggestion, first_legal, with_hint


@dataclass(frozen=True, slots=True)
class HitVerdict:
    """What the referee says about a hit.

    `target` is the group's standing after the hit, None if the hit is illegal or its
    player has to choose; then `choices` lists everything the group could become, the
    one that reaches highest first. The `suggestion` is a change that makes an illegal hit
    legal, None if none so small was found; the first problem's text ends with it.
    """

    problems: tuple[RuleProblem, ...] = ()
    target: GroupStanding | None = None
    choices: tuple[GroupStanding, ...] = ()
    suggestion: Suggestion | None = None

    @property
    def is_legal(self) -> bool:
        return not self.problems

    @property
    def is_ambiguous(self) -> bool:
        return bool(self.choices)


def check_hit(
    edition: Edition,
    kind: Kind,
    target: Sequence[Card],
    cards: Sequence[Card],
    *,
    phase_laid: bool = True,
    rules: HouseRules = STANDARD_RULES,
    elsewhere: Sequence[Card] = (),
    side: str | None = None,
) -> HitVerdict:
    """Rule on adding `cards` to the group `target`, in any order that works (section 4).

    `target` is in table order. The hand has none of the cards that lie `elsewhere`, in
    other groups on the table; if the `side` in play is known, the cards that are suggested
    show that side. Raises `NotAGroup` if the target is not a group of its kind.

    >>> from referee.cards import parse_card
    >>> from referee.editions import EDITIONS
    >>> from referee.kinds import KINDS, KindName
    >>> run = [parse_card(card) for card in ("W5", "W6")]
    >>> verdict = check_hit(
    ...     EDITIONS["flip"], KINDS[KindName.COLOR_RUN], run, [parse_card("B7")]
    ... )
    >>> [str(card) for card in verdict.target.cards], str(verdict.target.color)
    (['W5=B', 'W6=B', 'B7'], 'B')
    """
    reading = read_target(kind, target, rules)
    problems = list(_play_problems(edition, target, cards, elsewhere, phase_laid=phase_laid))
    after: list[GroupStanding] = []
    if not problems:
        after = _distinct(_standings_after(kind, reading, cards, rules))
    if len(after) == 1:
        return HitVerdict(target=after[0])
    if after:
        return HitVerdict(choices=tuple(after))

    def takes(hit: Sequence[Card]) -> bool:
        return next(_outcomes(kind, reading, hit, rules), None) is not None

    def may_be_played(changed: Groups) -> bool:
        (hit,) = changed
        problems = _play_problems(edition, target, hit, elsewhere, phase_laid=phase_laid)
        in_play = side is None or all(edition.side_of(card) == side for card in hit)
        return in_play and next(problems, None) is None

    @cache
    def available() -> Sequence[Card]:
        shown = side or checks.side_of_most(edition, cards)
        return [card for card, _ in edition.unused([*elsewhere, *target, *cards], shown)]

    usable = checks.playable(cards)
    if usable and not takes(usable):
        problems += diagnose_hit(kind, reading, usable, fits=takes)
    in_order = most_telling_first(problems)
    proposals = proposals_for_hit(kind, reading, cards, in_order, takes, available)
    check = Check(may_be_played, lambda changed: takes(changed[0]), available)
    found = first_legal([cards], proposals, check)
    return HitVerdict(with_hint(in_order, found, check), suggestion=found.change if found else None)


def _play_problems(
    edition: Edition,
    target: Sequence[Card],
    cards: Sequence[Card],
    elsewhere: Sequence[Card],
    *,
    phase_laid: bool,
) -> Iterator[RuleProblem]:
    """Yield what is wrong with the hit on any group."""
    yield from checks.phase_laid(phase_laid)
    yield from checks.declarations(cards)
    yield from checks.skips(cards, "4.6")
    yield from checks.one_side(edition, cards)
    lying = [*checks.alike(cards, elsewhere), *target]
    yield from checks.copies(edition, [*lying, *cards], "3.7")
    yield from checks.hand_limit(edition, cards)


def _standings_after(
    kind: Kind, reading: Reading, cards: Sequence[Card], rules: HouseRules
) -> Iterator[GroupStanding]:
    """Yield everything that the group could be after the hit."""
    for before, places, color in _outcomes(kind, reading, cards, rules):
        row = [*before.cards, *cards]
        if places is None:
            yield stand(kind, row, before.number, color)
        else:
            yield stand_run(kind, arrange(row, places), places, color)


def _outcomes(
    kind: Kind, reading: Reading, cards: Sequence[Card], rules: HouseRules
) -> Iterator[tuple[GroupStanding, list[int] | None, Color | None]]:
    """Yield a standing that takes the cards, the places of a run after the hit, and its color."""
    numbers = [card.as_number for card in cards if card.as_number is not None]
    if any(number not in kind.numbers for number in numbers):
        return
    given = {card.as_color for card in cards} - {None} if kind.one_color else set()
    for before in reading.standings:
        colors = given | {before.color} - {None} if kind.one_color else set()
        if len(colors) > 1:
            continue
        color = next(iter(colors), None)
        if kind.is_run:
            for places in _run_places(kind, before, cards, rules):
                yield before, places, color
        elif not kind.one_number or all(number == before.number for number in numbers):
            yield before, None, color


def _run_places(
    kind: Kind, before: GroupStanding, cards: Sequence[Card], rules: HouseRules
) -> Iterator[list[int]]:
    """Yield the numbers that a run and the hit can take, the run that reaches highest first.

    Each new number gets `per_number` cards. No card may be left over, unless single cards
    may join a pair run (4.3): then a card joins its own number, and a wild card the highest
    one, as it does not matter later which number it takes.
    """
    per = kind.per_number
    singles = rules.pair_run_singles and per > 1
    assert before.low is not None
    assert before.high is not None
    low, high = kind.numbers.index(before.low), kind.numbers.index(before.high)
    occupied = [card.as_number or 0 for card in before.cards]
    held = Counter(card.as_number for card in cards if card.as_number is not None)
    wild = len(cards) - held.total()
    max_added = len(cards) // per
    for above in range(min(max_added, len(kind.numbers) - 1 - high), -1, -1):
        for below in range(min(max_added - above, low), -1, -1):
            if not singles and per * (above + below) != len(cards):
                continue
            span = kind.numbers[low - below : high + above + 1]
            added = kind.numbers[low - below : low] + kind.numbers[high + 1 : high + above + 1]
            needed = sum(max(per - held[number], 0) for number in added)
            left = [n for n in held for _ in range(held[n] - (per if n in added else 0))]
            loose = wild - needed
            if loose < 0 or any(not singles or number not in span for number in left):
                continue
            places = [*occupied, *(n for n in added for _ in range(per)), *left]
            yield sorted([*places, *[span[-1]] * loose])


def _distinct(standings: Iterator[GroupStanding]) -> list[GroupStanding]:
    """Return one standing for each different number or pair of ends, the highest first."""
    outcomes: dict[tuple[int, int, int], GroupStanding] = {}
    for standing in standings:
        key = (standing.high or 0, standing.low or 0, standing.number or 0)
        outcomes.setdefault(key, standing)
    return [outcomes[key] for key in sorted(outcomes, reverse=True)]
