"""What a dashboard shows of a group."""

from __future__ import annotations

from typing import Annotated, TypedDict

from games.wire.home import GameInProgress
from rest.annotations import Doc, Uuid
from scoring.statistics.wire.leaderboard import LeaderboardLine
from scoring.statistics.wire.nights import NightLine

Games = Doc("In progress, with who deals, the last changed first; at most five.")


class Glance(TypedDict):
    """Who leads, and who won last."""

    id: Uuid
    name: str
    leaders: Annotated[list[LeaderboardLine], Doc("The first five of the leaderboard.")]
    last_night: Annotated[NightLine | None, Doc("null before the first night.")]


class Summary(Glance):
    """A group at a glance."""

    games: Annotated[list[GameInProgress], Games]


class WatchableGame(GameInProgress):
    """Where a game in progress stands, and where to watch it."""

    watch: Annotated[str | None, Doc("Its page, if it has a share link of its own.")]


class SharedGroup(Glance):
    """A group at a glance, as anyone sees it who has its link."""

    games: Annotated[list[WatchableGame], Games]
