"""The tally of a round: what the points prove, and what is impossible (rulebook, section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.cards import Card
from referee.editions import Edition
from referee.kinds import Phase, phase_size
from referee.points import (
    PointCounts,
    can_share_a_deck,
    hands_worth,
    point_counts,
    possible_points,
    score,
)
from referee.rulings.problems import RuleCode, RuleProblem, most_telling_first
from referee.wording import OR, Plural, Text, gettext_noop, listed, ngettext_noop


@dataclass(frozen=True, slots=True)
class TallyEntry:
    """One player's line of a round, as the players report it.

    `name` is shown to people if `player` is an id. `phase` is the number of the Phase in
    the game, from 1. Give `points`, or the `cards` left in hand; neither is needed for the
    player who went out. `laid_down` is None to let the points decide.
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
    """One player's line after the check; fields that could not be settled are None.

    `next_phase` is also None after the last Phase.
    """

    player: str
    phase: int
    points: int | None
    laid_down: bool | None
    went_out: bool
    next_phase: int | None


@dataclass(frozen=True, slots=True)
class TallyVerdict:
    """What the referee says about the tally of a round."""

    problems: tuple[RuleProblem, ...]
    lines: tuple[TallyLine, ...]

    @property
    def is_legal(self) -> bool:
        return not self.problems


def check_tally(
    edition: Edition, phases: Sequence[Phase], entries: Sequence[TallyEntry]
) -> TallyVerdict:
    """Check the tally of a round, and fill in who laid down if the points prove it.

    `phases` are those of the game.

    >>> from referee.editions import EDITIONS
    >>> classic = EDITIONS["classic"]
    >>> verdict = check_tally(classic, classic.phases, [
    ...     TallyEntry("North", phase=3, went_out=True),
    ...     TallyEntry("East", phase=6, points=50),
    ... ])
    >>> verdict.is_legal, verdict.lines[1].laid_down, verdict.lines[1].next_phase
    (True, False, 6)
    """
    problems = list(_who_went_out(entries))
    lines = []
    for entry in entries:
        line, line_problems = _check_entry(edition, phases, entry)
        lines.append(line)
        problems += line_problems
    problems += _shared_deck(edition, phases, entries, lines)
    return TallyVerdict(most_telling_first(problems), tuple(lines))


def possible_hand_sizes(edition: Edition, phase: Phase, *, laid_down: bool) -> range:
    """Return how many cards a player who did not go out can have at the end of a round.

    >>> from referee.editions import EDITIONS
    >>> classic = EDITIONS["classic"]
    >>> possible_hand_sizes(classic, classic.phases[5], laid_down=True)
    range(1, 2)
    """
    if laid_down:
        return range(1, edition.dealt - phase_size(phase) + 1)
    return range(edition.dealt, edition.dealt + 1)


def _who_went_out(entries: Sequence[TallyEntry]) -> Iterator[RuleProblem]:
    """Section 6: exactly one player has no cards."""
    names = [entry.display_name for entry in entries if entry.went_out]
    if not names:
        text = gettext_noop("A round ends when a player goes out. Who was it?")
        yield RuleProblem(RuleCode.NOBODY_WENT_OUT, Text(text), "6")
    elif len(names) > 1:
        text = gettext_noop("Only one player goes out in a round. Was it %(players)s?")
        params = {"players": listed(names, OR)}
        yield RuleProblem(RuleCode.SEVERAL_WENT_OUT, Text(text, params), "6")


# Whether a player laid down, None if unsettled, and what is wrong.
Settlement = tuple[bool | None, list[RuleProblem]]


def _check_entry(
    edition: Edition, phases: Sequence[Phase], entry: TallyEntry
) -> tuple[TallyLine, list[RuleProblem]]:
    points = entry.points if entry.cards is None else score(edition, entry.cards)
    if entry.went_out:
        points = points or 0
    line = TallyLine(entry.player, entry.phase, points, None, entry.went_out, None)
    if not 1 <= entry.phase <= len(phases):
        text = gettext_noop("%(player)s cannot be on Phase %(phase)s. Valid values: 1 to %(last)s.")
        return line, [
            _problem(RuleCode.WRONG_PHASE, text, "7", entry, phase=entry.phase, last=len(phases))
        ]
    phase = phases[entry.phase - 1]
    laid_down: bool | None
    if entry.went_out:
        problems = list(_went_out(entry, points or 0))
        laid_down = None if problems else True
    elif entry.cards is not None:
        laid_down, problems = _settle_by_cards(edition, phase, entry)
    else:
        laid_down, problems = _settle_by_points(edition, phase, entry)
    if laid_down is None:
        return line, problems
    following = entry.phase + laid_down
    next_phase = following if following <= len(phases) else None
    return replace(line, laid_down=laid_down, next_phase=next_phase), problems


def _went_out(entry: TallyEntry, points: int) -> Iterator[RuleProblem]:
    if points or entry.cards:
        text = gettext_noop("%(player)s went out, so no cards are left and the score is 0.")
        yield _problem(RuleCode.WENT_OUT_WITH_CARDS, text, "6", entry)
    if entry.laid_down is False:
        text = gettext_noop(
            "%(player)s went out, which is only possible after laying down the Phase."
        )
        yield _problem(RuleCode.WENT_OUT_WITHOUT_PHASE, text, "5", entry)


def _settle_by_cards(edition: Edition, phase: Phase, entry: TallyEntry) -> Settlement:
    """Section 6: the number of cards left tells whether a player laid down."""
    count = len(entry.cards or ())
    after = possible_hand_sizes(edition, phase, laid_down=True)
    without = possible_hand_sizes(edition, phase, laid_down=False)
    for laid_down, sizes in ((True, after), (False, without)):
        if entry.laid_down in (None, laid_down) and count in sizes:
            return laid_down, []
    text = ngettext_noop(
        "%(player)s cannot have %(count)s card left.",
        "%(player)s cannot have %(count)s cards left.",
    )
    hint = _possible(entry.laid_down, _spans(after, step=1), _spans(without, step=1))
    return None, [_problem(RuleCode.WRONG_CARD_COUNT, text, "6", entry, hint, count=count)]


def _settle_by_points(edition: Edition, phase: Phase, entry: TallyEntry) -> Settlement:
    """Section 6: points are a sum that so many cards of the deck can make."""
    points = entry.points or 0
    if points % 5:
        text = ngettext_noop(
            "%(player)s cannot have %(count)s point: every card is worth a multiple of 5.",
            "%(player)s cannot have %(count)s points: every card is worth a multiple of 5.",
        )
        code = RuleCode.POINTS_NOT_MULTIPLE_OF_5
        return None, [_problem(code, text, "6", entry, count=points)]
    after = possible_hand_sizes(edition, phase, laid_down=True)
    without = possible_hand_sizes(edition, phase, laid_down=False)
    fitting = [
        laid_down
        for laid_down, sizes in ((True, after), (False, without))
        if entry.laid_down in (None, laid_down) and hands_worth(edition, points, sizes)
    ]
    if len(fitting) == 1:
        return fitting[0], []
    if fitting:
        text = ngettext_noop(
            "%(count)s point is possible with and without laying down. Did %(player)s lay down?",
            "%(count)s points are possible with and without laying down. Did %(player)s lay down?",
        )
        return None, [_problem(RuleCode.LAID_DOWN_UNKNOWN, text, "6", entry, count=points)]
    text = ngettext_noop(
        "%(player)s cannot have %(count)s point.", "%(player)s cannot have %(count)s points."
    )
    hint = _possible(
        entry.laid_down,
        _spans(possible_points(edition, after), step=5),
        _spans(possible_points(edition, without), step=5),
    )
    return None, [_problem(RuleCode.POINTS_NOT_POSSIBLE, text, "6", entry, hint, count=points)]


def _possible(laid_down: bool | None, after: Text, without: Text) -> Text:
    """Say which values are possible, given what is known about laying down."""
    if laid_down is True:
        text = gettext_noop("Possible after laying down: %(after)s.")
    elif laid_down is False:
        text = gettext_noop("Possible without laying down: %(without)s.")
    else:
        text = gettext_noop(
            "Possible after laying down: %(after)s. Without laying down: %(without)s."
        )
    return Text(text, {"after": after, "without": without})


def _spans(values: Iterable[int], *, step: int) -> Text:
    """List values, more than three in a row as a span: "5, 10 or 15", "50 to 200"."""
    spans: list[list[int]] = []
    for value in values:
        if spans and value == spans[-1][-1] + step:
            spans[-1].append(value)
        else:
            spans.append([value])
    if not spans:
        return Text(gettext_noop("none"))
    parts: list[object] = []
    for span in spans:
        if len(span) > 3:
            ends = {"first": span[0], "last": span[-1]}
            parts.append(Text(gettext_noop("%(first)s to %(last)s"), ends))
        else:
            parts += span
    return listed(parts, OR)


def _shared_deck(
    edition: Edition,
    phases: Sequence[Phase],
    entries: Sequence[TallyEntry],
    lines: Sequence[TallyLine],
) -> Iterator[RuleProblem]:
    """Section 6: all hands show one side, and together no more of a card than the deck has."""
    shown = [card for entry in entries for card in entry.cards or ()]
    too_many = list(_too_many_copies(edition, shown))
    yield from too_many
    if len({edition.side_of(card) for card in shown}) > 1:
        text = Text(
            gettext_noop("All cards left in hand must show the same side, the one in play.")
        )
        yield RuleProblem(RuleCode.MIXED_SIDES, text, "6", None, tuple(shown))
    if too_many or any(line.laid_down is None for line in lines):
        return
    hands: list[list[PointCounts]] = []
    for entry, line in zip(entries, lines, strict=True):
        if entry.cards is not None:
            hands.append([point_counts(edition, entry.cards)])
        elif not line.went_out:
            phase = phases[line.phase - 1]
            sizes = possible_hand_sizes(edition, phase, laid_down=bool(line.laid_down))
            hands.append(hands_worth(edition, line.points or 0, sizes))
    if not can_share_a_deck(edition, hands):
        text = Text(
            gettext_noop("These points together need more high-scoring cards than the deck has.")
        )
        yield RuleProblem(RuleCode.TOO_MANY_COPIES, text, "6")


def _too_many_copies(edition: Edition, cards: Iterable[Card]) -> Iterator[RuleProblem]:
    counts = Counter(card.printed for card in cards)
    for printed, count in counts.items():
        alike = tuple(card for card in cards if card.printed == printed)
        limit = edition.copies(alike[0])
        if count > limit:
            text = gettext_noop(
                "All hands together have %(count)s × %(card)s, but the deck has only %(limit)s."
            )
            params = {"count": count, "card": alike[0], "limit": limit}
            yield RuleProblem(RuleCode.TOO_MANY_COPIES, Text(text, params), "6", None, alike)


def _problem(
    code: RuleCode,
    template: str | Plural,
    rule: str,
    entry: TallyEntry,
    hint: Text | None = None,
    **params: object,
) -> RuleProblem:
    text = Text(template, {"player": entry.display_name, **params}, hint)
    return RuleProblem(code, text, rule, player=entry.player)
