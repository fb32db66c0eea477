"""Who plays, and what happened."""

from games.models.games import Change, Game, Line, Outcome, Round, Seat, ShareLink
from games.models.groups import Group, Invite, Membership, Player, Role

__all__ = [
    "Change",
    "Game",
    "Group",
    "Invite",
    "Line",
    "Membership",
    "Outcome",
    "Player",
    "Role",
    "Round",
    "Seat",
    "ShareLink",
]
