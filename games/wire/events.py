"""The events of a game as typed JSON answers.

An event is made by a function from its head to the whole event, which mypy checks:

    lambda head: {**head, "kind": "game_over", "data": {"winners": [], "event": head["number"]}}

`games.services.events.happening` numbers it. So what is stored and what is published is the same
type.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Literal, TypedDict, cast

from games.models import Happening
from games.wire.drafts import RoundDraftDetail
from games.wire.games import GamePatch
from games.wire.groups import ROLES
from games.wire.tables import TablePatch, TableState
from rest.annotations import Discriminated, Doc, OneOf

GamePatchKind = Literal[
    "round_recorded",
    "round_corrected",
    "round_taken_back",
    "game_abandoned",
    "game_resumed",
    "game_ended_early",
    "game_archived",
    "game_unarchived",
    "player_joined",
    "player_left",
]
ReloadKind = Literal[
    "game_started", "settings_changed", "players_merged", "game_deleted", "game_restored"
]


class EventHead(TypedDict):
    """What every event has."""

    number: Annotated[int, Doc("Counts the events of the game; the `id` in a stream.")]
    version: Annotated[int, Doc("The game's version after the event.")]
    at: datetime
    actor: str | None


class GamePatchData(GamePatch):
    """What changed in a game, and the number of the event itself."""

    event: int


class GamePatchEvent(EventHead):
    """Rounds or decisions have changed the game."""

    kind: GamePatchKind
    data: GamePatchData


class TablePatchEvent(EventHead):
    """A play was made or taken back, or a correction has changed the table in play."""

    kind: Literal["table"]
    data: TablePatch


class TableLaidEvent(EventHead):
    """Another round is in play now: this is its table."""

    kind: Literal["table_laid"]
    data: TableState


class GameWinners(TypedDict):
    """Who has won a game."""

    winners: list[str]


class GameOverEvent(EventHead):
    """The game is over."""

    kind: Literal["game_over"]
    data: GameWinners


class NewMember(TypedDict):
    """Somebody who has joined the group."""

    name: str
    role: Annotated[str, OneOf(ROLES)]


class JoinedEvent(EventHead):
    """Somebody has joined the group."""

    kind: Literal["joined"]
    data: NewMember


class ReloadNotice(TypedDict):
    """Says that too much has changed to send it."""

    reload: bool
    event: int


class ReloadEvent(EventHead):
    """Too much has changed to send it: read the game and the table again."""

    kind: ReloadKind
    data: ReloadNotice


class DraftChange(TypedDict):
    """The round that the table is entering; null if it is no longer."""

    draft: Annotated[RoundDraftDetail | None, Doc("null once the round is recorded.")]
    event: int


class DraftChangedEvent(EventHead):
    """Somebody has begun to enter a round or entered a line, or the round was recorded."""

    kind: Literal["draft_changed"]
    data: DraftChange


class DiscardedDraft(TypedDict):
    """The lines of a draft that somebody has discarded."""

    discarded: RoundDraftDetail
    event: int


class DraftDiscardedEvent(EventHead):
    """Somebody has discarded the draft of a round: this is what it was."""

    kind: Literal["draft_discarded"]
    data: DiscardedDraft


class OtherEvent(EventHead):
    """An event of a kind that this schema does not know. Reload if its data has `reload`."""

    kind: Annotated[str, Doc("A kind that was added later.")]
    data: dict[str, Any]


KnownEvent = (
    GamePatchEvent
    | TablePatchEvent
    | TableLaidEvent
    | DraftChangedEvent
    | DraftDiscardedEvent
    | GameOverEvent
    | JoinedEvent
    | ReloadEvent
)
GameEvent = Annotated[
    KnownEvent | OtherEvent,
    Discriminated("GameEvent", by="kind"),
    Doc("Something that happened in a game; `data` updates what a phone already knows."),
]
# An event that has yet to be numbered.
NewEvent = Callable[[EventHead], KnownEvent]


class LogPage(TypedDict):
    """A part of a game's log of events."""

    events: list[GameEvent]
    more: Annotated[bool, Doc("Whether there are more events to read.")]


class StreamTicket(TypedDict):
    """A ticket with which a browser opens the stream of a game."""

    ticket: Annotated[str, Doc("For `?ticket=` of the game's stream.")]
    good_for: Annotated[
        int, Doc("How many seconds the ticket is valid: long enough to open a stream.")
    ]


def game_patched(kind: GamePatchKind, patch: GamePatch) -> NewEvent:
    return lambda head: {**head, "kind": kind, "data": {**patch, "event": head["number"]}}


def game_over(winners: list[str]) -> NewEvent:
    return lambda head: {**head, "kind": "game_over", "data": {"winners": winners}}


def table_patched(patch: TablePatch) -> NewEvent:
    return lambda head: {**head, "kind": "table", "data": {**patch, "event": head["number"]}}


def table_laid(table: TableState) -> NewEvent:
    return lambda head: {**head, "kind": "table_laid", "data": {**table, "event": head["number"]}}


def draft_changed(draft: RoundDraftDetail | None) -> NewEvent:
    return lambda head: {
        **head,
        "kind": "draft_changed",
        "data": {"draft": draft, "event": head["number"]},
    }


def draft_discarded(draft: RoundDraftDetail) -> NewEvent:
    return lambda head: {
        **head,
        "kind": "draft_discarded",
        "data": {"discarded": draft, "event": head["number"]},
    }


def member_joined(name: str, role: str) -> NewEvent:
    return lambda head: {**head, "kind": "joined", "data": {"name": name, "role": role}}


def reload_needed(kind: ReloadKind) -> NewEvent:
    """Tell phones to request the game again."""
    return lambda head: {**head, "kind": kind, "data": {"reload": True, "event": head["number"]}}


def event_answers(row: Happening) -> list[GameEvent]:
    """What has happened as events of the stream of its game."""
    events = row.content.get("events", [])
    head = {"version": row.version, "at": row.at, "actor": row.actor_name or None}
    # Stored as a `KnownEvent`, see `happening`.
    return [
        cast(GameEvent, {"number": number, **head, "kind": kind, "data": data})
        for number, (kind, data) in enumerate(events, (row.number or 0) - len(events) + 1)
    ]
