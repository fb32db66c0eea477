"""A client for Tableside: all operations of its API, typed, and events that miss nothing."""

from .client import AuthenticatedClient, Client
from .connection import connect
from .events import (
    Refused,
    checked,
    follow_game,
    follow_game_async,
    follow_group,
    follow_group_async,
)

__all__ = [
    "AuthenticatedClient",
    "Client",
    "Refused",
    "checked",
    "connect",
    "follow_game",
    "follow_game_async",
    "follow_group",
    "follow_group_async",
]
