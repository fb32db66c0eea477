"""A round that is being entered, as typed JSON."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypedDict

from games.domain.draft import RoundDraft
from games.domain.game_record import GameRecord
from games.wire.games import GameDetail
from games.wire.refusals import rule_entry_of
from referee.wire.tally import CheckedLine, line_answer
from referee.wire.verdicts import RuleEntryId
from referee.wording import Translator
from rest.annotations import Doc, Uuid


class DraftLineDetail(TypedDict):
    """One player's line as somebody has entered it; null for what they have not said."""

    player: Uuid
    points: int | None
    cards: list[str] | None
    laid_down: bool | None
    went_out: bool | None
    version: Annotated[int, Doc("To send as `seen` with another line for the same player.")]
    entered_by: str | None
    entered_at: datetime


class RoundDraftDetail(TypedDict):
    """The lines that were entered for the next round. They count nowhere until it is recorded."""

    round: Annotated[int, Doc("Show the draft as long as this is the number of the next round.")]
    version: Annotated[
        int,
        Doc(
            "For `If-Match`, in quotes. It grows with each change; no other draft of the game has "
            "the same one."
        ),
    ]
    started_by: str | None
    started_at: datetime
    lines: Annotated[list[DraftLineDetail], Doc("In the order of the seats.")]


class DraftProblem(TypedDict):
    """One thing that is wrong with the lines so far."""

    code: str
    message: str
    player: Annotated[Uuid | None, Doc("Whose line is wrong; null for the round as a whole.")]
    rule_entry: Annotated[
        RuleEntryId | None,
        Doc(
            "The entry with the rule behind it (`GET referee/rules/{entry}/`); "
            "null if it is no rule of the game."
        ),
    ]


class DraftCheck(TypedDict):
    """What the referee says about the lines so far."""

    ok: Annotated[
        bool, Doc("Whether the round can be recorded: no line is open, nothing is wrong.")
    ]
    problems: Annotated[list[DraftProblem], Doc("The most telling first.")]
    lines: Annotated[list[CheckedLine], Doc("A line for each player of the round.")]


class DraftState(TypedDict):
    """The round that a table is entering, if it is."""

    game: Uuid
    event: Annotated[int, Doc("The latest event included here.")]
    draft: RoundDraftDetail | None
    check: DraftCheck | None
    has_plays: Annotated[
        bool, Doc("Whether plays were ever noted in this game. If not, its live table is empty.")
    ]


class DraftEntered(DraftState):
    """The draft with a line that was entered."""

    recorded: Annotated[
        GameDetail | None,
        Doc("The game with the round, if this line was the last one. Then there is no draft."),
    ]


def draft_answer(draft: RoundDraft) -> RoundDraftDetail:
    return {
        "round": draft.number,
        "version": draft.version,
        "started_by": draft.started_by,
        "started_at": draft.started_at,
        "lines": [
            {
                "player": str(line.entry.player),
                "points": line.entry.points,
                "cards": None if line.entry.cards is None else list(map(str, line.entry.cards)),
                "laid_down": line.entry.laid_down,
                "went_out": line.entry.went_out,
                "version": line.version,
                "entered_by": line.entered_by,
                "entered_at": line.entered_at,
            }
            for line in draft.lines
        ],
    }


def draft_state(record: GameRecord, draft: RoundDraft | None, translator: Translator) -> DraftState:
    """Return the draft of a game's next round, None without one."""
    return {
        "game": str(record.game.id),
        "event": record.game.last_event,
        "draft": None if draft is None else draft_answer(draft),
        "check": None if draft is None else _check_answer(draft, translator),
        "has_plays": record.game.has_plays,
    }


def _check_answer(draft: RoundDraft, translator: Translator) -> DraftCheck:
    examined = draft.examined
    return {
        "ok": draft.can_be_recorded,
        "problems": [
            {
                "code": problem.code,
                "message": problem.text.render(translator),
                "player": None
                if problem.entry is None
                else str(draft.entries[problem.entry].player),
                "rule_entry": rule_entry_of(problem),
            }
            for problem in examined.problems
        ],
        "lines": [line_answer(line) for line in examined.verdict.lines],
    }
