"""Examples of plays: East has laid down Phase 1, hits one of the sets, and takes that back."""

from __future__ import annotations

from typing import Any

from rest.examples import Example

_NORTH = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01"
_EAST = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a02"
_FIVES = "0f9d3b52-7c1e-4a53-9a6f-0d0c6a1d7b01"
_HIT = "0f9d3b52-7c1e-4a53-9a6f-0d0c6a1d7c02"


def _set_of_fives(*cards: str) -> dict[str, Any]:
    return {
        "kind": "set",
        "size": len(cards),
        "cards": list(cards),
        "number": 5,
        "color": None,
        "low": None,
        "high": None,
        "id": _FIVES,
        "player": _EAST,
        "irregular": False,
    }


def _patch(event: int, **changed: Any) -> dict[str, Any]:
    return {
        "game": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7e01",
        "round": 1,
        "event": event,
        "turns_logged": True,
        "dealer": _NORTH,
        "starter": _EAST,
        "turn": _EAST,
        "draw_due": False,
        "side": None,
        "skipped": [],
        "went_out": None,
        "top_discard": None,
        "players": [
            {"player": _NORTH, "phase": 1, "laid_down": False},
            {"player": _EAST, "phase": 1, "laid_down": True},
        ],
        "groups": [],
        "gone": [],
        "plays": [],
        "taken_back": [],
        **changed,
    }


_PLAY = {
    "id": _HIT,
    "number": 2,
    "kind": "hit",
    "player": _EAST,
    "group": _FIVES,
    "groups": [],
    "cards": ["Y5"],
    "skips": None,
    "goes_out": False,
    "text": None,
    "pile": None,
    "overrule": None,
    "recorded_by": "Mina",
    "recorded_at": "2026-11-21T19:45:00Z",
    "phone_time": None,
}
_BODY = {"kind": "hit", "round": 1, "player": _EAST, "group": _FIVES, "cards": ["Y5"]}
_LEGAL = {"legal": True, "ambiguous": False, "problems": [], "choices": []}

EXAMPLES: dict[str, dict[str, Example]] = {
    "makePlay": {
        "What a hit has changed": Example(
            _BODY, 201, _patch(3, groups=[_set_of_fives("R5", "G5", "B5", "Y5")], plays=[_PLAY])
        ),
        "The ruling of a dry run": Example(None, 200, {"ruling": _LEGAL, "table": None}),
    },
    "takeBackPlay": {
        "The group is as it was before": Example(
            None, 200, _patch(4, groups=[_set_of_fives("R5", "G5", "B5")], taken_back=[_HIT])
        )
    },
}
