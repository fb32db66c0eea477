"""Who plays, and what happened."""

from games.models.games import Change, Game, Line, Outcome, Round, Seat, ShareLink
from games.models.groups import Group, Invite, Membership, Player, Role
from games.models.table import Event, Play, PlayKind

__all__ = [
    "Change",
    "Event",
    "Game",
    "Group",
    "Invite",
    "Line",
    "Membership",
    "Outcome",
    "Play",
    "PlayKind",
    "Player",
    "Role",
    "Round",
    "Seat",
    "ShareLink",
]
