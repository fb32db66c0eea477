"""Groups and players, games and rounds, plays and events."""

from games.models.chosen_ids import ChosenId
from games.models.cleanup import CleanupState
from games.models.drafts import Draft, DraftLine
from games.models.games import Change, Game, Round, Seat, ShareLink
from games.models.groups import Group, GroupLog, Invite, Membership, Player, Role
from games.models.phase_lists import PhaseList
from games.models.table import Event, GroupEvent, PackedEvents, PackedGroupEvents, Play

__all__ = [
    "Change",
    "ChosenId",
    "CleanupState",
    "Draft",
    "DraftLine",
    "Event",
    "Game",
    "Group",
    "GroupEvent",
    "GroupLog",
    "Invite",
    "Membership",
    "PackedEvents",
    "PackedGroupEvents",
    "PhaseList",
    "Play",
    "Player",
    "Role",
    "Round",
    "Seat",
    "ShareLink",
]
