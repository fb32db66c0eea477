"""`hand/`: what can this hand do?"""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from referee.house_rules import STANDARD_RULES
from referee.solver.analysis import analyse
from referee.solver.hand_analysis import HandAnalysis
from referee.solver.hand_problems import hand_problems
from referee.solver.targets import Target
from referee.solver.turn import Action, HandPlay
from referee.wire.annotations import Doc, Keywords, OneOf, strict
from referee.wire.cards import (
    AnyCards,
    Colorless,
    OneOrMoreCards,
    check_in_deck,
    read_any_cards,
    read_cards,
    without_color,
)
from referee.wire.editions import EditionName, read_edition
from referee.wire.hit import HitTarget, check_target, read_hit_target
from referee.wire.house_rules import HouseRuleSettings, read_house_rules
from referee.wire.phases import PhaseChoice, phase_of, read_phase
from referee.wire.reading import (
    Errors,
    Fields,
    InvalidRequest,
    read_boolean,
    read_list,
)
from referee.wire.verdicts import StandingDetail, card_texts, invalid_field, standing_answer
from referee.wording import Translator

HAND_ACTIONS = list(Action)
MAX_TABLE = 24  # groups: six players, each with a Phase of four


@strict
class HandRequest(TypedDict):
    """A hand after the draw, and what is known about the table."""

    edition: EditionName
    phase: PhaseChoice
    hand: OneOrMoreCards
    table: NotRequired[
        Annotated[
            list[HitTarget],
            Doc("All groups on the table, the player's own included."),
            Keywords(maxItems=MAX_TABLE),
        ]
    ]
    phase_laid: NotRequired[
        Annotated[
            bool,
            Doc("Whether the player has laid down their own Phase."),
            Keywords(default=False),
        ]
    ]
    seen: NotRequired[Annotated[AnyCards, Doc("Other cards known to be elsewhere.")]]
    colorless: NotRequired[Colorless]
    house_rules: NotRequired[HouseRuleSettings]


class PlannedPlay(TypedDict):
    """One play of a turn."""

    action: Annotated[str, OneOf(HAND_ACTIONS)]
    cards: Annotated[
        list[str],
        Doc("The cards played; wild cards are declared if what they stand for is settled."),
    ]
    group: Annotated[
        int | None,
        Doc("Its index in `table`, or in `groups` if it is `own`; null for the discard."),
    ]
    own: Annotated[bool, Doc("Whether the group is part of this lay-down.")]


class LeftoverCards(TypedDict):
    """What stays in hand after laying down and all hits, before the discard."""

    cards: list[str]
    points: int


class OutCard(TypedDict):
    """A card that would make the Phase possible."""

    card: str
    unseen: Annotated[int, Doc("How many copies are still unseen.")]


class PossibleHit(TypedDict):
    """A card that a group takes now."""

    card: Annotated[str, Doc("As it is held, with its Flip symbol.")]
    group: Annotated[int, Doc("Its index in `table`, or in `groups` if it is `own`.")]
    own: Annotated[bool, Doc("Whether the group is part of this lay-down.")]


class HandAnswer(TypedDict):
    """The analysis of a hand."""

    can_lay_down: bool
    groups: Annotated[
        list[StandingDetail],
        Doc("The way to lay down that leaves the fewest points after all hits."),
    ]
    plays: Annotated[list[PlannedPlay], Doc("The hits that follow, in an order that works.")]
    leftover: LeftoverCards
    missing: Annotated[
        int | None,
        Doc(
            "How many more cards it takes to make the Phase possible; null if no cards "
            "would, or if it is `unproven`."
        ),
    ]
    outs: Annotated[list[OutCard], Doc("If one card is missing, the cards that would do.")]
    chance: Annotated[
        float,
        Doc("The probability that the next card of the draw pile is one of the outs, from 0 to 1."),
    ]
    hits: list[PossibleHit]
    can_go_out: bool
    going_out: Annotated[list[PlannedPlay], Doc("The plays of a turn that empties the hand.")]
    unproven: Annotated[
        list[str],
        Doc(
            "The fields that could not be settled within the work limit, nearly always none. "
            "They hold the best answer found."
        ),
    ]
    message: Annotated[str, Doc("The analysis in a sentence or two, to show to people.")]


def answer_hand(request: object, translator: Translator) -> HandAnswer:
    """Answer whether a hand can lay down or go out, how, and what it needs."""
    with Fields(request, HandRequest) as fields:
        edition = fields.required("edition", read_edition)
        choice = fields.required("phase", read_phase)
        hand = fields.required("hand", read_cards)
        table = fields.optional("table", _read_table, ())
        phase_laid = fields.optional("phase_laid", read_boolean, default=False)
        seen = fields.optional("seen", read_any_cards, ())
        colorless = fields.optional("colorless", read_any_cards, ())
        house_rules = fields.optional("house_rules", read_house_rules, STANDARD_RULES)
    with Errors() as errors:
        with errors.at("phase"):
            phase = phase_of(edition, choice)
        with errors.at("hand"):
            check_in_deck(edition, hand)
        with errors.at("seen"):
            check_in_deck(edition, seen)
        for index, target in enumerate(table):
            with errors.at("table", index):
                check_target(edition, target, house_rules)
    hand = without_color(hand, colorless)
    table = [Target(target.kind, without_color(target.cards, colorless)) for target in table]
    if problems := hand_problems(edition, hand, table, seen):
        raise InvalidRequest(invalid_field(problem, "hand") for problem in problems)
    analysis = analyse(
        edition,
        phase,
        hand,
        table=table,
        phase_laid=phase_laid,
        seen=seen,
        rules=house_rules,
    )
    return hand_answer(analysis, translator)


def hand_answer(analysis: HandAnalysis, translator: Translator) -> HandAnswer:
    return {
        "can_lay_down": analysis.can_lay_down,
        "groups": [standing_answer(standing) for standing in analysis.groups],
        "plays": [_play_answer(play) for play in analysis.plays],
        "leftover": {
            "cards": card_texts(analysis.left),
            "points": analysis.points,
        },
        "missing": analysis.missing,
        "outs": [{"card": str(card), "unseen": unseen} for card, unseen in analysis.outs.items()],
        "chance": round(float(analysis.chance), 6),
        "hits": [
            {"card": str(hit.card), "group": hit.group, "own": hit.own} for hit in analysis.hits
        ],
        "can_go_out": analysis.can_go_out,
        "going_out": [_play_answer(play) for play in analysis.going_out or ()],
        "unproven": sorted(analysis.unproven),
        "message": analysis.text.render(translator),
    }


def _play_answer(play: HandPlay) -> PlannedPlay:
    return {
        "action": play.action,
        "cards": card_texts(play.cards),
        "group": play.group,
        "own": play.own,
    }


def _read_table(value: object) -> list[Target]:
    return read_list(value, read_hit_target, max_length=MAX_TABLE)
