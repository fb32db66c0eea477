"""Groups and players, games and rounds, plays and events."""

from games.models.chosen_ids import ChosenId
from games.models.cleanup import CleanupState
from games.models.drafts import Draft, DraftLine
from games.models.games import Game, Round, Seat, ShareLink
from games.models.groups import Group, GroupLog, Invite, Membership, Player, Role
from games.models.log import Happening
from games.models.phase_lists import PhaseList
from games.models.table import Play

__all__ = [
    "ChosenId",
    "CleanupState",
    "Draft",
    "DraftLine",
    "Game",
    "Group",
    "GroupLog",
    "Happening",
    "Invite",
    "Membership",
    "PhaseList",
    "Play",
    "Player",
    "Role",
    "Round",
    "Seat",
    "ShareLink",
]
