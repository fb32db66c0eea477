"""A round's count: what the points prove, and what they cannot be (rulebook, section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.cards import Card
from referee.editions import Edition
from referee.kinds import Phase, phase_size
from referee.points import Purse, can_share_a_deck, possible_points, purse_of, purses_of, score
from referee.rulings.problems import RuleCode, RuleProblem, most_telling_first
from referee.wording import AND, OR, Text, gettext_noop, listed


@dataclass(frozen=True, slots=True)
class TallyEntry:
    """One player's line of a round as the table gives it.

    `name` is what people read where `player` is an id. `phase` is the place in the
    game's phases, from 1. `points` or `cards` (the
    cards left in hand) is given; for who went out neither need be. `laid_down`
    is None where the table leaves it to the points.
    """

    player: str
    phase: int
    points: int | None = None
    cards: tuple[Card, ...] | None = None
    laid_down: bool | None = None
    went_out: bool = False
    name: str = ""

    @property
    def display_name(self) -> str:
        return self.name or self.player


@dataclass(frozen=True, slots=True)
class TallyLine:
    """One player's line as the check leaves it; None is what could not be settled.

    `next_phase` is None, too, after the last Phase.
    """

    player: str
    phase: int
    points: int | None
    laid_down: bool | None
    went_out: bool
    next_phase: int | None


@dataclass(frozen=True, slots=True)
class TallyVerdict:
    """What the referee says about a round's count."""

    problems: tuple[RuleProblem, ...]
    lines: tuple[TallyLine, ...]

    @property
    def is_legal(self) -> bool:
        return not self.problems


def check_tally(
    edition: Edition, phases: Sequence[Phase], results: Sequence[TallyEntry]
) -> TallyVerdict:
    """Check a round's count, and fill in who laid down as far as the points prove it.

    >>> from referee.editions import EDITIONS
    >>> classic = EDITIONS["classic"]
    >>> verdict = check_tally(classic, classic.phases, [
    ...     TallyEntry("North", phase=3, went_out=True),
    ...     TallyEntry("East", phase=6, points=50),
    ... ])
    >>> verdict.is_legal, verdict.lines[1].laid_down, verdict.lines[1].next_phase
    (True, False, 6)
    """
    problems = list(_who_went_out(results))
    lines = []
    for result in results:
        line, found = _check_line(edition, phases, result)
        lines.append(line)
        problems += found
    problems += _shared_deck(edition, phases, results, lines)
    return TallyVerdict(most_telling_first(problems), tuple(lines))


def held_after(edition: Edition, phase: Phase, *, laid_down: bool) -> range:
    """How many cards a player who did not go out can hold at the end of a round.

    >>> from referee.editions import EDITIONS
    >>> classic = EDITIONS["classic"]
    >>> held_after(classic, classic.phases[5], laid_down=True)
    range(1, 2)
    """
    if laid_down:
        return range(1, edition.dealt - phase_size(phase) + 1)
    return range(edition.dealt, edition.dealt + 1)


def _who_went_out(results: Sequence[TallyEntry]) -> Iterator[RuleProblem]:
    """Section 6: exactly one player holds no card."""
    out = [result.display_name for result in results if result.went_out]
    if not out:
        text = Text(gettext_noop("A round ends when somebody goes out: who was it?"))
        yield RuleProblem(RuleCode.NOBODY_WENT_OUT, text, "6")
    elif len(out) > 1:
        text = Text(
            gettext_noop("Only one player goes out in a round, not %(players)s: who was it?"),
            {"players": listed(out, AND)},
        )
        yield RuleProblem(RuleCode.SEVERAL_WENT_OUT, text, "6")


def _check_line(
    edition: Edition, phases: Sequence[Phase], result: TallyEntry
) -> tuple[TallyLine, list[RuleProblem]]:
    points = result.points if result.cards is None else score(edition, result.cards)
    if result.went_out:
        points = points or 0
    line = TallyLine(result.player, result.phase, points, None, result.went_out, None)
    if not 1 <= result.phase <= len(phases):
        text = gettext_noop("%(player)s cannot be on Phase %(phase)s: this game has 1 to %(last)s.")
        params = {"player": result.display_name, "phase": result.phase, "last": len(phases)}
        return line, [_problem(RuleCode.WRONG_PHASE, text, params, "7", result)]
    phase = phases[result.phase - 1]
    if result.went_out:
        problems = list(_went_out(result, points or 0))
        laid_down = None if problems else True
    else:
        check = _left_cards if result.cards is not None else _left_points
        laid_down, problems = check(edition, phase, result)
    if laid_down is None:
        return line, problems
    following = result.phase + laid_down
    next_phase = following if following <= len(phases) else None
    return replace(line, laid_down=laid_down, next_phase=next_phase), problems


def _went_out(result: TallyEntry, points: int) -> Iterator[RuleProblem]:
    if points or result.cards:
        text = gettext_noop("%(player)s went out, so no card is left: that makes 0 points.")
        yield _problem(
            RuleCode.WENT_OUT_WITH_CARDS, text, {"player": result.display_name}, "6", result
        )
    if result.laid_down is False:
        text = gettext_noop("%(player)s went out, and that takes a Phase laid down.")
        yield _problem(
            RuleCode.WENT_OUT_WITHOUT_PHASE, text, {"player": result.display_name}, "5", result
        )


Settled = tuple[bool | None, list[RuleProblem]]


def _left_cards(edition: Edition, phase: Phase, result: TallyEntry) -> Settled:
    """Section 6: the number of cards left tells whether their player laid down."""
    count = len(result.cards or ())
    fitting = [
        laid_down
        for laid_down in (True, False)
        if result.laid_down in (None, laid_down)
        and count in held_after(edition, phase, laid_down=laid_down)
    ]
    if fitting:
        return fitting[0], []
    params = {"player": result.display_name, "count": count, **_sizes(edition, phase)}
    if result.laid_down is True:
        text = gettext_noop("%(player)s laid down, which leaves %(down)s, but here are %(count)s.")
    elif result.laid_down is False:
        text = gettext_noop(
            "%(player)s did not lay down, which leaves %(up)s, but here are %(count)s."
        )
    else:
        text = gettext_noop(
            "%(player)s cannot hold %(count)s cards: "
            "after laying down it is %(down)s, without %(up)s."
        )
    return None, [_problem(RuleCode.WRONG_CARD_COUNT, text, params, "6", result)]


def _sizes(edition: Edition, phase: Phase) -> dict[str, object]:
    down = held_after(edition, phase, laid_down=True)
    return {
        "down": _span(down) if down else Text(gettext_noop("no card")),
        "up": _span(held_after(edition, phase, laid_down=False)),
    }


def _span(sizes: range) -> Text:
    if len(sizes) == 1:
        one = gettext_noop("1 card")
        many = gettext_noop("%(count)s cards")
        return Text(one if sizes[0] == 1 else many, {"count": sizes[0]})
    text = gettext_noop("%(from)s to %(to)s cards")
    return Text(text, {"from": sizes[0], "to": sizes[-1]})


def _left_points(edition: Edition, phase: Phase, result: TallyEntry) -> Settled:
    """Section 6: points are a sum that so many cards of the deck can make."""
    points = result.points or 0
    params: dict[str, object] = {"player": result.display_name, "points": points}
    if points % 5:
        text = gettext_noop(
            "%(points)s points for %(player)s cannot be: every card counts a multiple of 5."
        )
        return None, [_problem(RuleCode.POINTS_NOT_MULTIPLE_OF_5, text, params, "6", result)]
    possible = {
        laid_down: bool(purses_of(edition, points, held_after(edition, phase, laid_down=laid_down)))
        for laid_down in (True, False)
    }
    if result.laid_down is not None and possible[result.laid_down]:
        return result.laid_down, []
    if result.laid_down is None and possible[True] and possible[False]:
        text = gettext_noop("%(points)s points can be either: did %(player)s lay down the Phase?")
        return None, [_problem(RuleCode.LAID_DOWN_UNKNOWN, text, params, "6", result)]
    if result.laid_down is None and any(possible.values()):
        return possible[True], []
    return None, [_impossible(edition, phase, result, params)]


def _impossible(
    edition: Edition, phase: Phase, result: TallyEntry, params: dict[str, object]
) -> RuleProblem:
    down = possible_points(edition, held_after(edition, phase, laid_down=True))
    up = possible_points(edition, held_after(edition, phase, laid_down=False))
    params = {**params, "down": _values(down), "up": _values(up)}
    if result.laid_down is True:
        text = gettext_noop(
            "%(points)s points cannot be left to %(player)s after laying down: only %(down)s can."
        )
    elif result.laid_down is False:
        text = gettext_noop(
            "%(points)s points cannot be left to %(player)s without laying down: only %(up)s can."
        )
    else:
        text = gettext_noop(
            "%(points)s points cannot be left to %(player)s: "
            "after laying down only %(down)s can, without only %(up)s."
        )
    return _problem(RuleCode.POINTS_NOT_POSSIBLE, text, params, "6", result)


def _values(values: Sequence[int]) -> Text:
    """Multiples of 5 as spans: "5, 10, 15 or 25", "50 to 200"."""
    if not values:
        return Text(gettext_noop("nothing"))
    spans: list[list[int]] = []
    for value in values:
        if spans and value == spans[-1][-1] + 5:
            spans[-1].append(value)
        else:
            spans.append([value])
    parts: list[object] = []
    for span in spans:
        if len(span) > 3:
            ends = {"from": span[0], "to": span[-1]}
            parts.append(Text(gettext_noop("%(from)s to %(to)s"), ends))
        else:
            parts += span
    return listed(parts, OR)


def _shared_deck(
    edition: Edition,
    phases: Sequence[Phase],
    results: Sequence[TallyEntry],
    lines: Sequence[TallyLine],
) -> Iterator[RuleProblem]:
    """Section 6: all hands together show one side, and no more of a card than the deck has."""
    shown = [card for result in results for card in result.cards or ()]
    over = list(_too_many(edition, shown))
    yield from over
    if len({edition.side_of(card) for card in shown}) > 1:
        text = Text(gettext_noop("All hands are counted on one side, the one in play."))
        yield RuleProblem(RuleCode.MIXED_SIDES, text, "6", None, tuple(shown))
    if over or any(line.laid_down is None for line in lines):
        return
    hands: list[list[Purse]] = []
    for result, line in zip(results, lines, strict=True):
        if result.cards is not None:
            hands.append([purse_of(edition, result.cards)])
        elif not line.went_out:
            sizes = held_after(edition, phases[line.phase - 1], laid_down=bool(line.laid_down))
            hands.append(purses_of(edition, line.points or 0, sizes))
    if not can_share_a_deck(edition, hands):
        text = Text(
            gettext_noop(
                "Together these points take more dear cards than the deck has: look again at them."
            )
        )
        yield RuleProblem(RuleCode.TOO_MANY_COPIES, text, "6")


def _too_many(edition: Edition, cards: Iterable[Card]) -> Iterator[RuleProblem]:
    counts = Counter(card.printed for card in cards)
    for printed, count in counts.items():
        alike = tuple(card for card in cards if card.printed == printed)
        limit = edition.copies(alike[0])
        if count > limit:
            text = gettext_noop(
                "All hands together hold %(count)s × %(card)s, and the deck has %(limit)s."
            )
            params = {"count": count, "card": alike[0], "limit": limit}
            yield RuleProblem(RuleCode.TOO_MANY_COPIES, Text(text, params), "6", None, alike)


def _problem(
    code: RuleCode, text: str, params: dict[str, object], rule: str, result: TallyEntry
) -> RuleProblem:
    return RuleProblem(code, Text(text, params), rule, player=result.player)
