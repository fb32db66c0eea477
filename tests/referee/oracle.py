"""A second opinion on the rulebook, written apart from the engine and never importing it.

Simple rather than fast: everything a card could stand for is tried, in every place and order.
Numbers in brackets are sections of the rulebook. Cards are strings in its notation.

Malformed input raises ValueError: a card that the edition's deck does not hold, an unknown
edition or kind, an empty list, a target that is not a group as listed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from operator import le
from typing import TypeAlias

COLORS = "RYGB"
NUMBERS = range(1, 13)
ODD = frozenset(n for n in NUMBERS if n % 2 == 1)
EVEN = frozenset(n for n in NUMBERS if n % 2 == 0)

EDITIONS = ("classic", "flip", "express")
DEALT = {"classic": 10, "flip": 10, "express": 5}
KINDS = (
    "set",
    "run",
    "color_run",
    "color",
    "odd",
    "even",
    "odd_run",
    "even_run",
    "pair_run",
)

Requirements: TypeAlias = Sequence[tuple[str, int]]

PHASES: dict[str, dict[int, list[tuple[str, int]]]] = {
    "classic": {
        1: [("set", 3), ("set", 3)],
        2: [("set", 3), ("run", 4)],
        3: [("set", 4), ("run", 4)],
        4: [("run", 7)],
        5: [("run", 8)],
        6: [("run", 9)],
        7: [("set", 4), ("set", 4)],
        8: [("color", 7)],
        9: [("set", 5), ("set", 2)],
        10: [("set", 5), ("set", 3)],
    },
    "flip": {
        1: [("color_run", 2), ("color_run", 2)],
        2: [("color_run", 2), ("set", 2)],
        3: [("color_run", 2), ("set", 3)],
        4: [("color_run", 3), ("set", 2)],
        5: [("color_run", 4), ("set", 2)],
        6: [("color_run", 3), ("color_run", 3)],
        7: [("color_run", 3), ("set", 3)],
        8: [("color_run", 5), ("set", 2)],
        9: [("color_run", 2), ("set", 4)],
        10: [("color_run", 3), ("set", 2), ("set", 2)],
    },
    "express": {
        1: [("odd", 4)],
        2: [("set", 2), ("set", 2)],
        3: [("even", 4)],
        4: [("pair_run", 4)],
        5: [("set", 3)],
        6: [("run", 4)],
        7: [("color_run", 3)],
        8: [("odd_run", 4)],
        9: [("even_run", 4)],
        10: [("color", 4)],
    },
}


# --- cards (1) ---------------------------------------------------------------------------------


def deck(edition: str) -> dict[str, int]:
    """Return every card of the deck without its Flip symbol, and how many copies there are."""
    if edition not in EDITIONS:
        raise ValueError(f"unknown edition: {edition}")
    each = 1 if edition == "express" else 2
    cards = {f"{color}{number}": each for color in COLORS for number in NUMBERS}
    if edition == "classic":
        cards |= {"W": 8, "S": 4}
    elif edition == "express":
        cards |= {"W": 3, "S": 3}
    else:
        cards |= {f"{color}*": 2 for color in COLORS}
        cards |= {f"W{number}": 8 for number in NUMBERS}
        cards |= {"W*": 8}
    return cards


def flip_symbols(edition: str) -> set[str]:
    """Return the cards that bear a Flip symbol, written with it; there is one of each."""
    if edition not in EDITIONS:
        raise ValueError(f"unknown edition: {edition}")
    if edition != "flip":
        return set()
    bearing = {"B": (2, 6, 10), "G": (3, 7, 11), "R": (1, 5, 9), "Y": (4, 8, 12)}
    color_side = {f"{color}{number}!" for color in bearing for number in bearing[color]}
    return color_side | {f"W{number}!" for number in NUMBERS} | {"W*!"}


@dataclass(frozen=True, slots=True)
class Card:
    """One card as played.

    `name` is without symbol and declaration; `color` and `number` are what print or declaration
    fix, None where open; `numbered` tells whether a number is printed on it.
    """

    name: str
    color: str | None
    number: int | None
    numbered: bool
    badly_declared: bool

    @property
    def is_skip(self) -> bool:
        return self.name == "S"

    @property
    def is_wild_side(self) -> bool:
        return self.name.startswith("W")

    def could_be_number(self, number: int) -> bool:
        return not self.is_skip and self.number in (None, number)

    def could_be_color(self, color: str) -> bool:
        return not self.is_skip and self.color in (None, color)


DECLARABLE: dict[str, tuple[str | None, int | None]] = {
    **{color: (color, None) for color in COLORS},
    **{str(number): (None, number) for number in NUMBERS},
    **{f"{color}{number}": (color, number) for color in COLORS for number in NUMBERS},
}


def read(edition: str, text: str) -> Card:
    """Read one card; ValueError for what is not a card of the edition or says nothing readable."""
    front, equals, declaration = text.strip().upper().partition("=")
    if front not in deck(edition) and front not in flip_symbols(edition):
        raise ValueError(f"no card of {edition}: {text}")
    name = front.removesuffix("!")
    color = name[0] if name[0] in COLORS else None
    number = int(name[1:]) if name[1:].isdigit() else None
    numbered = number is not None
    if not equals:
        return Card(name, color, number, numbered, badly_declared=False)
    if declaration not in DECLARABLE:
        raise ValueError(f"no declaration: {text}")
    said_color, said_number = DECLARABLE[declaration]
    # A declaration may only fix what is open on that card; on a Skip nothing is.
    bad = name == "S"
    if said_color is not None:
        bad = bad or color is not None
        color = said_color
    if said_number is not None:
        bad = bad or number is not None
        number = said_number
    return Card(name, color, number, numbered, badly_declared=bad)


def read_all(edition: str, texts: Sequence[str]) -> list[Card]:
    """Read a list of cards; ValueError for an empty one."""
    if not texts:
        raise ValueError("an empty list")
    return [read(edition, text) for text in texts]


def more_copies_than_the_deck(edition: str, texts: Sequence[str]) -> bool:
    """Count every card against the deck (1, 3.7): all copies, and those that show a Flip symbol."""
    cards = Counter(read(edition, text).name for text in texts)
    symbols = Counter(read(edition, text).name for text in texts if "!" in text)
    holds = deck(edition)
    return any(n > holds[name] for name, n in cards.items()) or any(n > 1 for n in symbols.values())


# --- groups (2) --------------------------------------------------------------------------------


Standing: TypeAlias = tuple[int | None, int | None, int | None, str | None]
"""low, high, number, color: None for what does not apply or is still open."""


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise ValueError(f"unknown kind: {kind}")


def _ascending_numbers(kind: str, size: int) -> Iterator[tuple[int, ...]]:
    """Yield every row of numbers that a set or run of this size can be, ascending."""
    for start in NUMBERS:
        if kind == "set":
            row = [start] * size if size >= 2 else []
        elif kind in ("run", "color_run"):
            row = [start + place for place in range(size)]
        elif kind == "odd_run":
            row = [start + 2 * place for place in range(size)] if start in ODD else []
        elif kind == "even_run":
            row = [start + 2 * place for place in range(size)] if start in EVEN else []
        elif kind == "pair_run":
            row = [start + place // 2 for place in range(size)] if size % 2 == 0 else []
        else:
            raise AssertionError(kind)
        if row and all(number in NUMBERS for number in row):
            yield tuple(row)


def _fits_as_listed(cards: Sequence[Card], numbers: Sequence[int]) -> bool:
    return all(card.could_be_number(number) for card, number in zip(cards, numbers, strict=True))


def _fits_in_some_order(cards: Sequence[Card], numbers: Sequence[int]) -> bool:
    """Try each card in every place that is left; cards with a fixed number choose first."""
    if not cards:
        return True
    choices = [sum(card.could_be_number(number) for number in NUMBERS) for card in cards]
    first = choices.index(min(choices))
    others = [*cards[:first], *cards[first + 1 :]]
    for place, number in enumerate(numbers):
        if cards[first].could_be_number(number):
            left = [*numbers[:place], *numbers[place + 1 :]]
            if _fits_in_some_order(others, left):
                return True
    return False


def _color_of(cards: Sequence[Card]) -> str | None:
    """Return the color that some card of a one-color group has, None while none has one."""
    for card in cards:
        if card.color is not None:
            return card.color
    return None


def _standings(kind: str, cards: Sequence[Card], *, as_listed: bool) -> set[Standing]:
    """Return what the cards could be as a group, in the order listed or in any order."""
    _check_kind(kind)
    if any(card.is_skip or card.badly_declared for card in cards):
        return set()
    color = None
    if kind in ("color", "color_run"):
        if not any(all(card.could_be_color(color) for card in cards) for color in COLORS):
            return set()
        color = _color_of(cards)
    if kind == "color":
        return {(None, None, None, color)}
    if kind in ("odd", "even"):
        wanted = ODD if kind == "odd" else EVEN
        if all(any(card.could_be_number(number) for number in wanted) for card in cards):
            return {(None, None, None, None)}
        return set()
    fits = _fits_as_listed if as_listed else _fits_in_some_order
    rows = [row for row in _ascending_numbers(kind, len(cards)) if fits(cards, row)]
    if kind == "set":
        return {(None, None, row[0], None) for row in rows}
    return {(row[0], row[-1], None, color) for row in rows}


def phase_standings(
    edition: str, kind: str, cards: Sequence[str], *, as_listed: bool = True
) -> set[Standing]:
    """Return every reading of one group laid down: none if illegal, several if ambiguous.

    A run listed in ascending table order is read as listed (3, what a wild card stands
    for); with `as_listed=False` every order counts. A set or run of wild cards only gives every
    number it could be; a color that no card has is None.
    """
    played = read_all(edition, cards)
    listed = _standings(kind, played, as_listed=True)
    if as_listed and listed:
        return listed
    return _standings(kind, played, as_listed=False)


def group_is_legal(edition: str, kind: str, cards: Sequence[str]) -> bool:
    """Tell whether some assignment of the wild cards makes the cards a group of that kind."""
    return bool(_standings(kind, read_all(edition, cards), as_listed=False))


# --- laying down (3) ---------------------------------------------------------------------------


def phase_is_legal(
    edition: str,
    requirements: Requirements,
    groups: Sequence[Sequence[str]],
    *,
    oversize_groups: bool = True,
    number_card_per_group: bool = False,
) -> bool:
    """Tell whether the groups, in any order, are the Phase that the requirements ask for."""
    if not groups or not requirements:
        raise ValueError("an empty list")
    for kind, _ in requirements:
        _check_kind(kind)
    played = [read_all(edition, group) for group in groups]
    texts = [text for group in groups for text in group]
    cards = [card for group in played for card in group]
    if more_copies_than_the_deck(edition, texts):
        return False
    if len(cards) > DEALT[edition] + 1:
        return False
    if edition == "flip" and len({card.is_wild_side for card in cards}) > 1:
        return False
    if not any(card.numbered for card in cards):
        return False
    if number_card_per_group and not all(any(c.numbered for c in group) for group in played):
        return False
    if len(groups) != len(requirements):
        return False
    return any(
        all(
            group_is_legal(edition, kind, group)
            and (len(group) >= size if oversize_groups else len(group) == size)
            for (kind, size), group in zip(requirements, order, strict=True)
        )
        for order in permutations(groups)
    )


# --- hitting (4) -------------------------------------------------------------------------------


def _grown_pair_rows(cards: Sequence[Card]) -> set[Standing]:
    """Read a pair run that single cards have joined: each number at least twice, ascending."""
    found: set[Standing] = set()
    for low in NUMBERS:
        for high in range(low, 13):
            numbers = range(low, high + 1)
            for row in combinations_with_replacement(numbers, len(cards)):
                if all(row.count(n) >= 2 for n in numbers) and _fits_as_listed(cards, row):
                    found.add((low, high, None, None))
    return found


def target_standings(
    edition: str, kind: str, target: Sequence[str], *, pair_run_singles: bool = False
) -> set[Standing]:
    """Read a group on the table as listed; ValueError for what is not a group as listed."""
    cards = read_all(edition, target)
    found = _standings(kind, cards, as_listed=True)
    skips_or_bad = any(card.is_skip or card.badly_declared for card in cards)
    if not found and kind == "pair_run" and pair_run_singles and not skips_or_bad:
        found = _grown_pair_rows(cards)
    if not found:
        raise ValueError(f"no {kind}: {' '.join(target)}")
    return found


def _after_one_card(
    kind: str, before: Standing, card: Card, pair_run_singles: bool
) -> Iterator[Standing]:
    """Yield every standing after one card is played on a group."""
    low, high, number, color = before
    if kind in ("color", "color_run") and card.color is not None:
        if color not in (None, card.color):
            return
        color = card.color  # the first card with a color gives it to a group without one
    if kind == "color":
        yield (None, None, None, color)
    elif kind == "pair_run":
        low, high = _ends(before)
        if pair_run_singles and _could_be_any(card, range(low, high + 1)):
            yield before
    elif kind in ("set", "odd", "even"):
        fitting = {"set": [number], "odd": ODD, "even": EVEN}[kind]
        if _could_be_any(card, [n for n in fitting if n is not None]):
            yield before
    else:
        low, high = _ends(before)
        step = 2 if kind in ("odd_run", "even_run") else 1
        if _could_be_any(card, [high + step]):
            yield (low, high + step, None, color)
        if _could_be_any(card, [low - step]):
            yield (low - step, high, None, color)


def _after_a_pair(before: Standing, one: Card, other: Card) -> Iterator[Standing]:
    """Yield every standing after a whole pair is played on a pair run."""
    low, high = _ends(before)
    if _could_be_any(one, [high + 1]) and _could_be_any(other, [high + 1]):
        yield (low, high + 1, None, None)
    if _could_be_any(one, [low - 1]) and _could_be_any(other, [low - 1]):
        yield (low - 1, high, None, None)


def _could_be_any(card: Card, numbers: Iterable[int]) -> bool:
    return any(number in NUMBERS and card.could_be_number(number) for number in numbers)


def _ends(standing: Standing) -> tuple[int, int]:
    low, high, _, _ = standing
    assert low is not None
    assert high is not None
    return low, high


def hit_standings(
    edition: str,
    kind: str,
    target: Sequence[str],
    cards: Sequence[str],
    *,
    pair_run_singles: bool = False,
) -> set[Standing]:
    """Return every standing that the cards can bring about, played in every order and place.

    Empty if the hit is illegal whatever the order. The target is read as listed.
    """
    _check_kind(kind)
    starts = target_standings(edition, kind, target, pair_run_singles=pair_run_singles)
    hand = tuple(read_all(edition, cards))
    if any(card.is_skip or card.badly_declared for card in hand):
        return set()
    # All cards of a hand show the side in play, so one hit never mixes sides (3.6, 5).
    if edition == "flip" and len({card.is_wild_side for card in hand}) > 1:
        return set()
    if more_copies_than_the_deck(edition, [*target, *cards]):
        return set()
    outcomes: set[Standing] = set()
    seen: set[tuple[Standing, tuple[Card, ...]]] = set()
    to_do = [(start, hand) for start in starts]
    while to_do:
        before, left = to_do.pop()
        if (before, left) in seen:
            continue
        seen.add((before, left))
        if not left:
            outcomes.add(before)
        for i, card in enumerate(left):
            rest = (*left[:i], *left[i + 1 :])
            singly = _after_one_card(kind, before, card, pair_run_singles)
            to_do += [(after, rest) for after in singly]
            for j, other in enumerate(rest if kind == "pair_run" else ()):
                others = (*rest[:j], *rest[j + 1 :])
                to_do += [(after, others) for after in _after_a_pair(before, card, other)]
    return outcomes


def hit_is_legal(
    edition: str,
    kind: str,
    target: Sequence[str],
    cards: Sequence[str],
    *,
    phase_laid: bool = True,
    pair_run_singles: bool = False,
) -> bool:
    """Tell whether the cards can be played on the target in some order."""
    outcomes = hit_standings(edition, kind, target, cards, pair_run_singles=pair_run_singles)
    return phase_laid and bool(outcomes)


# --- the count (6) -----------------------------------------------------------------------------


def _points_of(edition: str, text: str) -> int:
    card = read(edition, text)
    if card.name == "S":
        return 15
    if card.name == "W":
        return 25
    if card.name.endswith("*"):
        return 20
    return 5 if int(card.name[1:]) <= 9 else 10


def points(edition: str, cards: Sequence[str]) -> int:
    """Add up the cards left in a hand; a declaration changes nothing."""
    return sum(_points_of(edition, text) for text in cards)


def possible_points(edition: str, held: range) -> set[int]:
    """Return every sum that so many cards of the deck (in flip: of one side) can make."""
    sides = [deck(edition)]
    if edition == "flip":
        wild_side = {name: n for name, n in deck(edition).items() if name.startswith("W")}
        color_side = {name: n for name, n in deck(edition).items() if name not in wild_side}
        sides = [color_side, wild_side]
    sums: set[int] = set()
    for side in sides:
        worth: Counter[int] = Counter()
        for name, copies in side.items():
            worth[_points_of(edition, name)] += copies
        most = max(held, default=0)
        values = sorted(worth)
        for counts in product(*(range(min(worth[v], most) + 1) for v in values)):
            if sum(counts) in held:
                sums.add(sum(v * n for v, n in zip(values, counts, strict=True)))
    return sums


def count_verdict(
    edition: str, phase: int, score: int, claimed: bool | None
) -> tuple[bool, bool | None]:
    """Judge the points of a player who did not go out: (ok, laid_down), laid_down None if not ok.

    `claimed` is what the table says of laying down, None for nothing.
    """
    size = sum(size for _, size in PHASES[edition][phase])
    dealt = DEALT[edition]
    held = {True: range(1, dealt - size + 1), False: range(dealt, dealt + 1)}
    possible = [laid for laid in held if score in possible_points(edition, held[laid])]
    if claimed is not None:
        possible = [laid for laid in possible if laid is claimed]
    return (True, possible[0]) if len(possible) == 1 else (False, None)


@dataclass(frozen=True)
class Report:
    """What is said of one player at the end of a round: the points or the cards, and the rest."""

    requirements: Requirements
    points: int | None = None
    cards: tuple[str, ...] | None = None
    laid_down: bool | None = None
    went_out: bool = False


# For each player: whether the Phase was laid down, and whether the player went out.
World = tuple[tuple[bool, bool], ...]


def tally_verdict(edition: str, reports: Sequence[Report]) -> World | None:
    """Return what must have happened in a round of which this is said.

    None if it cannot be, or if more than one thing can have happened.
    """
    shown = [card for report in reports for card in report.cards or ()]
    wild_sides = {read(edition, card).is_wild_side for card in shown}
    if more_copies_than_the_deck(edition, shown) or (edition == "flip" and len(wild_sides) > 1):
        return None
    worlds = []
    for out in range(len(reports)):
        laid_by_each = [(True,) if i == out else (True, False) for i in range(len(reports))]
        for laid in product(*laid_by_each):
            world = tuple((laid[i], i == out) for i in range(len(reports)))
            hands = [
                _hands_of(edition, report, laid_down, is_out)
                for report, (laid_down, is_out) in zip(reports, world, strict=True)
            ]
            if all(hands):
                worlds.append((world, hands))
    if len(worlds) != 1:
        return None
    world, hands = worlds[0]
    return world if _one_deck_makes(edition, hands) else None


def _hands_of(edition: str, report: Report, laid_down: bool, out: bool) -> set[tuple[int, ...]]:
    """Return the hands that the player can be left with: the cards of each value, ascending."""
    if report.laid_down not in (None, laid_down) or (report.went_out and not out):
        return set()
    size = sum(size for _, size in report.requirements)
    dealt = DEALT[edition]
    held = range(1) if out else range(1, dealt - size + 1)
    if not laid_down:
        held = range(dealt, dealt + 1)
    values = sorted(_supply(edition))
    if report.cards is not None:
        worth = Counter(_points_of(edition, card) for card in report.cards)
        return {tuple(worth[v] for v in values)} if len(report.cards) in held else set()
    return {hand for n in held for hand in _all_hands(edition).get((n, report.points or 0), ())}


@cache
def _all_hands(edition: str) -> dict[tuple[int, int], list[tuple[int, ...]]]:
    """Return all hands by how many cards they are and how many points."""
    values, most = sorted(_supply(edition)), DEALT[edition]
    hands: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for hand in product(*(range(min(limit, most) + 1) for limit in _limits(edition))):
        points = sum(v * n for v, n in zip(values, hand, strict=True))
        hands.setdefault((sum(hand), points), []).append(hand)
    return hands


@cache
def _supply(edition: str) -> Counter[int]:
    """Return how many cards of each value one side of the deck has."""
    supply: Counter[int] = Counter()
    for name, copies in deck(edition).items():
        if edition != "flip" or not name.startswith("W"):  # both sides have as many
            supply[_points_of(edition, name)] += copies
    return supply


def _limits(edition: str) -> list[int]:
    return [copies for _, copies in sorted(_supply(edition).items())]


def _one_deck_makes(edition: str, hands: Sequence[set[tuple[int, ...]]]) -> bool:
    limits = _limits(edition)
    reached = {(0,) * len(limits)}
    for choices in hands:
        sums = (tuple(map(sum, zip(a, b, strict=True))) for a in reached for b in choices)
        reached = {used for used in sums if all(map(le, used, limits))}
    return bool(reached)


# --- hands (8) ---------------------------------------------------------------------------------


def arrivals(edition: str, hand: Sequence[str]) -> dict[str, int]:
    """Return the cards of the hand's side that are not in the hand, with how many there are."""
    in_hand = Counter(read(edition, text).name for text in hand)
    wild_side = {read(edition, text).is_wild_side for text in hand}
    return {
        name: copies - in_hand[name]
        for name, copies in deck(edition).items()
        if copies > in_hand[name] and (edition != "flip" or name.startswith("W") in wild_side)
    }
