"""The live table as typed JSON answers: as a whole, and as what changed."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypedDict

from django.utils.translation import get_language

from games.domain.play_codec import PlayKind, content_of
from games.domain.table_record import PlayRecord, TableRecord
from games.wire.rounds import PHONE_TIME, Recorder, player_at, player_id, recorder_answer
from referee.languages import translator_for
from referee.plays import Pile
from referee.rulings.table_plays import PlayVerdict
from referee.table import TableGroup
from referee.wire.verdicts import (
    Problems,
    StandingDetail,
    card_texts,
    problem_answer,
    standing_answer,
)
from rest.annotations import Discriminated, Doc, OneOf, Uuid

PLAY_KINDS = [kind.value for kind in PlayKind]


class TablePlayer(TypedDict):
    """A player of the round, with what the tally starts from."""

    player: Uuid
    phase: int
    laid_down: bool


class GroupOnTable(StandingDetail):
    """A group on the table."""

    id: Uuid
    player: Annotated[Uuid, Doc("Who laid it down.")]
    irregular: Annotated[
        bool, Doc("Whether the table overruled the referee, who cannot tell what fits it.")
    ]


class PlayDetail(Recorder):
    """One play; fields that do not apply to its kind are empty or null."""

    id: Uuid
    number: Annotated[int, Doc("Counts the plays of the round.")]
    kind: Annotated[str, OneOf(PLAY_KINDS)]
    player: Uuid | None
    group: Annotated[Uuid | None, Doc("The group of a hit.")]
    groups: Annotated[list[Uuid], Doc("The groups that were laid down.")]
    cards: Annotated[
        list[str],
        Doc("The cards played; wild cards are declared if it matters what they stand for."),
    ]
    skips: Uuid | None
    goes_out: bool
    text: str | None
    pile: Annotated[
        str | None, OneOf(Pile), Doc("The pile of a draw: the draw pile or the discard pile.")
    ]
    overrule: Annotated[
        str | None, Doc("Why the players overruled the referee; null if they did not.")
    ]
    recorded_at: datetime
    phone_time: Annotated[datetime | None, PHONE_TIME]


class TableHead(TypedDict):
    """A table without its groups and plays: small, and sent with every play."""

    game: Uuid
    round: int
    event: Annotated[int, Doc("The latest event included here.")]
    turns_logged: bool
    dealer: Uuid | None
    starter: Uuid | None
    turn: Annotated[Uuid | None, Doc("Whose turn it is; null if turns are not logged.")]
    draw_due: Annotated[
        bool,
        Doc(
            "Whether the player whose turn it is has yet to draw: until then the referee refuses "
            "anything else. False if turns are not logged."
        ),
    ]
    side: Annotated[str | None, Doc("The side in play; null if the cards have only one.")]
    skipped: Annotated[
        list[Uuid], Doc("The players with a Skip in front of them, who have yet to lose a turn.")
    ]
    went_out: Uuid | None
    top_discard: Annotated[
        str | None,
        Doc(
            "The top of the discard pile; null if unknown. A Skip is put on the pile when the "
            "turn that it costs has passed. When the pile turns over, what lay at its bottom is "
            "the top, known if it was seen before."
        ),
    ]
    players: list[TablePlayer]


class TableState(TableHead):
    """The table of a round."""

    groups: list[GroupOnTable]
    plays: list[PlayDetail]


class TablePatch(TableHead):
    """What changed on the table, for a phone that already has it: the data of an event.

    `groups` are new or changed, `plays` new; `gone` and `taken_back` are the ids of groups and
    plays that are no longer there.
    """

    groups: list[GroupOnTable]
    gone: list[Uuid]
    plays: list[PlayDetail]
    taken_back: list[Uuid]


class WildCardChoice(TypedDict):
    """Everything that one group could be: ask the player which it is."""

    group: Annotated[int | None, Doc("The index of the group in your request; null for a hit.")]
    standings: Annotated[list[StandingDetail], Doc("The one that reaches highest first.")]
    cards: Annotated[
        list[list[str]],
        Doc("For each of the standings, the cards to send instead of yours."),
    ]


class PlayVerdictDetail(TypedDict):
    """The referee's verdict about a play."""

    legal: bool
    ambiguous: bool
    problems: Problems
    choices: list[WildCardChoice]


class DryRun(TypedDict):
    """What the referee would say about a play."""

    ruling: PlayVerdictDetail
    table: Annotated[
        TableState | None,
        Doc("The current table, with `whole_table`; null without. Nothing was recorded."),
    ]


PlayOutcome = Annotated[
    DryRun | TableState,
    Discriminated("PlayOutcome"),
    Doc("For a dry run the ruling, and for a play that is there already the table."),
]
TableChange = Annotated[
    TablePatch | TableState,
    Discriminated("TableChange"),
    Doc("What changed on the table; with `whole_table` the table itself, without `gone`."),
]


def table_answer(table: TableRecord) -> TableState:
    return {
        **_table_head(table),
        "groups": [group_answer(table, group) for group in table.table.groups],
        "plays": [play_answer(table, play) for play in table.plays],
    }


def table_patch(before: TableRecord, after: TableRecord) -> TablePatch:
    """Return what changed from one table to the next, both of the same round."""
    old_groups = {group.id: group for group in before.table.groups}
    new_groups = {group.id: group for group in after.table.groups}
    shared = before.plays_shared(after)
    old_plays, new_plays = before.plays[shared:], after.plays[shared:]
    old_ids, new_ids = ({play.id for play in plays} for plays in (old_plays, new_plays))
    return {
        **_table_head(after),
        "groups": [
            group_answer(after, group)
            for id, group in new_groups.items()
            if old_groups.get(id) != group
        ],
        "gone": [id for id in old_groups if id not in new_groups],
        "plays": [play_answer(after, play) for play in new_plays if play.id not in old_ids],
        "taken_back": [str(play.id) for play in old_plays if play.id not in new_ids],
    }


def _table_head(table: TableRecord) -> TableHead:
    record, state, on_table = table.record, table.state, table.table
    top_discard = on_table.pile[-1] if on_table.pile else None
    return {
        "game": str(record.game.id),
        "round": table.number,
        "event": record.game.last_event,
        "turns_logged": table.turns_logged,
        "dealer": player_at(record, state.dealer),
        "starter": player_at(record, state.starter),
        "turn": player_at(record, on_table.turn),
        "draw_due": on_table.draw_due,
        "side": on_table.side if len(on_table.edition.sides) > 1 else None,
        "skipped": [player_id(record, seat) for seat in sorted(on_table.skips)],
        "went_out": player_at(record, on_table.out),
        "top_discard": None if top_discard is None else str(top_discard),
        "players": [
            {
                "player": player_id(record, seat),
                "phase": record.plan.phase_played(state.seats[seat]),
                "laid_down": seat in on_table.down,
            }
            for seat in state.playing
        ],
    }


def group_answer(table: TableRecord, group: TableGroup) -> GroupOnTable:
    return {
        **standing_answer(group.standing),
        "id": group.id,
        "player": player_id(table.record, group.seat),
        "irregular": group.is_irregular,
    }


def play_answer(table: TableRecord, play: PlayRecord) -> PlayDetail:
    content = content_of(play.play)
    return {
        "id": str(play.id),
        "number": play.number,
        "kind": play.kind,
        "player": player_at(table.record, play.seat),
        "group": content.group,
        "groups": list(content.groups),
        "cards": card_texts(content.cards),
        "skips": player_at(table.record, content.skips),
        "goes_out": content.goes_out,
        "text": content.text,
        "pile": content.pile,
        "overrule": play.overrule or None,
        **recorder_answer(play.recorded_by, imported=play.imported),
        "recorded_at": play.recorded_at,
        "phone_time": play.phone_time,
    }


def verdict_answer(verdict: PlayVerdict) -> PlayVerdictDetail:
    translator = translator_for(get_language())
    return {
        "legal": verdict.is_legal,
        "ambiguous": bool(verdict.choices),
        "problems": [problem_answer(problem, translator) for problem in verdict.problems],
        "choices": [
            {
                "group": choice.group,
                "standings": [standing_answer(standing) for standing in choice.standings],
                "cards": [card_texts(cards) for cards in choice.cards],
            }
            for choice in verdict.choices
        ],
    }


def dry_run_answer(verdict: PlayVerdict, table: TableRecord | None) -> DryRun:
    return {
        "ruling": verdict_answer(verdict),
        "table": None if table is None else table_answer(table),
    }
