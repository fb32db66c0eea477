"""Examples of starting and changing a game, and recording its rounds."""

from __future__ import annotations

from typing import Any

from rest.examples import Example

_NORTH = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01"
_EAST = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a02"

_REQUESTS: dict[str, dict[str, Any]] = {
    "startGame": {
        "A classic game of two": {"edition": "classic", "players": [{"id": _NORTH}, {"id": _EAST}]},
        "Players who are new, and you among them": {
            "edition": "classic",
            "players": [{"id": _NORTH}, {"name": "Mina", "me": True}, {"name": "Tom"}],
        },
        "A short game of three Phases": {
            "edition": "flip",
            "players": [{"id": _NORTH}, {"id": _EAST}],
            "phases": [{"number": 1}, {"number": 4}, {"number": 10}],
            "house_rules": {"must_lay_down": True},
            "first_dealer": _EAST,
        },
        "A beginner who begins on Phase 3": {
            "edition": "classic",
            "players": [{"id": _NORTH}, {"id": _EAST}],
            "handicaps": [None, {"phase": 3}],
        },
    },
    "changeGame": {
        "A house rule": {"house_rules": {"must_lay_down": True}},
        "End the game early: the leader wins": {"status": "over"},
        "Put the game away": {"archived": True},
    },
    "recordRound": {
        "Points, and who went out": {
            "number": 1,
            "results": [{"player": _NORTH, "went_out": True}, {"player": _EAST, "points": 85}],
        },
        "The cards left in hand": {
            "number": 1,
            "results": [
                {"player": _NORTH, "went_out": True},
                {"player": _EAST, "cards": ["R9", "B10", "W"], "laid_down": True},
            ],
        },
        "The players overrule the check": {
            "number": 1,
            "results": [
                {"player": _NORTH, "went_out": True},
                {"player": _EAST, "points": 35, "laid_down": False},
            ],
            "overrule": "East played with nine cards; we noticed too late.",
        },
    },
}

EXAMPLES = {
    operation: {name: Example(body, 200, None) for name, body in requests.items()}
    for operation, requests in _REQUESTS.items()
}
