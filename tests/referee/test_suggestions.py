"""Every card that a message suggests makes the play legal, by the independent checker too."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pytest

from referee.card_groups import is_group
from referee.cards import Card, parse_card
from referee.editions import EDITIONS, Edition
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, Phase
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase, is_phase
from referee.rulings.problems import RuleProblem
from referee.rulings.suggestions import Suggestion
from tests.sampling import FULL, sampled

from . import oracle
from .test_agreement import likely_group, sides, some_card
from .test_codes import cards_of

# --- what a text says -------------------------------------------------------------------

COLOR_LETTERS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}
NAME = re.compile(
    r"(?P<any>any )?(?:an? )?(?P<other>other )?(?P<side>wild-side )?"
    r"(?:(?P<color>red|yellow|green|blue) ?)?(?P<what>\d+|Star|Wild|(?:number |odd |even )?card)"
)


def cards_named(text: str, deck: Sequence[str]) -> set[str]:
    """Read the cards of a side that a hint names: "a 5, any other odd card or a green Star"."""
    text = text[:1].lower() + text[1:]
    found: set[str] = set()
    for name in re.split(r", | or ", text):
        match = NAME.fullmatch(name)
        assert match, name
        found |= {card for card in deck if _is_named(match, card)}
    return found


def _is_named(name: re.Match[str], card: str) -> bool:
    color, number = card[0], card[1:]
    if (color == "W" and number != "") != bool(name["side"]):
        return False
    if name["color"] and color != COLOR_LETTERS[name["color"]]:
        return False
    match name["what"].removesuffix("card").strip():
        case "Star":
            return number == "*"
        case "Wild":
            return card == "W"
        case "odd":
            return number.isdigit() and int(number) % 2 == 1
        case "even":
            return number.isdigit() and int(number) % 2 == 0
        case "number":
            return number.isdigit()
        case "":  # any card of a color, its Star included
            return number != ""
        case exact:
            return number == exact


HINTS = [
    re.compile(r"Together with (?P<cards>.+), (?:it|they) would fit\."),
    re.compile(r"(?P<cards>.+) in place of (?:the|one) (?P<without>.+) would do\."),
    re.compile(
        r"Without (?:one |the (?!Flip symbol)|(?=group))(?P<without>.+), the rest would do\."
    ),
    re.compile(r"(?P<rewritten>Without (?:its declaration|the Flip symbol), the .+ would do\.)"),
    re.compile(r"(?P<moved>If you (?:swap|move) .+ right\.)"),
    re.compile(r"(?P<moved>Together, groups \d and \d would do\.)"),
    re.compile(r"(?P<cards>.+?)(?: in group \d)? would do\."),
]


def check_text(
    problems: Sequence[RuleProblem],
    suggestion: Suggestion | None,
    used: Sequence[str],
    edition: str,
) -> None:
    """Compare the hint with the suggestion: the same cards, and never the one that is refused."""
    said = [problem.text.hint for problem in problems if problem.text.hint is not None]
    advice = [text.render() for text in said]
    hints = [text for text in advice if not text.startswith("Lay down")]
    assert len(hints) <= 1
    if suggestion is None:
        assert not hints
        return
    if not hints and advice:
        return
    if not hints:  # the problem itself says how to write the card
        assert suggestion.without is not None
        assert suggestion.without.is_badly_declared
        return
    match = next(filter(None, (hint.fullmatch(hints[0]) for hint in HINTS)))
    told = match.groupdict()
    suggested = {card.printed for card in suggestion.cards}
    if told.get("cards") is not None:
        (side,) = (side for side in sides(edition) if suggested <= set(side))
        count = Counter(oracle.read(edition, card).name for card in used)
        left = [card for card in side if count[card] < oracle.deck(edition)[card]]
        assert cards_named(told["cards"], left) == suggested, hints
        if suggestion.without is not None:
            others = re.sub("any other", "any", told["cards"])
            refused = suggestion.without.printed
            assert "other" in told["cards"] or refused not in cards_named(others, side), hints
            assert refused not in suggested
    else:
        assert told.get("rewritten") or not suggested
        assert not told.get("moved") or suggestion.groups


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("A yellow 5, a red 7 or a Wild", "Y5 R7 W"),
        ("Any other red card", " ".join(f"R{n}" for n in range(1, 13))),
        ("An 8", "R8 Y8 G8 B8"),
    ],
)
def test_the_names_of_cards_are_read(text: str, cards: str) -> None:
    assert cards_named(text, sides("classic")[0]) == set(cards.split())


def test_the_names_of_two_sided_cards_are_read() -> None:
    colors, wild = sides("flip")
    assert cards_named("A Star", colors) == {"R*", "Y*", "G*", "B*"}
    assert cards_named("A wild-side 5 or a wild-side Star", wild) == {"W5", "W*"}
    assert cards_named("A 5 or a Star", wild) == set()


# --- random near misses -----------------------------------------------------------------


@dataclass(frozen=True)
class LayingDown:
    edition: str
    phase: int
    groups: list[list[str]]
    rules: dict[str, bool]

    @property
    def cards(self) -> list[str]:
        return [card for group in self.groups for card in group]

    def is_legal(self, groups: Sequence[Sequence[str]]) -> bool:
        asked = oracle.PHASES[self.edition][self.phase]
        return oracle.phase_is_legal(self.edition, asked, groups, **self.rules)


def near_lay_downs(edition: str, chance: random.Random) -> Iterator[LayingDown]:
    """Yield lay-downs of official Phases that are legal but for a card or two."""
    while True:
        phase = chance.randint(1, 10)
        deck = chance.choice(sides(edition))
        groups = [legal_group(chance, deck, *asked) for asked in oracle.PHASES[edition][phase]]
        for _ in range(chance.choice([1, 1, 1, 2])):
            spoil(chance, deck, groups)
        rules = {
            "oversize_groups": chance.random() < 0.7,
            "number_card_per_group": chance.random() < 0.3,
        }
        yield LayingDown(edition, phase, groups, rules)


def legal_group(chance: random.Random, deck: list[str], kind: str, size: int) -> list[str]:
    while True:
        group = likely_group(chance, deck, kind, size)
        if is_group(KINDS[KindName(kind)], cards_of(" ".join(group))):
            return group


WAYS_TO_SPOIL = ("replace", "replace", "take", "add", "double", "move", "swap", "split", "group")


def spoil(chance: random.Random, deck: list[str], groups: list[list[str]]) -> None:
    """Replace, take out, add, double, move or swap a card, split a group, or add one."""
    group, other = chance.choice(groups), chance.choice(groups)
    place, there = chance.randrange(len(group)), chance.randrange(len(other))
    match chance.choice(WAYS_TO_SPOIL):
        case "replace":
            group[place] = some_card(chance, deck)
        case "take" if len(group) > 1:
            del group[place]
        case "add":
            group.append(some_card(chance, deck))
        case "double":
            group[place] = chance.choice(group)
        case "move" if len(group) > 1:
            other.append(group.pop(place))
        case "swap":
            group[place], other[there] = other[there], group[place]
        case "split" if place:
            groups.append([group.pop() for _ in range(place)])
        case "group":
            groups.append([some_card(chance, deck) for _ in range(chance.choice([1, 1, 2, 3]))])


def after(
    suggestion: Suggestion | None, groups: Sequence[Sequence[str]], chance: random.Random
) -> Iterator[list[list[str]]]:
    """Yield the groups after the change with each of its cards, or a few of them in a sample."""
    if suggestion is None:
        return
    if suggestion.groups:
        yield [[str(card) for card in group] for group in suggestion.groups]
        return
    cards: list[str | None] = [str(card) for card in suggestion.cards]
    if not FULL and len(cards) > 2:
        cards = chance.sample(cards, 2)
    for card in cards or [None]:
        changed = [list(group) for group in groups]
        group = changed[suggestion.group or 0]
        if suggestion.without is not None:
            group.remove(str(suggestion.without))
        if card is not None:
            group.append(card)
        yield changed


# --- the smallest change ----------------------------------------------------------------

Play = list[list[str]]
Fix = tuple[int, str | None]  # the index of a group, and the card that leaves it
SEVERAL = sampled(2000) // (2 if FULL else 1)


def smallest(
    groups: Play, deck: Sequence[str], is_legal: Callable[[Play], bool]
) -> tuple[str, dict[Fix, set[str]], list[Play]]:
    """Try every single change, and return those of the smallest kind that make the play legal.

    Of each group and card that leaves it, the result has the cards that would do in its place;
    of cards that change places, and of groups that are no more, the groups after it.
    """
    cards = [(i, card) for i, group in enumerate(groups) for card in dict.fromkeys(group)]

    def changed(index: int, without: str | None, card: str | None = None) -> Play:
        play = [list(group) for group in groups]
        if without is not None:
            play[index].remove(without)
        return [[*g, card] if i == index and card else g for i, g in enumerate(play)]

    def legal(play: Play) -> bool:
        return all(play) and is_legal(play)

    def would_do(index: int, without: str | None) -> set[str]:
        return {card for card in deck if legal(changed(index, without, card))}

    rewritten: dict[Fix, set[str]] = {
        (i, card): {plain}
        for i, card in cards
        for plain in (card.partition("=")[0], card.replace("!", ""))
        if plain != card and legal(changed(i, card, plain))
    }
    if rewritten:
        return "rewritten", rewritten, []
    left_out: dict[Fix, set[str]] = {f: set() for f in cards if legal(changed(*f))}
    if left_out:
        return "left out", left_out, []
    moved = [
        [[*g, card] if n == j else g for n, g in enumerate(changed(i, card))]
        for i, card in cards
        for j in range(len(groups))
        if i != j
    ]
    for name, plays in *one_group_less(groups), ("moved", moved):
        if found := [*filter(legal, plays)]:
            return name, {}, found
    added: dict[Fix, set[str]] = {(i, None): would_do(i, None) for i in range(len(groups))}
    if any(added.values()):
        return "added", added, []
    replaced: dict[Fix, set[str]] = {
        (i, card): would_do(i, card) - {card.partition("=")[0].replace("!", "")}  # no other card
        for i, card in cards
    }
    return "replaced", replaced, []


def one_group_less(groups: Play) -> Iterator[tuple[str, list[Play]]]:
    """Yield plays without a group, or with two put together, by the size of the one that goes."""
    every = range(len(groups)) if len(groups) > 1 else ()
    for size in sorted({*map(len, groups)}):
        of_size = [i for i in every if len(groups[i]) == size]
        left = {i: [group for j, group in enumerate(groups) if j != i] for i in of_size}
        yield "group left out", [*left.values()]
        yield (
            "together",
            [
                [*rest[:j], [*rest[j], *groups[i]], *rest[j + 1 :]]
                for i, rest in left.items()
                for j in range(len(rest))
            ],
        )


def check_smallest(
    suggestion: Suggestion | None, kind: str, fixes: dict[Fix, set[str]], plays: list[Play]
) -> None:
    """Check that one of these fixes is suggested, with every card that would do."""
    if plays:
        assert suggestion is not None
        groups = [sorted(map(str, group)) for group in suggestion.groups]
        assert sorted(groups) in [sorted(map(sorted, play)) for play in plays]
    elif suggestion is None:
        assert not any(fixes.values())
    elif suggestion.groups:  # two cards in each other's place, rather than another card
        assert kind == "replaced"
    else:
        leaving = str(suggestion.without) if suggestion.without else None
        cards = {str(card) for card in suggestion.cards}
        assert fixes[suggestion.group or 0, leaving] == cards
        assert cards or kind == "left out"


@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
def test_the_smallest_fix_of_a_phase_is_suggested(edition: str) -> None:
    chance = random.Random(f"smallest fixes of phases of {edition}")
    known, kinds = EDITIONS[edition], Counter[str]()
    for play in near_lay_downs(edition, chance):
        phase, rules = known.phases[play.phase - 1], HouseRules(**play.rules)
        verdict = check_phase(known, phase, groups_of(play.groups), rules)
        if not verdict.is_legal:
            deck = [card for side in sides(edition) for card in side]
            is_legal = partial(lays_down, known, phase, rules)
            kind, fixes, plays = smallest(play.groups, deck, is_legal)
            check_smallest(verdict.suggestion, kind, fixes, plays)
            check_text(verdict.problems, verdict.suggestion, play.cards, edition)
            for groups in after(verdict.suggestion, play.groups, chance):
                assert play.is_legal(groups), (play, verdict)
            kinds[kind] += 1
        if kinds.total() == SEVERAL:
            break
    assert {"left out", "group left out", "together", "added", "replaced"} <= set(kinds)


def lays_down(
    edition: Edition, phase: Phase, rules: HouseRules, groups: Sequence[Sequence[str]]
) -> bool:
    return is_phase(edition, phase, groups_of(groups), rules)


def groups_of(groups: Sequence[Sequence[str]]) -> list[list[Card]]:
    return [[parse_card(card) for card in group] for group in groups]


@pytest.mark.parametrize("edition", sorted(oracle.EDITIONS))
def test_the_smallest_fix_of_a_hit_is_suggested(edition: str) -> None:
    chance = random.Random(f"smallest fixes of hits of {edition}")
    known, kinds = EDITIONS[edition], Counter[str]()
    while kinds.total() < SEVERAL:
        name, size = chance.choice(oracle.PHASES[edition][chance.randint(1, 10)])
        kind, deck = KINDS[KindName(name)], chance.choice(sides(edition))
        target = likely_group(chance, chance.choice(sides(edition)), name, size)
        count = chance.choice([1, 2, 2, 3])
        cards = likely_group(chance, deck, name, size + count)[-count:]
        hit = [cards]
        spoil(chance, deck, hit)
        if len(hit) > 1 or not is_group_as_listed(edition, name, target):
            continue
        lying = cards_of(" ".join(target))
        singles = chance.random() < 0.3
        rules = HouseRules(pair_run_singles=singles)
        verdict = check_hit(known, kind, lying, cards_of(" ".join(cards)), rules=rules)
        if not verdict.is_legal:
            fits = partial(hits, edition, name, target, singles)
            found, fixes, plays = smallest([cards], deck, fits)
            check_smallest(verdict.suggestion, found, fixes, plays)
            check_text(verdict.problems, verdict.suggestion, [*target, *cards], edition)
            kinds[found] += 1
    assert {"left out", "replaced"} <= set(kinds)


def hits(edition: str, kind: str, target: list[str], singles: bool, hit: Play) -> bool:
    return oracle.hit_is_legal(edition, kind, target, hit[0], pair_run_singles=singles)


def is_group_as_listed(edition: str, kind: str, target: list[str]) -> bool:
    try:
        return bool(oracle.target_standings(edition, kind, target))
    except ValueError:
        return False


@pytest.mark.parametrize(
    ("edition", "phase", "groups", "fix"),
    [
        ("classic", 9, ["W Y3", "R3 G3 Y11 W G3 W"], Suggestion(1, parse_card("Y11"))),
        ("flip", 2, ["G* R3", "R* R6 B6"], Suggestion(1, parse_card("B6"))),
        ("flip", 2, ["W8", "W* W9"], Suggestion(0, None, tuple(cards_of("W7 W8 W9 W*")))),
        ("flip", 3, ["W10 W1 W2", "W* W* W3"], Suggestion(0, parse_card("W10"))),
    ],
)
def test_one_card_is_enough(edition: str, phase: int, groups: list[str], fix: Suggestion) -> None:
    known = EDITIONS[edition]
    play = [cards_of(group) for group in groups]
    verdict = check_phase(known, known.phases[phase - 1], play)
    assert verdict.suggestion is not None
    assert replace(verdict.suggestion, cards=()) == replace(fix, cards=())
    assert {*verdict.suggestion.cards} == {*fix.cards}
    if fix.without:
        assert verdict.problems[0].group == fix.group
        assert verdict.problems[0].cards == (fix.without,)
