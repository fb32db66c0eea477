"""Follow what happens in a game or a group, without missing an event."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID

from .api.games import get_game
from .api.groups import get_group
from .api.live import read_group_log, read_log
from .client import AuthenticatedClient
from .models import Problem

WAIT = 25  # seconds that the server may hold a request until something happens


class Refused(Exception):
    """The server has refused; `problem` says what is wrong and what would be right."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.code}: {problem.detail}")
        self.problem = problem


def checked(answer: Any) -> Any:
    """Return the answer of an operation (`sync` or `asyncio`); raise Refused for a problem.

    Raise ValueError if it is not an answer of the API, such as a proxy's error page.
    """
    if isinstance(answer, Problem):
        raise Refused(answer)
    if answer is None:
        raise ValueError("The answer is not one of this API.")
    return answer


def follow_game(client: AuthenticatedClient, game: UUID, after: int | None = None) -> Iterator[Any]:
    """Yield each event of a game as it happens, without end.

    `after` is the number of the last event that is known, by default that of the game as it is now.
    A script that stores the `number` of the last event it dealt with, and starts again from there,
    misses nothing. Raise Refused once the game is deleted or the token ends.
    """
    return _follow(client, game, after, get_game, read_log)


def follow_game_async(
    client: AuthenticatedClient, game: UUID, after: int | None = None
) -> AsyncIterator[Any]:
    """The same as `follow_game`, for `async for`."""
    return _follow_async(client, game, after, get_game, read_log)


def follow_group(
    client: AuthenticatedClient, group: UUID, after: int | None = None
) -> Iterator[Any]:
    """Yield each event of a group, such as `game_changed` when a game begins, goes on or ends."""
    return _follow(client, group, after, get_group, read_group_log)


def follow_group_async(
    client: AuthenticatedClient, group: UUID, after: int | None = None
) -> AsyncIterator[Any]:
    """The same as `follow_group`, for `async for`."""
    return _follow_async(client, group, after, get_group, read_group_log)


def _follow(
    client: AuthenticatedClient, id: UUID, after: int | None, now: Any, log: Any
) -> Iterator[Any]:
    if after is None:
        after = checked(now.sync(id, client=client)).event
    while True:
        for event in checked(log.sync(id, client=client, after=after, wait=WAIT)).events:
            yield event
            after = event.number


async def _follow_async(
    client: AuthenticatedClient, id: UUID, after: int | None, now: Any, log: Any
) -> AsyncIterator[Any]:
    if after is None:
        after = checked(await now.asyncio(id, client=client)).event
    while True:
        answer = await log.asyncio(id, client=client, after=after, wait=WAIT)
        for event in checked(answer).events:
            yield event
            after = event.number
