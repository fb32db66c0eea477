"""`tally/`: can these be the results of a round, and who laid down?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, NamedTuple, NotRequired, TypedDict

from referee.cards import Card
from referee.editions import EDITIONS, Edition
from referee.house_rules import STANDARD_RULES
from referee.rulings.problems import RuleProblem
from referee.tally import (
    CONTRADICTS_TABLE,
    OpenLine,
    PossibleHands,
    ShownTable,
    TallyEntry,
    TallyLine,
    TallyVerdict,
    check_tally,
    completed,
    contradictions,
)
from referee.wire.annotations import Doc, Keywords, OneOf, strict
from referee.wire.cards import AnyCards, check_in_deck, read_any_cards
from referee.wire.editions import EditionName, read_edition
from referee.wire.house_rules import HouseRuleSettings, read_house_rules
from referee.wire.phases import GamePhases, phases_of, read_phases
from referee.wire.reading import (
    Errors,
    Fields,
    below,
    invalid,
    read_boolean,
    read_integer,
    read_list,
    read_text,
)
from referee.wire.verdicts import RULE_CODES, RuleEntryId, problem_answer
from referee.wording import Text, Translator, gettext_noop

MAX_POINTS = 100_000  # beyond any game; larger numbers are not even checked
MAX_NAME = 80
MIN_PLAYERS = min(edition.min_players for edition in EDITIONS.values())
MAX_PLAYERS = max(edition.max_players for edition in EDITIONS.values())

_read_points = partial(read_integer, minimum=0, maximum=MAX_POINTS)
_read_place = partial(read_integer, minimum=-MAX_POINTS, maximum=MAX_POINTS)
_read_name = partial(read_text, max_length=MAX_NAME)


@strict
class CountRequest(TypedDict):
    """What a player is left with at the end of a round: `points`, or the `cards` left in hand."""

    points: NotRequired[Annotated[int | None, Keywords(minimum=0, maximum=MAX_POINTS)]]
    cards: NotRequired[AnyCards | None]
    laid_down: NotRequired[Annotated[bool | None, Doc("null to let the points decide.")]]
    went_out: NotRequired[
        Annotated[
            bool,
            Doc("Need not be said of the only player with 0 points, who must have gone out."),
            Keywords(default=False),
        ]
    ]


@strict
class TallyEntryRequest(CountRequest):
    """One player's line of a round, with `points` or `cards`; open without them.

    What is open is not settled yet: the answer says what it can still be.
    """

    player: Annotated[str, Keywords(minLength=1, maxLength=MAX_NAME)]
    name: NotRequired[
        Annotated[
            str,
            Doc("The name to use in messages, if `player` is an id."),
            Keywords(minLength=1, maxLength=MAX_NAME),
        ]
    ]
    phase: Annotated[
        int,
        Doc("The Phase the player was on when the round began: 1 is the first of `phases`."),
        Keywords(minimum=-MAX_POINTS, maximum=MAX_POINTS),
    ]


@strict
class TallyTable(TypedDict):
    """What the live table shows of the round; see `TableState`."""

    turns_logged: bool
    laid_down: Annotated[
        list[str], Doc("The players who have laid down there."), Keywords(maxItems=MAX_PLAYERS)
    ]
    went_out: NotRequired[Annotated[str | None, Keywords(maxLength=MAX_NAME)]]


@strict
class TallyRequest(TypedDict):
    """Can these be the results of a round, and who laid down?"""

    edition: EditionName
    phases: NotRequired[GamePhases]
    results: Annotated[
        list[TallyEntryRequest],
        Doc("A line for each player."),
        Keywords(minItems=MIN_PLAYERS, maxItems=MAX_PLAYERS),
    ]
    table: NotRequired[
        Annotated[
            TallyTable | None,
            Doc(
                "It fills in what the lines leave open, and may contradict them. What only the "
                "plays tell, such as how many cards somebody can have left, is checked when the "
                "round is recorded."
            ),
        ]
    ]
    house_rules: NotRequired[HouseRuleSettings]


class TallyProblem(TypedDict):
    """One thing that is wrong with a tally."""

    code: Annotated[str, OneOf([*RULE_CODES, CONTRADICTS_TABLE])]
    message: Annotated[str, Doc("What is wrong and what would be right, to show to people.")]
    group: Annotated[int | None, Doc("Always null.")]
    cards: Annotated[list[str], Doc("The cards that are wrong.")]
    rule: Annotated[
        str, Doc("The section of the rulebook; empty if only the table says otherwise.")
    ]
    rule_entry: Annotated[
        RuleEntryId | None,
        Doc(
            "The entry that explains the rule: `GET referee/rules/{entry}/`; null if only the "
            "table says otherwise."
        ),
    ]
    player: Annotated[
        str | None, Doc("The player whose line is wrong; null for the round as a whole.")
    ]


class PossibleHandsDetail(TypedDict):
    """What a player can be left with."""

    cards_from: Annotated[int, Doc("The fewest cards.")]
    cards_to: Annotated[int, Doc("The most cards.")]
    points: Annotated[list[int], Doc("Every score that so many cards can have, ascending.")]


class OpenLineDetail(TypedDict):
    """What a line can still be while nobody has said what the player is left with."""

    can_go_out: Annotated[
        bool, Doc("Whether the player can be the one who went out, with 0 points.")
    ]
    after_laying_down: Annotated[
        PossibleHandsDetail | None,
        Doc(
            "null if the player is said not to have laid down, or if whoever lays down this Phase "
            "goes out."
        ),
    ]
    without_laying_down: Annotated[
        PossibleHandsDetail | None, Doc("null if the player is said to have laid down.")
    ]


class CheckedLine(TypedDict):
    """One player's line of a round, with what the points prove filled in."""

    player: str
    phase: int
    points: int | None
    laid_down: Annotated[
        bool | None, Doc("As given, or as the points prove; null if that is not settled.")
    ]
    went_out: bool
    next_phase: Annotated[int | None, Doc("null if it is not settled, or after the last Phase.")]
    open: Annotated[
        OpenLineDetail | None,
        Doc("What the line can still be if nobody has said what is left; null if it is complete."),
    ]


class TallyAnswer(TypedDict):
    """The verdict on a tally."""

    ok: Annotated[bool, Doc("Whether it can be recorded: no problems, and no line is open.")]
    problems: Annotated[list[TallyProblem], Doc("The most telling first.")]
    results: list[CheckedLine]


class Count(NamedTuple):
    """What a player is left with: the points or the cards, and what they say about the round.

    `went_out` is None if it is not said: a box that is not ticked says nothing.
    """

    points: int | None
    cards: tuple[Card, ...] | None
    laid_down: bool | None
    went_out: bool | None


def answer_tally(request: object, translator: Translator) -> TallyAnswer:
    """Answer whether a tally is possible, and who laid down (rulebook, section 6)."""
    with Fields(request, TallyRequest) as fields:
        edition = fields.required("edition", read_edition)
        choices = fields.optional("phases", read_phases, ())
        results = fields.required("results", _read_results)
        shown = fields.nullable("table", _read_table)
        fields.optional("house_rules", read_house_rules, STANDARD_RULES)
    with Errors() as errors:
        with errors.at("phases"):
            phases = phases_of(edition, choices) or edition.phases
        with errors.at("results"):
            _check_results(edition, results)
    if shown is None:
        return tally_answer(check_tally(edition, phases, results), translator)
    results = completed(shown, results)
    verdict = check_tally(edition, phases, results)
    wrong = [
        _contradiction(results[index].player, text, translator)
        for index, text in contradictions(shown, results, verdict)
    ]
    answer = tally_answer(verdict, translator)
    # What the table shows first: the points may only be wrong because of it.
    return {**answer, "ok": answer["ok"] and not wrong, "problems": [*wrong, *answer["problems"]]}


def tally_answer(verdict: TallyVerdict, translator: Translator) -> TallyAnswer:
    return {
        "ok": verdict.is_legal,
        "problems": [_problem_answer(problem, translator) for problem in verdict.problems],
        "results": [line_answer(line) for line in verdict.lines],
    }


def _problem_answer(problem: RuleProblem, translator: Translator) -> TallyProblem:
    return {**problem_answer(problem, translator), "player": problem.player}


def _contradiction(player: str, text: Text, translator: Translator) -> TallyProblem:
    return {
        "code": CONTRADICTS_TABLE,
        "message": text.render(translator),
        "group": None,
        "cards": [],
        "rule": "",
        "rule_entry": None,
        "player": player,
    }


def line_answer(line: TallyLine) -> CheckedLine:
    return {
        "player": line.player,
        "phase": line.phase,
        "points": line.points,
        "laid_down": line.laid_down,
        "went_out": line.went_out,
        "next_phase": line.next_phase,
        "open": None if line.open is None else open_line_answer(line.open),
    }


def open_line_answer(line: OpenLine) -> OpenLineDetail:
    return {
        "can_go_out": line.can_go_out,
        "after_laying_down": None if line.after is None else _hands_answer(line.after),
        "without_laying_down": None if line.without is None else _hands_answer(line.without),
    }


def _hands_answer(hands: PossibleHands) -> PossibleHandsDetail:
    return {
        "cards_from": hands.sizes[0],
        "cards_to": hands.sizes[-1],
        "points": list(hands.points),
    }


def read_count(fields: Fields) -> Count:
    """Read the fields of a `CountRequest`; `check_count` says whether they make one."""
    return Count(
        points=fields.nullable("points", _read_points),
        cards=fields.nullable("cards", read_any_cards),
        laid_down=fields.nullable("laid_down", read_boolean),
        went_out=fields.optional("went_out", read_boolean, default=False) or None,
    )


def check_count(count: Count, *, may_be_open: bool = False) -> None:
    """Raise `InvalidRequest` unless there are points or cards, or none are needed."""
    with below("points"):
        if count.points is not None and count.cards is not None:
            text = gettext_noop("Give the points or the cards left in hand, not both.")
            raise invalid("points_and_cards", text)
        if may_be_open:
            return
        if count.points is None and count.cards is None and not count.went_out:
            raise invalid("required", gettext_noop("Give the points or the cards left in hand."))


def _read_entry(value: object) -> TallyEntry:
    with Fields(value, TallyEntryRequest) as fields:
        count = read_count(fields)
        player = fields.required("player", _read_name)
        name = fields.optional("name", _read_name, "")
        phase = fields.required("phase", _read_place)
    check_count(count, may_be_open=True)
    return TallyEntry(player, phase, name=name, **count._asdict())


def _read_table(value: object) -> ShownTable:
    with Fields(value, TallyTable) as fields:
        turns_logged = fields.required("turns_logged", read_boolean)
        down = fields.required("laid_down", _read_names)
        out = fields.nullable("went_out", _read_name)
    return ShownTable(turns_logged, frozenset(down), out)


def _read_results(value: object) -> list[TallyEntry]:
    return read_list(value, _read_entry, min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)


def _read_names(value: object) -> list[str]:
    return read_list(value, _read_name, max_length=MAX_PLAYERS)


def _check_results(edition: Edition, results: Sequence[TallyEntry]) -> None:
    """Raise `InvalidRequest` for players with two lines and cards of another deck."""
    names: set[str] = set()
    with Errors() as errors:
        for index, result in enumerate(results):
            if result.player in names:
                text = gettext_noop("This player already has a line.")
                errors.add(invalid("duplicate_player", text), index, "player")
            names.add(result.player)
            with errors.at(index, "cards"):
                check_in_deck(edition, result.cards or ())
