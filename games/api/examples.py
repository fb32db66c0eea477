"""The examples of the schema for games: an evening's first steps."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

NORTH = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01"
EAST = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a02"

REQUESTS: dict[str, dict[str, Any]] = {
    "startGame": {
        "A classic game of two": {"edition": "classic", "players": [NORTH, EAST]},
        "A short game of three Phases": {
            "edition": "flip",
            "players": [NORTH, EAST],
            "phases": [1, 4, 10],
            "house_rules": {"must_lay_down": True},
            "first_dealer": EAST,
        },
    },
    "recordRound": {
        "Points, and who went out": {
            "number": 1,
            "results": [{"player": NORTH, "went_out": True}, {"player": EAST, "points": 85}],
        },
        "The cards left in hand": {
            "number": 1,
            "results": [
                {"player": NORTH, "went_out": True},
                {"player": EAST, "cards": ["R9", "B10", "W"], "laid_down": True},
            ],
        },
        "The table knows better": {
            "number": 1,
            "results": [
                {"player": NORTH, "went_out": True},
                {"player": EAST, "points": 35, "laid_down": False},
            ],
            "overrule": "East played with nine cards; we noticed too late.",
        },
    },
}


def examples_of(operation: str) -> list[OpenApiExample]:
    """The example requests of an operation."""
    return [
        OpenApiExample(name, value=value, request_only=True)
        for name, value in REQUESTS[operation].items()
    ]
