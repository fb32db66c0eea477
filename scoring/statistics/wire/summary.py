"""What a dashboard shows of a group."""

from __future__ import annotations

from typing import Annotated, TypedDict

from games.wire.home import GameInProgress
from games.wire.references import PlayerReference
from rest.annotations import Doc, Uuid
from scoring.statistics.wire.nights import NightLine
from scoring.statistics.wire.values import ExpectedWins, Rating, meaning


class Leader(TypedDict):
    """The first on the leaderboard."""

    player: PlayerReference
    rating: Rating
    games: Annotated[int, meaning("games")]
    wins: Annotated[int, meaning("wins")]
    expected_wins: ExpectedWins


class Summary(TypedDict):
    """A group at a glance."""

    id: Uuid
    name: str
    leader: Annotated[Leader | None, Doc("null before the first game that counts.")]
    last_night: Annotated[NightLine | None, Doc("null before the first night.")]
    game: Annotated[
        GameInProgress | None,
        Doc("The game in progress, with who deals; null if there is none, the last of several."),
    ]
