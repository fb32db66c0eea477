"""The home screen as one typed JSON answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, TypedDict
from uuid import UUID

from games.domain.game_record import GameRecord
from games.models import Membership
from games.wire.games import SeatedPlayer, seated_players
from games.wire.groups import ROLES
from games.wire.references import PlayerReference, reference
from games.wire.rounds import player_at, player_id
from referee.editions import EDITIONS
from rest.annotations import Doc, OneOf, Uuid

MAX_UNSEEN = 50
Unseen = Annotated[
    int,
    Doc(
        "How many changes by others you have not seen (`PUT groups/{group}/seen/`). Changes before "
        f"the last {MAX_UNSEEN} of the group are not counted."
    ),
]


class HomeGroup(TypedDict):
    """A group I am in."""

    id: Uuid
    name: str
    my_role: Annotated[str, OneOf(ROLES)]
    event: Annotated[int, Doc("The latest event included here: a stream continues after it.")]
    unseen: Unseen


class GroupName(TypedDict):
    """Where a game is played."""

    id: Uuid
    name: str


class HomeStanding(PlayerReference):
    """Where a player stands in a game in progress."""

    at_table: Annotated[bool, Doc("false before they join, and after they leave.")]
    phase: Annotated[int | None, Doc("The Phase to lay down next.")]
    total: int
    rank: int


class GameInProgress(TypedDict):
    """Where a game in progress stands."""

    id: Uuid
    edition: Annotated[str, OneOf(EDITIONS)]
    version: int
    round: Annotated[int, Doc("The number of the round in play.")]
    dealer: Annotated[Uuid | None, Doc("Who deals this round.")]
    starter: Annotated[Uuid | None, Doc("Who plays first.")]
    changed_at: datetime
    players: list[HomeStanding]


class HomeGame(GameInProgress):
    """A game in progress, on my home screen."""

    group: GroupName
    unseen: Unseen


class HomeEndedGame(TypedDict):
    """A game that is over."""

    id: Uuid
    group: GroupName
    edition: Annotated[str, OneOf(EDITIONS)]
    started_at: datetime
    rounds: Annotated[int | None, Doc("null if only the final totals are known.")]
    unseen: Unseen
    winners: list[Uuid]
    players: list[SeatedPlayer]


class Home(TypedDict):
    """What is on the first screen of a phone."""

    games: Annotated[list[HomeGame], Doc("In progress, the last changed first; at most five.")]
    groups: Annotated[list[HomeGroup], Doc("The first 20 that I joined; `more_groups` for others.")]
    more_groups: bool
    last_games: Annotated[list[HomeEndedGame], Doc("Over, the latest first; at most five.")]


class SeenEvent(TypedDict):
    """What I have seen of a group."""

    event: Annotated[int, Doc("The number of the latest event that I have seen.")]


def home_answer(
    *,
    groups: Sequence[Membership],
    more_groups: bool,
    playing: Sequence[GameRecord],
    ended: Sequence[GameRecord],
    names: Mapping[UUID, str],
    unseen: Mapping[UUID, int],
) -> Home:
    """Return the home screen.

    `names` are those of all groups, `unseen` the counts of groups and games, by their ids.
    """
    return {
        "games": [
            {
                **game_in_progress(record),
                "group": _group_name(record, names),
                "unseen": unseen.get(record.game.id, 0),
            }
            for record in playing
        ],
        "groups": [_group(mine, unseen) for mine in groups],
        "more_groups": more_groups,
        "last_games": [_ended_game(record, names, unseen) for record in ended],
    }


def _group(mine: Membership, unseen: Mapping[UUID, int]) -> HomeGroup:
    return {
        "id": str(mine.group_id),
        "name": mine.group.name,
        "my_role": mine.role,
        "event": mine.last_event,  # type: ignore[attr-defined]
        "unseen": unseen.get(mine.group_id, 0),
    }


def game_in_progress(record: GameRecord) -> GameInProgress:
    """Where a game stands that is in progress."""
    state = record.state
    return {
        "id": str(record.game.id),
        "edition": record.game.edition,
        "version": record.game.version,
        "round": state.number,
        "dealer": player_at(record, state.dealer),
        "starter": player_at(record, state.starter),
        "changed_at": record.game.changed_at,
        "players": [
            {
                **_reference(record, seat.seat),
                "at_table": seat.at_table,
                "phase": seat.phase if seat.at_table else None,
                "total": seat.total,
                "rank": seat.rank,
            }
            for seat in state.seats
        ],
    }


def _reference(record: GameRecord, seat: int) -> PlayerReference:
    seated = record.seats[seat]
    return reference(player_id(record, seat), seated.name, seated.face)


def _ended_game(
    record: GameRecord, names: Mapping[UUID, str], unseen: Mapping[UUID, int]
) -> HomeEndedGame:
    game = record.game
    return {
        "id": str(game.id),
        "group": _group_name(record, names),
        "edition": game.edition,
        "started_at": game.started_at,
        "rounds": len(record.rounds) if game.totals is None else None,
        "unseen": unseen.get(game.id, 0),
        "winners": [player_id(record, seat) for seat in record.winners],
        "players": seated_players(record),
    }


def _group_name(record: GameRecord, names: Mapping[UUID, str]) -> GroupName:
    group = record.game.group_id
    assert group is not None
    return {"id": str(group), "name": names[group]}
