"""The rounds of a game as typed JSON answers. Plain Python: phones make them too."""

from __future__ import annotations

from datetime import datetime
from itertools import islice
from typing import Annotated, NotRequired, TypedDict

from games.domain.correction import Consequence, Effect
from games.domain.game_record import GameRecord, LineRecord, RoundRecord
from referee.game import GameState
from referee.tally import TallyVerdict
from referee.wording import Translator
from rest.annotations import Doc, OneOf, Uuid

PHONE_TIME = Doc("When it happened by the clock of the phone; null if the phone did not say.")
EFFECTS = [effect.value for effect in Effect]


class NextRound(TypedDict):
    """The round to be played next."""

    number: int
    tie_break: Annotated[bool, Doc("Whether only the tied players play it.")]
    dealer: Uuid | None
    starter: Uuid | None
    playing: list[Uuid]


class EnteredLine(TypedDict):
    """One player's line as it was entered."""

    player: Uuid
    points: int
    cards: list[str] | None
    laid_down: bool
    went_out: bool


class RoundLine(EnteredLine):
    """One player's line of a recorded round."""

    phase: int
    total: Annotated[int, Doc("The total after this round.")]


class ReplayedRound(TypedDict):
    """A round, and what it came to."""

    number: int
    tie_break: bool
    dealer: Uuid | None
    overrule: Annotated[
        str | None, Doc("Why the players overruled the check; null if they did not.")
    ]
    lines: list[RoundLine]


class Recorder(TypedDict):
    """Who recorded something, as far as this server or a file knows."""

    recorded_by: Annotated[
        str | None, Doc("Who recorded it; null if that is not known, or only by a file.")
    ]
    imported: NotRequired[
        Annotated[bool, Doc("Whether it comes from an imported file; only there if it does.")]
    ]
    entered_by: NotRequired[
        Annotated[
            str,
            Doc("Who entered it according to the imported file: nobody of the group, by the name."),
        ]
    ]


class RoundDetail(ReplayedRound, Recorder):
    """A recorded round."""

    id: Annotated[Uuid, Doc("Stays when the round is corrected.")]
    recorded_at: datetime | None
    phone_time: Annotated[datetime | None, PHONE_TIME]


class RefusedLine(TypedDict):
    """A line of a refused round, with what the check could settle."""

    player: Uuid
    phase: int
    points: int | None
    laid_down: bool | None
    went_out: bool


class RoundConsequence(TypedDict):
    """What a correction does to a later round: it is dropped, or its tally looks wrong."""

    round: int
    effect: Annotated[str, OneOf(EFFECTS)]
    message: str


def recorder_answer(name: str | None, *, imported: bool) -> Recorder:
    """Say who recorded something; who is named by a file has only the name of a member."""
    if imported and name:
        return {"recorded_by": None, "imported": True, "entered_by": name}
    return {"recorded_by": name}


def next_round_answer(record: GameRecord) -> NextRound:
    state = record.state
    return {
        "number": state.number,
        "tie_break": state.tie_break,
        "dealer": player_at(record, state.dealer),
        "starter": player_at(record, state.starter),
        "playing": [player_id(record, seat) for seat in state.playing],
    }


def round_answers(record: GameRecord, first: int = 1) -> list[RoundDetail]:
    """Return the rounds of a game from the one numbered `first` on."""
    return [
        {
            **answer,
            "id": str(played.id),
            **recorder_answer(played.recorded_by, imported=played.imported),
            "recorded_at": played.recorded_at,
            "phone_time": played.phone_time,
        }
        for answer, played in zip(
            replayed_rounds(record, first), record.rounds[first - 1 :], strict=False
        )
    ]


def replayed_rounds(record: GameRecord, first: int = 1) -> list[ReplayedRound]:
    """Return the rounds that count, from the one numbered `first` on."""
    rounds = zip(record.states, record.states[1:], record.rounds, strict=False)
    return [
        _round_answer(record, before, after, played)
        for before, after, played in islice(rounds, first - 1, None)
    ]


def _round_answer(
    record: GameRecord, before: GameState, after: GameState, played: RoundRecord
) -> ReplayedRound:
    """Return a round; `before` and `after` are the states of the game around it."""
    return {
        "number": played.number,
        "tie_break": before.tie_break,
        "dealer": player_at(record, before.dealer),
        "overrule": played.overrule or None,
        "lines": [
            {
                **entered_line(record, line),
                "phase": record.plan.phase_played(before.seats[line.seat]),
                "total": after.seats[line.seat].total,
            }
            for line in played.lines
        ],
    }


def entered_lines(record: GameRecord, played: RoundRecord) -> list[EnteredLine]:
    """Return the lines of a round without what follows from the other rounds."""
    return [entered_line(record, line) for line in played.lines]


def entered_line(record: GameRecord, line: LineRecord) -> EnteredLine:
    return {
        "player": player_id(record, line.seat),
        "points": line.points,
        "cards": line.cards,
        "laid_down": line.laid_down,
        "went_out": line.went_out,
    }


def refused_lines(verdict: TallyVerdict) -> list[RefusedLine]:
    """Return the lines as far as the check could settle them."""
    return [
        {
            "player": line.player,
            "phase": line.phase,
            "points": line.points,
            "laid_down": line.laid_down,
            "went_out": line.went_out,
        }
        for line in verdict.lines
    ]


def consequence_answer(consequence: Consequence, translator: Translator) -> RoundConsequence:
    return {
        "round": consequence.round,
        "effect": consequence.effect,
        "message": " ".join(text.render(translator) for text in consequence.texts),
    }


def player_id(record: GameRecord, seat: int) -> str:
    """Return the id of the player in a seat."""
    return record.player_ids[seat]


def player_at(record: GameRecord, seat: int | None) -> str | None:
    """As `player_id`, None for no seat."""
    return None if seat is None else player_id(record, seat)
