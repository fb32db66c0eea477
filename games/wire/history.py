"""The history of a game as typed JSON answers.

A change is made by a function from its head to the whole change, as events are
(`games.wire.events`): what is stored and what is published is the same type.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Literal, NotRequired, TypedDict, cast

from games.models import Happening
from games.wire.handicaps import HandicapDetail
from games.wire.rounds import PHONE_TIME, EnteredLine
from games.wire.standings import StintDetail
from referee.editions import EDITIONS
from referee.game import Variant
from referee.wire.house_rules import HouseRuleSettings
from referee.wire.phases import GroupRequirement
from rest.annotations import Discriminated, Doc, OneOf, Uuid

EndingKind = Literal["game_abandoned", "game_ended_early", "game_resumed"]
ArchivingKind = Literal["game_archived", "game_unarchived"]
AttendanceKind = Literal["player_joined", "player_left"]
DeletionKind = Literal["game_deleted", "game_restored"]


class ChangeHead(TypedDict):
    """What every change has."""

    version: Annotated[int, Doc("The game's version after the change.")]
    at: datetime
    phone_time: Annotated[datetime | None, PHONE_TIME]
    actor: Annotated[str, Doc("Empty if it is not known, or only by a file.")]
    imported: NotRequired[
        Annotated[bool, Doc("Whether it comes from an imported file; only there if it does.")]
    ]
    entered_by: NotRequired[
        Annotated[
            str,
            Doc("Who did it according to the imported file: nobody of the group, by the name."),
        ]
    ]
    round: int | None
    reason: str | None


class GameSettings(TypedDict):
    """How a game is played."""

    edition: Annotated[str, OneOf(EDITIONS)]
    variant: Annotated[str, OneOf(Variant)]
    phases: list[list[GroupRequirement]]
    house_rules: HouseRuleSettings
    turns_logged: bool
    players: list[Uuid]
    handicaps: NotRequired[
        Annotated[
            list[HandicapDetail | None],
            Doc("In the order of the players; only there if somebody has one."),
        ]
    ]
    first_dealer: Uuid


class GameStartedChange(ChangeHead):
    """The game was started."""

    kind: Literal["game_started"]
    before: Annotated[GameSettings | None, Doc("Always null.")]
    after: GameSettings


class ImportedSettings(GameSettings):
    """How an imported game was played."""

    source: Annotated[str | None, Doc("What identifies the game in its file.")]


class GameImportedChange(ChangeHead):
    """The game was imported from a file."""

    kind: Literal["game_imported"]
    before: Annotated[ImportedSettings | None, Doc("Always null.")]
    after: ImportedSettings


class SettingsChange(ChangeHead):
    """Settings of the game were changed."""

    kind: Literal["settings_changed"]
    before: GameSettings
    after: GameSettings


class RoundRecordedChange(ChangeHead):
    """A round was recorded: `after` has its lines."""

    kind: Literal["round_recorded"]
    before: Annotated[list[EnteredLine] | None, Doc("Always null.")]
    after: list[EnteredLine]


class RoundTakenBackChange(ChangeHead):
    """A round was taken back: `before` has its lines."""

    kind: Literal["round_taken_back"]
    before: list[EnteredLine]
    after: Annotated[list[EnteredLine] | None, Doc("Always null.")]


class LaterRound(TypedDict):
    """A round that a correction has dropped."""

    round: int
    lines: list[EnteredLine]


class CorrectedLines(TypedDict):
    """The lines of a round before or after a correction."""

    lines: list[EnteredLine]
    later: Annotated[list[LaterRound], Doc("The later rounds that the correction has dropped.")]


class RoundCorrectedChange(ChangeHead):
    """A round was corrected."""

    kind: Literal["round_corrected"]
    before: CorrectedLines
    after: CorrectedLines


class GameEnding(TypedDict):
    """Whether a game was ended before its last Phase."""

    abandoned: bool
    ended_early: bool


class EndingChange(ChangeHead):
    """The game was abandoned, ended early, or resumed."""

    kind: EndingKind
    before: GameEnding
    after: GameEnding


class GameArchiving(TypedDict):
    """Whether a game is archived."""

    archived: bool


class ArchivingChange(ChangeHead):
    """The game was archived, or brought back from the archive."""

    kind: ArchivingKind
    before: GameArchiving
    after: GameArchiving


class MergedPlayer(TypedDict):
    """A player in the history of a merge."""

    player: Uuid
    name: str


class PlayersMergedChange(ChangeHead):
    """A player was merged into another one, who has the seat now."""

    kind: Literal["players_merged"]
    before: MergedPlayer
    after: MergedPlayer


class PlayerInGame(TypedDict):
    """A player's part in a game."""

    player: Uuid
    name: str
    seat: int
    stints: list[StintDetail]


class AttendanceChange(ChangeHead):
    """A player has joined the game, left it or come back."""

    kind: AttendanceKind
    before: Annotated[PlayerInGame | None, Doc("null for somebody who had not played.")]
    after: Annotated[PlayerInGame | None, Doc("null for somebody who has played no round.")]


class DeletionChange(ChangeHead):
    """The game was deleted or restored."""

    kind: DeletionKind
    before: Annotated[GameSettings | None, Doc("Always null.")]
    after: Annotated[GameSettings | None, Doc("Always null.")]


class OtherChange(ChangeHead):
    """A change of a kind that this schema does not know, or recorded by another version."""

    kind: str
    before: Any
    after: Any


KnownChange = (
    GameStartedChange
    | GameImportedChange
    | SettingsChange
    | RoundRecordedChange
    | RoundTakenBackChange
    | RoundCorrectedChange
    | EndingChange
    | ArchivingChange
    | PlayersMergedChange
    | AttendanceChange
    | DeletionChange
)
GameChange = Annotated[
    KnownChange | OtherChange,
    Discriminated("GameChange", by="kind"),
    Doc("Who changed what in a game and when, with the values before and after."),
]
# A change that has yet to get its version.
NewChange = Callable[[ChangeHead], KnownChange]


def _actor(change: Happening) -> dict[str, Any]:
    # Whoever does something here has an account. When it is deleted, the name goes, too.
    if change.actor_id is None and change.actor_name:
        return {"actor": "", "imported": True, "entered_by": change.actor_name}
    return {"actor": change.actor_name}


def change_answer(change: Happening) -> GameChange:
    # Stored as a `KnownChange`, see `happening`; archives may contain others.
    return cast(
        GameChange,
        {
            "version": change.version,
            "kind": change.kind,
            "at": change.at,
            "phone_time": change.phone_time,
            **_actor(change),
            "round": change.round,
            "before": change.content["before"],
            "after": change.content["after"],
            "reason": change.reason or None,
        },
    )
